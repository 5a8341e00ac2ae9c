//! Programs that are started by tests under `nohup` or in the background.

use std::{fs, process::Command};

/// SIGHUP, SIGINT, SIGQUIT and SIGTERM, as bits of a mask. The lowest bit is signal 1.
const ENDING: u64 = 1 | 1 << 1 | 1 << 2 | 1 << 14;

/// A program that does not ignore signals, although this process may: `nohup` and background jobs of a shell ignore some,
/// and so does all that they start.
#[must_use]
pub fn heeding_signals(program: &str) -> Command {
    // Only Linux has this file, and an `env` with this option.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.unwrap_or(0) & ENDING == 0 {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal", program]);
    command
}
