//! A tier laid out.

use super::{TierBlock, Tiers};
use crate::{Strip, configuration::Configuration};

/// A tier laid out: where the slots of each of its blocks are.
#[derive(Debug)]
pub struct Tier<'t> {
    tiers: &'t Tiers,
    top: Configuration,
    /// By middle configuration: the first slot in each section (O, X to move). [`LEFT_OUT`] if the
    /// high part holds a line.
    starts: Vec<[u32; 2]>,
    lens: [usize; 2],
}

const LEFT_OUT: u32 = u32::MAX;

impl Tiers {
    /// Lays out a tier. This goes through all middle parts.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    #[must_use]
    pub fn tier(&self, number: usize) -> Tier<'_> {
        let mut starts = vec![[LEFT_OUT; 2]; self.middle.configurations.len()];
        let mut lens = [0; 2];
        for block in self.blocks(number) {
            starts[block.middle] = block.starts.map(|start| start.try_into().unwrap_or(LEFT_OUT));
            let of_block = |mover| block.strip(mover).map_or(0, Strip::len);
            lens = [0, 1].map(|mover| block.starts[mover] + of_block(mover));
        }
        Tier { tiers: self, top: self.tops[number], starts, lens }
    }

    /// The blocks of a tier, as [`Tier::blocks`] gives them, laid out on the way.
    pub(crate) fn blocks(&self, number: usize) -> impl Iterator<Item = TierBlock<'_>> {
        let top = self.tops[number];
        let mut next = [0; 2];
        self.middles.iter().filter_map(move |&middle| {
            let part = self.middle.configurations[middle as usize];
            if self.holds_line(top.x | part.x, top.o | part.o) {
                return None;
            }
            let block = self.block(top, middle as usize, next);
            next = [0, 1].map(|mover| next[mover] + block.strip(mover).map_or(0, Strip::len));
            Some(block)
        })
    }
}

impl<'t> Tier<'t> {
    /// The cells of the top part that hold X, and those that hold O.
    #[must_use]
    pub fn top(&self) -> (u64, u64) {
        (self.top.x, self.top.o)
    }

    /// How many slots the section with this player to move (O: 0, X: 1) has.
    #[must_use]
    pub fn len(&self, mover: usize) -> usize {
        self.lens[mover]
    }

    /// How many slots its sections have: with O to move, and with X to move.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        self.lens
    }

    /// The first slot of a block; `None` if it is left out.
    #[must_use]
    #[inline]
    pub fn start(&self, middle: usize, mover: usize) -> Option<usize> {
        start_in(&self.starts, middle, mover)
    }

    /// By middle configuration: the first slot of its block in each section, for [`start_in`].
    pub(crate) fn into_starts(self) -> Vec<[u32; 2]> {
        self.starts
    }

    /// The blocks, in an order in which every move leads to an earlier block or to the same.
    pub fn blocks(&self) -> impl Iterator<Item = TierBlock<'t>> {
        let tiers = self.tiers;
        tiers.middles.iter().filter_map(move |&middle| {
            let middle = middle as usize;
            let starts = self.starts[middle];
            if starts[0] == LEFT_OUT {
                return None;
            }
            Some(tiers.block(self.top, middle, starts.map(|start| start as usize)))
        })
    }
}

/// The first slot of a block; `None` if it is left out.
#[inline]
pub(crate) fn start_in(starts: &[[u32; 2]], middle: usize, mover: usize) -> Option<usize> {
    let start = starts[middle][mover];
    (start != LEFT_OUT).then_some(start as usize)
}
