//! The folder in which the counts of a large table are kept while it is counted, so that the same command resumes.

use std::{
    error::Error,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;

use crate::{
    tables::scratch::Scratch,
    terminal::{
        exit::Trouble,
        interruption::{self, Task},
    },
};

/// The folder.
pub(crate) enum KeptCounts {
    /// Beside the file of the table. While the lock is held, no other run removes the folder.
    Beside { path: PathBuf, lock: File, _task: Task },
    /// Where nothing can be written beside the file, or another run counts the same table.
    Temporary(Scratch),
}

impl KeptCounts {
    /// The folder for the table at a path: `FILE.counts`, or `counts` in a folder. Several machines keep their counts in
    /// another one there.
    pub(crate) fn of(table: &Path) -> Result<Self, Trouble> {
        let path = if table.is_dir() {
            table.join("counts")
        } else {
            let mut name = table.as_os_str().to_owned();
            name.push(".counts");
            name.into()
        };
        let Ok(lock) = locked(&path) else { return Scratch::new().map(Self::Temporary) };
        let kept = format!("{} keeps what was counted", Shown(path.display()));
        let task = interruption::resumable(&kept);
        Ok(Self::Beside { path, lock, _task: task })
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Beside { path, .. } => path,
            Self::Temporary(scratch) => scratch.path(),
        }
    }

    /// The error for counts that could not be written.
    pub(crate) fn trouble(&self, error: &(dyn Error + 'static)) -> Trouble {
        match self {
            Self::Beside { path, .. } => Trouble::new(format!(
                "{error}; {} keeps what was counted: make room there, and the same command resumes",
                Shown(path.display())
            )),
            Self::Temporary(scratch) => match error.downcast_ref() {
                Some(error) => scratch.trouble(error),
                None => Trouble::new(error.to_string()),
            },
        }
    }

    /// Removes the folder.
    pub(crate) fn remove(self) {
        if let Self::Beside { path, lock, .. } = self {
            // Some systems remove no file that is open.
            drop(lock);
            // A folder that stays takes room, and nothing else.
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Creates the folder, and locks it against other runs.
fn locked(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.try_lock()?;
    Ok(lock)
}
