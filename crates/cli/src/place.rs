//! What the number of a move stands for: a cell or, where marks fall, a column.

use std::fmt;

use perfect_play_core::Move;
use perfect_play_games::Mnk;
use serde::Serialize;

/// A move's number with what it stands for: in JSON, the name of its field.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Place {
    /// From 0, row by row from the top left.
    Cell(Move),
    /// From 1 at the left.
    Column(Move),
}

impl Place {
    pub(crate) fn new(game: &Mnk, mv: Move) -> Self {
        if game.has_gravity() { Self::Column(mv) } else { Self::Cell(mv) }
    }
}

/// Prints the number.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(mv) | Self::Column(mv) => mv.fmt(f),
        }
    }
}

/// What the numbers of the game's moves stand for: `cell` or `column`.
pub(crate) fn noun(game: &Mnk) -> &'static str {
    if game.has_gravity() { "column" } else { "cell" }
}
