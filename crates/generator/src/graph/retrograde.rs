//! Retrograde analysis, for games in which play can return to a position. It works from the ends of the game
//! back to the positions that lead to them.
//!
//! A win in *n* plies has a move to a loss in *n* − 1 plies, and is found from there. All moves of a loss in
//! *n* plies lead to wins, the latest of them in *n* − 1 plies. So the positions that are decided in *n* plies
//! are found from those decided in *n* − 1, whatever cycles there are. (If the same player moves again, wins
//! and losses are swapped.) A position that is never found is a draw, because neither side can force an end.
//!
//! A wave has the positions of one *n* (`waves`). So the first loss that arrives at a position is the nearest, and the
//! last win is the latest: neither has to be compared with another value. A drawn child, and one that is never
//! decided, sends nothing. So a position with such a move keeps `left > 0`, and is never called a loss.

use perfect_play_core::{Next, Outcome, Scheme, Value};

use super::{
    shard::{OPEN, Shard},
    wave::{TooFar, ValueRule},
};

/// Computes the value of a position from the first loss that it can lead to, or from the last win. Positions
/// that are neither won nor lost remain open.
pub(crate) struct Retrograde;

impl ValueRule for Retrograde {
    #[inline]
    fn scheme(&self) -> Scheme {
        Scheme::Remoteness
    }

    fn spreads(&self, value: u8) -> bool {
        value != OPEN && value != Value::DRAW.byte()
    }

    #[inline]
    fn tell(
        &self,
        shard: &mut Shard,
        place: usize,
        child: Value,
        next: Next,
    ) -> Result<Option<Value>, TooFar> {
        let wins = (child.outcome() == Outcome::Loss) == (next == Next::Opponent);
        if !wins && shard.left[place] > 0 {
            return Ok(None);
        }
        Scheme::Remoteness.before(child, next).map(Some).ok_or(TooFar)
    }
}
