//! Why a file cannot be opened as a table of a built-in game.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;

use crate::OpenRulesError;
use perfect_play_file::{Header, OpenErrorKind, WrongGame};
use thiserror::Error;

/// Why a file, or bytes, could not be opened as a table of a built-in game.
///
/// ```
/// use perfect_play_engine::{AnyTable, OpenAnyErrorKind};
///
/// let error = AnyTable::read(&b"my notes"[..]).unwrap_err();
/// assert!(matches!(error.kind(), OpenAnyErrorKind::Open(_)));
/// assert_eq!(
///     error.to_string(),
///     "the table is not a .perfect table (it does not begin as one)",
/// );
/// ```
#[derive(Debug, Error)]
#[error("{} {kind}", Shown(path.display()))]
pub struct OpenAnyError {
    path: PathBuf,
    kind: OpenAnyErrorKind,
}

impl OpenAnyError {
    pub(crate) fn new(path: &Path, kind: OpenAnyErrorKind) -> Self {
        Self { path: path.to_path_buf(), kind }
    }

    /// What is wrong with the file.
    #[must_use]
    pub fn kind(&self) -> &OpenAnyErrorKind {
        &self.kind
    }
}

/// What is wrong with a file that should be a table of a built-in game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenAnyErrorKind {
    /// The file cannot be opened as a table.
    #[error(transparent)]
    Open(#[from] OpenErrorKind),
    /// The table is of a game that is not built in.
    #[error(
        "is a table of the game `{}`, which is not built in: open it with \
         `perfect_play_file::TableFile` and the rules of that game",
        Shown(&.0.game)
    )]
    UnknownGame(
        /// The header of the file.
        Box<Header>,
    ),
    /// The rules of the table's game are in a file, which cannot be read.
    #[error("needs the file with the rules of its game beside it: {0}")]
    NoRules(OpenRulesError),
    /// The table does not belong to the rules with which it is opened.
    #[error("is not a table of these rules: {0}")]
    OtherRules(WrongGame),
    /// The entries are not those of the game that the file names.
    #[error("is damaged: {reason}; solve it again")]
    WrongGame {
        /// The game's name.
        game: String,
        /// What is wrong.
        reason: WrongGame,
    },
}

impl OpenAnyErrorKind {
    /// The error for this reason. `wrong` makes it if the table could be read and is wrong.
    pub(crate) fn of(reason: WrongGame, wrong: impl FnOnce(WrongGame) -> Self) -> Self {
        match reason {
            WrongGame::Damaged(damage) => OpenErrorKind::from(damage).into(),
            WrongGame::Unreadable { message } => {
                OpenErrorKind::from(io::Error::other(message)).into()
            }
            reason => wrong(reason),
        }
    }
}
