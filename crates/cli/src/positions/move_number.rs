//! The meaning of a move's number: a cell, a column where marks fall, or just a move.

use perfect_play_core::{Game, Kind, Move};
use serde::Serialize;

/// A move's number and its meaning, which is the name of the field in JSON.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MoveNumber {
    /// A cell, numbered from 0, row by row from the top left.
    Cell(Move),
    /// A column, numbered from 1 at the left.
    Column(Move),
    /// A move of any other game.
    Move(Move),
}

impl MoveNumber {
    pub(crate) fn new<G: Game>(game: &G, mv: Move) -> Self {
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

/// The meaning of the game's move numbers: `cell`, `column` or `move`.
pub(crate) fn noun<G: Game>(game: &G) -> &'static str {
    match game.kind() {
        Kind::Placement(_) => "cell",
        Kind::Falling(_) => "column",
        _ => "move",
    }
}
