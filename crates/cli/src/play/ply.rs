//! A move in a game that is being played.

use perfect_play_core::Move;
use perfect_play_engine::AnyPosition;

use super::seats::Seat;
use crate::turn::Turn;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    /// Where the play stood when it was made, and so whose move it was.
    pub(super) before: Turn<AnyPosition>,
    /// The move.
    pub(super) mv: Move,
    /// Who made it.
    pub(super) by: Seat,
}
