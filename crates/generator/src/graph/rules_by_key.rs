//! The rules of a game whose positions are distinguished by keys, and their answers.

use std::hash::Hash;

use perfect_play_core::{Game, Moves, Next, Value};

use super::{
    keys::shard_of,
    shard::{Answer, OPEN, SAME, SHARDS},
};
use crate::{
    Inconsistency, SolveError,
    fault::{end_at, fault_of_end, fault_of_move, is_compared},
};

/// The positions of the game.
pub(crate) type Position<R> = <<R as RulesByKey>::Game as Game>::Position;

/// Which checks of the rules a solver makes for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    /// Only those that are cheap: the rules are known not to contradict themselves.
    None,
    /// Those that take long are made for a sample.
    Sample,
    /// All.
    All,
}

impl Checks {
    /// Whether the checks that take long are made for the position with this number.
    #[inline]
    pub(crate) fn compares(self, number: u64) -> bool {
        self == Self::All || is_compared(number)
    }
}

/// The rules of a game whose positions are distinguished by keys. Positions with the same key have the same value.
pub(crate) trait RulesByKey {
    type Game: Game;
    type Key: Copy + Ord + Hash + Send + Sync;

    fn game(&self) -> &Self::Game;

    /// The key of a reachable position. If `compares`, checks that the position does not differ from the one that has
    /// its key.
    fn key(&self, position: Position<Self>, compares: bool) -> Result<Self::Key, SolveError>;

    /// Checks that two positions do not differ whose keys are equal.
    fn compare(&self, known: Self::Key, again: Self::Key) -> Result<(), SolveError>;

    /// The position that represents all positions with this key.
    fn position(&self, key: Self::Key) -> Result<Position<Self>, SolveError>;

    /// What is checked.
    fn checks(&self) -> Checks;

    /// Checks the rules at a position, except for the end of the game and the plies. If `compares`, this includes what takes
    /// long.
    fn check(
        &self,
        position: Position<Self>,
        moves: Moves,
        end: Option<Value>,
        compares: bool,
    ) -> Result<(), SolveError>;
}

/// Calls the rules for a position: computes its end and its moves. Calls `each` with the key that each move leads to,
/// and [`SAME`] or 0.
#[inline]
pub(crate) fn ask<R: RulesByKey + ?Sized>(
    rules: &R,
    (key, number): (R::Key, u32),
    mut each: impl FnMut(R::Key, u32) -> Result<(), SolveError>,
) -> Result<Answer, SolveError> {
    let (game, position) = (rules.game(), rules.position(key)?);
    let moves = game.legal_moves(position);
    let end = end_at(game, position, moves);
    let checks = rules.checks();
    let compares = checks.compares(number.into());
    rules.check(position, moves, end, compares)?;
    if let Some(kind) = fault_of_end(game, position, moves, end) {
        return Err(Inconsistency::at(game, position, kind).into());
    }
    for mv in moves {
        let child = game.play(position, mv);
        let again = if game.next(position, child) == Next::Same { SAME } else { 0 };
        if checks != Checks::None
            && let Some(kind) = fault_of_move(game, position, mv, child)
        {
            return Err(Inconsistency::at(game, position, kind).into());
        }
        each(rules.key(child, compares)?, again)?;
    }
    // There are at most 256 moves.
    let count = u16::try_from(moves.len()).unwrap_or(u16::MAX);
    // `each` was called once for each of these moves, so the count and the parents in the graph agree, whatever
    // the rules say in another call.
    Ok(Answer { value: end.map_or(OPEN, |end| game.scheme().byte(end)), moves: count })
}

/// The rules' answers about some positions, and the keys that their moves lead to.
pub(crate) struct Answers<K> {
    pub(crate) answers: Vec<Answer>,
    /// For each shard: keys that moves lead to, each with the number of the parent, combined with [`SAME`] or
    /// not.
    pub(crate) mail: Vec<Vec<(K, u32)>>,
}

impl<K> Answers<K> {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let of_mail =
            self.mail.iter().map(|mail| mail.len() * size_of::<(K, u32)>()).sum::<usize>();
        (of_mail + self.answers.len() * size_of::<Answer>()) as u64
    }
}

/// Calls the rules for these positions ([`ask`]), which are given with their numbers.
pub(crate) fn ask_all<R: RulesByKey>(
    rules: &R,
    positions: Vec<(R::Key, u32)>,
) -> Result<Answers<R::Key>, SolveError> {
    let mut mail: Vec<Vec<(R::Key, u32)>> = Vec::new();
    // A few moves for each position, distributed over the shards.
    let room = positions.len() / 8;
    mail.resize_with(SHARDS, || Vec::with_capacity(room));
    let mut answers = Vec::with_capacity(positions.len());
    for (key, number) in positions {
        let answer = ask(rules, (key, number), |child, again| {
            mail[shard_of(child)].push((child, number | again));
            Ok(())
        })?;
        answers.push(answer);
    }
    Ok(Answers { answers, mail })
}
