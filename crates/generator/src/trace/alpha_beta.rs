//! Fail-soft alpha-beta, call by call.

use perfect_play_core::{Game, Move, Player};

use super::{
    Bound, Call, MAX_WALKED, TreeTooLarge, Window,
    call::{Counter, after},
};
use crate::{ScoreRule, minimax::Choice};

/// The tree, and the number of calls at each depth.
pub(super) fn trace<G: Game>(
    game: &G,
    first: (G::Position, Player),
    rule: ScoreRule,
    max_depth: u8,
) -> Result<(Call<G::Position>, Vec<u64>), TreeTooLarge> {
    let mut walk = Walk { game, rule, max_depth, counter: Counter::default() };
    let root = walk.call(first, None, Window::OPEN, 0)?;
    Ok((root, walk.counter.by_depth))
}

struct Walk<'a, G> {
    game: &'a G,
    rule: ScoreRule,
    max_depth: u8,
    counter: Counter,
}

impl<G: Game> Walk<'_, G> {
    fn call(
        &mut self,
        (position, to_move): (G::Position, Player),
        mv: Option<Move>,
        window: Window,
        depth: u8,
    ) -> Result<Call<G::Position>, TreeTooLarge> {
        let number = self.counter.call(depth);
        if number > MAX_WALKED {
            return Err(TreeTooLarge::Walk);
        }
        let mut choice = Choice::new(to_move);
        let mut children = Vec::new();
        let (mut left, mut bound) = (window, Bound::Exact);
        let mut untried = self.game.legal_moves(position);
        for mv in untried {
            if left.is_closed() {
                break;
            }
            untried = untried.without(mv);
            let below = depth.checked_add(1).ok_or(TreeTooLarge::Plies)?;
            let child = after(self.game, (position, to_move), mv);
            let child = self.call(child, Some(mv), left, below)?;
            // The score of the best child is a bound of the same kind for this call: a child that is worse cannot
            // be better than its bound, which is not better than the best score. Of two children with the same
            // score one exact score is enough. For X, a child whose score is only a lower bound has reached beta,
            // which closes this window: no later child is compared with it. For O it is the same with alpha.
            if choice.consider(mv, child.score) {
                bound = child.bound;
            } else if choice.score() == Some(child.score) && child.bound == Bound::Exact {
                bound = Bound::Exact;
            }
            left = narrowed(left, to_move, child.score);
            if depth < self.max_depth {
                children.push(child);
            }
        }
        // An untried move can only improve the score for the side to move.
        if !untried.is_empty() {
            bound = match to_move {
                Player::X => Bound::AtLeast,
                Player::O => Bound::AtMost,
            };
        }
        let (score, best_move) = choice.made(|| self.rule.score_with(self.game, position, to_move));
        // Calls are numbered in their order, and the calls below this one are all made by now.
        let calls = self.counter.calls + 1 - number;
        let call = Call::new(number, (position, to_move), mv);
        Ok(Call { window, score, bound, best_move, untried, calls, children, ..call })
    }
}

/// The window after the side to move has found a score.
fn narrowed(Window { alpha, beta }: Window, to_move: Player, score: i16) -> Window {
    match to_move {
        Player::X => Window { alpha: Some(alpha.map_or(score, |alpha| alpha.max(score))), beta },
        Player::O => Window { alpha, beta: Some(beta.map_or(score, |beta| beta.min(score))) },
    }
}
