//! Pseudo-random numbers, the same in every run.

/// Marsaglia's xorshift. The state must not be 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[3]
    }
}
