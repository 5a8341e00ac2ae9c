//! The boards of a tier with the same middle part.

use std::iter;

use crate::{Strip, StripRow};

/// The boards of a tier with the same middle part.
#[derive(Clone, Copy, Debug)]
pub struct TierBlock<'t> {
    /// The number of its middle configuration.
    pub middle: usize,
    /// The cells of the high part that hold X.
    pub x: u64,
    /// The cells of the high part that hold O.
    pub o: u64,
    /// The first slot in each section (O, X to move).
    pub starts: [usize; 2],
    /// The strips of the numbering.
    pub(super) strips: &'t [Strip],
    /// The number of the strip for each player to move (O, X).
    pub(super) numbers: [usize; 2],
}

impl<'t> TierBlock<'t> {
    /// The slots with this player (O: 0, X: 1) to move, or `None` if no low part makes such a board balanced.
    #[must_use]
    #[inline]
    pub fn strip(&self, mover: usize) -> Option<&'t Strip> {
        self.strips.get(self.numbers[mover])
    }

    /// The number of the strip with this player to move.
    #[must_use]
    #[inline]
    pub fn strip_number(&self, mover: usize) -> usize {
        self.numbers[mover]
    }

    /// The end of the slots in each section.
    pub(super) fn ends(&self) -> [usize; 2] {
        [0, 1].map(|mover| self.starts[mover] + self.strip(mover).map_or(0, Strip::len))
    }

    /// The rows of both strips by descending number of marks: the player to move, the number of the row in its
    /// strip, and the row.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &'t StripRow)> + use<'t> {
        let rows = [0, 1].map(|mover| self.strip(mover).map_or(&[][..], |strip| &strip.rows));
        let mut next = [0; 2];
        iter::from_fn(move || {
            let marks = |mover: usize| rows[mover].get(next[mover]).map(|row: &StripRow| row.marks);
            let mover = usize::from(marks(1) > marks(0));
            let number = next[mover];
            next[mover] += 1;
            rows[mover].get(number).map(|row| (mover, number, row))
        })
    }
}
