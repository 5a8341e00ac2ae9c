//! Sections without the static values: their slots are don't-care slots, which compress to almost nothing.

use perfect_play_core::Value;

use super::{StaticValues, places::StaticPlaces};
use crate::{Tier, TierBlock, Tiers};

impl Tiers {
    /// Replaces the bytes of a section that need not be stored: those of boards that hold a line, and those of boards
    /// whose value [`Kind::static_value`](perfect_play_core::Kind::static_value) gives. Each becomes equal to the byte
    /// before it. If it is the first byte, it becomes the byte of a draw. So these bytes compress to almost nothing.
    /// `mover` (O: 0, X: 1) is the side to move.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// // The board with X in one cell and O in the other is full, which is a draw.
    /// let tiers = Tiers::of(&"mnk:2,1,2".parse::<Mnk>()?)?;
    /// let mut section = vec![7; tiers.tier(0).len(1)];
    /// tiers.erase_static(0, 1, &mut section);
    /// assert_eq!(section[0], 127);
    /// section[0] = 9;
    /// tiers.restore_static(0, 1, &mut section);
    /// assert_eq!(section[0], 127);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn erase_static(&self, tier: u32, mover: usize, section: &mut [u8]) {
        let mut before = Value::DRAW.byte();
        self.static_values().erase_static(
            self.blocks(tier as usize),
            (mover, 0),
            section,
            &mut before,
        );
    }

    /// Restores the values that [`Tiers::erase_static`] has replaced, for boards whose value
    /// [`Kind::static_value`](perfect_play_core::Kind::static_value) gives. If the side to move has a line, the byte is
    /// unspecified.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn restore_static(&self, tier: u32, mover: usize, section: &mut [u8]) {
        self.static_values().restore_static(self.blocks(tier as usize), (mover, 0), section);
    }
}

impl Tier<'_> {
    /// [`Tiers::erase_static`] for one band of a section. Call it for the bands in order, with the same variable
    /// `before`. For the first band, set this variable to the byte of a draw. Each call sets it to the last byte of
    /// its band.
    ///
    /// ```
    /// use perfect_play_core::Value;
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"mnk:5,5,4".parse::<Mnk>()?)?;
    /// let tier = tiers.tier(0);
    /// let mut before = Value::DRAW.byte();
    /// for band in 0..tiers.bands() {
    ///     let mut values = vec![7; tier.band(band, 1).len()];
    ///     tier.erase_static(band, 1, &mut values, &mut before);
    ///     tier.restore_static(band, 1, &mut values);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such band.
    pub fn erase_static(&self, band: usize, mover: usize, values: &mut [u8], before: &mut u8) {
        let start = self.band(band, mover).start;
        self.tiers().static_values().erase_static(
            self.blocks_of(band),
            (mover, start),
            values,
            before,
        );
    }

    /// [`Tiers::restore_static`] for a band.
    ///
    /// # Panics
    ///
    /// If there is no such band.
    pub fn restore_static(&self, band: usize, mover: usize, values: &mut [u8]) {
        let start = self.band(band, mover).start;
        self.tiers().static_values().restore_static(self.blocks_of(band), (mover, start), values);
    }
}

impl StaticValues {
    fn erase_static<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        of: (usize, usize),
        section: &mut [u8],
        before: &mut u8,
    ) {
        let mover = of.0;
        self.for_each_strip(blocks, of, section, |block, places, values| {
            self.find_places(block, mover, places);
            self.find_own_lines(block, mover, places);
            for (row, values) in places.rows(self, block, mover, values) {
                row.erase_static(values, before);
            }
        });
    }

    fn restore_static<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        of: (usize, usize),
        section: &mut [u8],
    ) {
        let (ended, mover) = (self.lines.worth_completed().byte(), of.0);
        self.for_each_strip(blocks, of, section, |block, places, values| {
            self.find_places(block, mover, places);
            for (row, values) in places.rows(self, block, mover, values) {
                row.restore_static(values, ended);
            }
        });
    }

    /// Calls a task with each strip of one player and its values. The values are those of the section from
    /// `first` on.
    fn for_each_strip<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        (mover, first): (usize, usize),
        values: &mut [u8],
        mut task: impl FnMut(&TierBlock<'t>, &mut StaticPlaces, &mut [u8]),
    ) {
        let mut places = None;
        for block in blocks {
            if let Some(strip) = block.strip(mover) {
                let start = block.starts[mover] - first;
                if let Some(values) = values.get_mut(start..start + strip.len()) {
                    let places = places
                        .get_or_insert_with(|| StaticPlaces::in_tier(self, self.top_marks(&block)));
                    task(&block, places, values);
                }
            }
        }
    }

    /// The marks in the top part of a block.
    fn top_marks(&self, block: &TierBlock<'_>) -> (u64, u64) {
        (block.x & self.top, block.o & self.top)
    }
}
