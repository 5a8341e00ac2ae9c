//! Changes drawn at random, the same each time.

use perfect_play_generator::core::Value;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::file::Parts;

pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    pub(crate) fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }

    /// Changes some of the first entries: to nothing, to a value near the one that was there, to one that
    /// is somewhere else in the table, or to one near an end of the scale.
    pub(crate) fn change(&mut self, parts: &mut Parts, places: u64, most: u64) {
        let changes = 1 + self.below(most);
        let how = self.below(4);
        for _ in 0..changes {
            let place = self.below(places);
            let byte = parts.get(place);
            let byte = match how {
                0 => Value::NONE,
                1 => self.of(&[byte ^ 1, byte.wrapping_add(2), byte.wrapping_sub(2), !byte]),
                2 => parts.get(self.below(places)),
                _ => self.of(&[0, 1, 2, 126, 127, 128, 252, 253, 254, 255]),
            };
            parts.set(place, byte);
        }
    }
}
