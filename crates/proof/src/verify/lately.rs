//! Values of positions that were read a moment ago.

use std::hash::BuildHasher;

use perfect_play_core::Key;
use rustc_hash::FxBuildHasher;

use crate::definition::Ending;

/// A child of a position.
#[derive(Clone, Copy)]
pub(super) struct Child<P> {
    pub(super) position: P,
    /// How the game ends from it. `None` if it has no value.
    pub(super) ending: Option<Ending>,
}

/// How many children are kept. Those of a game with small positions stay near the processor.
const PLACES: usize = 1 << 15;

/// The children whose values were read last. Neighbouring slots have many children in common: to find their slots takes longer
/// than to find them here, and their values are far apart. A position has one place, and a later one takes it.
pub(super) struct Lately<P>(Vec<Option<Child<P>>>);

impl<P: Key> Lately<P> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The child with this position, if it is still kept.
    #[inline]
    pub(super) fn get(&self, position: P) -> Option<Child<P>> {
        let kept = self.0.get(Self::place(position)).copied().flatten();
        kept.filter(|kept| kept.position == position)
    }

    #[inline]
    pub(super) fn keep(&mut self, child: Child<P>) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        if let Some(place) = self.0.get_mut(Self::place(child.position)) {
            *place = Some(child);
        }
    }

    #[inline]
    fn place(position: P) -> usize {
        usize::try_from(FxBuildHasher.hash_one(position) % PLACES as u64).unwrap_or(0)
    }
}
