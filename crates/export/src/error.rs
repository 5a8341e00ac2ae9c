//! Why a table cannot be exported.

use std::{error::Error, fmt};

use perfect_play_core::NO_CODES;

use crate::MAX_CODES;

/// Why a table cannot be exported. `E` is the table's own error.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective};
/// use perfect_play_games::Mnk;
/// use perfect_play_export::{ExportError, Language, export};
///
/// // The smallest game: X marks the only cell and wins. This table says that X loses.
/// let game: Mnk = "mnk:1,1,1".parse().unwrap();
/// let table = CodeTable::by_code(game, Objective::Fastest, [0, 0, 255]).unwrap();
/// let error = export(&table, Language::C, "").unwrap_err();
/// assert!(matches!(&error, ExportError::Contradiction { position, .. } if position == "."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError<E> {
    /// The game has too many codes.
    TooLarge(TooLarge),
    /// The table could not be read.
    Unreadable {
        /// The position that was probed, as text.
        position: String,
        /// The error of the table.
        reason: E,
    },
    /// The table contradicts itself at a position.
    Contradiction {
        /// The position, as text.
        position: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl<E: fmt::Display> fmt::Display for ExportError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(error) => error.fmt(f),
            Self::Unreadable { position, reason } => {
                write!(f, "the table cannot be read at {position}: {reason}")
            }
            Self::Contradiction { position, what } => {
                write!(f, "the table contradicts itself at {position}: {what}")
            }
        }
    }
}

impl<E: Error + 'static> Error for ExportError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { reason, .. } => Some(reason),
            Self::TooLarge(_) | Self::Contradiction { .. } => None,
        }
    }
}

impl<E> From<TooLarge> for ExportError<E> {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}

/// A game has too many codes for a file with a slot for each code.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "connect:4,4,4".parse().unwrap();
/// let error = perfect_play_export::check_size(&game, game.codes());
/// assert!(error.unwrap_err().to_string().starts_with("connect:4,4,4 has 43046721 codes, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    game: String,
    codes: u64,
}

impl TooLarge {
    pub(crate) const fn new(game: String, codes: u64) -> Self {
        Self { game, codes }
    }

    /// The number of codes of the game.
    #[must_use]
    pub const fn codes(&self) -> u64 {
        self.codes
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.codes == NO_CODES {
            return write!(
                f,
                "{} has no codes, and an exported file has a slot for each code: keep its table in a \
                 .perfect file",
                self.game
            );
        }
        write!(
            f,
            "{} has {} codes, and an exported file has at most {MAX_CODES}: use fewer empty codes, or \
             keep its table in a .perfect file",
            self.game, self.codes
        )
    }
}

impl Error for TooLarge {}
