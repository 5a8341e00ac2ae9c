//! What the number of a move stands for: a cell, where marks fall a column, or just a move.

use std::fmt;

use perfect_play_core::{Kind, Move, Tabular};
use serde::Serialize;

/// A move's number with what it stands for: in JSON, the name of its field.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Place {
    /// From 0, row by row from the top left.
    Cell(Move),
    /// From 1 at the left.
    Column(Move),
    /// In any other game.
    Move(Move),
}

impl Place {
    pub(crate) fn new<G: Tabular>(game: &G, mv: Move) -> Self {
        match game.kind() {
            Kind::Placement(_) => Self::Cell(mv),
            Kind::Falling(_) => Self::Column(mv),
            _ => Self::Move(mv),
        }
    }

    /// The number.
    pub(crate) const fn number(self) -> Move {
        match self {
            Self::Cell(mv) | Self::Column(mv) | Self::Move(mv) => mv,
        }
    }
}

/// Prints the number.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// What the numbers of the game's moves stand for: `cell`, `column` or `move`.
pub(crate) fn noun<G: Tabular>(game: &G) -> &'static str {
    match game.kind() {
        Kind::Placement(_) => "cell",
        Kind::Falling(_) => "column",
        _ => "move",
    }
}
