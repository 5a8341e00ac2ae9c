//! One bit for each slot of two levels.

use std::{
    mem,
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use super::to_usize;

/// A set of slots of a level and of the one before it in the order of the slots. All cores can add to
/// it at once.
pub(crate) struct Marks {
    here: Slots,
    above: Slots,
}

impl Marks {
    /// Of no level yet.
    pub(crate) fn new() -> Self {
        Self { here: Slots::none_of(0..0), above: Slots::none_of(0..0) }
    }

    /// Goes on to a level's slots, none of which are in the set.
    pub(crate) fn advance(&mut self, slots: Range<u64>) {
        self.above = mem::replace(&mut self.here, Slots::none_of(slots));
    }

    #[inline]
    pub(crate) fn insert(&self, slot: u64) {
        if slot >= self.here.slots.start { &self.here } else { &self.above }.insert(slot);
    }

    /// Whether a slot of the level before is in the set.
    pub(crate) fn above_contains(&self, slot: u64) -> bool {
        self.above.contains(slot)
    }

    /// The slots of the level before that are not in the set, ascending.
    pub(crate) fn missing_above(&self) -> impl Iterator<Item = u64> {
        self.above.missing()
    }
}

/// A set of slots of one level.
struct Slots {
    slots: Range<u64>,
    words: Vec<AtomicU64>,
}

impl Slots {
    fn none_of(slots: Range<u64>) -> Self {
        let words = to_usize((slots.end - slots.start).div_ceil(64));
        let words = (0..words).map(|_| AtomicU64::new(0)).collect();
        Self { slots, words }
    }

    #[inline]
    fn insert(&self, slot: u64) {
        // Most have been added before, and to read costs less than to write.
        if let Some((word, bit)) = self.place(slot)
            && word.load(Relaxed) & bit == 0
        {
            word.fetch_or(bit, Relaxed);
        }
    }

    fn contains(&self, slot: u64) -> bool {
        self.place(slot).is_some_and(|(word, bit)| word.load(Relaxed) & bit != 0)
    }

    #[inline]
    fn place(&self, slot: u64) -> Option<(&AtomicU64, u64)> {
        let place = slot.checked_sub(self.slots.start)?;
        Some((self.words.get(to_usize(place / 64))?, 1 << (place % 64)))
    }

    fn missing(&self) -> impl Iterator<Item = u64> {
        let words = (self.slots.start..).step_by(64).zip(&self.words);
        words
            .filter_map(|(first, word)| Some((first, !word.load(Relaxed))).filter(|&(_, m)| m != 0))
            .flat_map(|(first, missing)| {
                (0..64).filter(move |bit| missing >> bit & 1 == 1).map(move |bit| first + bit)
            })
            .take_while(|&slot| slot < self.slots.end)
    }
}
