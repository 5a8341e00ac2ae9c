//! The values of a table by rank in a file.

use std::{io, sync::Arc};

use perfect_play_core::{Game, Objective, Scheme, Slot, Value, Values};
use perfect_play_numbering::{RankNumbering, RankedValues, TierSource, TierValues};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use crate::{
    Header, ReadError, Settings,
    file_sections::Stores,
    identity::Identity,
    section_frames::{PackedSection, SectionPacker},
    store::Store,
};

/// Some zeros.
static ZEROS: [u8; 1 << 18] = [0; 1 << 18];

/// The header of a table to which nothing is written yet, with two sections for each tier.
pub(crate) fn begun_by_ranks<G: Game>(
    game: &G,
    objective: Objective,
    numbering: &RankNumbering,
) -> Header {
    let counts = (2 * u64::from(numbering.tiers()), 2 * numbering.all_slots());
    Header::begun(game, objective, numbering, Settings::by_tier(u64::MAX), counts)
}

/// The two sections of each of these tiers, compressed on all cores. `first` is the number of the first tier.
///
/// # Errors
///
/// If a tier is too large, or there is not enough memory.
pub(crate) fn pack_tiers(
    bound_to: (Identity, Settings),
    first: u32,
    tiers: &[TierValues],
) -> io::Result<Vec<PackedSection>> {
    let sections: Vec<_> = tiers.iter().flat_map(|tier| [(tier, 0), (tier, 1)]).collect();
    let pack = |(number, (tier, plane)): (usize, (&TierValues, usize))| {
        let slots = tier.bytes()[0].len();
        let number = 2 * u64::from(first) + number as u64;
        let len = u32::try_from(slots).map_err(io::Error::other)?;
        let mut packer = SectionPacker::new(bound_to, number, len);
        let all = &mut |_, bytes: &[u8], kept: &mut Vec<u8>| kept.extend_from_slice(bytes);
        match tier.bytes()[plane] {
            // Second bytes that are all 0 are not in memory.
            [] => {
                for first in (0..slots).step_by(ZEROS.len()) {
                    packer.push(&ZEROS[..ZEROS.len().min(slots - first)], all)?;
                }
            }
            bytes => packer.push(bytes, all)?,
        }
        packer.finish()
    };
    parallel(sections).enumerate().with_max_len(1).map(pack).collect()
}

/// The values of a table by rank in a file, or in memory.
///
/// A table with one section, as [`write`](crate::write) writes it, is held in memory. If the table was written unit by unit
/// ([`RankWriter`](crate::RankWriter)), each probe reads the frames that it needs. The most recently read frames are kept.
#[derive(Clone, Debug)]
pub struct FileRanks(pub(crate) Ranks);

/// Where the values are.
#[derive(Clone, Debug)]
pub(crate) enum Ranks {
    /// In memory.
    Held(RankedValues),
    /// In a file: two sections for each tier.
    Stored(Arc<Stores>),
}

impl FileRanks {
    /// The values, if they are in memory.
    #[must_use]
    pub fn held(&self) -> Option<&RankedValues> {
        match &self.0 {
            Ranks::Held(held) => Some(held),
            Ranks::Stored(_) => None,
        }
    }

    /// A checksum of all sections as they are stored ([`FileSections::checksum`](crate::FileSections::checksum)). `None` if they
    /// are in memory.
    #[must_use]
    pub fn checksum(&self) -> Option<u32> {
        match &self.0 {
            Ranks::Held(_) => None,
            Ranks::Stored(stores) => Some(stores.checksum()),
        }
    }
}

impl From<RankedValues> for FileRanks {
    fn from(held: RankedValues) -> Self {
        Self(Ranks::Held(held))
    }
}

impl Values for FileRanks {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        match &self.0 {
            Ranks::Held(held) => Ok(held.byte(slot)?),
            Ranks::Stored(stores) => {
                let number = 2 * u64::from(slot.section);
                stores.with(number).byte(number, slot.rank)
            }
        }
    }

    fn value(&self, scheme: Scheme, slot: Slot) -> Result<Option<Value>, ReadError> {
        let stores = match &self.0 {
            Ranks::Held(held) => return Ok(held.value(scheme, slot)?),
            Ranks::Stored(stores) => stores,
        };
        let number = 2 * u64::from(slot.section);
        let byte = |number: u64| stores.with(number).byte(number, slot.rank);
        let Some(low) = byte(number)? else { return Ok(None) };
        TierValues::join(scheme, low, || byte(number + 1))
    }
}

impl TierSource for FileRanks {
    type Error = ReadError;

    fn tier(&self, tier: u32) -> Result<TierValues, ReadError> {
        match &self.0 {
            Ranks::Held(held) => Ok(held.tiers().get(tier as usize).cloned().unwrap_or_default()),
            Ranks::Stored(stores) => read_tier(tier, |number| stores.with(number)),
        }
    }
}

/// Reads the two sections of a tier, from the store of each.
///
/// # Errors
///
/// If they are damaged, or cannot be read.
pub(crate) fn read_tier<'s>(
    tier: u32,
    store: impl Fn(u64) -> &'s Store,
) -> Result<TierValues, ReadError> {
    let [mut low, mut high] = [const { Vec::new() }; 2];
    let first = 2 * u64::from(tier);
    store(first).read(first, &mut low)?;
    store(first + 1).read(first + 1, &mut high)?;
    if high.len() != low.len() {
        return Err(store(first + 1).damaged(first + 1));
    }
    if high.iter().all(|&byte| byte == 0) {
        high = Vec::new();
    }
    Ok(TierValues::of_bytes(low, high).unwrap_or_default())
}
