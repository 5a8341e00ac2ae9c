//! Why a table cannot be exported.

use std::{error::Error, fmt};

use perfect_play_core::Value;

use crate::TooLarge;

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
    /// The table has no code for the start.
    NoStart {
        /// The start, as text.
        position: String,
    },
    /// A move takes more plies than a file stores.
    TooManyPlies {
        /// The position before the move, as text.
        position: String,
        /// The plies to the end of the game, including the move.
        plies: u16,
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
            Self::NoStart { position } => write!(
                f,
                "the table has no code for the start, {position}: an exported file gives positions by their codes"
            ),
            Self::TooManyPlies { position, plies } => write!(
                f,
                "an exported file stores at most {} plies to the end, and a move at {position} takes {plies}: keep \
                 the table in a .perfect file",
                Value::MAX_BYTE_PLIES
            ),
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
            Self::TooLarge(_)
            | Self::NoStart { .. }
            | Self::TooManyPlies { .. }
            | Self::Contradiction { .. } => None,
        }
    }
}

impl<E> From<TooLarge> for ExportError<E> {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}
