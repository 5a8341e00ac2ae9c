//! The kind of a game, by which a solver chooses its method.

use crate::{Lines, gravity};

/// The kind of a game.
///
/// `Placement` and `Falling` promise all of the following:
///
/// * Positions are [`Board`](crate::Board)s, and codes are the codes of boards ([`NO_CODES`](crate::NO_CODES) beyond
///   [`Board::MAX_CODED_CELLS`](crate::Board::MAX_CODED_CELLS)).
/// * The start is the empty board. X and O take turns, and X moves first.
/// * The first complete line ends the game. The player who completes it wins or, in misère play, loses. A full board
///   without a line is a draw.
/// * The rules treat images alike. For each symmetry of the game
///   ([`Game::symmetries`](crate::Game::symmetries)), these methods give the same result for a board and
///   its image, up to the symmetry: [`Game::check`](crate::Game::check),
///   [`Game::terminal`](crate::Game::terminal), [`Game::legal_moves`](crate::Game::legal_moves),
///   [`Game::play`](crate::Game::play) and [`Game::plies_to_draw`](crate::Game::plies_to_draw).
///
/// In a table by tiers, several images share a slot. The caller of `verify_by_tier` in perfect-play-proof passes
/// `Rules::Tested` if tests have shown that the rules keep these promises. With `Rules::Unknown`, `verify_by_tier` does
/// not trust the promise about images: it calls the rules for all images that share a slot.
///
/// ```
/// use perfect_play_core::{Kind, Game};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::new(3, 2, 2).unwrap().gravity();
/// let Kind::Falling(lines) = game.kind() else { panic!("marks fall") };
/// assert_eq!(lines.k(), 2);
/// // On an empty board a mark falls to the lower row. The last mark lies on top.
/// assert_eq!(game.kind().open_cells(0), 0b111_000);
/// assert_eq!(game.kind().last_cells(0b001_001), 0b000_001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A move marks an empty cell. The number of the move is the number of the cell.
    Placement(Lines),
    /// A move marks the lowest empty cell of a column. The number of the move is the column, from 1 at the
    /// left.
    Falling(Lines),
    /// Any other game.
    Other,
}

impl Kind {
    /// The cells where the next mark can be placed, given the occupied cells. 0 for other games.
    #[inline]
    #[must_use]
    pub const fn open_cells(&self, occupied: u64) -> u64 {
        match self {
            Self::Placement(lines) => lines.shape().all_cells() & !occupied,
            Self::Falling(lines) => gravity::open_cells(lines.shape(), occupied),
            Self::Other => 0,
        }
    }

    /// The cells that may hold the last mark placed, given the occupied cells. 0 for other games.
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
