//! The meaning of a move's number: a cell, a column where marks fall, or just a move.

use perfect_play_core::{Game, Kind, Move};
use serde::Serialize;

/// A move's number and its meaning, which is the name of the field in JSON.
///
/// ```
/// use perfect_play_analysis::MoveNumber;
/// use perfect_play_games::Mnk;
///
/// let connect = Mnk::new(4, 4, 4)?.gravity();
/// assert_eq!(MoveNumber::new(&connect, 2), MoveNumber::Column(2));
/// assert_eq!(MoveNumber::new(&Mnk::TICTACTOE, 2), MoveNumber::Cell(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveNumber {
    /// A cell, numbered from 0, row by row from the top left.
    Cell(Move),
    /// A column, numbered from 1 at the left.
    Column(Move),
    /// A move of any other game.
    Move(Move),
}

impl MoveNumber {
    /// A move of this game.
    pub fn new<G: Game>(game: &G, mv: Move) -> Self {
        match game.kind() {
            Kind::Placement(_) => Self::Cell(mv),
            Kind::Falling(_) => Self::Column(mv),
            _ => Self::Move(mv),
        }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> Move {
        match self {
            Self::Cell(mv) | Self::Column(mv) | Self::Move(mv) => mv,
        }
    }

    /// The meaning: `cell`, `column` or `move`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Cell(_) => "cell",
            Self::Column(_) => "column",
            Self::Move(_) => "move",
        }
    }
}

/// The meaning of the game's move numbers: `cell`, `column` or `move`.
///
/// ```
/// assert_eq!(perfect_play_analysis::noun(&perfect_play_games::Mnk::TICTACTOE), "cell");
/// ```
pub fn noun<G: Game>(game: &G) -> &'static str {
    MoveNumber::new(game, 0).noun()
}
