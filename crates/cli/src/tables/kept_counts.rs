//! The folder in which the counts of a large table are kept while it is counted, so that the same command resumes.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use perfect_play_file::TemporaryFolder;

use crate::{
    tables::scratch::temporary_folder,
    terminal::{
        exit::Trouble,
        interruption::{self, Task},
    },
};

/// The folder.
pub(crate) struct KeptCounts {
    path: PathBuf,
    place: Place,
    _task: Task,
}

enum Place {
    /// Beside the file of the table. While the lock is held, no other run removes the folder.
    Beside { _lock: File },
    /// Where nothing can be written beside the file, or another run counts the same table.
    Temporary { _folder: TemporaryFolder },
}

impl KeptCounts {
    /// The folder for the table at a path: `FILE.counts`, or `counted` in a folder, which is where several machines keep
    /// their counts as well.
    pub(crate) fn of(table: &Path) -> Result<Self, Trouble> {
        let beside = if table.is_dir() {
            table.join("counted")
        } else {
            let mut name = table.as_os_str().to_owned();
            name.push(".counts");
            name.into()
        };
        if let Ok(lock) = locked(&beside) {
            let task = interruption::task(Some(format!(
                "{} keeps what was counted; this command resumes: {}",
                Shown(beside.display()),
                interruption::command_line()
            )));
            return Ok(Self { path: beside, place: Place::Beside { _lock: lock }, _task: task });
        }
        let task = interruption::task(None);
        let folder = temporary_folder()?;
        let path = folder.path().join("counted");
        Ok(Self { path, place: Place::Temporary { _folder: folder }, _task: task })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What can be done about a full disk.
    pub(crate) fn hint(&self) -> String {
        match &self.place {
            Place::Beside { .. } => format!(
                "{} keeps what was counted: make room there, and the same command resumes",
                Shown(self.path.display())
            ),
            Place::Temporary { .. } => {
                "nothing is kept: make room there, or name another folder in the environment \
                                    variable TMPDIR"
                    .to_owned()
            }
        }
    }

    /// Removes the folder.
    pub(crate) fn remove(self) {
        // Some systems remove no file that is open.
        drop(self.place);
        // A folder that stays takes room, and nothing else.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Creates the folder, and locks it against other runs.
fn locked(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.try_lock()?;
    Ok(lock)
}
