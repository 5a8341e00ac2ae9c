//! The positions of the bits of a tier's slots.

use perfect_play_numbering::{BitLayout, Tier, Tiers};

/// The positions of the bits of each block of a tier.
pub(super) struct BitStarts {
    /// By middle configuration, then by player to move: the first byte in the section.
    starts: Vec<[u32; 2]>,
    /// By player to move: the bytes of the section.
    pub(super) lens: [usize; 2],
}

const LEFT_OUT: u32 = u32::MAX;

impl BitStarts {
    pub(super) fn new(layout: &BitLayout, tiers: &Tiers, tier: &Tier<'_>) -> Self {
        let mut starts = vec![[LEFT_OUT; 2]; tiers.middles()];
        let mut lens = [0; 2];
        for block in tier.blocks() {
            for mover in 0..2 {
                starts[block.middle][mover] = u32::try_from(lens[mover]).unwrap_or(LEFT_OUT);
                if block.strip(mover).is_some() {
                    lens[mover] += layout.strip(block.strip_number(mover)).bytes.len();
                }
            }
        }
        Self { starts, lens }
    }

    /// The first byte of a block. `None` if the block is left out.
    #[inline]
    pub(super) fn start(&self, middle: usize, mover: usize) -> Option<usize> {
        let start = self.starts[middle][mover];
        (start != LEFT_OUT).then_some(start as usize)
    }
}
