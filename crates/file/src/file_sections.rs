//! The entries of a table by tiers in a file.

use std::sync::Arc;

use perfect_play_core::{Slot, Values};
use perfect_play_numbering::{HeldSections, Sections, Tiers, section_number};

use crate::{ReadError, store::Store};

/// The sections of a table by tiers in a file, in the files of a folder, or in memory.
///
/// A table with one section, as [`write`](crate::write) writes it, is held in memory. If the table was written tier
/// by tier, each probe reads the frame that it needs. The most recently read frames are kept.
#[derive(Debug)]
pub struct FileSections(pub(crate) Entries);

/// Where the sections are.
#[derive(Debug)]
pub(crate) enum Entries {
    /// In memory, with all values.
    Held(HeldSections),
    /// As they are in a file: without the values that follow directly from the rules.
    Packed(Packed, Arc<Tiers>),
}

/// Sections without the values that follow directly from the rules.
#[derive(Debug)]
pub(crate) enum Packed {
    /// In memory.
    Held(HeldSections),
    /// In files.
    Stored(Stores),
}

/// The sections of a table in a file, or in the files of a folder in their order.
#[derive(Debug)]
pub(crate) struct Stores(pub(crate) Vec<Store>);

impl Stores {
    /// Whether the sections have these numbers of bytes of entries.
    pub(crate) fn have_lens(&self, lens: &[[u32; 2]]) -> bool {
        let summaries = self.0.iter().flat_map(Store::summaries);
        summaries.map(|summary| summary.bytes).eq(lens.iter().flatten().copied())
    }

    /// The file with a section. The last file if no file has it.
    pub(crate) fn with(&self, number: u64) -> &Store {
        let behind = self.0.partition_point(|store| store.end_number() <= number);
        &self.0[behind.min(self.0.len() - 1)]
    }
}

impl FileSections {
    /// Whether the sections are in memory.
    #[must_use]
    pub fn are_held(&self) -> bool {
        !matches!(self.0, Entries::Packed(Packed::Stored(_), _))
    }

    /// A checksum of all sections as they are stored. If two tables of the same game, objective and numbering differ,
    /// their checksums nearly always differ (they are CRC-32).
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let mut crc32 = crc32fast::Hasher::new();
        match &self.0 {
            Entries::Held(held) | Entries::Packed(Packed::Held(held), _) => {
                held.0.iter().flatten().for_each(|section| crc32.update(section));
            }
            Entries::Packed(Packed::Stored(stores), _) => {
                for store in &stores.0 {
                    // The summaries contain checksums that begin with the identity.
                    store.summaries().iter().for_each(|it| crc32.update(&it.to_bytes()));
                }
            }
        }
        crc32.finalize()
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
            Entries::Packed(packed, tiers) => {
                match packed {
                    Packed::Held(held) => held.section(tier, mover, values)?,
                    Packed::Stored(stores) => {
                        let number = section_number(tier, mover).into();
                        stores.with(number).read(number, values)?;
                    }
                }
                tiers.restore_static(tier, mover, values);
                Ok(())
            }
        }
    }
}

impl Values for FileSections {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Entries::Held(held) | Entries::Packed(Packed::Held(held), _) => Ok(held.byte(slot)?),
            Entries::Packed(Packed::Stored(stores), _) => {
                let number = slot.section.into();
                stores.with(number).byte(number, slot.rank)
            }
        }
    }
}

/// Cuts the entries of all tiers into sections of these lengths. `None` if the lengths do not add up to the entries.
pub(crate) fn cut(entries: &[u8], lens: &[[u32; 2]]) -> Option<HeldSections> {
    let mut rest = entries;
    let mut sections = Vec::new();
    for lens in lens {
        let mut of_tier = [const { Vec::new() }; 2];
        for (section, &len) in of_tier.iter_mut().zip(lens) {
            let (entries, behind) = rest.split_at_checked(len as usize)?;
            *section = entries.to_vec();
            rest = behind;
        }
        sections.push(of_tier);
    }
    rest.is_empty().then_some(HeldSections(sections))
}
