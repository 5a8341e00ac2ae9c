//! The program that started this rank, such as `mpirun`.

use std::{
    fs,
    os::unix::process::{CommandExt, parent_id},
    process::{Command, Stdio},
};

/// The programs that start the ranks of this machine and end when all ranks have ended. Slurm's launcher is not listed,
/// because it notices a lost machine itself.
const LAUNCHERS: [&str; 5] = ["mpirun", "mpiexec", "orterun", "prterun", "mpiexec.hydra"];

/// Ends the process `$1` if it is still the program `$2` after 15 seconds.
const END: &str = r#"
sleep 15
[ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] && kill -KILL "$1"
"#;

/// Ends the launcher if it has not ended after 15 seconds. Open MPI's `mpirun` waits for minutes for a machine that
/// it cannot reach, after all other ranks have ended. It crashes on a signal that it could catch.
pub(crate) fn end_soon() {
    let parent = parent_id().to_string();
    let name = fs::read_to_string(format!("/proc/{parent}/comm")).unwrap_or_default();
    let Some(name) = LAUNCHERS.into_iter().find(|&launcher| launcher == name.trim_end()) else {
        return;
    };
    // The shell has a group of its own, because the launcher ends this process and its group.
    let ending = Command::new("sh")
        .args(["-c", END, "sh", &parent, name])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // If this fails, the launcher may have to be ended by hand.
    drop(ending);
}
