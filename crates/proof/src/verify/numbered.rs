//! A game with a numbering of its positions.

use perfect_play_core::{Game, Numbering, Place, Slot};

/// A game with the numbering of its positions: one section, and a slot for each position.
pub(super) struct Numbered<'a, G, N> {
    pub(super) game: &'a G,
    pub(super) numbering: &'a N,
}

impl<G, N> Clone for Numbered<'_, G, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, N> Copy for Numbered<'_, G, N> {}

impl<G: Game, N: Numbering<G>> Numbered<'_, G, N> {
    pub(super) fn slots(self) -> u64 {
        self.numbering.slots(self.game, 0)
    }

    /// The slot of a position. A value without a slot gets the number after the last slot.
    #[inline]
    pub(super) fn slot(self, position: G::Position) -> u64 {
        match self.numbering.place(self.game, position) {
            Some(Place::Slot(Slot { section: 0, rank })) => rank as u64,
            _ => self.slots(),
        }
    }

    /// The slot with this number, and its first position.
    pub(super) fn first(self, slot: u64) -> Option<(Slot, G::Position)> {
        let slot = Slot { section: 0, rank: usize::try_from(slot).ok()? };
        Some((slot, self.numbering.position(self.game, slot)?))
    }
}
