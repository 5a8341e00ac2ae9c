//! Compresses a tier band by band.

use std::{
    io,
    path::{Path, PathBuf},
};

use perfect_play_numbering::{Tier, section_number};

use crate::{
    PackedTier, Settings, WriteError, WriteErrorKind, identity::Identity,
    section_frames::SectionPacker,
};

/// Compresses a tier, band after band, without the values that follow directly from the rules
/// ([`Tier::keep_non_static`]).
#[derive(Debug)]
pub struct TierPacker {
    /// By player to move (O, X).
    sections: [SectionPacker; 2],
    /// For error messages.
    path: PathBuf,
}

impl TierPacker {
    /// Begins a tier, for the file at `path` with this identity and these settings.
    pub(crate) fn new(bound_to: (Identity, Settings), path: &Path, tier: &Tier<'_>) -> Self {
        let sections = [0, 1].map(|mover| {
            // The numbering has 32 bits for this length.
            let len = u32::try_from(tier.len(mover)).unwrap_or(u32::MAX);
            SectionPacker::new(bound_to, section_number(tier.number(), mover).into(), len)
        });
        Self { sections, path: path.to_path_buf() }
    }

    /// Compresses the next band (O to move, X to move).
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    ///
    /// # Panics
    ///
    /// If the tier has no further band, or the band has another length.
    pub fn push(&mut self, tier: &Tier<'_>, values: &[Vec<u8>; 2]) -> Result<(), WriteError> {
        for (mover, values) in values.iter().enumerate() {
            let keep = &mut |slots, values: &[u8], kept: &mut Vec<u8>| {
                tier.keep_non_static(mover, slots, values, kept);
            };
            let pushed = self.sections[mover].push(values, keep);
            pushed.map_err(|error| interrupted(&self.path, error))?;
        }
        Ok(())
    }

    /// The sections, after all bands have been compressed.
    ///
    /// # Errors
    ///
    /// If a section is too large for the format.
    ///
    /// # Panics
    ///
    /// If bands are missing.
    pub fn finish(self) -> Result<PackedTier, WriteError> {
        let Self { sections, path, .. } = self;
        let [o, x] =
            sections.map(|section| section.finish().map_err(|error| interrupted(&path, error)));
        Ok(PackedTier([o?, x?]))
    }
}

fn interrupted(path: &Path, error: io::Error) -> WriteError {
    WriteError::new(path, WriteErrorKind::Interrupted(error))
}
