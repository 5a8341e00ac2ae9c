//! How a baked table holds its entries: the forms, and how an entry is written.

use core::fmt;

use crate::{Scheme, Tabular, Word};

/// How a baked table holds its entries.
///
/// ```
/// use perfect_play_core::{Form, Layout};
///
/// assert_eq!(Form::Direct(Layout::Words).to_string(), "direct words");
/// assert_eq!(Form::Compact(Layout::Bytes).to_string(), "compact bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A slot for every code: a probe is one load.
    Direct(Layout),
    /// Only the canonical positions, in a perfect hash map by their codes: smaller, and slower by as
    /// much as it takes to find a position's canonical image. If the game's symmetries are wrong at
    /// unreachable positions, which are not checked, it may answer for these: see
    /// [`Symmetric::symmetries`](crate::Symmetric::symmetries).
    Compact(Layout),
    /// Only the canonical positions, in a perfect hash map by their keys ([`Key`](crate::Key)): for games without codes,
    /// whose positions were found.
    Keys,
    /// The slots of tiers, one byte each: for large boards. Symmetric positions (nearly always)
    /// have one slot.
    Tiered,
}

/// Prints `direct words`, `compact bytes`, `compact keys` or `tiered bytes`.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct(layout) => write!(f, "direct {layout}"),
            Self::Compact(layout) => write!(f, "compact {layout}"),
            Self::Keys => f.pad("compact keys"),
            Self::Tiered => f.pad("tiered bytes"),
        }
    }
}

/// How the entries of a small baked table are written.
///
/// ```
/// use perfect_play_core::Layout;
///
/// assert_eq!([Layout::Words.slot_bytes(), Layout::Bytes.slot_bytes()], [2, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Sixteen bits, little-endian: a [`Word`] with value and optimal moves.
    Words,
    /// One byte: a [`Value`](crate::Value). The optimal moves follow from the positions one ply on.
    Bytes,
}

impl Layout {
    /// The layout that suits the game: words where they have room for every entry and the table
    /// stays small, otherwise bytes.
    ///
    /// ```
    /// use perfect_play_core::Layout;
    /// use perfect_play_games::Mnk;
    ///
    /// assert_eq!(Layout::of(&Mnk::TICTACTOE).to_string(), "words");
    /// assert_eq!(Layout::of(&Mnk::new(4, 3, 3).unwrap()).to_string(), "bytes");
    /// ```
    pub fn of<G: Tabular>(game: &G) -> Self {
        const SMALL: u64 = 1 << 16;
        if game.codes() <= SMALL
            && game.scheme() == Scheme::Remoteness
            && !game.repeats()
            && game.max_move() < Word::MOVES
            && (1..=Word::MAX_REMOTENESS).contains(&game.max_plies())
        {
            Self::Words
        } else {
            Self::Bytes
        }
    }

    /// Bytes a slot takes.
    #[must_use]
    pub const fn slot_bytes(self) -> u64 {
        match self {
            Self::Words => 2,
            Self::Bytes => 1,
        }
    }
}

/// Prints `words` or `bytes`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Words => "words",
            Self::Bytes => "bytes",
        })
    }
}
