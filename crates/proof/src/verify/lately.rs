//! Values of positions that were read a moment ago.

use std::hash::BuildHasher;

use perfect_play_core::Key;
use rustc_hash::FxBuildHasher;

use crate::definition::Ending;

/// How many values are kept: what stays near the processor.
const PLACES: usize = 1 << 15;

/// Values of child positions, by position. Neighbouring slots have many children in common: to find their slots takes longer than
/// to find them here, and their values are far apart. A position has one place, and a later one takes it.
pub(super) struct Lately<P>(Box<[Option<(P, Option<Ending>)>]>);

impl<P: Key> Lately<P> {
    pub(super) fn new() -> Self {
        Self(vec![None; PLACES].into())
    }

    /// What was kept for a position.
    #[inline]
    pub(super) fn get(&self, position: P) -> Option<Option<Ending>> {
        let kept = self.0.get(Self::place(position)).copied().flatten();
        kept.filter(|(of, _)| *of == position).map(|(_, ending)| ending)
    }

    #[inline]
    pub(super) fn keep(&mut self, position: P, ending: Option<Ending>) {
        if let Some(place) = self.0.get_mut(Self::place(position)) {
            *place = Some((position, ending));
        }
    }

    #[inline]
    fn place(position: P) -> usize {
        usize::try_from(FxBuildHasher.hash_one(position) % PLACES as u64).unwrap_or(0)
    }
}
