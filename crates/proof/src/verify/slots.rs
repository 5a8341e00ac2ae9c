//! Sets of slots.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::VerifyError;

/// A set of slots, one bit each. Any number of threads add to it.
pub(super) struct Slots(Vec<AtomicU64>);

impl Slots {
    /// The empty set, for this many slots.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(super) fn none(slots: u64) -> Result<Self, VerifyError> {
        let out_of_memory = || VerifyError::OutOfMemory { slots };
        let length = usize::try_from(slots.div_ceil(64)).map_err(|_| out_of_memory())?;
        let mut words = Vec::new();
        words.try_reserve_exact(length).map_err(|_| out_of_memory())?;
        words.resize_with(length, AtomicU64::default);
        Ok(Self(words))
    }

    pub(super) fn contains(&self, slot: u64) -> bool {
        let (word, bit) = Self::place(slot);
        self.0.get(word).is_some_and(|word| word.load(Relaxed) & bit != 0)
    }

    /// Adds a slot. Returns whether it is new.
    pub(super) fn insert(&self, slot: u64) -> bool {
        let (word, bit) = Self::place(slot);
        let word = self.0.get(word);
        // Most slots that are added are not new.
        word.is_some_and(|word| {
            word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
        })
    }

    fn place(slot: u64) -> (usize, u64) {
        (usize::try_from(slot / 64).unwrap_or(usize::MAX), 1 << (slot % 64))
    }
}
