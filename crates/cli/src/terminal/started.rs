//! Programs that this one starts. They end with it, and with all that they have started themselves.

use std::{
    collections::BTreeSet,
    io,
    process::{Child, Command},
    sync::{Mutex, PoisonError},
};

/// The numbers of those that run.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Starts a program, in a group of processes of its own.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // A signal that ends this program waits until the new one is known.
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    running.insert(child.id());
    Ok(child)
}

/// Ends a program, with all that it has started.
pub(crate) fn end(child: &mut Child) {
    // It may have ended before, but what it has started goes on.
    kill(child.id());
    let _ = child.kill();
    let _ = child.wait();
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&child.id());
}

/// Ends all of them: a signal ends this program.
#[cfg(unix)]
pub(crate) fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().copied().for_each(kill);
}

#[cfg(unix)]
fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
