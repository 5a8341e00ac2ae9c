//! The number of slots of each section, without laying out every tier.

use std::{collections::HashMap, ops::Range};

use super::crossing::{Crossing, Gaps};
use crate::{configuration::Configuration, part::Part};

/// Numbers of slots.
#[derive(Debug, Default)]
pub(super) struct Lens {
    /// The slots of the sections (O to move, X to move) of each tier.
    pub(super) sections: Vec<[u32; 2]>,
    /// The number of slots of all tiers.
    pub(super) slots: u64,
    /// The number of slots of the largest tier.
    pub(super) largest_tier: u64,
    /// The largest number of slots of two consecutive bands of a tier.
    pub(super) two_bands: u64,
    /// The largest number of slots of a band in one section.
    pub(super) band_of_section: u64,
}

/// The data that determine the number of slots of a tier.
pub(super) struct Blocks<'b> {
    pub(super) crossing: &'b Crossing,
    pub(super) middle: &'b Part,
    /// The middle configurations without a line, in the order of the blocks.
    pub(super) middles: &'b [u32],
    /// The bands, as ranges in `middles`.
    pub(super) bands: &'b [Range<usize>],
}

impl Lens {
    /// Counts the slots of the tiers with these top parts. `strip_len` returns the number of slots of a block
    /// from the surplus of its high part and the player to move.
    pub(super) fn of(
        blocks: &Blocks<'_>,
        tops: &[Configuration],
        strip_len: impl Fn(i32, usize) -> usize,
    ) -> Self {
        let mut counted: HashMap<Gaps, Vec<Vec<(i32, usize)>>> = HashMap::new();
        let mut lens = Self::default();
        for top in tops {
            // The top part decides which blocks are left out only by the lines that it shares with the middle part.
            // Most tiers have the same few sets of such lines, so the middle parts are counted once for each set, and
            // not once for each tier.
            let gaps = blocks.crossing.gaps(*top);
            let bands = counted.entry(gaps).or_insert_with_key(|gaps| blocks.count(gaps));
            let (mut tier, mut before) = ([0; 2], 0);
            for band in &*bands {
                let of_band = [0, 1].map(|mover| {
                    let slots = band.iter().map(|&(surplus, blocks)| {
                        blocks * strip_len(top.surplus() + surplus, mover)
                    });
                    slots.sum::<usize>() as u64
                });
                lens.band_of_section = of_band.into_iter().fold(lens.band_of_section, u64::max);
                lens.two_bands = lens.two_bands.max(before + of_band[0] + of_band[1]);
                before = of_band[0] + of_band[1];
                tier = [0, 1].map(|mover| tier[mover] + of_band[mover]);
            }
            lens.slots += tier[0] + tier[1];
            lens.largest_tier = lens.largest_tier.max(tier[0] + tier[1]);
            // There are at most 20,000 blocks with at most 65,535 slots each.
            lens.sections.push(tier.map(|len| u32::try_from(len).unwrap_or(u32::MAX)));
        }
        lens
    }
}

impl Blocks<'_> {
    /// For each band and each surplus of the middle part: the number of blocks that complete none of these
    /// lines.
    fn count(&self, gaps: &Gaps) -> Vec<Vec<(i32, usize)>> {
        let capacity = i32::try_from(self.middle.capacity()).unwrap_or(i32::MAX);
        let of_band = |band: &Range<usize>| {
            let mut blocks: Vec<(i32, usize)> =
                (-capacity..=capacity).map(|surplus| (surplus, 0)).collect();
            for &middle in &self.middles[band.clone()] {
                let part = self.middle.configurations[middle as usize];
                if !gaps.are_filled_by(part) {
                    let place = usize::try_from(part.surplus() + capacity);
                    if let Some((_, blocks)) = place.ok().and_then(|place| blocks.get_mut(place)) {
                        *blocks += 1;
                    }
                }
            }
            blocks
        };
        self.bands.iter().map(of_band).collect()
    }
}
