//! Why a game cannot be searched, and why a search ended without a value.

use core::{error::Error, fmt};

use perfect_play_core::{ProbeError, ProbeFailure};

/// Why a game cannot be searched.
///
/// ```
/// use perfect_play_games::Quixo;
/// use perfect_play_search::{CannotSearch, Search};
///
/// let game: Quixo = "quixo:3,3,3".parse().unwrap();
/// let error = Search::new(game, Vec::new()).err().unwrap();
/// assert_eq!(error, CannotSearch::Repeats);
/// assert!(error.to_string().starts_with("play can return to a position"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CannotSearch {
    /// Play can return to a position ([`Game::repeats`](perfect_play_core::Game::repeats)), so a search may never end.
    Repeats,
}

impl fmt::Display for CannotSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeats => f.write_str(
                "play can return to a position, so a search may never end: solve the game instead",
            ),
        }
    }
}

impl Error for CannotSearch {}

/// Why a search ended without a value. The table has no wrong entry then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SearchError {
    /// The position has no value: the argument is not a position, or no play leads to it.
    NoEntry(ProbeError),
    /// The caller's function that watches the search returned `false`.
    Interrupted,
    /// A play is longer than the game declares ([`Game::max_plies`](perfect_play_core::Game::max_plies)), or longer than
    /// [`MAX_DEPTH`](crate::MAX_DEPTH). Probably play can return to a position, although the game says that it cannot.
    TooDeep {
        /// The number of plies from the position that was searched.
        plies: u16,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry(reason) => reason.fmt(f),
            Self::Interrupted => f.write_str("the search was interrupted"),
            Self::TooDeep { plies } => write!(
                f,
                "a play has more than {plies} plies, which is too deep to be searched: can play return to a position?"
            ),
        }
    }
}

impl Error for SearchError {}

impl From<ProbeError> for SearchError {
    fn from(reason: ProbeError) -> Self {
        Self::NoEntry(reason)
    }
}

impl ProbeFailure for SearchError {
    fn no_entry(&self) -> Option<ProbeError> {
        match self {
            Self::NoEntry(reason) => Some(*reason),
            _ => None,
        }
    }
}
