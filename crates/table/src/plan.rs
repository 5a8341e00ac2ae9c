//! Which block holds what.

use std::{fmt, ops::Range};

use crate::{Damage, Header, Numbering, Settings};

/// How many plies a game has at most, the start's included.
const MOST_PLIES: usize = u8::MAX as usize + 1;

/// Which block of a file holds what: for each level, in the order of the file, the blocks of its
/// entries and then one with its counts, the positions by ply.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    block_bytes: u64,
    counts_bytes: usize,
    levels: Vec<LevelPlan>,
}

#[derive(Clone, Copy, Debug)]
struct LevelPlan {
    /// The number of its first block.
    first: u64,
    /// Bytes of entries.
    bytes: u64,
}

impl Plan {
    /// The plan of the file with this header.
    ///
    /// # Errors
    ///
    /// If there can be no such file.
    pub(crate) fn of(header: &Header) -> Result<Self, Damage> {
        let Settings { block_bytes, .. } = header.settings;
        if !(1..=Settings::MAX_BLOCK_BYTES).contains(&block_bytes) {
            return Err(Damage::Header);
        }
        // A game has a start, and no more plies than a byte counts.
        if !(1..=MOST_PLIES).contains(&header.positions_by_ply.len()) {
            return Err(Damage::Header);
        }
        let by_code = matches!(header.numbering, Numbering::Codes(_));
        if by_code && (header.level_bytes.len() != 1 || !header.left_out.is_empty()) {
            return Err(Damage::Header);
        }
        let block_bytes = u64::from(block_bytes);
        let mut blocks: u64 = 0;
        let mut entries: u64 = 0;
        let mut levels = Vec::new();
        for &bytes in &header.level_bytes {
            entries = entries.checked_add(bytes).ok_or(Damage::Header)?;
            levels.push(LevelPlan { first: blocks, bytes });
            let stored = bytes.div_ceil(block_bytes).checked_add(1);
            blocks = stored.and_then(|stored| blocks.checked_add(stored)).ok_or(Damage::Header)?;
        }
        Ok(Self { block_bytes, counts_bytes: 8 * header.positions_by_ply.len(), levels })
    }

    /// Bytes of entries in a block; the last one of a level may have fewer.
    pub(crate) fn block_bytes(&self) -> u64 {
        self.block_bytes
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.first + self.blocks_of(*level) + 1)
    }

    /// How many levels there are.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Bytes of entries in the level that is the `nth` in the file.
    pub(crate) fn level_bytes(&self, nth: usize) -> u64 {
        self.levels[nth].bytes
    }

    /// The numbers of the blocks that hold the entries of the level that is the `nth` in the file.
    /// The next one holds its counts.
    pub(crate) fn level_blocks(&self, nth: usize) -> Range<u64> {
        let level = self.levels[nth];
        level.first..level.first + self.blocks_of(level)
    }

    /// The block that holds this byte of a level's entries, and the byte's place there.
    pub(crate) fn find(&self, nth: usize, byte: u64) -> (u64, usize) {
        let (block, within) = (byte / self.block_bytes, byte % self.block_bytes);
        // Less than MAX_BLOCK_BYTES.
        (self.levels[nth].first + block, usize::try_from(within).unwrap_or(usize::MAX))
    }

    /// Bytes of what the block holds.
    pub(crate) fn bytes(&self, block: u64) -> usize {
        match self.place(block).bytes {
            Some(bytes) => usize::try_from(bytes.end - bytes.start).unwrap_or(usize::MAX),
            None => self.counts_bytes,
        }
    }

    /// What the block holds.
    pub(crate) fn place(&self, block: u64) -> Place {
        let nth = self.levels.partition_point(|level| level.first <= block).saturating_sub(1);
        let bytes = self.levels.get(nth).and_then(|level| {
            let start = (block - level.first) * self.block_bytes;
            (start < level.bytes).then(|| start..level.bytes.min(start + self.block_bytes))
        });
        Place { block, blocks: self.blocks(), level: self.levels.len() - 1 - nth, bytes }
    }

    fn blocks_of(&self, level: LevelPlan) -> u64 {
        level.bytes.div_ceil(self.block_bytes)
    }
}

/// A block of a file, and what it holds.
///
/// ```
/// use perfect_play_table::Place;
///
/// let place = Place { block: 17, blocks: 386, level: 5, bytes: Some(4096..8192) };
/// assert_eq!(place.to_string(), "block 18 of 386, bytes 4096 to 8191 of level 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number, from 0.
    pub block: u64,
    /// How many blocks the file has.
    pub blocks: u64,
    /// The level it belongs to; 0 in a table by code, which has no levels.
    pub level: usize,
    /// Which of the level's bytes of entries it holds, counted from 0: those of so many slots in a
    /// table by index. `None` if it holds the level's counts.
    pub bytes: Option<Range<u64>>,
}

/// Counts blocks from 1: `block 18 of 386, bytes 4096 to 8191 of level 5`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { block, blocks, level, bytes } = self;
        // In 128 bits, as a number may be the largest of 64.
        write!(f, "block {} of {blocks}, ", u128::from(*block) + 1)?;
        match bytes.as_ref().map(|bytes| (bytes.start, bytes.end.checked_sub(1))) {
            Some((first, Some(last))) if first <= last => {
                write!(f, "bytes {first} to {last} of level {level}")
            }
            Some(_) => write!(f, "no bytes of level {level}"),
            None => write!(f, "the counts of level {level}"),
        }
    }
}
