//! Copies the tiers of a table from a file to another file.

use std::ops::Range;

use perfect_play_numbering::{Sections, section_number};
use thiserror::Error;

use crate::{
    FileRanks, FileSections, PackedTier, RankWriter, TierWriter, Unreadable, WriteError,
    file_sections::Entries, ranked_file::Ranks,
};

/// Why a table could not be copied.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum CopyError {
    /// The file cannot be written.
    Write(#[from] WriteError),
    /// The table cannot be read, for example because its entries are in a damaged file.
    Unreadable(#[from] Unreadable),
}

impl FileSections {
    /// The sections of a tier, compressed for the file that `to` writes. If the sections are in a file, and `to` writes
    /// a table of the same game and objective with the same settings, the compressed bytes are copied. Otherwise the
    /// sections are compressed again. In both cases, sections in a file are read completely and checked.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or there is not enough memory.
    pub fn pack(&self, tier: u32, to: &TierWriter) -> Result<PackedTier, CopyError> {
        let numbers = [0, 1].map(|mover| section_number(tier, mover).into());
        if let Entries::Stored(stores) = &self.0
            && numbers.iter().all(|&number| stores.with(number).bound_to() == to.bound_to())
        {
            let stored = |number| stores.with(number).stored(number).map_err(Unreadable::new);
            let [o, x] = numbers.map(stored);
            return Ok(PackedTier([o?, x?]));
        }
        let mut sections = [const { Vec::new() }; 2];
        for (mover, section) in sections.iter_mut().enumerate() {
            self.section(tier, mover, section).map_err(Unreadable::new)?;
        }
        let [o, x] = &sections;
        Ok(to.pack(tier, [o, x])?)
    }

    /// Whether the file that `to` writes has a tier with the same checksums already. `false` if the sections are not in a file,
    /// or if they would be compressed again: then [`TierWriter::put`] compares them.
    #[must_use]
    pub fn is_in(&self, tier: u32, to: &TierWriter) -> bool {
        let first = u64::from(section_number(tier, 0));
        matches!(&self.0, Entries::Stored(stores) if stores.are_in(first..first + 2, to.store()))
    }
}

impl FileRanks {
    /// Whether the file that `to` writes has these tiers with the same checksums already. `false` if the values are in memory:
    /// then [`RankWriter::put`] compares them.
    #[must_use]
    pub fn are_in(&self, tiers: Range<u32>, to: &RankWriter) -> bool {
        let [start, end] = [tiers.start, tiers.end].map(|tier| 2 * u64::from(tier));
        matches!(&self.0, Ranks::Stored(stores) if stores.are_in(start..end, to.store()))
    }
}
