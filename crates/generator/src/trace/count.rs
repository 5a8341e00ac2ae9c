//! The number of calls of a search.

use std::hash::Hash;

use perfect_play_core::Game;

use super::{Algorithm, Call, MAX_WALKED, TreeTooLarge};
use crate::ScoreRule;

/// The number of calls that a search makes. Made by [`count_calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// All calls.
    pub calls: u64,
    /// The calls that take the score from a memo.
    pub remembered: u64,
}

/// The number of calls in the tree of this call.
impl<P> From<&Call<P>> for CallCount {
    fn from(root: &Call<P>) -> Self {
        Self { calls: root.calls, remembered: root.remembered }
    }
}

/// The number of calls that a search makes from a position. Searches other than plain minimax are counted by making
/// their calls, at most [`MAX_WALKED`] of them. So counting takes little time for any game.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, ScoreRule, count_calls};
///
/// let count =
///     |algorithm| count_calls(&Mnk::TICTACTOE, Board::EMPTY, ScoreRule::Unit, algorithm);
/// assert_eq!(count(Algorithm::Minimax)?.calls, 549_946);
/// let memo = count(Algorithm::Memo)?;
/// // Each of the 5478 positions is computed once.
/// assert_eq!(memo.calls - memo.remembered, 5478);
/// # Ok::<(), perfect_play_generator::TreeTooLarge>(())
/// ```
///
/// # Errors
///
/// The errors of [`trace`](crate::trace()). A search with a memo that makes more than [`MAX_WALKED`] calls also gives
/// [`TreeTooLarge::Walk`].
pub fn count_calls<G: Game<Position: Ord + Hash>>(
    game: &G,
    position: G::Position,
    rule: ScoreRule,
    algorithm: Algorithm,
) -> Result<CallCount, TreeTooLarge> {
    let (root, _) = algorithm.walk((game, position), rule, MAX_WALKED, 0)?;
    Ok(CallCount::from(&root))
}
