//! Backward induction, for games in which play cannot return to a position. A position is solved as soon as all
//! its children are solved. Positions from which play can reach a cycle remain open.

use perfect_play_core::{Next, Scheme, Value};

use super::{
    shard::{OPEN, Shard},
    wave::{TooFar, ValueRule},
};

/// Computes the value of a position from its best move.
pub(crate) struct BackwardInduction(pub(crate) Scheme);

impl ValueRule for BackwardInduction {
    #[inline]
    fn scheme(&self) -> Scheme {
        self.0
    }

    fn spreads(&self, value: u8) -> bool {
        value != OPEN
    }

    #[inline]
    fn tell(
        &self,
        shard: &mut Shard,
        place: usize,
        child: Value,
        next: Next,
    ) -> Result<Option<Value>, TooFar> {
        shard.best[place].add(child, next);
        if shard.left[place] > 0 {
            return Ok(None);
        }
        shard.best[place].value(self.0).map(Some).ok_or(TooFar)
    }
}
