//! A move in a game in progress.

use perfect_play_core::Move;
use perfect_play_engine::AnyPosition;

use super::seats::Seat;
use crate::positions::position_in_play::PositionInPlay;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    /// The position and the side to move before the move.
    pub(super) before: PositionInPlay<AnyPosition>,
    /// The move.
    pub(super) mv: Move,
    /// The player who made it.
    pub(super) by: Seat,
}
