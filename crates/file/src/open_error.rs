//! Why a file cannot be opened as a table.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::{BadValues, Shown};
use perfect_play_numbering::{FindError, NotNumbered};
use thiserror::Error;

use crate::FORMAT_VERSION;

/// Why a file could not be opened as a table. In the path of the file, control characters are printed as escapes
/// ([`Shown`]).
///
/// ```
/// use perfect_play_file::{OpenErrorKind, TableFile};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("notes.txt");
/// std::fs::write(&path, "my notes")?;
/// let error = TableFile::open(&path).unwrap_err();
/// assert!(matches!(error.kind(), OpenErrorKind::NotATable));
/// let message = error.to_string();
/// assert!(message.ends_with("notes.txt is not a .perfect table (it does not begin as one)"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Error)]
#[error("{} {kind}", Shown(path.display()))]
pub struct OpenError {
    path: PathBuf,
    kind: OpenErrorKind,
}

impl OpenError {
    pub(crate) fn new(path: &Path, kind: OpenErrorKind) -> Self {
        Self { path: path.to_path_buf(), kind }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with the file.
    #[must_use]
    pub fn kind(&self) -> &OpenErrorKind {
        &self.kind
    }

    /// What is wrong with the file, without its path.
    #[must_use]
    pub fn into_kind(self) -> OpenErrorKind {
        self.kind
    }
}

/// What is wrong with a file that should be a table.
///
/// ```
/// use perfect_play_file::{OpenErrorKind, TableFile};
///
/// let error = TableFile::read(&b""[..]).unwrap_err();
/// assert!(matches!(error, OpenErrorKind::Empty));
/// assert_eq!(error.to_string(), "is empty, not a table");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenErrorKind {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The path names a directory.
    #[error("is a directory, not a table")]
    Directory,
    /// The file has no bytes.
    #[error("is empty, not a table")]
    Empty,
    /// The file does not begin as tables do.
    #[error("is not a .perfect table (it does not begin as one)")]
    NotATable,
    /// The file has another version of the format.
    #[error(
        "has format version {found}, and this program reads version {FORMAT_VERSION}, so another \
         perfect-play wrote it, or it is damaged: solve it again (a built-in game with `perfect-play solve GAME \
         -o FILE`), or use the perfect-play that wrote it"
    )]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The file is one of the files of a folder.
    #[error("has only a part of a table: name the folder in which it is")]
    Part,
    /// The file has a whole table, and there are others in its folder.
    #[error("has a whole table, and no part of the one in this folder: name the file, or move it")]
    Whole,
    /// The file does not exist. Without it, the table in the folder is incomplete.
    #[error(
        "is missing, and the table in this folder is incomplete without it: restore it, or solve \
         the table again"
    )]
    Missing,
    /// The file belongs to another table than the first file of its folder.
    #[error(
        "belongs to another table ({}) than `tiers-0.perfect` in the same folder: restore it, or \
         solve the table again",
        Shown(found)
    )]
    OtherTable {
        /// The table of the file.
        found: String,
    },
    /// The file has other tiers than its name says.
    #[error(
        "begins with tier {found}, not with the tier in its name: give each file of the folder its \
         own name again, or solve the table again"
    )]
    OtherTiers {
        /// The first tier that it has.
        found: u64,
    },
    /// The file was not written completely.
    #[error(
        "is unfinished, because writing it was interrupted: solve it again, which resumes where it \
         stopped"
    )]
    Unfinished,
    /// The file was changed after it was written.
    #[error("is damaged ({0}): restore it, or solve it again")]
    Damaged(#[from] Damage),
}

/// How a file was changed after it was written.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{Damage, OpenErrorKind, TableFile, to_bytes};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let mut bytes = to_bytes(&perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?)?;
/// bytes.push(0);
/// let error = TableFile::read(&bytes[..]).unwrap_err();
/// assert!(matches!(error, OpenErrorKind::Damaged(Damage::TooLong)));
/// assert_eq!(
///     error.to_string(),
///     "is damaged (there are bytes after its end): restore it, or solve it again",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// The header does not match its checksum, or makes no sense.
    #[error("the header is not what was written")]
    Header,
    /// The index of the sections does not match its checksum.
    #[error("the index of its sections is not what was written")]
    Index,
    /// The section with this number (from 0) does not match its checksums.
    #[error("section {} is not what was written", _0 + 1)]
    Section(u64),
    /// The end is missing.
    #[error("the end is missing")]
    CutShort,
    /// There are bytes after the end.
    #[error("there are bytes after its end")]
    TooLong,
}

/// Why a file's table cannot be probed for a game.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{TableFile, to_bytes};
/// use perfect_play_numbering::SmallNumbering;
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let bytes = to_bytes(&perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?)?;
/// let file = TableFile::read(&bytes[..])?;
/// let error = file.into_table::<_, SmallNumbering<_>>(Mnk::TICTACTOE).unwrap_err();
/// assert_eq!(error.to_string(), "the table is of the game mnk:3,2,2, not of tictactoe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongGame {
    /// The game can repeat a position, and the objective is `outcome`.
    #[error(
        "the table has the objective `outcome`, and {} can repeat a position: a player who takes \
         any move that keeps a win may never win",
        Shown(game)
    )]
    Objective {
        /// The game's name.
        game: String,
    },
    /// The table is of another game.
    #[error("the table is of the game {}, not of {}", Shown(found), Shown(expected))]
    Name {
        /// The game of the table.
        found: String,
        /// The game that the caller named.
        expected: String,
    },
    /// The table holds only reached positions from another tier on.
    #[error(
        "the table was solved with other tiers of {}: it holds only positions that play reaches from tier {found} on, and \
         `only_reached_from` returns {expected} now",
        Shown(game)
    )]
    ReachedFrom {
        /// The game's name.
        game: String,
        /// The first such tier of the table.
        found: u32,
        /// The first such tier of the game.
        expected: u32,
    },
    /// The number of values is not the game's number of slots, or a slot holds a value that it cannot have.
    #[error(transparent)]
    Values(#[from] BadValues),
    /// The table has tiers, and the game's positions cannot be numbered by tiers.
    #[error(transparent)]
    NotNumbered(#[from] NotNumbered),
    /// The positions are numbered by another method than the one that the caller named.
    #[error("the table's entries are numbered by {found}, not by {expected}")]
    Numbering {
        /// The numbering of the table.
        found: &'static str,
        /// The numbering that the caller named.
        expected: &'static str,
    },
    /// The table was made with other rules, or other tiers, of a game with this name.
    #[error(
        "the table was made with other rules or tiers of {} than those it is opened with",
        Shown(game)
    )]
    Rules {
        /// The game.
        game: String,
    },
    /// The sections are not those of the game.
    #[error("the sections of the table are not those of {}", Shown(game))]
    Sections {
        /// The game.
        game: String,
    },
    /// The file has no keys of positions, or keys that are not those of the game's positions.
    #[error("the table does not have the keys of the positions of {}", Shown(game))]
    Keys {
        /// The game's name.
        game: String,
    },
    /// The positions could not be read from the keys in the file, for example because a key is invalid.
    #[error(transparent)]
    Found(FindError),
    /// The entries were changed after they were written.
    #[error("the table is damaged ({0}): restore it, or solve it again")]
    Damaged(Damage),
    /// The entries cannot be read, for example because there is not enough memory.
    #[error("the table cannot be read: {message}")]
    Unreadable {
        /// The reason.
        message: String,
    },
    /// The rules of the game give different answers to the same question.
    #[error("the game gives different answers to the same question")]
    Unsteady,
}

impl From<OpenErrorKind> for WrongGame {
    fn from(error: OpenErrorKind) -> Self {
        match error {
            OpenErrorKind::Damaged(damage) => Self::Damaged(damage),
            OpenErrorKind::Io(error) => Self::Unreadable { message: error.to_string() },
            error => Self::Unreadable { message: error.to_string() },
        }
    }
}

impl From<FindError> for WrongGame {
    fn from(error: FindError) -> Self {
        match error {
            // This is not the fault of the table.
            FindError::OutOfMemory { .. } => Self::Unreadable { message: error.to_string() },
            _ => Self::Found(error),
        }
    }
}
