//! What kind of game it is, which is all that a solver knows of it.

use crate::{Lines, gravity};

/// What kind of game it is.
///
/// The first two promise all of the following: positions are [`crate::Board`]s, codes theirs
/// ([`NO_CODES`](crate::NO_CODES) beyond [`crate::Board::MAX_CODED_CELLS`]), and
/// the start is the empty board; X and O mark in turn, X first; the game ends with the first
/// complete line, which wins or, in misère play, loses, or drawn with a full board. And the rules treat
/// images alike: for each symmetry of the game ([`crate::Symmetric::symmetries`]), what [`crate::Tabular::check`],
/// [`crate::Game::terminal`], [`crate::Game::legal_moves`], [`crate::Game::play`] and [`crate::Tabular::plies_to_draw`] say of a board
/// and of its image is the same up to this symmetry. A table by tiers has one slot for several images: its
/// proof asks the rules of a game of your own at all of them.
///
/// ```
/// use perfect_play_core::{Kind, Tabular};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::new(3, 2, 2).unwrap().gravity();
/// let Kind::Falling(lines) = game.kind() else { panic!("marks fall") };
/// assert_eq!(lines.k(), 2);
/// // On an empty board a mark falls to the lower row; what was put last lies on top.
/// assert_eq!(game.kind().open_cells(0), 0b111_000);
/// assert_eq!(game.kind().last_cells(0b001_001), 0b000_001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A move marks any empty cell, whose number it is.
    Placement(Lines),
    /// A move marks the lowest empty cell of a column, numbered from 1 at the left.
    Falling(Lines),
    /// Anything else.
    Other,
}

impl Kind {
    /// The cells where a mark may be put next, given those that hold one. None for other games.
    #[inline]
    #[must_use]
    pub const fn open_cells(&self, occupied: u64) -> u64 {
        match self {
            Self::Placement(lines) => lines.shape().all_cells() & !occupied,
            Self::Falling(lines) => gravity::open_cells(lines.shape(), occupied),
            Self::Other => 0,
        }
    }

    /// Of the cells that hold a mark those where it may have been put last. None for other games.
    #[inline]
    #[must_use]
    pub const fn last_cells(&self, occupied: u64) -> u64 {
        match self {
            Self::Placement(_) => occupied,
            Self::Falling(lines) => gravity::top_cells(lines.shape(), occupied),
            Self::Other => 0,
        }
    }
}
