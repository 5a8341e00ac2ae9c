//! The proof of a cut table: what lies below the cut is solved once more, by the definition.

use std::collections::HashMap;

use perfect_play_core::{Entry, Game, Moves, Numbering, Probe, Table, Values};
use perfect_play_numbering::{FirstPlies, starts};

use super::{Fault, MAX_FAULTS, Rules, Verification, VerifyError};
use crate::{
    REPORT_EVERY,
    answer::entry_or_none,
    at_ply::at_ply,
    definition::{Ending, ending_that_follows, follows, is_next},
};

/// Proves a table that stores only the positions to which at most `plies` plies lead. It proves that
///
/// * each of these positions has an entry, and no other position has one;
/// * each entry is what follows by the definition. For this, every position of the game is played and solved in memory,
///   without a numbering, a search or symmetries. With [`Rules::Unknown`], positions that count as equal are compared.
///
/// The positions may take at most `memory` bytes, and the first ones as many once more. `progress` is called now and then with the number of solved positions,
/// and 0, because their total is unknown.
///
/// ```
/// use perfect_play_core::{Objective, Table, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::PlyNumbering;
/// use perfect_play_proof::{Rules, verify_plies};
///
/// // The first ply of a game with two cells that nobody wins: the start, and one slot for both first moves.
/// let game: Mnk = "mnk:2,1,2".parse()?;
/// let table = |value: Value| {
///     let (numbering, values) = (PlyNumbering::of(&game, 1).unwrap(), vec![value.byte(); 2]);
///     Table::new(game, Objective::Fastest, numbering, values).unwrap()
/// };
/// assert!(verify_plies(&table(Value::DRAW), 1, Rules::Tested, 1 << 20, &mut |_, _| ())?.is_proven());
/// let wrong = table(Value::win(2).unwrap());
/// assert!(!verify_plies(&wrong, 1, Rules::Tested, 1 << 20, &mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read, or if the positions do not fit into the memory.
pub fn verify_plies<G: Game, N: Numbering<G>, V: Values>(
    table: &Table<G, N, V>,
    plies: u16,
    rules: Rules,
    memory: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    let game = table.game();
    if let Some(start) = starts(game).into_iter().find(|&start| game.ply(start) > Some(0)) {
        return Ok(Verification::refuted(fault(start)));
    }
    let mut solved = Solved { game, rules, endings: HashMap::new(), memory };
    let mut proof = Verification::new();
    let mut first = FirstPlies::of(game, |position| position);
    let mut are_stored = true;
    for _ in 0..plies {
        // A table may state more plies than it stores.
        for &position in first.last() {
            are_stored &= entry_or_none(table.value(position))?.is_some();
        }
        let fits = |count: usize| (count * size_of::<G::Position>()) as u64 <= memory;
        if !are_stored || first.last().is_empty() {
            break;
        }
        if !first.add_ply(fits) {
            return Err(VerifyError::TooManyPositions { positions: first.into_all().len() as u64 });
        }
    }
    let mut first = first.into_all();
    first.sort_unstable();
    if are_stored {
        let surplus = table.positions().filter(|position| first.binary_search(position).is_err());
        proof.faults.extend(surplus.map(fault).take(MAX_FAULTS));
    }
    for position in first {
        if proof.faults.len() == MAX_FAULTS {
            break;
        }
        if let Err(wrong) = solved.solve(position, progress)? {
            return Ok(Verification::refuted(fault(wrong)));
        }
        proof.entries += 1;
        *at_ply(&mut proof.positions_by_ply, game.ply(position).unwrap_or(0)) += 1;
        let expected = solved.endings.get(&position).copied().flatten();
        let value = entry_or_none(table.value(position))?;
        let found = value.map(|value| Ending::of(game, position, value));
        if found != expected || expected.is_none() {
            let of = |child| Ok::<_, VerifyError>(solved.endings.get(&child).copied().flatten());
            let expected = follows(game, table.objective(), position, of)?;
            let found = value.map(|value| Entry::new(game, position, value, Moves::EMPTY));
            proof.faults.push(Fault { position, found, expected });
        }
    }
    Ok(proof)
}

/// A fault of the game, or a position that should have no entry.
const fn fault<P>(position: P) -> Fault<P> {
    Fault { position, found: None, expected: None }
}

/// The positions that have been solved.
struct Solved<'g, G: Game> {
    game: &'g G,
    rules: Rules,
    /// `None` while the children of the position are solved, and if the rules are wrong.
    endings: HashMap<G::Position, Option<Ending>>,
    memory: u64,
}

impl<G: Game> Solved<'_, G> {
    /// Solves a position and all that play from there can lead to. If nothing follows, gives a position that shows why: play can
    /// return to it, the rules contradict themselves there, or they tell it apart from one that counts as equal.
    fn solve(
        &mut self,
        position: G::Position,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Result<(), G::Position>, VerifyError> {
        // A stack of its own, because a play may be long. Each position is on it twice at least: before its children, and
        // behind them.
        let mut open = vec![(position, false)];
        while let Some((position, is_ready)) = open.pop() {
            if is_ready {
                let endings = &self.endings;
                let of = |child| Ok::<_, VerifyError>(endings.get(&child).copied().flatten());
                let ending = ending_that_follows(self.game, position, of, |_, _| ())?;
                self.endings.insert(position, ending);
                continue;
            }
            if let Some((&known, _)) = self.endings.get_key_value(&position) {
                if self.tells_apart(known, position) {
                    return Ok(Err(position));
                }
                continue;
            }
            self.endings.insert(position, None);
            let count = self.endings.len();
            if count.is_multiple_of(REPORT_EVERY) {
                progress(count as u64, 0);
                if self.bytes() > self.memory {
                    return Err(VerifyError::TooManyPositions { positions: count as u64 });
                }
            }
            open.push((position, true));
            if self.game.terminal(position).is_some() {
                continue;
            }
            for mv in self.game.legal_moves(position) {
                let child = self.game.play(position, mv);
                if !is_next(self.game, position, child) {
                    return Ok(Err(position));
                }
                let Some((&known, ending)) = self.endings.get_key_value(&child) else {
                    open.push((child, false));
                    continue;
                };
                // It is solved, or it waits for this position.
                let is_on_circle = ending.is_none() && open.contains(&(child, true));
                if is_on_circle || self.tells_apart(known, child) {
                    return Ok(Err(child));
                }
            }
        }
        Ok(Ok(()))
    }

    fn tells_apart(&self, known: G::Position, again: G::Position) -> bool {
        self.rules == Rules::Unknown && self.rules.tell_apart(self.game, known, again)
    }

    fn bytes(&self) -> u64 {
        // A map is at most seven eighths full, and has a byte more for each place.
        self.endings.capacity() as u64 * (size_of::<(G::Position, Option<Ending>)>() as u64 + 1) * 8
            / 7
    }
}
