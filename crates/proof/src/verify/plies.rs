//! The proof of a cut table: what lies below the cut is solved once more, by the definition.

use std::collections::{HashMap, HashSet};

use perfect_play_core::{Entry, Game, Moves, Numbering, Probe, Table, Values};
use perfect_play_numbering::starts;

use super::{Fault, MAX_FAULTS, Verification, VerifyError};
use crate::{
    REPORT_EVERY,
    answer::entry_or_none,
    at_ply::at_ply,
    definition::{Ending, ending_that_follows, follows},
};

/// Proves a table that stores only the positions to which at most `plies` plies lead. It proves that
///
/// * each of these positions has an entry, and no other position has one;
/// * each entry is what follows by the definition. For this, every position of the game is played and solved in memory,
///   without a numbering, a search or symmetries.
///
/// The positions may take at most `memory` bytes. `progress` is called now and then with the number of solved positions,
/// and 0, because their total is unknown.
///
/// ```
/// use perfect_play_core::{Objective, Table, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::PlyNumbering;
/// use perfect_play_proof::verify_plies;
///
/// // The first ply of a game with two cells that nobody wins: the start, and one slot for both first moves.
/// let game: Mnk = "mnk:2,1,2".parse()?;
/// let table = |value: Value| {
///     let (numbering, values) = (PlyNumbering::of(&game, 1).unwrap(), vec![value.byte(); 2]);
///     Table::new(game, Objective::Fastest, numbering, values).unwrap()
/// };
/// assert!(verify_plies(&table(Value::DRAW), 1, 1 << 20, &mut |_, _| ())?.is_proven());
/// let wrong = table(Value::win(2).unwrap());
/// assert!(!verify_plies(&wrong, 1, 1 << 20, &mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read, or if the positions do not fit into the memory.
pub fn verify_plies<G: Game, N: Numbering<G>, V: Values>(
    table: &Table<G, N, V>,
    plies: u16,
    memory: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    let game = table.game();
    let mut solved = Solved { game, endings: HashMap::new(), memory };
    let mut proof = Verification::new();
    let first = match first_plies(game, plies) {
        Ok(first) => first,
        Err(position) => return Ok(Verification::refuted(fault(position))),
    };
    let surplus = table.positions().filter(|position| !first.contains(position));
    proof.faults.extend(surplus.map(fault).take(MAX_FAULTS));
    let mut first: Vec<_> = first.into_iter().collect();
    first.sort_unstable();
    for position in first {
        if proof.faults.len() == MAX_FAULTS {
            break;
        }
        if let Err(on_circle) = solved.solve(position, progress)? {
            return Ok(Verification::refuted(fault(on_circle)));
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

/// The positions to which at most this many plies lead.
///
/// # Errors
///
/// A position at which `ply` is wrong.
fn first_plies<G: Game>(game: &G, plies: u16) -> Result<HashSet<G::Position>, G::Position> {
    let (mut all, mut last) = (HashSet::new(), starts(game));
    last.retain(|&start| all.insert(start));
    for ply in 0..=plies {
        let mut next = Vec::new();
        for position in last {
            // A position that counts its plies is found after as many.
            if game.ply(position).is_some_and(|counted| counted != ply) {
                return Err(position);
            }
            if ply == plies || game.terminal(position).is_some() {
                continue;
            }
            let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
            next.extend(children.filter(|&child| all.insert(child)));
        }
        last = next;
    }
    Ok(all)
}

/// The positions that have been solved.
struct Solved<'g, G: Game> {
    game: &'g G,
    /// `None` while the children of the position are solved, and if the rules are wrong.
    endings: HashMap<G::Position, Option<Ending>>,
    memory: u64,
}

impl<G: Game> Solved<'_, G> {
    /// Solves a position and all that play from there can lead to. Gives a position to which play can return, if there is
    /// one: then nothing follows.
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
            if self.endings.contains_key(&position) {
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
                match self.endings.get(&child) {
                    None => open.push((child, false)),
                    // It is solved, or it waits for this position.
                    Some(None) if open.contains(&(child, true)) => return Ok(Err(child)),
                    Some(_) => {}
                }
            }
        }
        Ok(Ok(()))
    }

    fn bytes(&self) -> u64 {
        // A map is at most seven eighths full, and has a byte more for each place.
        self.endings.capacity() as u64 * (size_of::<(G::Position, Option<Ending>)>() as u64 + 1) * 8
            / 7
    }
}
