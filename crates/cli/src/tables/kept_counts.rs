//! The folder in which the counts of a large table are kept while it is counted, so that the same command resumes.

use std::{
    fmt,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use same_file::Handle;

use crate::terminal::{
    exit::Trouble,
    interruption::{self, Task},
};

/// The file that a run locks.
const LOCK: &str = "lock";

/// The file with the counts.
const COUNTS: &str = "counts.json";

/// The folder. While the lock is held, no other run removes it.
pub(crate) struct KeptCounts {
    path: PathBuf,
    _lock: File,
    _task: Task,
}

impl KeptCounts {
    /// The folder for the table at a path: `FILE.counts`, or `counts` in a folder. Several machines keep their counts in
    /// another one there. `None` where nothing can be written beside the table, or another run counts the same table.
    pub(crate) fn of(table: &Path) -> Option<Self> {
        let path = if table.is_dir() {
            table.join("counts")
        } else {
            let mut name = table.as_os_str().to_owned();
            name.push(".counts");
            name.into()
        };
        let lock = locked(&path).ok()?;
        let kept = format!("{} keeps what was counted", Shown(path.display()));
        let task = interruption::resumable(&kept);
        Some(Self { path, _lock: lock, _task: task })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The error for counts that could not be written.
    pub(crate) fn trouble(&self, error: impl fmt::Display) -> Trouble {
        let message = self.beside(error);
        Trouble::new(format!("{message}: make room there, and the same command resumes"))
    }

    /// The message of an error, with the folder that keeps what was counted.
    pub(crate) fn beside(&self, error: impl fmt::Display) -> String {
        format!("{error}; {} keeps what was counted", Shown(self.path.display()))
    }

    /// Whether something that was counted is kept.
    pub(crate) fn has_counts(&self) -> bool {
        self.path.join(COUNTS).exists()
    }

    /// Removes the folder, but for what others have put there. The lock is held meanwhile: another run that had it could lose
    /// its counts.
    pub(crate) fn remove(self) {
        // What stays takes room, and nothing else.
        for file in [COUNTS, LOCK] {
            let _ = fs::remove_file(self.path.join(file));
        }
        let _ = fs::remove_dir(&self.path);
    }
}

/// Creates the folder, and locks it against other runs.
fn locked(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let path = folder.join(LOCK);
    let lock = File::create(&path)?;
    lock.try_lock()?;
    // The run that had the lock may have removed the file meanwhile.
    if Handle::from_path(path)? != Handle::from_file(lock.try_clone()?)? {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(lock)
}
