//! How much memory may be used: what is free, or what `--memory` says.

use std::fs;

use bytesize::ByteSize;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::exit::Trouble;

/// The bound that is given on the command line.
#[derive(clap::Args)]
pub(crate) struct MemoryArgs {
    /// Use at most so much memory, as in `8GiB` or `500MB` [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_hyphen_values = true)]
    memory: Option<ByteSize>,
}

/// A number of bytes on the command line.
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| "give a number of bytes, as in `8GiB` or `500MB`".to_owned())
}

/// The most memory that may be used.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    bytes: u64,
    /// Whether it was given on the command line.
    given: bool,
}

impl MemoryArgs {
    pub(crate) fn bound(&self) -> Bound {
        self.memory.map_or_else(Bound::free, |ByteSize(bytes)| Bound { bytes, given: true })
    }
}

impl Bound {
    /// What is free on this machine, or for this process.
    pub(crate) fn free() -> Self {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::everything());
        let free = System::new_with_specifics(memory).map(|system| {
            // What a group has of files in memory is given up when memory is asked for.
            let group =
                system.cgroup_limits().map(|group| group.total_memory.saturating_sub(group.rss));
            system.available_memory().min(group.unwrap_or(u64::MAX))
        });
        let free = free.into_iter().chain(address_space_left()).min();
        // Where nobody can tell, the system will say no if it has to.
        let bytes = free.filter(|&bytes| bytes > 0).unwrap_or(u64::MAX);
        Self { bytes, given: false }
    }

    /// The most bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.bytes
    }

    /// Refuses what takes more; `advice` says what else can be done.
    pub(crate) fn check(self, task: &str, needed: u64, advice: &str) -> Result<(), Trouble> {
        if needed <= self.bytes {
            return Ok(());
        }
        let bound = match (self.given, ByteSize(self.bytes)) {
            (true, bound) => format!("--memory allows {bound}"),
            (false, free) => format!("{free} is free"),
        };
        Err(Trouble::new(format!(
            "{task} takes {} of memory, and {bound}{advice}",
            ByteSize(needed)
        )))
    }
}

/// How much more memory this process may ask for, if it has a limit (`ulimit -v`) and the system tells.
fn address_space_left() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(used * 1024).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_both_numbers() {
        let bound = Bound { bytes: 1 << 20, given: true };
        assert!(bound.check("it", 1 << 20, "").is_ok());
        let error = bound.check("it", 3 << 29, ": no").unwrap_err().to_string();
        assert_eq!(error, "it takes 1.5 GiB of memory, and --memory allows 1.0 MiB: no");
        assert!(Bound::free().bytes > 1 << 20);
    }
}
