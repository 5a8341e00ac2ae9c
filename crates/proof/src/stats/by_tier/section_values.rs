//! The stored values of a section, which are taken row by row.

use std::ops::Range;

use perfect_play_numbering::{StaticRow, StoredValues};

/// The stored values of a section, from the first row on.
pub(super) struct SectionValues {
    stored: StoredValues,
    /// How many are taken.
    taken: usize,
    /// How many parts have ended.
    ended: usize,
}

impl SectionValues {
    pub(super) fn new(stored: StoredValues) -> Self {
        Self { stored, taken: 0, ended: 0 }
    }

    pub(super) fn into_stored(self) -> StoredValues {
        self.stored
    }

    /// Whether all are taken.
    pub(super) fn are_taken(&self) -> bool {
        self.taken == self.stored.values.len()
    }

    /// The values from the next row on. The row has these slots. `None` if a part of the section that ends in the row has more
    /// or fewer values than it must have.
    #[inline]
    pub(super) fn next_row(&mut self, row: &StaticRow<'_>, slots: Range<usize>) -> Option<&[u8]> {
        while let Some(&(slot, before)) = self.stored.ends.get(self.ended)
            && slot <= slots.end
        {
            let here = row.stored(0..slot.checked_sub(slots.start)?);
            if before != self.taken + here {
                return None;
            }
            self.ended += 1;
        }
        self.stored.values.get(self.taken..)
    }

    /// Takes so many values.
    pub(super) fn take(&mut self, values: usize) {
        self.taken += values;
    }
}
