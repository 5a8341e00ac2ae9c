//! The entries of a table by tiers in a file.

use std::sync::{Arc, OnceLock};

use perfect_play_index::{HeldSections, Sections, Tiers};

use crate::{ReadError, settled::restored, store::Store, tier_writer::section_number};

/// The sections of a table in a file, or in memory. Those in a file are held in memory if the table is small (up to
/// [`crate::Settings::MAX_HELD_BYTES`]); otherwise a probe reads the frame it needs, and the frames read last are
/// kept.
#[derive(Debug)]
pub struct FileSections(pub(crate) Entries);

/// Where the sections are.
#[derive(Debug)]
pub(crate) enum Entries {
    /// In memory, with all values.
    Held(HeldSections),
    /// In memory, as they were in the file: without the values that the rules tell at a glance.
    Packed(Packed),
    /// In the file.
    Stored(Store),
}

/// Sections without the values that the rules tell at a glance.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) sections: HeldSections,
    pub(crate) tiers: Arc<Tiers>,
    /// The sections with all values, as soon as they have been asked for.
    pub(crate) whole: OnceLock<HeldSections>,
}

impl FileSections {
    /// Whether they are in memory.
    #[must_use]
    pub fn are_held(&self) -> bool {
        !matches!(self.0, Entries::Stored(_))
    }
}

impl From<HeldSections> for FileSections {
    fn from(held: HeldSections) -> Self {
        Self(Entries::Held(held))
    }
}

impl Sections for FileSections {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.section(tier, mover, values)?),
            Entries::Packed(Packed { sections, tiers, whole }) => {
                let whole = whole.get_or_init(|| restored(tiers, sections));
                Ok(whole.section(tier, mover, values)?)
            }
            Entries::Stored(store) => store.read(section_number(tier, mover), values),
        }
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.byte(tier, mover, rank)?),
            Entries::Packed(packed) => Ok(packed.sections.byte(tier, mover, rank)?),
            Entries::Stored(store) => store.byte(section_number(tier, mover), rank),
        }
    }
}
