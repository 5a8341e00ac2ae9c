//! The proof of a table from the rules alone.
//!
//! This module must never use anything of a solver, nor what reads moves out of a table
//! ([`perfect_play_core::MoveValues`]): it states again, from the definitions, what an entry is.

use std::collections::HashMap;

use perfect_play_core::{Entry, Game, Move, Moves, Objective, Outcome, Probe};

use crate::REPORT_EVERY;

/// After so many faults the proof is given up.
pub const MAX_FAULTS: usize = 1000;

/// What came of proving a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification<P> {
    /// How many positions are reachable, for each ply from 0 to the game's longest play; where
    /// there are faults, as far as the proof came.
    pub positions_by_ply: Vec<u64>,
    /// Where the table is wrong: first entries that should not be there, then missing and wrong
    /// ones by descending code, so that what a position follows from comes before it: the first
    /// fault is wrong by itself, and not because of another. At most [`MAX_FAULTS`].
    pub faults: Vec<Fault<P>>,
}

impl<P> Verification<P> {
    /// Whether the table is proven: it has an entry for exactly the reachable positions, and each
    /// is right.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.faults.is_empty()
    }

    /// How many positions are reachable, or as many as the proof came to.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions_by_ply.iter().sum()
    }
}

/// A place where a table is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<P> {
    /// The position.
    pub position: P,
    /// What the table says; `None` if it gives no answer.
    pub found: Option<Entry>,
    /// What follows from the rules and the entries one ply on; `None` if nothing does: there should
    /// be no entry, or the game itself is at fault.
    pub expected: Option<Entry>,
}

/// Proves a table from the rules alone: the start and whatever a legal move leads to from a
/// position with an entry has an entry, nothing else has one, and each is what follows from the
/// entries one ply on.
///
/// `progress` is told now and then how much is done, and of how much.
pub fn verify<T: Probe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Verification<<T::Game as Game>::Position> {
    let game = table.game();
    let mut positions_by_ply = vec![0; usize::from(game.max_plies()) + 1];
    let no_entry = |position| Fault { position, found: table.probe(position).ok(), expected: None };
    let reachable = match reachable(game) {
        Ok(reachable) => reachable,
        Err(position) => {
            return Verification { positions_by_ply, faults: vec![no_entry(position)] };
        }
    };
    let unreachable = |&position: &_| !reachable.contains(game.encode(position));
    let mut faults: Vec<_> =
        table.positions().filter(unreachable).map(no_entry).take(MAX_FAULTS).collect();

    // Where the table is wrong, what would be right is kept for the positions that lead there: so
    // that a wrong value does not make all before it look wrong.
    let mut corrections = HashMap::new();
    let codes = (0..game.codes()).rev().filter(|&code| reachable.contains(code));
    for (done, code) in codes.enumerate() {
        if faults.len() == MAX_FAULTS {
            break;
        }
        if done % REPORT_EVERY == 0 {
            progress(game.codes() - code, game.codes());
        }
        let Ok(position) = game.decode(code) else {
            continue;
        };
        if let Some(count) = positions_by_ply.get_mut(usize::from(game.ply(position))) {
            *count += 1;
        }
        let expected = follows(game, table.objective(), position, |child| {
            let code = game.encode(child);
            corrections.get(&code).copied().or_else(|| {
                let value = table.value(child).ok()?;
                let plies = value.plies().unwrap_or_else(|| game.plies_to_draw(child));
                Some((value.outcome(), plies))
            })
        });
        let found = table.probe(position).ok();
        // Where nothing is expected of a reachable position, something one ply on is missing.
        if found != expected || expected.is_none() {
            if let Some(Entry { outcome, remoteness, .. }) = expected {
                corrections.insert(code, (outcome, remoteness));
            }
            faults.push(Fault { position, found, expected });
        }
    }
    Verification { positions_by_ply, faults }
}

/// The entry that follows, by definition, from the rules and from outcome and remoteness of the
/// positions one ply on. `None` if one of those has no entry.
fn follows<G: Game>(
    game: &G,
    objective: Objective,
    position: G::Position,
    entry_of: impl Fn(G::Position) -> Option<(Outcome, u8)>,
) -> Option<Entry> {
    if let Some(outcome) = game.terminal(position) {
        return Some(Entry { outcome, remoteness: 0, optimal_moves: Moves::EMPTY });
    }
    // For the mover: the outcome, the remoteness, the move.
    let mut moves: Vec<(Outcome, u8, Move)> = Vec::new();
    for mv in game.legal_moves(position) {
        let child = game.play(position, mv);
        let (outcome, remoteness) = entry_of(child)?;
        let same_mover = game.to_move(child) == game.to_move(position);
        let outcome = if same_mover { outcome } else { outcome.reverse() };
        moves.push((outcome, remoteness.saturating_add(1), mv));
    }
    let outcome = moves.iter().map(|&(outcome, ..)| outcome).max()?;
    moves.retain(|&(worth, ..)| worth == outcome);
    let plies = moves.iter().map(|&(_, plies, _)| plies);
    let remoteness = match outcome {
        Outcome::Win => plies.min(),
        Outcome::Draw | Outcome::Loss => plies.max(),
    }?;
    if objective == Objective::Fastest && outcome != Outcome::Draw {
        moves.retain(|&(_, plies, _)| plies == remoteness);
    }
    let optimal_moves = moves.iter().map(|&(_, _, mv)| mv).collect();
    Some(Entry { outcome, remoteness, optimal_moves })
}

/// A set of codes, one bit each.
struct Codes(Vec<u64>);

impl Codes {
    fn contains(&self, code: u64) -> bool {
        let (word, bit) = Self::place(code);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a code; says whether it is new.
    fn insert(&mut self, code: u64) -> bool {
        let (word, bit) = Self::place(code);
        let Some(word) = self.0.get_mut(word) else {
            return false;
        };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn place(code: u64) -> (usize, u64) {
        (usize::try_from(code / 64).unwrap_or(usize::MAX), 1 << (code % 64))
    }
}

/// What play can lead to, found by playing; a position that play leads to but that breaks what the
/// game says of its positions, if there is one.
fn reachable<G: Game>(game: &G) -> Result<Codes, G::Position> {
    let words = usize::try_from(game.codes().div_ceil(64)).unwrap_or(usize::MAX);
    let mut reached = Codes(vec![0; words]);
    let mut unexplored = vec![game.start()];
    reached.insert(game.encode(game.start()));
    while let Some(position) = unexplored.pop() {
        let has_its_code = game.decode(game.encode(position)) == Ok(position);
        if !has_its_code || game.ply(position) > game.max_plies() {
            return Err(position);
        }
        if game.terminal(position).is_some() {
            continue;
        }
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if game.encode(child) >= game.codes() {
                return Err(child);
            }
            if reached.insert(game.encode(child)) {
                unexplored.push(child);
            }
        }
    }
    Ok(reached)
}
