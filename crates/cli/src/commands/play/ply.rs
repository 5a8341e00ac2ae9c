//! A move in a game in progress.

use perfect_play_analysis::Turn;
use perfect_play_core::Move;
use perfect_play_engine::AnyPosition;

use super::seats::Seat;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    /// The position and the side to move before the move.
    pub(super) before: Turn<AnyPosition>,
    /// The move.
    pub(super) mv: Move,
    /// The player who made it.
    pub(super) by: Seat,
}
