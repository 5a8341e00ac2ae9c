//! The layout of a tier.

use std::ops::Range;

use super::{TierBlock, Tiers};
use crate::configuration::Configuration;

/// The layout of a tier: the slots of each of its blocks.
#[derive(Debug)]
pub struct Tier<'t> {
    tiers: &'t Tiers,
    number: u32,
    top: Configuration,
    /// For each middle configuration: the first slot in each section (O, X to move). [`LEFT_OUT`] if the high
    /// part holds a line.
    starts: Vec<[u32; 2]>,
    /// For each band: the first slot in each section. The last entry is the number of slots.
    bands: Vec<[usize; 2]>,
}

const LEFT_OUT: u32 = u32::MAX;

impl Tiers {
    /// Lays out a tier. This visits all middle parts.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    #[must_use]
    pub fn tier(&self, number: usize) -> Tier<'_> {
        let top = self.tops[number];
        let mut starts = vec![[LEFT_OUT; 2]; self.middle.configurations.len()];
        let (mut bands, mut end) = (vec![[0; 2]], [0; 2]);
        let gaps = self.crossing.gaps(top);
        for band in &self.bands {
            for &middle in &self.middles[band.clone()] {
                let middle = middle as usize;
                // The game ended before the low part was looked at. Such blocks take no slots, and the following blocks
                // move up.
                if !gaps.are_filled_by(self.middle.configurations[middle]) {
                    starts[middle] = end.map(|start| start.try_into().unwrap_or(LEFT_OUT));
                    end = self.block(top, middle, end).ends();
                }
            }
            bands.push(end);
        }
        // There are at most as many tiers as top parts, and these are limited.
        let number = number.try_into().unwrap_or(u32::MAX);
        Tier { tiers: self, number, top, starts, bands }
    }

    /// The block of a middle configuration. Its strips begin at these slots.
    fn block(&self, top: Configuration, middle: usize, starts: [usize; 2]) -> TierBlock<'_> {
        let part = self.middle.configurations[middle];
        let surplus = top.surplus() + part.surplus();
        TierBlock {
            middle,
            x: top.x | part.x,
            o: top.o | part.o,
            starts,
            strips: self.low.strips(),
            numbers: [0, 1].map(|mover| self.strip_number(surplus, mover)),
        }
    }
}

impl<'t> Tier<'t> {
    /// The number of the tier.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The cells of the top part with X, and the cells with O.
    #[must_use]
    pub fn top(&self) -> (u64, u64) {
        (self.top.x, self.top.o)
    }

    /// The number of slots of the section with this player (O: 0, X: 1) to move.
    #[must_use]
    pub fn len(&self, mover: usize) -> usize {
        self.lens()[mover]
    }

    /// The number of slots of the two sections: with O to move, and with X to move.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        self.bands.last().copied().unwrap_or_default()
    }

    /// The slots of a band ([`Tiers::bands`]) in the section with this player to move.
    ///
    /// # Panics
    ///
    /// If there is no such band.
    #[must_use]
    pub fn band(&self, band: usize, mover: usize) -> Range<usize> {
        self.bands[band][mover]..self.bands[band + 1][mover]
    }

    /// The first slot of a block, or `None` if the block is left out.
    #[must_use]
    #[inline]
    pub fn start(&self, middle: usize, mover: usize) -> Option<usize> {
        start_in(&self.starts, middle, mover)
    }

    /// The numbering.
    pub(crate) fn tiers(&self) -> &'t Tiers {
        self.tiers
    }

    /// For each middle configuration: the first slot of its block in each section. For use with [`start_in`].
    pub(crate) fn into_starts(self) -> Vec<[u32; 2]> {
        self.starts
    }

    /// The blocks. A move inside the tier leads to the same block or to an earlier one.
    pub fn blocks(&self) -> impl Iterator<Item = TierBlock<'t>> {
        self.blocks_at(&self.tiers.middles)
    }

    /// The blocks of a band, in the same order.
    ///
    /// # Panics
    ///
    /// If there is no such band.
    pub fn blocks_of(&self, band: usize) -> impl Iterator<Item = TierBlock<'t>> {
        self.blocks_at(&self.tiers.middles[self.tiers.bands[band].clone()])
    }

    /// The blocks that have some of these slots in the section with this player to move, in the order of their slots.
    pub(crate) fn blocks_with(
        &self,
        mover: usize,
        slots: Range<usize>,
    ) -> impl Iterator<Item = TierBlock<'t>> {
        let (from, end) = (slots.start, slots.end);
        let bands = (0..self.bands.len() - 1).filter(move |&band| {
            let band = self.band(band, mover);
            band.start < end && from < band.end
        });
        bands
            .flat_map(|band| self.blocks_of(band))
            .filter(move |block| block.starts[mover] < end && from < block.ends()[mover])
    }

    fn blocks_at(&self, middles: &[u32]) -> impl Iterator<Item = TierBlock<'t>> {
        middles.iter().filter_map(|&middle| {
            let starts = self.starts[middle as usize];
            if starts[0] == LEFT_OUT {
                return None;
            }
            let starts = starts.map(|start| start as usize);
            Some(self.tiers.block(self.top, middle as usize, starts))
        })
    }
}

/// The first slot of a block, or `None` if the block is left out.
#[inline]
pub(crate) fn start_in(starts: &[[u32; 2]], middle: usize, mover: usize) -> Option<usize> {
    let start = starts[middle][mover];
    (start != LEFT_OUT).then_some(start as usize)
}
