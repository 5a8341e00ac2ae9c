//! The entries of a table by tiers in a file.

use std::sync::{Arc, OnceLock};

use perfect_play_index::{HeldSections, Sections, Tiers};

use crate::{ReadError, settled::restored, store::Store, tier_writer::section_number};

/// The sections of a table in a file, in the files of a folder, or in memory. Those in a file are held in memory if the table is small (up to
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
    /// In files.
    Stored(Stores),
}

/// The sections of a table in a file, or in the files of a folder in their order.
#[derive(Debug)]
pub(crate) struct Stores(pub(crate) Vec<Store>);

impl Stores {
    /// Whether the sections have so many bytes of entries.
    pub(crate) fn have_lens(&self, lens: impl Iterator<Item = usize>) -> bool {
        let summaries = self.0.iter().flat_map(Store::summaries);
        summaries.map(|summary| summary.bytes as usize).eq(lens)
    }

    /// The file with a section: the last one if there is none.
    fn with(&self, number: u64) -> &Store {
        let behind = self.0.partition_point(|store| store.end_number() <= number);
        &self.0[behind.min(self.0.len() - 1)]
    }
}

/// Sections without the values that the rules tell at a glance.
#[derive(Debug)]
pub(crate) struct Packed {
    sections: HeldSections,
    tiers: Arc<Tiers>,
    /// By tier: its sections with all values, as soon as they have been asked for. What restores them must not
    /// wait for other threads: one of them may ask for the same tier.
    whole: Vec<OnceLock<[Vec<u8>; 2]>>,
}

impl Packed {
    pub(crate) fn new(sections: HeldSections, tiers: Arc<Tiers>) -> Self {
        let whole = sections.0.iter().map(|_| OnceLock::new()).collect();
        Self { sections, tiers, whole }
    }

    fn section(&self, tier: u32, mover: usize) -> &Vec<u8> {
        let tier = tier as usize;
        let restore = || restored(&self.tiers, tier, &self.sections.0[tier]);
        &self.whole[tier].get_or_init(restore)[mover]
    }
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
            Entries::Packed(packed) => {
                values.clone_from(packed.section(tier, mover));
                Ok(())
            }
            Entries::Stored(stores) => {
                let number = section_number(tier, mover);
                stores.with(number).read(number, values)
            }
        }
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.byte(tier, mover, rank)?),
            Entries::Packed(packed) => Ok(packed.sections.byte(tier, mover, rank)?),
            Entries::Stored(stores) => {
                let number = section_number(tier, mover);
                stores.with(number).byte(number, rank)
            }
        }
    }
}
