//! What some cells hold.

/// What some cells hold: those of a part of the board, or of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The cells that hold X.
    pub(crate) x: u64,
    /// The cells that hold O.
    pub(crate) o: u64,
}

impl Configuration {
    /// How many marks there are.
    #[inline]
    pub(crate) fn marks(self) -> usize {
        (self.x | self.o).count_ones() as usize
    }

    /// How many more X than O there are.
    #[inline]
    pub(crate) fn surplus(self) -> i32 {
        self.x.count_ones().cast_signed() - self.o.count_ones().cast_signed()
    }
}
