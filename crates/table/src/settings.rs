//! How a table is cut into blocks and compressed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a table is cut into blocks and compressed. It is part of the header: with the same settings
/// the same table has the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Bytes of entries in a block, at most [`Settings::MAX_BLOCK_BYTES`]; the last block of a
    /// level may have fewer.
    pub block_bytes: u32,
    /// The level of zstd.
    pub compression: i32,
}

impl Settings {
    /// The most bytes of entries that a block may have: 16 MiB.
    pub const MAX_BLOCK_BYTES: u32 = 1 << 24;

    /// The most bytes of entries that an opened table holds in memory: 16 MiB. In a larger one a
    /// probe reads the block that it needs. (Tables by code are always held.)
    pub const MAX_HELD_BYTES: u64 = 1 << 24;

    /// Tables that are held in memory are read as a whole, so their blocks are large, and
    /// compressing them well takes a few seconds at most.
    const HELD: Self = Self { block_bytes: 1 << 20, compression: 19 };

    /// Large tables by code are held as well, but compressing them well would take too long.
    const HELD_LARGE: Self = Self { block_bytes: 1 << 20, compression: 3 };

    /// In larger ones each probe decompresses a block, which takes a few microseconds for 4 KiB.
    const PROBED: Self = Self { block_bytes: 1 << 14, compression: 9 };

    /// From thousands of millions of positions on it is the time to write them and the size that
    /// count, and a probe may take longer.
    const HUGE: Self = Self { block_bytes: 1 << 16, compression: 3 };

    const HUGE_FROM_BYTES: u64 = 1 << 30;

    /// What suits a table by index with so many bytes of entries.
    ///
    /// The levels of zstd are such that a compressor that has compressed other blocks before gives
    /// the same bytes as a fresh one. Those from 5 to 12 do not on blocks of more than 16 KiB,
    /// where zstd searches by a hash that it salts anew for each block.
    #[must_use]
    pub const fn by_index(bytes: u64) -> Self {
        match bytes {
            0..=Self::MAX_HELD_BYTES => Self::HELD,
            ..Self::HUGE_FROM_BYTES => Self::PROBED,
            _ => Self::HUGE,
        }
    }

    /// What suits a table by code with so many bytes of entries.
    #[must_use]
    pub const fn by_code(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES { Self::HELD } else { Self::HELD_LARGE }
    }
}

/// `blocks of 16384 bytes at level 9`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks of {} bytes at level {}", self.block_bytes, self.compression)
    }
}
