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
        let pack = |mover, section: &[u8]| {
            let mut stored = section.to_vec();
            tiers.erase_static(tier, mover, &mut stored);
            PackedSection::new(identity, section_number(tier, mover).into(), &stored, settings)
        };
        Ok(Self([pack(0, o)?, pack(1, x)?]))
    }
}
