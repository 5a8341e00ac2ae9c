//! How a table is cut into frames and compressed.

use std::fmt;

use perfect_play_numbering::MAX_CODES_IN_ORDER;
use serde::{Deserialize, Serialize};

/// The most bytes of entries that a table by code may have. Without keys, this is the number of codes of a board of 16
/// cells. If each slot has a key of this many bytes, it is the limit of a section. Files that claim more are refused.
pub(crate) fn most_bytes_by_code(key_bytes: usize) -> u64 {
    if key_bytes == 0 { MAX_CODES_IN_ORDER } else { u32::MAX.into() }
}

/// The most bytes of entries that a table by rank may have in one section.
pub(crate) const MOST_RANKED_BYTES: u64 = u32::MAX as u64;

/// How a table is cut into frames and compressed. The settings are part of the header, so the same table with the
/// same settings has the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The slots that a frame is for, at most [`Settings::MAX_FRAME_SLOTS`]. The last frame of a section may be for
    /// fewer. A probe decompresses one frame.
    pub frame_slots: u32,
    /// The level of zstd.
    pub compression: i32,
}

impl Settings {
    /// The most slots that a frame may be for: 2^24.
    pub const MAX_FRAME_SLOTS: u32 = 1 << 24;

    /// The most bytes of entries that an opened table by tiers holds in memory: 16 MiB. If a table is larger, or was
    /// written tier by tier, each probe reads the frame that it needs. (Tables by code are always held in memory.)
    pub const MAX_HELD_BYTES: u64 = 1 << 24;

    /// Tables that are held in memory are read completely. So their frames are large. Compressing them well takes a
    /// few seconds at most.
    const HELD: Self = Self { frame_slots: 1 << 20, compression: 19 };

    /// Large tables by code are held in memory as well, but compressing them well would take too long.
    const HELD_LARGE: Self = Self { frame_slots: 1 << 20, compression: 3 };

    /// In larger tables each probe decompresses a frame, and the solver reads most sections twice. Measured: level 1
    /// is hardly faster, and level 9 takes eight times as long and saves a sixth.
    const LARGE: Self = Self { frame_slots: 1 << 18, compression: 3 };

    /// The settings for a table by tiers with this many bytes of entries.
    ///
    /// The level of zstd is 19 for up to [`Settings::MAX_HELD_BYTES`], and 3 for more. At these levels, a compressor
    /// that has compressed other frames gives the same bytes as a fresh one. Levels 5 to 12 do not promise that for
    /// frames of more than 16 KiB, because zstd then salts its search hash anew for each frame.
    #[must_use]
    pub const fn by_tier(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES { Self::HELD } else { Self::LARGE }
    }

    /// The settings for a table by code with this many bytes of entries.
    #[must_use]
    pub const fn by_code(bytes: u64) -> Self {
        if bytes <= Self::MAX_HELD_BYTES { Self::HELD } else { Self::HELD_LARGE }
    }
}

/// Prints for example `frames of 262144 slots at level 3`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frames of {} slots at level {}", self.frame_slots, self.compression)
    }
}
