//! Why the tree of a search cannot be traced.

use std::{error::Error, fmt};

/// The largest number of positions that a trace stores. Plain minimax and
/// [`Algorithm::SymmetricMemo`](crate::Algorithm::SymmetricMemo) count symmetric positions once.
///
/// ```
/// use perfect_play_generator::{MAX_TRACED, TreeTooLarge};
///
/// assert_eq!(MAX_TRACED, 2_000_000);
/// assert_eq!(
///     TreeTooLarge::Positions.to_string(),
///     "the tree is too large: at most 2 million positions can be counted",
/// );
/// ```
pub const MAX_TRACED: usize = 2_000_000;

/// The largest number of calls that [`trace`](crate::trace()) makes for alpha-beta, and that
/// [`count_calls`](crate::count_calls) makes for any search other than plain minimax. The only way to count the calls
/// of these searches is to make them.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, MAX_WALKED, ScoreRule, TreeTooLarge, trace};
///
/// assert_eq!(MAX_WALKED, 1_000_000);
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// let error = trace(&game, Board::EMPTY, ScoreRule::Unit, Algorithm::AlphaBeta, 1).unwrap_err();
/// assert_eq!(error, TreeTooLarge::Walk);
/// assert_eq!(
///     error.to_string(),
///     "the tree is too large: the search makes more than 1 million calls",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_WALKED: u64 = 1_000_000;

/// Why the tree of a search cannot be traced: it is too large to be counted.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, ScoreRule, trace};
///
/// /// How many calls minimax takes for a game, as far as it can be told.
/// fn calls(game: &Mnk) -> String {
///     match trace(game, Board::EMPTY, ScoreRule::Unit, Algorithm::Minimax, 0) {
///         Ok(root) => root.calls.to_string(),
///         Err(_) => "more than can be counted".to_owned(),
///     }
/// }
///
/// assert_eq!(calls(&Mnk::TICTACTOE), "549946");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeTooLarge {
    /// The tree has more than [`MAX_TRACED`] different positions.
    Positions,
    /// The search makes more than [`MAX_WALKED`] calls.
    Walk,
    /// There are more calls than 64 bits can count.
    Calls,
    /// A play takes more than 255 plies, which is the limit of the recursion.
    Plies,
    /// There is not enough memory.
    Memory,
}

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions => {
                let millions = MAX_TRACED / 1_000_000;
                write!(
                    f,
                    "the tree is too large: at most {millions} million positions can be counted"
                )
            }
            Self::Walk => {
                let millions = MAX_WALKED / 1_000_000;
                write!(
                    f,
                    "the tree is too large: the search makes more than {millions} million calls"
                )
            }
            Self::Memory => {
                let megabytes = (MAX_TRACED * 64) >> 20;
                write!(
                    f,
                    "there is not enough memory to count the tree: it takes up to {megabytes} MiB"
                )
            }
            Self::Calls => f.write_str("the tree is too large: it has more than 2^64 - 1 calls"),
            Self::Plies => {
                write!(
                    f,
                    "the tree is too deep: a play takes more than {} plies from there",
                    u8::MAX
                )
            }
        }
    }
}

impl Error for TreeTooLarge {}
