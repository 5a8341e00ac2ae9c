//! The amount of free memory.

use std::fs;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// How many bytes of memory are free on this machine, or for this process if it has a limit. `u64::MAX` if this is
/// unknown; the system then refuses an allocation that is too large.
#[must_use]
pub fn free_memory() -> u64 {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::everything());
    let free = System::new_with_specifics(memory).map(|system| {
        // The files that a group holds in memory are dropped when memory is needed.
        let group =
            system.cgroup_limits().map(|group| group.total_memory.saturating_sub(group.rss));
        system.available_memory().min(group.unwrap_or(u64::MAX))
    });
    let free = free.into_iter().chain(address_space_left()).min();
    free.filter(|&bytes| bytes > 0).unwrap_or(u64::MAX)
}

/// How many bytes of address space this process may have, if it has a limit (`ulimit -v`) and the system reports it.
#[must_use]
pub fn address_space() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    limit.split_whitespace().next()?.parse().ok()
}

/// How much more memory this process may allocate, if it has a limit.
fn address_space_left() -> Option<u64> {
    let limit = address_space()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(used * 1024).max(1))
}
