//! Sections without the static values. What the rules tell takes no room in a file.

use std::ops::Range;

use super::places::{StaticPlaces, StaticRow};
use crate::Tier;

impl Tier<'_> {
    /// Appends to `kept` the values that must be stored: all but those of boards that hold a line, and of boards whose
    /// value [`Kind::static_value`](perfect_play_core::Kind::static_value) gives. `values` are those of these slots in
    /// the section in which `mover` (O: 0, X: 1) is to move.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// // X to move: two full boards, which are draws, and the empty one.
    /// let tiers = Tiers::of(&"mnk:2,1,2".parse::<Mnk>()?)?;
    /// let tier = tiers.tier(0);
    /// let slots = 0..tier.len(1);
    /// let mut kept = Vec::new();
    /// tier.keep_non_static(1, slots.clone(), &[7, 8, 9], &mut kept);
    /// assert_eq!(kept, [9]);
    /// let mut values = [0; 3];
    /// assert!(tier.restore_static(1, slots, &kept, &mut values));
    /// assert_eq!(values, [127, 127, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there are not as many values as slots.
    pub fn keep_non_static(
        &self,
        mover: usize,
        slots: Range<usize>,
        values: &[u8],
        kept: &mut Vec<u8>,
    ) {
        assert_eq!(values.len(), slots.len(), "a value for each slot");
        let mut end = kept.len();
        self.for_each_row(mover, slots, |row, boards, slot| {
            // Few values are stored, and room for all of them would be filled with zeros first.
            let most = end + boards.len() + StaticRow::SPARE;
            if kept.len() < most {
                kept.resize(most, 0);
            }
            row.keep(boards, (slot, values), kept, &mut end);
        });
        kept.truncate(end);
    }

    /// The reverse of [`Tier::keep_non_static`]: writes the values of these slots. If the side to move has a line, the
    /// byte is that of a draw. Returns `false` if there are more or fewer values in `kept` than must be stored.
    ///
    /// # Panics
    ///
    /// If there are fewer values than slots.
    #[must_use]
    pub fn restore_static(
        &self,
        mover: usize,
        slots: Range<usize>,
        kept: &[u8],
        values: &mut [u8],
    ) -> bool {
        self.restore_first(mover, slots, kept, values).is_some_and(<[u8]>::is_empty)
    }

    /// [`Tier::restore_static`] with the first values in `kept`. Returns the others, or `None` if there are too few.
    ///
    /// # Panics
    ///
    /// The panics of [`Tier::restore_static`].
    #[must_use]
    pub fn restore_first<'k>(
        &self,
        mover: usize,
        slots: Range<usize>,
        kept: &'k [u8],
        values: &mut [u8],
    ) -> Option<&'k [u8]> {
        let values = &mut values[..slots.len()];
        let mut next = 0;
        self.for_each_row(mover, slots, |row, boards, slot| {
            row.restore(boards, kept, &mut next, (slot, values));
        });
        kept.get(next..)
    }

    /// Calls a task with each row that has some of these slots, in their order: which of its boards have them, and which
    /// slot the first of these has, counted from the first one of all.
    fn for_each_row(
        &self,
        mover: usize,
        slots: Range<usize>,
        mut task: impl FnMut(StaticRow<'_>, Range<usize>, usize),
    ) {
        let of = self.tiers().static_values();
        let mut places = StaticPlaces::in_tier(self);
        for block in self.blocks_with(mover, slots.clone()) {
            let Some(strip) = block.strip(mover) else { continue };
            of.find_places(&block, mover, &mut places);
            for (number, row) in strip.rows.iter().enumerate() {
                let [first, end] =
                    [row.places.start, row.places.end].map(|at| at + block.starts[mover]);
                let here = slots.start.max(first)..slots.end.min(end);
                if !here.is_empty() {
                    let boards = here.start - first..here.end - first;
                    task(places.row(of, &block, mover, number), boards, here.start - slots.start);
                }
            }
        }
    }
}
