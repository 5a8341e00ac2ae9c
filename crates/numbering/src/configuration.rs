//! The marks on some cells.

/// The marks on some cells: the cells of a part of the board, or of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The cells that hold X.
    pub(crate) x: u64,
    /// The cells that hold O.
    pub(crate) o: u64,
}

impl Configuration {
    /// The number of marks.
    #[inline]
    pub(crate) fn marks(self) -> usize {
        (self.x | self.o).count_ones() as usize
    }

    /// The number of X minus the number of O.
    #[inline]
    pub(crate) fn surplus(self) -> i32 {
        self.x.count_ones().cast_signed() - self.o.count_ones().cast_signed()
    }
}
