//! A limit on the address space: whatever allocation fails, the program ends with a message and an exit code.

use std::process::Command;

use crate::Folder;

/// A game whose positions are found: many small allocations grow at once.
#[test]
fn a_solve_that_runs_out_of_memory_is_not_ended_by_a_signal() {
    let folder = Folder::new();
    for kib in [60_000, 76_000, 92_000, 124_000, 220_000] {
        let script = format!("ulimit -v {kib}; exec \"$0\" \"$@\"");
        let program = env!("CARGO_BIN_EXE_perfect-play");
        let solve = ["solve", "hex:4", "-o", "hex.perfect"];
        let mut command = Command::new("sh");
        command.args(["-c", &script, program]).args(solve).current_dir(folder.path(""));
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{kib} KiB: {message}");
        assert!(message.contains("memory"), "{kib} KiB: {message}");
        assert_eq!(folder.names(), [""; 0], "{kib} KiB");
    }
}
