//! Records what a thread does to the disk, for tests. It can let one step fail.

use std::{cell::RefCell, fs::File, io, os::unix::fs::MetadataExt, path::PathBuf};

/// One step. A file is identified by the number that the file system gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Create { path: PathBuf, file: u64 },
    Read,
    Write { file: u64, offset: u64, bytes: Vec<u8> },
    SetLen { file: u64, length: u64 },
    Sync { file: u64 },
    SyncFolder,
    Rename { from: PathBuf, to: PathBuf },
    Remove { path: PathBuf },
}

/// Which step fails, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failing {
    /// The number of steps before it.
    pub(crate) after: usize,
    /// Whether all later steps fail as well, as on a disk that stays full.
    pub(crate) stays: bool,
    pub(crate) kind: io::ErrorKind,
}

#[derive(Default)]
struct Journal {
    steps: Vec<Step>,
    failing: Option<Failing>,
}

thread_local! {
    static JOURNAL: RefCell<Option<Journal>> = const { RefCell::new(None) };
}

/// Runs a task and returns the steps that it takes on this thread. One of the steps may be made to fail.
pub(crate) fn steps<T>(failing: Option<Failing>, task: impl FnOnce() -> T) -> (T, Vec<Step>) {
    JOURNAL.set(Some(Journal { steps: Vec::new(), failing }));
    let done = task();
    (done, JOURNAL.take().unwrap_or_default().steps)
}

/// Records a step before it is taken.
///
/// # Errors
///
/// If the step is to fail.
pub(super) fn record(step: impl FnOnce() -> Step) -> io::Result<()> {
    JOURNAL.with_borrow_mut(|journal| {
        let Some(Journal { steps, failing }) = journal else { return Ok(()) };
        let number = steps.len();
        steps.push(step());
        match failing {
            Some(Failing { after, kind, .. }) if number == *after => Err((*kind).into()),
            Some(Failing { after, stays: true, kind }) if number > *after => Err((*kind).into()),
            _ => Ok(()),
        }
    })
}

/// The number of a file.
pub(crate) fn number_of(file: &File) -> u64 {
    file.metadata().unwrap().ino()
}
