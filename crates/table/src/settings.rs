//! How a table is cut into frames and compressed.

use std::fmt;

use perfect_play_tiers::MAX_CODES_IN_ORDER;
use serde::{Deserialize, Serialize};

/// The most bytes of entries that a table by code can have: those of a board of 16 cells; or, where each slot has a key
/// of so many bytes, those of a section. Files that claim more are refused.
pub(crate) fn most_bytes_by_code(key_bytes: usize) -> u64 {
    if key_bytes == 0 { MAX_CODES_IN_ORDER } else { u32::MAX.into() }
}

/// How a table is cut into frames and compressed. It is part of the header: with the same settings
/// the same table has the same bytes.
///
/// ```
/// use perfect_play_table::Settings;
///
/// assert_eq!(Settings::by_code(39_366).to_string(), "frames of 1048576 bytes at level 19");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Bytes of entries in a frame, at most [`Settings::MAX_FRAME_BYTES`]; the last frame of a
    /// section may have fewer. A probe decompresses a frame.
    pub frame_bytes: u32,
    /// The level of zstd.
    pub compression: i32,
}

impl Settings {
    /// The most bytes of entries that a frame may have: 16 MiB.
    pub const MAX_FRAME_BYTES: u32 = 1 << 24;

    /// The most bytes of entries that an opened table by tiers holds in memory: 16 MiB. In a larger one a
    /// probe reads the frame that it needs. (Tables by code are always held.)
    pub const MAX_HELD_BYTES: u64 = 1 << 24;

    /// Tables that are held in memory are read as a whole, so their frames are large, and
    /// compressing them well takes a few seconds at most.
    const HELD: Self = Self { frame_bytes: 1 << 20, compression: 19 };

    /// Large tables by code are held as well, but compressing them well would take too long.
    const HELD_LARGE: Self = Self { frame_bytes: 1 << 20, compression: 3 };

    /// In larger ones each probe decompresses a frame, and the solver reads most sections twice. Measured: level 1 is
    /// hardly faster, and level 9 eight times slower for a sixth less.
    const LARGE: Self = Self { frame_bytes: 1 << 16, compression: 3 };

    /// What suits a table by tiers with so many bytes of entries.
    ///
    /// The levels of zstd are such that a compressor that has compressed other frames before gives
    /// the same bytes as a fresh one. From 5 to 12, on frames of more than 16 KiB, zstd searches by a
    /// hash that it salts anew for each frame, so nothing promises it there.
    #[must_use]
    pub const fn by_tier(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES { Self::HELD } else { Self::LARGE }
    }

    /// What suits a table by code with so many bytes of entries.
    #[must_use]
    pub const fn by_code(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES { Self::HELD } else { Self::HELD_LARGE }
    }
}

/// `frames of 65536 bytes at level 3`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frames of {} bytes at level {}", self.frame_bytes, self.compression)
    }
}
