//! Why a file could not be written.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use thiserror::Error;

/// Why a file could not be written. In the path of the file, control characters are printed as escapes ([`Shown`]).
///
/// ```
/// use perfect_play_file::{WriteErrorKind, replace};
///
/// # let folder = tempfile::tempdir()?;
/// let error = replace(folder.path(), |_out| Ok(())).unwrap_err();
/// assert!(matches!(error.kind(), WriteErrorKind::Io(_)));
/// let directory = folder.path().display();
/// assert_eq!(error.to_string(), format!("{directory} cannot be written: is a directory"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Error)]
#[error("{} {kind}", Shown(path.display()))]
pub struct WriteError {
    path: PathBuf,
    kind: WriteErrorKind,
}

impl WriteError {
    pub(crate) fn new(path: &Path, kind: WriteErrorKind) -> Self {
        Self { path: path.to_path_buf(), kind }
    }

    /// The path cannot be written.
    #[must_use]
    pub fn io(path: &Path, error: io::Error) -> Self {
        Self::new(path, WriteErrorKind::Io(error))
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &WriteErrorKind {
        &self.kind
    }
}

/// What is wrong with a file that is to be written.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
/// use perfect_play_file::{TierWriter, WriteErrorKind};
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("m.perfect");
/// let writer = TierWriter::create(&path, &game, Objective::Fastest, Tiers::of(&game)?)?;
/// // A second writer, while the first one is writing.
/// let second = TierWriter::create(&path, &game, Objective::Fastest, Tiers::of(&game)?);
/// assert!(matches!(second.err().unwrap().kind(), WriteErrorKind::Busy));
/// # drop(writer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Io(io::Error),
    /// The file cannot be written any further. What has been written is kept.
    #[error(
        "cannot be written: {0}; the finished tiers are kept in it, and writing the same table \
         again resumes there"
    )]
    Interrupted(io::Error),
    /// Another process is writing it.
    #[error("is being written by another run: wait for its end, or write to another file")]
    Busy,
    /// The file is an unfinished file of another table.
    #[error(
        "is the beginning of another table ({}): finish that one, or remove the file, or write to \
         another file",
        Shown(found)
    )]
    OtherTable {
        /// The table of the file.
        found: String,
    },
    /// The file is in the folder that is to be written, and has tiers of another table.
    #[error(
        "has tiers of another table ({}): name another folder, or remove this one",
        Shown(found)
    )]
    OtherFolder {
        /// The table of the file.
        found: String,
    },
    /// The file is in the folder that is to be written, and has other tiers than this writer would put into a file of
    /// this name.
    #[error(
        "has other tiers than this command would put there, so another version of perfect-play wrote it: use that \
         version, or name another folder"
    )]
    OtherRuns,
    /// The file has the name of an unfinished file, but is something else.
    #[error(
        "is not the beginning of a table as this version writes it, or its header is damaged: \
         remove it, or write to another file"
    )]
    NotATable,
    /// The path of the table names a pipe, a device or an open descriptor. Or the path of the unfinished file
    /// (`FILE.partial`, `FILE.partial-copy`) names a link, a directory, a pipe or a device.
    #[error(
        "is not a file but a directory, a pipe, a device or a link; this table can only be written to \
         a file: name another path"
    )]
    NotAFile,
}
