//! The forms of baked tables, and the layout of their entries.

use core::fmt;

use crate::{Game, Scheme, Word};

/// How a baked table stores its entries.
///
/// ```
/// use perfect_play_core::{Form, Layout};
///
/// assert_eq!(Form::Direct(Layout::Words).to_string(), "direct words");
/// assert_eq!(Form::Compact(Layout::Bytes).to_string(), "compact bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A slot for every code. Looking up a value is one load.
    Direct(Layout),
    /// Only the canonical positions, in a perfect hash map by their codes. This is smaller than a direct table.
    /// It is slower, because a probe has to find the canonical image of a position. If a symmetry maps an unreachable
    /// position to a reachable one, the table may give an answer for the unreachable position: see
    /// [`Game::symmetries`](crate::Game::symmetries).
    Compact(Layout),
    /// Only the canonical positions, in a perfect hash map by their keys ([`Key`](crate::Key)). Used for games
    /// without codes, whose positions were found.
    Keys,
    /// The slots of tiers, one byte each. Used for large boards. Symmetric positions share a slot, with few
    /// exceptions.
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

/// The layout of an entry in a small baked table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Sixteen bits, little-endian: a [`Word`] with the value and the optimal moves.
    Words,
    /// One byte: a [`Value`](crate::Value). A probe computes the optimal moves from the values of the child positions.
    Bytes,
}

impl Layout {
    /// The layout that suits the game: words if they can hold every entry and the table is small, otherwise
    /// bytes.
    ///
    /// ```
    /// use perfect_play_core::Layout;
    /// use perfect_play_games::Mnk;
    ///
    /// assert_eq!(Layout::of(&Mnk::TICTACTOE).to_string(), "words");
    /// assert_eq!(Layout::of(&Mnk::new(4, 3, 3).unwrap()).to_string(), "bytes");
    /// ```
    pub fn of<G: Game>(game: &G) -> Self {
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

    /// The number of bytes of a slot.
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
