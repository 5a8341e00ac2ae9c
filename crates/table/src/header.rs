//! What a table says of itself.

use std::{fmt, io};

use perfect_play_core::{DirectTable, Game, Layout, Objective, Value};
use serde::{Deserialize, Serialize};

use crate::{Settings, count::saturating_sum, encode::encode};

/// The header of a `.perfect` file. It depends on the table alone: no time, no machine, no version
/// of a tool.
///
/// Its length depends only on what is known before the first position is solved, so that it is
/// written first and, when all else is there, again in its place.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_table::Header;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let header = Header::of(&solution)?;
/// assert_eq!((header.game.as_str(), header.objective), ("tictactoe", Objective::Fastest));
/// assert_eq!((header.positions(), header.entry_bytes()), (5478, 39_366));
/// assert_eq!(header.numbering.to_string(), "words");
/// assert!(header.finished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, with its parameters.
    pub game: String,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// How many positions have an entry, for each ply from 0 to the game's longest play.
    pub positions_by_ply: Vec<u64>,
    /// Which position has which entry.
    pub numbering: Numbering,
    /// The values that are not stored, because the rules tell them
    /// ([`Kind::settled`](perfect_play_core::Kind::settled)).
    pub left_out: Vec<Value>,
    /// Bytes of entries in each level, in the order of the file. A table by code is one level.
    pub level_bytes: Vec<u64>,
    /// How the entries are cut into blocks and compressed.
    pub settings: Settings,
    /// Bytes that all blocks take in the file.
    pub stored_bytes: u64,
    /// CRC-32 (IEEE) of the index of the blocks, which has the CRC-32 of each.
    pub index_crc32: u32,
    /// Whether the writing came to its end. A file where it did not is refused.
    pub finished: bool,
}

impl Header {
    /// The header of this table's file. To know it, the table is compressed.
    ///
    /// # Errors
    ///
    /// Those of [`crate::to_bytes`].
    pub fn of<G: Game, B: AsRef<[u8]>>(table: &DirectTable<G, B>) -> io::Result<Self> {
        Ok(encode(table)?.header)
    }

    /// How many positions have an entry. More than [`u64::MAX`] count as that.
    #[must_use]
    pub fn positions(&self) -> u64 {
        saturating_sum(&self.positions_by_ply)
    }

    /// Bytes of entries, before they are compressed. More than [`u64::MAX`] count as that.
    #[must_use]
    pub fn entry_bytes(&self) -> u64 {
        saturating_sum(&self.level_bytes)
    }
}

/// Which position has which entry in a file.
///
/// ```
/// use perfect_play_core::{Layout, Mnk};
/// use perfect_play_table::Numbering;
///
/// assert_eq!(Numbering::Codes(Layout::of(&Mnk::TICTACTOE)).to_string(), "words");
/// assert_eq!(Numbering::Index.to_string(), "index");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbering {
    /// The entries are those of a [`DirectTable`], by the codes of the positions.
    Codes(Layout),
    /// The entries are those of the slots of a [`perfect_play_index::Index`], one byte each: a
    /// [`Value`], or [`Value::NONE`] where [`Game::check`] has no objection but no play leads.
    Index,
}

/// Prints `words`, `bytes` or `index`.
impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Codes(layout) => layout.fmt(f),
            Self::Index => f.pad("index"),
        }
    }
}
