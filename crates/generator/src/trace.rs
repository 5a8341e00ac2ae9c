//! The tree of a search, call by call: of plain minimax, of alpha-beta, and of minimax with a memo.

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
    call::{Bound, Call, Window},
    count::{CallCount, count_calls},
    to_depth::{CallsToDepth, calls_to_depth},
    too_large::{MAX_TRACED, MAX_WALKED, TreeTooLarge},
};
use crate::ScoreRule;

/// A search that returns the score of best play. Every search tries the moves in ascending order, and chooses the
/// first move with the best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The plain recursion: [`minimax`](crate::minimax()).
    #[default]
    Minimax,
    /// Fail-soft alpha-beta. The first call has the open window. A call stops as soon as its window is closed
    /// ([`Window::is_closed`]), and returns the best score so far.
    AlphaBeta,
    /// Minimax with a memo, which stores the score of each position from which a call has returned.
    Memo,
    /// [`Algorithm::Memo`] in which symmetric positions share a stored score.
    SymmetricMemo,
}

impl Algorithm {
    /// All searches, the default first.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::Memo, Self::SymmetricMemo];
}

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
    let first = (position, game.to_move(position));
    match algorithm {
        Algorithm::Minimax => plain::trace(game, first, rule, max_depth),
        Algorithm::AlphaBeta => {
            alpha_beta::trace(game, first, rule, max_depth).map(|(root, _)| root)
        }
        Algorithm::Memo | Algorithm::SymmetricMemo => {
            let images = algorithm == Algorithm::SymmetricMemo;
            memo::trace(game, first, rule, images, u64::MAX, max_depth).map(|(root, _)| root)
        }
    }
}
