//! What a table says of itself.

use std::{fmt, io};

use perfect_play_core::{DirectTable, Layout, Objective, Printable, Tabular};
use perfect_play_tiers::Tiers;
use serde::{Deserialize, Serialize};

use crate::{
    Settings,
    count::saturating_sum,
    encode::encode,
    frame,
    identity::{Identity, fingerprint},
};

/// The header of a `.perfect` file. It depends on the table alone: no time, no machine, no version
/// of a tool.
///
/// Its length depends only on what is known before the first position is solved, so that it is
/// written first and, when all else is there, again in its place.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::Header;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let header = Header::of(&solution)?;
/// assert_eq!((header.game.as_str(), header.objective), ("tictactoe", Objective::Fastest));
/// assert_eq!((header.positions(), header.entry_bytes), (Some(5478), 39_366));
/// assert_eq!(header.numbering.to_string(), "words");
/// assert!(header.finished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, with its parameters.
    pub game: String,
    /// A checksum of the game's rules, as far as some thousand positions show them.
    pub rules: u32,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// What an entry means.
    pub scheme: Scheme,
    /// Which position has which entry.
    pub numbering: Numbering,
    /// How many bytes the keys of positions have that are found by searching: none are.
    pub key_bytes: u8,
    /// How the entries are cut into frames and compressed.
    pub settings: Settings,
    /// How many sections there are.
    pub sections: u64,
    /// Bytes of entries in all sections.
    pub entry_bytes: u64,
    /// How many positions have an entry, for each ply from 0 to the game's longest play. Empty if they are not
    /// counted: a table by tiers has entries for boards that play cannot lead to.
    pub positions_by_ply: Vec<u64>,
    /// Bytes that all sections take in the file.
    pub stored_bytes: u64,
    /// CRC-32 (IEEE) of the index of the sections, which has the CRC-32 of each.
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
    pub fn of<G: Tabular + Printable, B: AsRef<[u8]>>(
        table: &DirectTable<G, B>,
    ) -> io::Result<Self> {
        Ok(encode(table)?.header)
    }

    /// The header of a file of which nothing is written yet.
    pub(crate) fn begun<G: Tabular>(
        game: &G,
        objective: Objective,
        numbering: Numbering,
        settings: Settings,
        (sections, entry_bytes): (u64, u64),
    ) -> Self {
        Self {
            game: game.to_string(),
            rules: fingerprint(game),
            objective,
            scheme: Scheme::Remoteness,
            numbering,
            key_bytes: 0,
            settings,
            sections,
            entry_bytes,
            positions_by_ply: Vec::new(),
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
        }
    }

    /// How many positions have an entry, if they are counted. More than [`u64::MAX`] count as that.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        (!self.positions_by_ply.is_empty()).then(|| saturating_sum(&self.positions_by_ply))
    }

    /// What the sections of the file are bound to.
    ///
    /// # Errors
    ///
    /// If the header is larger than the format allows.
    pub(crate) fn identity(&self) -> io::Result<Identity> {
        let bound = Self {
            positions_by_ply: Vec::new(),
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
            ..self.clone()
        };
        Ok(Identity::of(&frame::to_bytes(&bound)?))
    }
}

/// What the entries of a file mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Scheme {
    /// [`perfect_play_core::Value`]s, or the [`perfect_play_core::Word`]s that have them: outcome and
    /// remoteness.
    Remoteness,
}

/// Which position has which entry in a file.
///
/// ```
/// use perfect_play_core::Layout;
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::Tiers;
/// use perfect_play_table::Numbering;
///
/// assert_eq!(Numbering::Codes(Layout::of(&Mnk::TICTACTOE)).to_string(), "words");
/// let tiers = Tiers::of(&"mnk:4,4,4".parse::<Mnk>()?)?;
/// assert_eq!(Numbering::of(&tiers).to_string(), "tiers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Numbering {
    /// The entries are those of a [`DirectTable`], by the codes of the positions.
    Codes(Layout),
    /// The entries are those of [`Tiers`], one byte each.
    Tiers {
        /// The cells of the top part.
        top: u64,
        /// The cells of the middle part.
        middle: u64,
        /// The cells of the low part.
        low: u64,
    },
}

impl Numbering {
    /// This numbering by tiers.
    #[must_use]
    pub fn of(tiers: &Tiers) -> Self {
        let [top, middle, low] = tiers.cells();
        Self::Tiers { top, middle, low }
    }
}

/// Prints `words`, `bytes` or `tiers`.
impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Codes(layout) => layout.fmt(f),
            Self::Tiers { .. } => f.pad("tiers"),
        }
    }
}
