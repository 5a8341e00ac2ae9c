//! Why a file does not open as a table.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::{BadValues, Shown};
use perfect_play_tiers::{FindError, NotNumbered};
use thiserror::Error;

use crate::FORMAT_VERSION;

/// Why a file could not be opened as a table. Its path is printed as a [`Shown`].
///
/// ```
/// use perfect_play_table::{OpenErrorKind, TableFile};
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
/// use perfect_play_table::{OpenErrorKind, TableFile};
///
/// let error = TableFile::read(&b""[..]).unwrap_err();
/// assert!(matches!(error, OpenErrorKind::Empty));
/// assert_eq!(error.to_string(), "is empty, not a table");
/// ```
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
        "is of format version {found}, and this program reads version {FORMAT_VERSION}: solve it again, with \
         `perfect-play solve GAME -o FILE`, or use the perfect-play that wrote it"
    )]
    Version {
        /// Which.
        found: u32,
    },
    /// It has all values of a table by tiers: version 3 of the format was first written so.
    #[error(
        "was written by an early perfect-play, with the values that the rules tell, which this one leaves out: \
         solve it again, with `perfect-play solve GAME -o FILE`"
    )]
    AllValues,
    /// It is one of the files of a folder.
    #[error("has only a part of a table: name the folder in which it is")]
    Part,
    /// There is no such file, and the table in its folder has tiers in it.
    #[error(
        "is missing, and the table in this folder is not whole without it: restore it, or solve the table again"
    )]
    Missing,
    /// It is of another table than the first file of its folder.
    #[error(
        "is of another table ({}) than `tiers-0.perfect` beside it: restore it, or solve the table again",
        Shown(found)
    )]
    OtherTable {
        /// Which.
        found: String,
    },
    /// It has other tiers than those that its name says.
    #[error(
        "begins with tier {found}, and a file of this name with the one in its name: give each file of the folder \
         its own name back, or solve the table again"
    )]
    OtherTiers {
        /// The first one that it has.
        found: u64,
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
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{Damage, OpenErrorKind, TableFile, to_bytes};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let mut bytes = to_bytes(&perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?)?;
/// bytes.push(0);
/// let error = TableFile::read(&bytes[..]).unwrap_err();
/// assert!(matches!(error, OpenErrorKind::Damaged(Damage::TooLong)));
/// assert_eq!(
///     error.to_string(),
///     "is damaged (there are bytes behind its end): restore it, or solve it again",
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
    /// There are bytes behind the end.
    #[error("there are bytes behind its end")]
    TooLong,
}

/// Why a file's table cannot be probed for a game.
///
/// ```
/// use perfect_play_core::{Codes, Objective};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{TableFile, to_bytes};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let bytes = to_bytes(&perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?)?;
/// let error = TableFile::read(&bytes[..])?.into_table::<_, Codes>(Mnk::TICTACTOE).unwrap_err();
/// assert_eq!(error.to_string(), "the table is of the game mnk:3,2,2, not of tictactoe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongGame {
    /// The game can repeat a position, and the objective is `outcome`.
    #[error(
        "the table is of the objective `outcome`, and {} can repeat a position: who takes any move that keeps a win \
         may never win",
        Shown(game)
    )]
    Objective {
        /// The game's name.
        game: String,
    },
    /// It is of another game.
    #[error("the table is of the game {}, not of {}", Shown(found), Shown(expected))]
    Name {
        /// Which.
        found: String,
        /// Which one was asked for.
        expected: String,
    },
    /// Its values are not those of the game it names.
    #[error(transparent)]
    Values(#[from] BadValues),
    /// The game's positions cannot be numbered by tiers, as this table's are.
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
    /// It was made with other rules of a game with this name.
    #[error("the table was made with other rules of {} than those it is opened with", Shown(game))]
    Rules {
        /// The game.
        game: String,
    },
    /// Its sections are not those of the game.
    #[error("the sections of the table are not those of {}", Shown(game))]
    Sections {
        /// The game.
        game: String,
    },
    /// The file has no keys of positions, or other ones than the game's, or they are none.
    #[error("the table does not have the keys of the positions of {}", Shown(game))]
    Keys {
        /// The game's name.
        game: String,
    },
    /// The keys in the file are not those of positions that were found.
    #[error(transparent)]
    Found(#[from] FindError),
    /// Its entries cannot be read, or are damaged.
    #[error("{message}")]
    Unreadable {
        /// Why not, with the file.
        message: String,
    },
    /// The game answers otherwise when it is asked again.
    #[error("the game answers otherwise when it is asked again")]
    Unsteady,
}
