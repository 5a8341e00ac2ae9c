//! A compressed tier.

use std::io;

use perfect_play_numbering::{Tiers, section_number};

use crate::{Settings, identity::Identity, section_frames::PackedSection};

/// The sections of a tier (O to move, X to move), compressed.
#[derive(Debug)]
pub struct PackedTier(pub(crate) [PackedSection; 2]);

impl PackedTier {
    /// Compresses the sections of a tier (O to move, X to move), for a file with this identity and these settings.
    ///
    /// # Errors
    ///
    /// The errors of [`PackedSection::new`].
    pub(crate) fn new(
        (identity, settings): (Identity, Settings),
        tiers: &Tiers,
        tier: u32,
        [o, x]: [&[u8]; 2],
    ) -> io::Result<Self> {
        let layout = tiers.tier(tier as usize);
        let pack = |mover, section: &[u8]| {
            let number = section_number(tier, mover).into();
            let keep = &mut |slots, values: &[u8], kept: &mut Vec<u8>| {
                layout.keep_non_static(mover, slots, values, kept);
            };
            PackedSection::new((identity, settings), number, section, keep)
        };
        Ok(Self([pack(0, o)?, pack(1, x)?]))
    }
}
