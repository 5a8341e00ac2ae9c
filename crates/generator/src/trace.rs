//! The tree of a search, call by call: of plain minimax, of alpha-beta, and of minimax with a memo.

mod algorithm;
mod alpha_beta;
mod call;
mod count;
mod memo;
mod memo_key;
mod plain;
mod to_depth;
mod too_large;

use std::hash::Hash;

use perfect_play_core::Game;

pub use self::{
    algorithm::Algorithm,
    call::{Bound, Call, Window},
    count::{CallCount, count_calls},
    to_depth::{CallsToDepth, calls_to_depth},
    too_large::{MAX_TRACED, MAX_WALKED, TreeTooLarge},
};
use crate::ScoreRule;

/// The tree of calls that a search makes from a position. The tree contains every call down to `max_depth` plies below
/// the first call. Deeper calls are only counted.
///
/// The calls of plain minimax are counted without making them all, because a memo stores the number of calls below
/// each position. So the totals are exact for any game that can be solved. The other searches really make all calls.
///
/// The game may be without codes. Then a memo stores positions instead of codes, so positions must be [`Ord`] and
/// [`Hash`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, Bound, ScoreRule, Window, trace};
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("O1XX4X6OO")?;
/// let root = trace(&game, board, ScoreRule::Ten, Algorithm::Minimax, u8::MAX)?;
/// assert_eq!((root.calls, root.score, root.best_move), (9, 10, Some(4)));
/// let calls: Vec<_> = root.children.iter().map(|call| (call.number, call.score)).collect();
/// assert_eq!(calls, [(2, -10), (5, 10), (6, -10)]);
///
/// // Move 4 gives X +10. If X plays 6 instead, O's answer 1 returns +10. So move 6 cannot give X more, and
/// // O's other answer is not tried.
/// let root = trace(&game, board, ScoreRule::Ten, Algorithm::AlphaBeta, u8::MAX)?;
/// assert_eq!((root.calls, root.score, root.best_move), (8, 10, Some(4)));
/// let last = &root.children[2];
/// assert_eq!(last.window, Window { alpha: Some(10), beta: None });
/// assert_eq!((last.score, last.bound, last.untried.to_string()), (10, Bound::AtMost, "4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// * [`TreeTooLarge::Positions`]: more than [`MAX_TRACED`] positions have to be stored.
/// * [`TreeTooLarge::Walk`]: alpha-beta makes more than [`MAX_WALKED`] calls.
/// * [`TreeTooLarge::Calls`]: there are more than 2^64 − 1 calls.
/// * [`TreeTooLarge::Plies`]: a play takes more than 255 plies, for example because it repeats a position.
/// * [`TreeTooLarge::Memory`]: there is not enough memory.
pub fn trace<G: Game<Position: Ord + Hash>>(
    game: &G,
    position: G::Position,
    rule: ScoreRule,
    algorithm: Algorithm,
    max_depth: u8,
) -> Result<Call<G::Position>, TreeTooLarge> {
    algorithm.walk((game, position), rule, u64::MAX, max_depth).map(|(root, _)| root)
}
