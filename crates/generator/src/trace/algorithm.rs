//! The searches whose calls can be seen.

use std::hash::Hash;

use perfect_play_core::Game;

use super::{alpha_beta, call::Call, memo, plain, too_large::TreeTooLarge};
use crate::ScoreRule;

/// A search that returns the score of best play. Every search tries the moves in ascending order, and chooses the
/// first move with the best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The plain recursion: [`minimax`](crate::minimax()).
    #[default]
    Minimax,
    /// Fail-soft alpha-beta. The first call has the open window. A call stops as soon as its window is closed
    /// ([`Window::is_closed`](crate::Window::is_closed)), and returns the best score so far.
    AlphaBeta,
    /// Minimax with a memo, which stores the score of each position from which a call has returned.
    Memo,
    /// [`Algorithm::Memo`] in which symmetric positions share a stored score.
    SymmetricMemo,
}

impl Algorithm {
    /// All searches, the default first.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::Memo, Self::SymmetricMemo];

    /// The tree of calls from a position down to a depth, and the number of calls at each depth, which plain minimax does not
    /// count. A search with a memo makes at most `max_calls` calls.
    pub(super) fn walk<G: Game<Position: Ord + Hash>>(
        self,
        (game, position): (&G, G::Position),
        rule: ScoreRule,
        max_calls: u64,
        max_depth: u8,
    ) -> Result<(Call<G::Position>, Vec<u64>), TreeTooLarge> {
        let first = (position, game.to_move(position));
        let memo = |images| memo::trace(game, first, rule, images, max_calls, max_depth);
        match self {
            Self::Minimax => Ok((plain::trace(game, first, rule, max_depth)?, Vec::new())),
            Self::AlphaBeta => alpha_beta::trace(game, first, rule, max_depth),
            Self::Memo => memo(false),
            Self::SymmetricMemo => memo(true),
        }
    }
}
