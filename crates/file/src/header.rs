//! The header of a file.

pub(crate) mod codec;

use std::fmt;

use perfect_play_core::{Objective, Scheme};
use perfect_play_numbering::Tiers;
use serde::{Deserialize, Serialize};

use crate::Settings;

/// The version of the format. Only this version is written and read. The numbering of positions is part of the
/// format: [`perfect_play_core::Board`]'s codes, and [`perfect_play_numbering::Tiers`].
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{FORMAT_VERSION, OpenErrorKind, TableFile, to_bytes};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let solution = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// let mut bytes = to_bytes(&solution)?;
/// assert_eq!(bytes[8..12], FORMAT_VERSION.to_le_bytes());
///
/// bytes[8] = 1;
/// let error = TableFile::read(&bytes[..]).unwrap_err();
/// assert!(matches!(error, OpenErrorKind::Version { found: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const FORMAT_VERSION: u32 = 4;

/// The header of a `.perfect` file. It depends on the table and on the settings, not on the time or the machine. Two
/// fields, `stored_bytes` and `index_crc32`, also depend on the compressor and its version.
///
/// The length of the header is known before the first position is solved. So the header is written first, and it is
/// replaced when everything else is written.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::Header;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let header = Header::of(&solution)?;
/// assert_eq!((header.game.as_str(), header.objective), ("tictactoe", Objective::Fastest));
/// assert_eq!((header.positions(), header.entry_bytes), (Some(5478), 19_683));
/// assert_eq!(header.numbering.to_string(), "codes");
/// assert!(header.finished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, with its parameters.
    pub game: String,
    /// A checksum of the game's rules, over up to 4096 positions: half of a SHA-256. If the game's author numbers the positions
    /// ([`perfect_play_core::Tiering`]), it also covers the number of slots of each tier, and the positions of some slots.
    pub rules: u128,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// The meaning of an entry.
    pub scheme: Meaning,
    /// Which position has which entry: the numbering.
    pub numbering: StoredNumbering,
    /// The number of bytes in the key of a position. The file has keys if the positions were found by playing every
    /// move ([`perfect_play_numbering::KeyNumbering`]). 0 if a formula numbers the positions: the file then has no keys.
    pub key_bytes: u8,
    /// How the entries are cut into frames and compressed.
    pub settings: Settings,
    /// The number of sections.
    pub sections: u64,
    /// Slots of all sections. By code, each has a byte in the file.
    pub entry_bytes: u64,
    /// How many positions have an entry, for each ply from 0 to the game's longest play. Empty for a table by tiers or by rank,
    /// which has entries for unreachable positions as well, and for a cut table of boards.
    pub positions_by_ply: Vec<u64>,
    /// Bytes that all sections take in the file.
    pub stored_bytes: u64,
    /// CRC-32 (IEEE) of the beginning of the index, which contains the CRC-32 of each chunk of the index. A chunk contains the
    /// CRC-32 of each section.
    pub index_crc32: u32,
    /// Whether the file was written completely. Unfinished files are refused.
    pub finished: bool,
    /// Which sections of the table the file has, if it is one of several in a folder. The other fields describe the
    /// whole table, except for `stored_bytes` and `index_crc32`.
    #[serde(skip)]
    pub part: Option<Part>,
}

/// Which sections of a table a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the first section.
    pub first: u64,
    /// How many sections there are.
    pub sections: u64,
}

impl Header {
    /// How many positions have an entry, if they are counted. A number above [`u64::MAX`] is returned as [`u64::MAX`].
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        (!self.positions_by_ply.is_empty()).then(|| {
            self.positions_by_ply.iter().fold(0, |sum: u64, &count| sum.saturating_add(count))
        })
    }

    /// The sections that the file has.
    pub(crate) fn here(&self) -> Part {
        self.part.unwrap_or(Part { first: 0, sections: self.sections })
    }

    /// The header that a file of the whole table had when it was begun. Its sections are bound to it.
    pub(crate) fn of_table(&self) -> Self {
        Self {
            positions_by_ply: Vec::new(),
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
            part: None,
            ..self.clone()
        }
    }

    /// A description of this table, for a message that has to distinguish it from `other`.
    pub(crate) fn told_from(&self, other: &Self) -> String {
        let Self { game, objective, scheme, settings, .. } = self;
        if (game, *objective) == (&other.game, other.objective) {
            format!("{game}, {objective}, with {scheme}, in {settings}")
        } else {
            format!("{game}, {objective}")
        }
    }
}

/// The meaning of the entries in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Meaning {
    /// [`perfect_play_core::Value`]s: outcome and remoteness. Used in tables by code, by key and by rank.
    Remoteness,
    /// Outcome and remoteness, except for values that follow directly from the rules
    /// ([`perfect_play_core::Kind::static_value`]). The entry of a board with such a value has no meaning, and neither
    /// has the entry of a board that holds a line. Used in tables by tiers, and in cut tables of boards.
    NonStatic,
    /// Scores, in a game that is played for points ([`Scheme::Score`]). Used in the same tables.
    Score,
}

/// The most plies of a game, including ply 0.
pub(crate) const MOST_PLIES: usize = u8::MAX as usize + 1;

impl Meaning {
    /// The meaning of the entries in a table of this scheme and numbering.
    pub(crate) fn of(scheme: Scheme, numbering: StoredNumbering) -> Self {
        match (numbering, scheme) {
            (StoredNumbering::Tiers { .. } | StoredNumbering::Plies { .. }, _) => Self::NonStatic,
            (_, Scheme::Remoteness) => Self::Remoteness,
            (_, Scheme::Score) => Self::Score,
        }
    }
}

/// Prints `all values`, `the values that do not follow directly from the rules` or `all scores`.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Remoteness => "all values",
            Self::NonStatic => "the values that do not follow directly from the rules",
            Self::Score => "all scores",
        })
    }
}

/// The numbering of a file: which position has which entry.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
/// use perfect_play_file::StoredNumbering;
///
/// assert_eq!(StoredNumbering::Codes.to_string(), "codes");
/// let tiers = Tiers::of(&"mnk:4,4,4".parse::<Mnk>()?)?;
/// assert_eq!(StoredNumbering::of(&tiers).to_string(), "tiers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StoredNumbering {
    /// By the codes of the positions: [`perfect_play_core::CodeNumbering`], or, for a game without codes, by
    /// their keys: [`perfect_play_numbering::KeyNumbering`].
    Codes,
    /// By [`Tiers`].
    Tiers {
        /// The cells of the top part.
        top: u64,
        /// The cells of the middle part.
        middle: u64,
        /// The cells of the low part.
        low: u64,
    },
    /// The boards of the first plies, of a cut table: [`perfect_play_numbering::PlyNumbering`].
    Plies {
        /// The last ply that is stored.
        plies: u16,
    },
    /// The positions that at most this many plies lead to, by their keys, of a cut table:
    /// [`perfect_play_numbering::KeyNumbering`].
    KeysOfPlies {
        /// The largest number of plies.
        plies: u16,
    },
    /// By the ranks that the game itself gives to positions: [`perfect_play_numbering::RankNumbering`].
    Ranks {
        /// The first tier of which only positions that play can reach are stored. The number of tiers if there is none.
        reached_from: u32,
    },
}

impl StoredNumbering {
    /// The numbering of these tiers.
    #[must_use]
    pub fn of(tiers: &Tiers) -> Self {
        let [top, middle, low] = tiers.cells();
        Self::Tiers { top, middle, low }
    }

    /// Whether positions are numbered by the ranks that the game itself gives them.
    #[must_use]
    pub const fn is_by_rank(self) -> bool {
        matches!(self, Self::Ranks { .. })
    }

    /// Whether the boards of a line game are numbered by tiers ([`Tiers`]). A table by rank has tiers as well
    /// ([`StoredNumbering::is_by_rank`]). Any other table is one section, which is held in memory.
    #[must_use]
    pub const fn is_by_tier(self) -> bool {
        matches!(self, Self::Tiers { .. })
    }

    /// How many plies a cut table stores. `None` if the table stores all positions.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Plies { plies } | Self::KeysOfPlies { plies } => Some(plies),
            Self::Codes | Self::Tiers { .. } | Self::Ranks { .. } => None,
        }
    }
}

/// Prints `codes`, `tiers`, `ranks` or `the first 8 plies`.
impl fmt::Display for StoredNumbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Codes => f.pad("codes"),
            Self::Tiers { .. } => f.pad("tiers"),
            Self::Ranks { .. } => f.pad("ranks"),
            Self::Plies { plies } | Self::KeysOfPlies { plies } => {
                write!(f, "the first {plies} plies")
            }
        }
    }
}
