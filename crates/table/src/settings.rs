//! How a table is cut into blocks and compressed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a table is cut into blocks and compressed. It is part of the header: with the same settings
/// the same table has the same bytes.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Index;
/// use perfect_play_table::{LevelWriter, Settings};
///
/// assert_eq!(Settings::by_index(70_000_000).to_string(), "blocks of 16384 bytes at level 9");
///
/// // Or of one's own: small blocks answer sooner, large ones take less room.
/// let game: Mnk = "connect:5,5,4".parse()?;
/// let index = Index::of(&game)?;
/// let settings = Settings { block_bytes: 1 << 12, compression: 3 };
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("c.perfect");
/// let writer = LevelWriter::with_settings(&path, game, Objective::Fastest, &index, settings)?;
/// assert_eq!(writer.next_level(), Some(index.levels() - 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// compressing them well takes a few seconds at most. Measured: mnk:4,4,4 takes 46 KB.
    const HELD: Self = Self { block_bytes: 1 << 20, compression: 19 };

    /// Large tables by code are held as well, but compressing them well would take too long.
    const HELD_LARGE: Self = Self { block_bytes: 1 << 20, compression: 3 };

    /// In larger ones each probe decompresses a block. Measured: one of 4 KiB takes 6 µs and one of
    /// 16 KiB 12 µs, but in blocks of 4 KiB mnk:5,4,4 takes 17 MB in place of 15 MB.
    const PROBED: Self = Self { block_bytes: 1 << 14, compression: 9 };

    /// From a thousand million positions on it is the time to write them and the size that count,
    /// and a probe may take longer. Measured: 200 MB/s a core; level 1 is not faster, and level 9
    /// four times slower for a tenth less.
    const HUGE: Self = Self { block_bytes: 1 << 16, compression: 3 };

    const HUGE_FROM_BYTES: u64 = 1 << 30;

    /// What suits a table by index with so many bytes of entries.
    ///
    /// The levels of zstd are such that a compressor that has compressed other blocks before gives
    /// the same bytes as a fresh one. From 5 to 12, on blocks of more than 16 KiB, zstd searches by a
    /// hash that it salts anew for each block, so nothing promises it there.
    #[must_use]
    pub const fn by_index(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES {
            Self::HELD
        } else if bytes < Self::HUGE_FROM_BYTES {
            Self::PROBED
        } else {
            Self::HUGE
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
