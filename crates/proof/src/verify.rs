//! The proof of a table from the rules alone.
//!
//! The proof reads the table's values. The table's optimal moves are only compared. [`definition`](crate::definition)
//! says what an entry must be.

mod by_rank;
mod by_tier;
mod circle;
mod images;
mod lately;
mod numbered;
mod plies;
mod proof_log;
mod rules;
mod sample;
mod slots;
mod verification;
mod verify_error;

pub use self::{
    by_rank::verify_by_rank,
    by_tier::{TierProver, verify_by_tier},
    plies::verify_plies,
    proof_log::{ProofLog, Proven},
    rules::Rules,
    verification::{Fault, MAX_FAULTS, Verification},
    verify_error::VerifyError,
};

use std::{
    collections::HashMap,
    iter,
    ops::{ControlFlow, Range},
};

use perfect_play_core::{Game, Next, Numbering, Objective, Probe, Scheme, Table, Values};
use perfect_play_numbering::{Unreadable, has_keys, plies_to_count, starts};

use self::{
    circle::circle, images::Images, numbered::Numbered, sample::Sample, slots::Slots,
    verify_error::DecodedOtherwise,
};
use crate::{
    REPORT_EVERY,
    answer::entry_or_none,
    at_ply::at_ply,
    definition::{Ending, follows},
    in_chunks::in_chunks,
};

/// Proves a table from the rules alone. It proves that
///
/// * the start has an entry, and so has each position after a legal move from a position with an entry;
/// * no other position has an entry;
/// * each entry follows from the entries of the child positions.
///
/// It is also checked that `ply` is 0 at the start and rises by one with each move, and that the rules do not tell
/// apart positions that are equal.
///
/// This is enough even if play can repeat a position. A win in *n* plies has a move to a loss in *n* − 1 plies. A loss
/// in *n* plies has only moves to wins in at most *n* − 1 plies. So by induction over *n* each win and each loss is
/// right, and no position that is won or lost is called a draw. If the game is played for points, it is first proven
/// that no play repeats a position.
///
/// If a position and its images share a slot
/// ([`Numbering::symmetries`](perfect_play_core::Numbering::symmetries)), only one of them is checked. The proof
/// then also checks that the symmetries are right: see [`verify_with`].
///
/// `progress` is called now and then with the amount of work that is done and the total.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// let game: Mnk = "mnk:4,3,3+misere".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// assert!(verify(&table, &mut |_done, _of| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read. If the game decodes the code of a reachable position differently the second time. If
/// there is not enough memory for one bit for each slot of the table. The table is then neither proven nor refuted.
pub fn verify<G: Game + Sync, N: Numbering<G> + Sync, V: Values + Sync>(
    table: &Table<G, N, V>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    verify_with(table, table.numbering(), Rules::Unknown, progress)
}

/// [`verify`] for any type that answers probes. `numbering` must have one section, and a slot for each position. It need not
/// be the numbering of the table.
///
/// With [`Rules::Tested`], the symmetries are checked only at a sample of positions. For every position of such rules, the
/// moves of an image are known to be the images of the position's moves, and to lead to the images of the position's
/// children. The rules of `perfect-play-games` are tested in this way. If this is called with `Rules::Tested` for other
/// rules, a wrong table may be proven.
///
/// # Errors
///
/// The errors of [`verify`].
pub fn verify_with<T: Probe<Game: Sync> + Sync, N: Numbering<T::Game> + Sync>(
    table: &T,
    numbering: &N,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    let game = table.game();
    if numbering.sections(game) != 1 {
        return Err(VerifyError::SeveralSections);
    }
    if table.objective() == Objective::Outcome && game.repeats() {
        // With the objective `outcome`, a player who takes any move that keeps a win may never win. So the table would
        // call moves optimal that are not.
        let found = entry_or_none(table.probe(game.start()))?;
        return Ok(Verification::refuted(Fault { position: game.start(), found, expected: None }));
    }
    let numbered = Numbered { game, numbering };
    // On a cycle of positions, the points can agree with one another although they do not follow from any end of the
    // game. And with the objective `outcome`, see above: that the game does not repeat may be wrong.
    let is_doubted = table.objective() == Objective::Outcome && rules != Rules::Tested;
    if (game.scheme() == Scheme::Score || is_doubted)
        && let Some(position) =
            circle(game, numbered.slots(), |position| Some(numbered.slot(position)), starts(game))?
    {
        let found = entry_or_none(table.probe(position))?;
        return Ok(Verification::refuted(Fault { position, found, expected: None }));
    }
    Ok(prove(table, numbered, rules, &Slots::none(numbered.slots())?, progress)?)
}

/// Proves a table. `reached` is the empty set of slots.
fn prove<T: Probe<Game: Sync> + Sync, N: Numbering<T::Game> + Sync>(
    table: &T,
    numbered: Numbered<'_, T::Game, N>,
    rules: Rules,
    reached: &Slots,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, Unreadable> {
    let game = table.game();
    let mut proof = Verification::new();
    proof.positions_by_ply = vec![0; plies_to_count(game)];
    let no_entry = |position| {
        let found = entry_or_none(table.probe(position))?;
        Ok(Fault { position, found, expected: None })
    };
    if let Err(position) = reach(numbered, rules, reached) {
        proof.faults = vec![no_entry(position)?];
        return Ok(proof);
    }
    let unreachable = |&position: &_| !reached.contains(numbered.slot(position));
    proof.faults = table
        .positions()
        .filter(unreachable)
        .map(no_entry)
        .take(MAX_FAULTS)
        .collect::<Result<Vec<_>, Unreadable>>()?;

    // All positions were found by playing every move, so each must be reachable: a slot that is not reached is a fault.
    if has_keys(game) {
        let surplus = (0..numbered.slots()).filter(|&slot| !reached.contains(slot));
        for position in surplus.filter_map(|slot| numbered.first(slot)) {
            if proof.faults.len() == MAX_FAULTS {
                break;
            }
            if !proof.faults.iter().any(|fault| fault.position == position) {
                proof.faults.push(no_entry(position)?);
            }
        }
    }

    let checked = Checked { table, numbered, reached };
    let (known, slots) = (proof.clone(), numbered.slots());
    let work = |slots: Range<u64>| checked.prove(slots, &HashMap::new());
    let flow = in_chunks(0..slots, &mut |done| progress(done, slots), work, |chunk| {
        let is_right = chunk.faults.is_empty();
        proof.add(chunk);
        if is_right { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if flow.is_continue() {
        return Ok(proof);
    }
    // If the table is wrong at a position, the right value is kept for the positions that lead there. So a wrong
    // value does not make all earlier positions look wrong. The order of the slots matters only for this list of faults.
    let (mut proof, mut corrections) = (known, HashMap::new());
    for slot in (0..slots).rev() {
        if proof.faults.len() == MAX_FAULTS {
            break;
        }
        if slot % REPORT_EVERY as u64 == 0 {
            progress(slots - slot, slots);
        }
        let of_slot = checked.prove(slot..slot + 1, &corrections)?;
        if let Some(entry) = of_slot.faults.first().and_then(|fault| fault.expected) {
            corrections.insert(slot, entry.into());
        }
        proof.add(of_slot);
    }
    progress(slots, slots);
    Ok(proof)
}

/// A table, and its reachable slots.
struct Checked<'a, T: Probe, N> {
    table: &'a T,
    numbered: Numbered<'a, T::Game, N>,
    reached: &'a Slots,
}

impl<T: Probe, N: Numbering<T::Game>> Checked<'_, T, N> {
    /// Compares each entry with what follows from the values of its children in the table. `corrections` are right values of
    /// slots where the table is wrong.
    fn prove(
        &self,
        slots: Range<u64>,
        corrections: &HashMap<u64, Ending>,
    ) -> Result<Verification<<T::Game as Game>::Position>, Unreadable> {
        let Self { table, numbered, .. } = self;
        let game = table.game();
        let (mut proof, mut read) = (Verification::new(), Vec::new());
        for slot in slots.filter(|&slot| self.reached.contains(slot)) {
            let Some(position) = numbered.first(slot) else {
                return Err(Unreadable::new(DecodedOtherwise { slot }));
            };
            for image in numbered.numbering.sharing(game, position) {
                proof.entries += 1;
                *at_ply(&mut proof.positions_by_ply, game.ply(image).unwrap_or(0)) += 1;
            }
            numbered.numbering.touch(game, &mut children(game, position));
            read.clear();
            let expected = follows(game, table.objective(), position, |child| {
                if !corrections.is_empty()
                    && let Some(&ending) = corrections.get(&numbered.slot(child))
                {
                    return Ok(Some(ending));
                }
                let value = entry_or_none(table.value(child))?;
                read.extend(value.map(|value| (child, value)));
                Ok(value.map(|value| Ending::of(game, child, value)))
            })?;
            // Most values that the table's own entry needs have just been read.
            let mut read_again = read.iter();
            let found = table.probe_with(position, &mut |child| match read_again.next() {
                Some(&(known, value)) if known == child => Ok(value),
                _ => table.value(child),
            });
            let found = entry_or_none(found)?;
            // If no entry follows for a reachable position, one of its children has no entry.
            if found != expected || expected.is_none() {
                proof.faults.push(Fault { position, found, expected });
            }
        }
        Ok(proof)
    }
}

/// The positions after the moves of a position, unless the game is over there. The game is asked when the first one is taken.
fn children<G: Game>(game: &G, position: G::Position) -> impl Iterator<Item = G::Position> {
    let open = iter::once(position).filter(|&position| game.terminal(position).is_none());
    open.flat_map(move |position| {
        game.legal_moves(position).iter().map(move |mv| game.play(position, mv))
    })
}

/// Finds the reachable positions by playing, on all threads. Returns a reachable position that breaks what the game says about
/// its positions, if there is one. `reached` is the empty set at first.
///
/// Of the positions that share a slot, only the first one is played from.
fn reach<G: Game + Sync, N: Numbering<G> + Sync>(
    numbered: Numbered<'_, G, N>,
    rules: Rules,
    reached: &Slots,
) -> Result<(), G::Position> {
    let game = numbered.game;
    let starts = starts(game);
    let (visitor, mut found) = (Visitor::new(numbered, rules, reached), Vec::new());
    for &start in &starts {
        visitor.visit(start, game.ply(start).map(|_| 0), &mut found)?;
    }
    visitor.images.check_starts(&starts)?;
    while !found.is_empty() {
        // In an order that does not depend on the threads.
        found.sort_unstable();
        let mut next = Vec::new();
        let from = |some: Range<u64>| {
            let (visitor, mut found_there) = (Visitor::new(numbered, rules, reached), Vec::new());
            #[expect(clippy::cast_possible_truncation, reason = "they are in memory")]
            for &slot in &found[some.start as usize..some.end as usize] {
                visitor.visit_children(slot, &mut found_there)?;
            }
            Ok(found_there)
        };
        let _ = in_chunks(0..found.len() as u64, &mut |_| (), from, |found_there| {
            next.extend(found_there);
            ControlFlow::Continue(())
        })?;
        found = next;
    }
    Ok(())
}

/// What a thread needs to find reachable positions.
struct Visitor<'a, G, N> {
    numbered: Numbered<'a, G, N>,
    images: Images<'a, G, N>,
    rules: Rules,
    comparisons: Sample,
    reached: &'a Slots,
}

impl<'a, G: Game, N: Numbering<G>> Visitor<'a, G, N> {
    fn new(numbered: Numbered<'a, G, N>, rules: Rules, reached: &'a Slots) -> Self {
        let (images, comparisons) = (Images::of(numbered, rules), Sample::of(rules));
        Self { numbered, images, rules, comparisons, reached }
    }

    /// Adds the slot of a position to `found` if it is new. `played` is what `ply` must return.
    ///
    /// # Errors
    ///
    /// The position if it breaks what the game says.
    fn visit(
        &self,
        position: G::Position,
        played: Option<u16>,
        found: &mut Vec<u64>,
    ) -> Result<(), G::Position> {
        let Numbered { game, numbering } = self.numbered;
        let (slot, known) = numbering.find(game, position).ok_or(position)?;
        let (ply, most) = (game.ply(position), game.max_plies());
        // If two positions have the same code, the code is decoded to only one of them. If they count as equal, the rules may
        // still tell them apart, maybe some plies later: then only what is printed differs here.
        let is_same = || {
            !self.comparisons.takes_next()
                || numbering.check(game, position).is_ok()
                    && !self.rules.tell_apart(game, known, position)
        };
        let is_sound = ply == played
            && (most == 0 || ply.is_none_or(|ply| ply <= most))
            && game.ply(known) == ply
            && is_same()
            && slot.section == 0
            && (slot.rank as u64) < self.numbered.slots();
        if !is_sound {
            return Err(position);
        }
        if self.reached.insert(slot.rank as u64) {
            found.push(slot.rank as u64);
            // It is played from this position.
            numbering.position(game, slot).ok_or(position)?;
        }
        Ok(())
    }

    /// Adds the new slots after the moves from the first position of a slot.
    ///
    /// # Errors
    ///
    /// A position that breaks what the game says.
    fn visit_children(&self, slot: u64, found: &mut Vec<u64>) -> Result<(), G::Position> {
        let game = self.numbered.game;
        // It had one when it was found.
        let Some(position) = self.numbered.first(slot) else { return Err(game.start()) };
        self.images.check(position)?;
        if game.terminal(position).is_some() {
            return Ok(());
        }
        let played = match game.ply(position) {
            Some(plies) => Some(plies.checked_add(1).ok_or(position)?),
            None => None,
        };
        self.numbered.numbering.touch(game, &mut children(game, position));
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if game.next(position, child) != Next::of(game, position, child) {
                return Err(position);
            }
            self.visit(child, played, found)?;
        }
        Ok(())
    }
}
