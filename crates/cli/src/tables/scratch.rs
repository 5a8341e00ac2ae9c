//! A temporary folder for a table. The header at the beginning of a table's file is written last, so the file cannot be
//! written to a pipe directly.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use perfect_play_file::{TemporaryFolder, WriteError, WriteErrorKind, replace};

use crate::terminal::{
    exit::Trouble,
    interruption::{self, Task},
    output,
};

/// The folder. It is removed when this is dropped, and when a signal ends the program.
pub(crate) struct Scratch {
    folder: TemporaryFolder,
    _task: Task,
}

impl Scratch {
    pub(crate) fn new() -> Result<Self, Trouble> {
        let task = interruption::task(None);
        let folder = TemporaryFolder::new().map_err(|error| {
            Trouble::new(format!(
                "a folder for temporary files cannot be made in {}: {error}: name another one in the \
                 environment variable TMPDIR",
                Shown(std::env::temp_dir().display())
            ))
        })?;
        Ok(Self { folder, _task: task })
    }

    /// The path of the table in the folder.
    pub(crate) fn table(&self) -> PathBuf {
        self.folder.path().join("table.perfect")
    }

    /// The error for a table that could not be written: nothing is kept.
    pub(crate) fn trouble(&self, error: &WriteError) -> Trouble {
        Trouble::new(self.message(error))
    }

    /// [`Scratch::trouble`], as a text.
    pub(crate) fn message(&self, error: &WriteError) -> String {
        let folder = self.folder.path().parent().unwrap_or(Path::new(""));
        match error.kind() {
            WriteErrorKind::Io(error) | WriteErrorKind::Interrupted(error) => format!(
                "the temporary file in {} cannot be written: {error}; nothing is kept: make room there, \
                 or name another folder in the environment variable TMPDIR",
                Shown(folder.display())
            ),
            _ => error.to_string(),
        }
    }

    /// Copies the table to a stream.
    pub(crate) fn stream_to(&self, stream: &Path) -> Result<(), Trouble> {
        let _task = output::writing(stream);
        Ok(replace(stream, |out| self.copy_to(out))?)
    }

    /// Copies the table to its destination.
    pub(crate) fn copy_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        io::copy(&mut std::fs::File::open(self.table())?, out).map(drop)
    }
}
