//! The number of calls of a search down to each depth.

use std::hash::Hash;

use perfect_play_core::Game;

use super::{Algorithm, TreeTooLarge};
use crate::ScoreRule;

/// The number of calls that a search makes down to each depth. Made by [`calls_to_depth`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, CallsToDepth, ScoreRule, calls_to_depth};
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("XOXXO..XO")?;
/// let last = calls_to_depth(&game, board, ScoreRule::Unit, Algorithm::Minimax, 1000)?;
/// assert_eq!(last, CallsToDepth { calls: vec![1, 3, 5], whole: true });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallsToDepth {
    /// The number of calls down to each depth. The first call has depth 0.
    pub calls: Vec<u64>,
    /// Whether `calls` has all depths. If not, the limit was reached.
    pub whole: bool,
}

/// The number of calls that a search makes down to each depth, for the depths with at most `limit` calls.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Algorithm, ScoreRule, calls_to_depth};
///
/// let game = Mnk::TICTACTOE;
/// let calls = |algorithm, limit| {
///     calls_to_depth(&game, Board::EMPTY, ScoreRule::Unit, algorithm, limit)
/// };
/// let empty = calls(Algorithm::Minimax, 1000)?;
/// assert_eq!((&empty.calls[..], empty.whole), (&[1, 10, 82, 586][..], false));
/// let empty = calls(Algorithm::AlphaBeta, u64::MAX)?;
/// assert_eq!((empty.calls.len(), empty.calls.last(), empty.whole), (10, Some(&18_297), true));
/// let empty = calls(Algorithm::Memo, u64::MAX)?;
/// assert_eq!((empty.calls.len(), empty.calls.last(), empty.whole), (10, Some(&16_168), true));
/// # Ok::<(), perfect_play_generator::TreeTooLarge>(())
/// ```
///
/// # Errors
///
/// The errors of [`trace`](crate::trace()). Plain minimax has no errors, because it stops at the limit.
pub fn calls_to_depth<G: Game<Position: Ord + Hash>>(
    game: &G,
    position: G::Position,
    rule: ScoreRule,
    algorithm: Algorithm,
    limit: u64,
) -> Result<CallsToDepth, TreeTooLarge> {
    if algorithm == Algorithm::Minimax {
        return Ok(plain(game, position, limit));
    }
    let (_, by_depth) = algorithm.walk((game, position), rule, u64::MAX, 0)?;
    let depths = by_depth.len();
    let totals = by_depth.into_iter().scan(0, |total, calls| {
        *total += calls;
        Some(*total)
    });
    let calls: Vec<_> = totals.take_while(|&total| total <= limit).collect();
    let whole = calls.len() == depths;
    Ok(CallsToDepth { calls, whole })
}

/// The calls of plain minimax, found depth by depth.
fn plain<G: Game>(game: &G, position: G::Position, limit: u64) -> CallsToDepth {
    let mut depth = vec![position];
    let (mut calls, mut all, mut next) = (Vec::new(), 0, 1);
    while next > 0 {
        all += next;
        if all > limit {
            return CallsToDepth { calls, whole: false };
        }
        calls.push(all);
        // Count the calls of the next depth before making them, so that at most `limit` positions are held.
        let moves = |&position: &G::Position| u64::from(game.legal_moves(position).len());
        next = depth.iter().map(moves).sum();
        if all + next > limit {
            continue;
        }
        depth = depth
            .into_iter()
            .flat_map(|position| {
                let moves = game.legal_moves(position).iter();
                moves.map(move |mv| game.play(position, mv))
            })
            .collect();
    }
    CallsToDepth { calls, whole: true }
}
