//! Minimax with a memo, call by call.

use std::hash::Hash;

use perfect_play_core::{Game, Move, Player};

use super::{
    Call, TreeTooLarge,
    call::{Counter, after},
    memo_key::{Memo, MemoKey, remember},
};
use crate::{ScoreRule, minimax::Choice};

/// The tree, and the number of calls at each depth.
pub(super) fn trace<G: Game<Position: Ord + Hash>>(
    game: &G,
    first: (G::Position, Player),
    rule: ScoreRule,
    images: bool,
    max_calls: u64,
    max_depth: u8,
) -> Result<(Call<G::Position>, Vec<u64>), TreeTooLarge> {
    let (known, counter) = (Memo::default(), Counter::default());
    let mut walk = Walk { game, rule, images, max_calls, max_depth, known, counter };
    let root = walk.call(first, None, 0)?;
    Ok((root, walk.counter.by_depth))
}

struct Walk<'a, G: Game> {
    game: &'a G,
    rule: ScoreRule,
    /// Whether symmetric positions share a score in the memo.
    images: bool,
    /// The number of calls at which the walk ends with an error.
    max_calls: u64,
    max_depth: u8,
    /// The scores and numbers of the calls that have returned.
    known: Memo<G::Position>,
    counter: Counter,
}

impl<G: Game<Position: Ord + Hash>> Walk<'_, G> {
    fn call(
        &mut self,
        (position, to_move): (G::Position, Player),
        mv: Option<Move>,
        depth: u8,
    ) -> Result<Call<G::Position>, TreeTooLarge> {
        let number = self.counter.call(depth);
        if number > self.max_calls {
            return Err(TreeTooLarge::Walk);
        }
        let mut call = Call::new(number, (position, to_move), mv);
        // The side to move is part of the key: positions of impartial games do not contain it, and a score is
        // that of X.
        let key = (self.key(position), to_move);
        if let Some(&(score, number)) = self.known.get(&key) {
            (call.score, call.known_from, call.remembered) = (score, Some(number), 1);
            return Ok(call);
        }
        let mut choice = Choice::new(to_move);
        for mv in self.game.legal_moves(position) {
            let below = depth.checked_add(1).ok_or(TreeTooLarge::Plies)?;
            let child = after(self.game, (position, to_move), mv);
            let child = self.call(child, Some(mv), below)?;
            choice.consider(mv, child.score);
            call.remembered += child.remembered;
            if depth < self.max_depth {
                call.children.push(child);
            }
        }
        (call.score, call.best_move) =
            choice.made(|| self.rule.score_with(self.game, position, to_move));
        call.calls = self.counter.calls + 1 - call.number;
        remember(&mut self.known, key, (call.score, call.number))?;
        Ok(call)
    }

    fn key(&self, position: G::Position) -> MemoKey<G::Position> {
        if self.images {
            MemoKey::of_images(self.game, position)
        } else {
            MemoKey::of(self.game, position)
        }
    }
}
