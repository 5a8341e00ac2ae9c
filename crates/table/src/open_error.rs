//! Why a file does not open as a table.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::BadSlots;
use perfect_play_index::NotNumbered;
use thiserror::Error;

use crate::{FORMAT_VERSION, Place};

/// Why a file could not be opened as a table.
#[derive(Debug, Error)]
#[error("{} {kind}", path.display())]
pub struct OpenError {
    path: PathBuf,
    kind: OpenErrorKind,
}

impl OpenError {
    pub(crate) fn new(path: &Path, kind: OpenErrorKind) -> Self {
        Self { path: path.to_path_buf(), kind }
    }

    /// What is wrong with the file.
    #[must_use]
    pub fn kind(&self) -> &OpenErrorKind {
        &self.kind
    }
}

/// What is wrong with a file that should be a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenErrorKind {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is a directory.
    #[error("is a directory, not a table")]
    Directory,
    /// It has no bytes at all.
    #[error("is empty, not a table")]
    Empty,
    /// It does not begin as tables do.
    #[error("is not a .perfect table (it does not begin as one)")]
    NotATable,
    /// It is of another version of the format.
    #[error(
        "is of format version {found}, and this program reads version {FORMAT_VERSION}: use the \
         perfect-play that wrote it, or solve it again"
    )]
    Version {
        /// Which.
        found: u32,
    },
    /// Its writing never came to an end.
    #[error(
        "is unfinished: its writing was interrupted; solve it again, which goes on from where it \
         stopped"
    )]
    Unfinished,
    /// It has been changed since it was written.
    #[error("is damaged ({0}): restore it, or solve it again")]
    Damaged(#[from] Damage),
}

/// How a file has been changed since it was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// The header does not match its checksum, or makes no sense.
    #[error("the header is not what was written")]
    Header,
    /// The index of the blocks does not match its checksum.
    #[error("the index of its blocks is not what was written")]
    Index,
    /// A block of entries does not match its checksum.
    #[error("{0}, is not what was written")]
    Block(Place),
    /// The end is missing.
    #[error("the end is missing")]
    CutShort,
    /// There are bytes behind the end.
    #[error("there are bytes behind its end")]
    TooLong,
}

/// Why a file's table cannot be probed for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongGame {
    /// It is of another game.
    #[error("the table is of the game {found}, not of {expected}")]
    Name {
        /// Which.
        found: String,
        /// Which one was asked for.
        expected: String,
    },
    /// Its slots are not those of the game it names.
    #[error(transparent)]
    Slots(#[from] BadSlots),
    /// The game's positions have no numbers in an index, as this table's should have.
    #[error(transparent)]
    NotNumbered(#[from] NotNumbered),
    /// Its positions are numbered by another method than the one asked for.
    #[error("the table's entries are numbered by {found}, not by {expected}")]
    Numbering {
        /// Which.
        found: &'static str,
        /// Which one was asked for.
        expected: &'static str,
    },
    /// Its levels, or the values it leaves out, are not those of the game.
    #[error("the table's levels are not those of {game}, or what it leaves out is not")]
    Levels {
        /// The game.
        game: String,
    },
}
