//! The amount of free memory.

use pyo3::pyfunction;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// How many bytes this process may allocate, as far as the system reports it. Otherwise the largest number.
#[pyfunction(name = "free_memory")]
pub(crate) fn free() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::everything());
    let system = System::new_with_specifics(memory);
    let free = system.map(|system| {
        let group = system.cgroup_limits();
        let left = group.map(|group| group.total_memory.saturating_sub(group.rss));
        system.available_memory().min(left.unwrap_or(u64::MAX))
    });
    free.ok().filter(|&bytes| bytes > 0).unwrap_or(u64::MAX)
}
