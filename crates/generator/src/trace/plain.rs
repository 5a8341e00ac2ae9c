//! Plain minimax. A memo of the numbers of calls counts the whole tree, and only the drawn part is walked.

use std::hash::Hash;

use perfect_play_core::{Game, Move, Player};

use super::{
    Call, TreeTooLarge,
    call::after,
    memo_key::{Memo, MemoKey, remember},
};
use crate::{ScoreRule, minimax::Choice};

pub(super) fn trace<G: Game<Position: Ord + Hash>>(
    game: &G,
    first: (G::Position, Player),
    rule: ScoreRule,
    max_depth: u8,
) -> Result<Call<G::Position>, TreeTooLarge> {
    Tree { game, rule, known: Memo::default() }.call(1, first, None, max_depth)
}

struct Tree<'a, G: Game> {
    game: &'a G,
    rule: ScoreRule,
    /// The scores and the numbers of calls of the visited positions, by their canonical images.
    known: Memo<G::Position>,
}

impl<G: Game<Position: Ord + Hash>> Tree<'_, G> {
    /// The call with this number, reached by this move.
    fn call(
        &mut self,
        number: u64,
        (position, to_move): (G::Position, Player),
        mv: Option<Move>,
        depth: u8,
    ) -> Result<Call<G::Position>, TreeTooLarge> {
        let (score, calls) = self.count((position, to_move), u8::MAX)?;
        let mut choice = Choice::new(to_move);
        let mut children = Vec::new();
        let mut next = number + 1;
        for mv in self.game.legal_moves(position) {
            let child = after(self.game, (position, to_move), mv);
            let (child_score, child_calls) = self.count(child, u8::MAX)?;
            choice.consider(mv, child_score);
            if let Some(depth) = depth.checked_sub(1) {
                children.push(self.call(next, child, Some(mv), depth)?);
            }
            next += child_calls;
        }
        let (_, best_move) = choice.made(|| score);
        let call = Call::new(number, (position, to_move), mv);
        Ok(Call { score, best_move, calls, children, ..call })
    }

    /// The score that plain minimax returns for a position, and the number of its calls. The rest of a play may take
    /// at most this many plies.
    fn count(
        &mut self,
        (position, to_move): (G::Position, Player),
        plies: u8,
    ) -> Result<(i16, u64), TreeTooLarge> {
        let key = (MemoKey::of_images(self.game, position), to_move);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut choice = Choice::new(to_move);
        let mut calls = 1_u64;
        for mv in self.game.legal_moves(position) {
            let plies = plies.checked_sub(1).ok_or(TreeTooLarge::Plies)?;
            let (score, below) = self.count(after(self.game, (position, to_move), mv), plies)?;
            choice.consider(mv, score);
            calls = calls.checked_add(below).ok_or(TreeTooLarge::Calls)?;
        }
        let (score, _) = choice.made(|| self.rule.score_with(self.game, position, to_move));
        remember(&mut self.known, key, (score, calls))?;
        Ok((score, calls))
    }
}
