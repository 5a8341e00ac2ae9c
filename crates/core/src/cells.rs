//! The cells of a bitboard.

/// Iterates over the cells of a bitboard in ascending order. Bit *i* is cell *i*.
///
/// ```
/// use perfect_play_core::{Board, Cells, Player};
///
/// let board = Board::from_bitboards(0b1001, 0b0010).unwrap();
/// assert_eq!(Cells::of(board.x()).first(), Some(0));
/// assert!(Cells::of(board.marks(Player::X)).eq([0, 3]));
/// assert_eq!(Cells::of(board.occupied()).len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Cells(u64);

impl Cells {
    /// The cells of a bitboard.
    #[inline]
    #[must_use]
    pub const fn of(bitboard: u64) -> Self {
        Self(bitboard)
    }

    /// The lowest cell, or `None` if there are no cells.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 64")]
    pub const fn first(&self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }
}

impl Iterator for Cells {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cells {}
