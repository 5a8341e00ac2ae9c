//! The entries of a table by tiers in a file.

use perfect_play_index::{HeldSections, Sections};

use crate::{ReadError, store::Store, tier_writer::section_number};

/// The sections of a table in a file. They are held in memory if the table is small (up to
/// [`crate::Settings::MAX_HELD_BYTES`]); otherwise a probe reads the frame it needs, and the frames read last are
/// kept.
#[derive(Debug)]
pub struct FileSections(pub(crate) Entries);

/// Where the sections are.
#[derive(Debug)]
pub(crate) enum Entries {
    /// In memory.
    Held(HeldSections),
    /// In the file.
    Stored(Store),
}

impl FileSections {
    /// Whether they are in memory.
    #[must_use]
    pub fn are_held(&self) -> bool {
        matches!(self.0, Entries::Held(_))
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
            Entries::Stored(store) => store.read(section_number(tier, mover), values),
        }
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.byte(tier, mover, rank)?),
            Entries::Stored(store) => store.byte(section_number(tier, mover), rank),
        }
    }
}
