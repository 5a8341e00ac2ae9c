//! Why a game has no numbering.

use std::{error::Error, fmt};

/// Why the positions of a game have no numbering.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::{Tiers, NotNumbered};
///
/// let error = Tiers::of(&"mnk:8,5,4".parse::<Mnk>()?).unwrap_err();
/// assert_eq!(error, NotNumbered::TooLarge);
/// assert_eq!(error.to_string(), "the board is too large to number its positions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotNumbered {
    /// It is neither of placement nor of falling pieces.
    OtherKind,
    /// The game says that it is of one of these kinds, and something that contradicts that.
    NotOfItsKind {
        /// What contradicts it, as part of a sentence.
        why: &'static str,
    },
    /// It has more cells, or higher columns, than fit the numbering's tables.
    TooLarge,
}

impl fmt::Display for NotNumbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind => f.write_str(
                "only games where marks are placed, or fall, to make a line have a numbering",
            ),
            Self::NotOfItsKind { why } => {
                write!(f, "the game is not of the kind that its `kind` says: {why}")
            }
            Self::TooLarge => f.write_str("the board is too large to number its positions"),
        }
    }
}

impl Error for NotNumbered {}
