//! The entries of a table by tiers in a file.

use std::ops::Range;

use perfect_play_core::{Slot, Values};
use perfect_play_numbering::{HeldSections, Sections, StoredValues, Tier, Tiers, section_number};

use crate::{
    ReadError,
    store::{SectionNumbering, Store},
};

/// The sections of a table by tiers in a file, in the files of a folder, or in memory.
///
/// A table with one section, as [`write`](crate::write) writes it, is held in memory. If the table was written tier
/// by tier, each probe reads the frame that it needs. The most recently read frames are kept.
#[derive(Debug)]
pub struct FileSections(pub(crate) Entries);

/// Where the sections are.
#[derive(Debug)]
pub(crate) enum Entries {
    /// In memory.
    Held(HeldSections),
    /// In files.
    Stored(Stores),
}

/// The sections of a table in a file, or in the files of a folder in their order.
#[derive(Debug)]
pub(crate) struct Stores(pub(crate) Vec<Store>);

impl Stores {
    /// The same sections, of a table with this numbering. `None` if they are more or fewer, or if their numbers of slots are
    /// others ([`Store::fits`]).
    pub(crate) fn of(self, numbering: &SectionNumbering) -> Option<Self> {
        let sections: u64 = self.0.iter().map(Store::len).sum();
        let are_right =
            sections == numbering.sections() && self.0.iter().all(|store| store.fits(numbering));
        are_right
            .then(|| Self(self.0.into_iter().map(|store| store.of(numbering.clone())).collect()))
    }

    /// Whether a file has these sections as well: of the same table, compressed in the same way, with the same checksums. Only
    /// what is said of the sections is compared.
    pub(crate) fn are_in(&self, mut numbers: Range<u64>, file: &Store) -> bool {
        numbers.all(|number| {
            let own = self.with(number);
            let summary = own.summary(number);
            let is_same = summary.is_some() && summary == file.summary(number);
            is_same && own.bound_to() == file.bound_to()
        })
    }

    /// A checksum of all sections as they are stored.
    pub(crate) fn checksum(&self) -> u32 {
        let mut crc32 = crc32fast::Hasher::new();
        // An index contains checksums that begin with the identity.
        self.0.iter().for_each(|store| store.index().add_to(&mut crc32));
        crc32.finalize()
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
        matches!(self.0, Entries::Held(_))
    }

    /// A checksum of all sections as they are stored. If two tables of the same game, objective and numbering differ,
    /// their checksums nearly always differ (they are CRC-32).
    #[must_use]
    pub fn checksum(&self) -> u32 {
        match &self.0 {
            Entries::Held(held) => {
                let mut crc32 = crc32fast::Hasher::new();
                held.0.iter().flatten().for_each(|section| crc32.update(section));
                crc32.finalize()
            }
            Entries::Stored(stores) => stores.checksum(),
        }
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
            Entries::Stored(stores) => {
                let number = section_number(tier, mover).into();
                stores.with(number).read(number, values)
            }
        }
    }

    fn stored(
        &self,
        tier: &Tier<'_>,
        mover: usize,
        found: &mut StoredValues,
    ) -> Result<bool, ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.stored(tier, mover, found)?),
            Entries::Stored(stores) => {
                let number = section_number(tier.number(), mover).into();
                stores.with(number).read_stored(number, found)?;
                // A section of another length is not found.
                Ok(true)
            }
        }
    }
}

impl Values for FileSections {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Entries::Held(held) => Ok(held.byte(slot)?),
            Entries::Stored(stores) => {
                let number = slot.section.into();
                stores.with(number).byte(number, slot.rank)
            }
        }
    }
}

/// The sections of all tiers, from what the frames of one section hold. `None` if these are more or fewer values than must
/// be stored for the slots of a frame, or for more or fewer slots than there are.
pub(crate) fn restored(tiers: &Tiers, stored: &StoredValues) -> Option<HeldSections> {
    let mut frames = stored.parts();
    let (mut rest, mut left) = (&[][..], 0);
    let mut sections = Vec::new();
    for number in tiers.numbers() {
        let tier = tiers.tier(number as usize);
        let mut of_tier = [const { Vec::new() }; 2];
        for (mover, section) in of_tier.iter_mut().enumerate() {
            section.resize(tier.len(mover), 0);
            let mut first = 0;
            while first < section.len() {
                if left == 0 {
                    (left, rest) = frames.next().filter(|_| rest.is_empty())?;
                }
                let end = section.len().min(first + left);
                rest = tier.restore_first(mover, first..end, rest, &mut section[first..end])?;
                left -= end - first;
                first = end;
            }
        }
        sections.push(of_tier);
    }
    (left == 0 && rest.is_empty() && frames.next().is_none()).then_some(HeldSections(sections))
}
