//! The two players, and the outcome of a game.

use core::fmt;

/// One of the two players. X moves first.
///
/// ```
/// use perfect_play_core::{Board, Player};
///
/// let board = Board::from_bitboards(0b1, 0b10).unwrap();
/// assert_eq!(board.at(1), Some(Player::O));
/// assert_eq!(board.marks(Player::O.opponent()), 0b1);
/// assert_eq!(Player::X.to_string(), "X");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Player {
    /// The player who moves first.
    X,
    /// The player who moves second.
    O,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// Prints `X` or `O`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// The outcome of a game under best play by both sides, **for the side to move**.
///
/// The order is the preference of the side to move: loss, draw, win.
///
/// ```
/// use perfect_play_core::Outcome;
///
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!(Outcome::Win.reverse(), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// The outcome for the other side.
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The outcome as a number: win +1, draw 0, loss −1.
    #[must_use]
    pub const fn number(self) -> i8 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }
}

/// Prints `win`, `draw` or `loss`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
