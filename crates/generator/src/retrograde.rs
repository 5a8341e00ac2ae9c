//! Retrograde analysis: from the ends of the game back to what leads to them, for games in which play can come
//! back to a position.
//!
//! A win in *n* plies has a move to a loss in *n* − 1, and is found from there; a loss in *n* plies has no other
//! moves than to wins, the latest of them in *n* − 1. So what is decided in *n* plies is found from what is decided
//! in *n* − 1, whatever circles there are. (Where the same player moves again, wins and losses change places.) What
//! is never found is a draw: nobody can force an end.

use perfect_play_core::{Next, Outcome, Scheme, Value};

use crate::graph::{Judge, OPEN, Shard, TooFar};

/// Judges a position by the first loss that it can lead to, or the last win. Those that are neither won nor lost stay
/// open.
pub(crate) struct Retrograde;

impl Judge for Retrograde {
    fn spreads(&self, value: u8) -> bool {
        value != OPEN && value != Value::DRAW.byte()
    }

    #[inline]
    fn tell<K>(
        &self,
        shard: &mut Shard<K>,
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
