//! The proof of a table from the rules alone.
//!
//! The proof reads the table's values. The table's optimal moves are only compared, at a sample if the rules are tested.
//! [`definition`](crate::definition) says what an entry must be.

mod by_rank;
mod by_tier;
mod circle;
mod images;
mod lately;
mod numbered;
mod plies;
mod proof_log;
mod reading;
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
    ops::{ControlFlow, Range},
};

use perfect_play_core::{
    Entry, Game, Key, Next, Numbering, Objective, Place, Probe, Scheme, Slot, Table, Value, Values,
};
use perfect_play_numbering::{Unreadable, has_keys, plies_to_count, starts};

use self::{
    circle::circle,
    images::Images,
    numbered::Numbered,
    reading::{ByPosition, BySlot, PositionOf, Reading},
    sample::Sample,
    slots::Slots,
    verify_error::DecodedOtherwise,
};
use crate::{
    REPORT_EVERY,
    answer::entry_or_none,
    at_ply::at_ply,
    definition::{Ending, OfChildren, follows},
    image_of_moves::image_of_moves,
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
/// ([`Numbering::symmetries`](perfect_play_core::Numbering::symmetries)), only one of them is checked by definition. The proof
/// then also checks that the symmetries are right: see [`verify_with`].
///
/// `progress` is called now and then with the amount of work that is done and the total.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// let game: Mnk = "tictactoe+misere".parse()?;
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
    verify_with(table, Rules::Unknown, progress)
}

/// [`verify`], for rules of which something is known. The numbering must have one section, and a slot for each position.
///
/// With [`Rules::Tested`], the symmetries are checked only at a sample of positions, and so is whether the numbering gives a
/// position for its own slot, whether [`Game::next`] is right, and whether the optimal moves are those that follow from the
/// values. For every position of such rules, the moves of an image are known to be the images of the position's moves, and to
/// lead to the images of the position's children, and a position is known to be the one with its code. The rules of
/// `perfect-play-games` are tested in this way. If this is called with `Rules::Tested` for other rules, a wrong table may be
/// proven.
///
/// # Errors
///
/// The errors of [`verify`].
pub fn verify_with<G: Game + Sync, N: Numbering<G> + Sync, V: Values + Sync>(
    table: &Table<G, N, V>,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    let numbered = Numbered { game: table.game(), numbering: table.numbering() };
    verify_by(table, numbered, &BySlot(table), rules, progress)
}

/// [`verify_with`] for any type that answers probes. `numbering` need not be the numbering of the table: if positions share a
/// slot there, the table may have an entry for each of them, and all of these are compared.
///
/// # Errors
///
/// The errors of [`verify`].
pub fn verify_as<T: Probe<Game: Sync> + Sync, N: Numbering<T::Game> + Sync>(
    table: &T,
    numbering: &N,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    let numbered = Numbered { game: table.game(), numbering };
    verify_by(table, numbered, &ByPosition { table, numbered }, rules, progress)
}

fn verify_by<T: Probe<Game: Sync> + Sync, N: Numbering<T::Game> + Sync>(
    table: &T,
    numbered: Numbered<'_, T::Game, N>,
    reading: &impl Reading<T>,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<PositionOf<T>>, VerifyError> {
    let Numbered { game, numbering } = numbered;
    if numbering.sections(game) != 1 {
        return Err(VerifyError::SeveralSections);
    }
    if table.objective() == Objective::Outcome && game.repeats() {
        // With the objective `outcome`, a player who takes any move that keeps a win may never win. So the table would
        // call moves optimal that are not.
        let found = entry_or_none(table.probe(game.start()))?;
        return Ok(Verification::refuted(Fault { position: game.start(), found, expected: None }));
    }
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
    let reached = Slots::none(numbered.slots())?;
    Ok(Proof { table, numbered, reading, rules, reached: &reached }.prove(progress)?)
}

/// A table that is proven, and its reachable slots. They are the empty set at first.
struct Proof<'a, T: Probe, N, R> {
    table: &'a T,
    numbered: Numbered<'a, T::Game, N>,
    reading: &'a R,
    rules: Rules,
    reached: &'a Slots,
}

impl<T: Probe, N, R> Clone for Proof<'_, T, N, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Probe, N, R> Copy for Proof<'_, T, N, R> {}

impl<T, N, R> Proof<'_, T, N, R>
where
    T: Probe<Game: Sync> + Sync,
    N: Numbering<T::Game> + Sync,
    R: Reading<T>,
{
    fn prove(
        self,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Verification<PositionOf<T>>, Unreadable> {
        let Self { table, numbered, reading, reached, .. } = self;
        let game = table.game();
        let mut known = Verification::new();
        known.positions_by_ply = vec![0; plies_to_count(game)];
        let no_entry = |position| {
            let found = entry_or_none(table.probe(position))?;
            Ok(Fault { position, found, expected: None })
        };
        let mut of_reached = known.clone();
        match self.prove_reachable(&mut of_reached, progress) {
            Ok(()) => {}
            Err(Stop::Contradiction(position)) => {
                known.faults = vec![no_entry(position)?];
                return Ok(known);
            }
            Err(Stop::Unreadable(error)) => return Err(error),
        }
        let is_reached = |slot: Slot| slot.section == 0 && reached.contains(slot.rank as u64);
        known.faults = reading
            .surplus(is_reached)
            .map(no_entry)
            .take(MAX_FAULTS)
            .collect::<Result<Vec<_>, Unreadable>>()?;

        // All positions were found by playing every move, so each must be reachable: a slot that is not reached is a fault.
        let slots = numbered.slots();
        if has_keys(game) {
            let surplus = (0..slots).filter(|&slot| !reached.contains(slot));
            for (_, position) in surplus.filter_map(|slot| numbered.first(slot)) {
                if known.faults.len() == MAX_FAULTS {
                    break;
                }
                if !known.faults.iter().any(|fault| fault.position == position) {
                    known.faults.push(no_entry(position)?);
                }
            }
        }
        if of_reached.faults.is_empty() {
            return Ok(Verification { faults: known.faults, ..of_reached });
        }
        // If the table is wrong at a position, the right value is kept for the positions that lead there. So a wrong
        // value does not make all earlier positions look wrong. The order of the slots matters only for this list of faults.
        let (mut prover, mut corrections) = (Prover::of(self), HashMap::new());
        for slot in (0..slots).rev() {
            if known.faults.len() == MAX_FAULTS {
                break;
            }
            if slot % REPORT_EVERY as u64 == 0 {
                progress(slots - slot, slots);
            }
            if !reached.contains(slot) {
                continue;
            }
            let (place, position) = prover.gather(slot)?;
            let fault = prover.prove(place, position, &corrections, &mut known)?;
            if let Some(entry) = fault.and_then(|fault| fault.expected) {
                corrections.insert(slot, entry.into());
            }
            known.faults.extend(fault);
        }
        progress(slots, slots);
        if known.faults.is_empty() {
            // The game gave another answer when it was asked again, or the table was asked in another way.
            known.faults = of_reached.faults;
            known.faults.truncate(MAX_FAULTS);
        }
        Ok(known)
    }

    /// Finds the reachable positions by playing, on all threads, and proves their entries. Of the positions that share a slot,
    /// only the first one is played from, and proven. `proof` gets the number of entries, and some fault if there is one.
    fn prove_reachable(
        self,
        proof: &mut Verification<PositionOf<T>>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), Stop<PositionOf<T>>> {
        let Numbered { game, numbering } = self.numbered;
        let (starts, held) = (starts(game), self.reading.held(self.numbered.slots()).max(1));
        let (prover, mut found) = (Prover::of(self), Vec::new());
        for &start in &starts {
            let place = numbering.place(game, start);
            prover
                .visit(start, place, game.ply(start).map(|_| 0), &mut found)
                .map_err(Stop::Contradiction)?;
        }
        prover.images.check_starts(&starts).map_err(Stop::Contradiction)?;
        let (mut before, no_corrections) = (0, HashMap::new());
        while !found.is_empty() {
            // In an order that does not depend on the threads.
            found.sort_unstable();
            let mut next = Vec::new();
            let from = |some: Range<u64>| {
                let (mut prover, mut found_there) = (Prover::of(self), Vec::new());
                let mut proof = Verification::new();
                #[expect(clippy::cast_possible_truncation, reason = "they are in memory")]
                for &slot in &found[some.start as usize..some.end as usize] {
                    let (slot, position) = prover.gather(slot)?;
                    prover
                        .visit_children(slot, position, &mut found_there)
                        .map_err(Stop::Contradiction)?;
                    let fault = prover.prove(slot, position, &no_corrections, &mut proof)?;
                    if proof.faults.is_empty() {
                        proof.faults.extend(fault);
                    }
                }
                Ok::<_, Stop<_>>((found_there, proof))
            };
            let mut report = |done| progress(held.min(before + done), held);
            let _ =
                in_chunks(0..found.len() as u64, &mut report, from, |(found_there, of_some)| {
                    next.extend(found_there);
                    proof.add(of_some);
                    ControlFlow::Continue(())
                })?;
            before += found.len() as u64;
            found = next;
        }
        progress(held, held);
        Ok(())
    }
}

/// Why reachable positions are not looked for any more.
enum Stop<P> {
    /// This reachable position breaks what the game says about its positions.
    Contradiction(P),
    Unreadable(Unreadable),
}

impl<P> From<Unreadable> for Stop<P> {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}

/// What a thread needs to find reachable positions, and to prove their entries.
struct Prover<'a, T: Probe, N, R> {
    proof: Proof<'a, T, N, R>,
    images: Images<'a, T::Game, N>,
    /// The children that are compared with what the numbering gives for them.
    comparisons: Sample,
    /// The positions whose images are asked for their slots.
    images_asked: Sample,
    /// The positions for whose moves [`Game::next`] is compared with what follows from the positions.
    steps: Sample,
    /// The positions that the table is asked for, as a user asks. Their optimal moves are compared.
    probes: Sample,
    /// The children of the position that is looked at, without and with what is known of them.
    positions: Vec<PositionOf<T>>,
    children: Vec<Child<PositionOf<T>>>,
}

/// A child of a position.
#[derive(Clone, Copy)]
struct Child<P> {
    position: P,
    place: Option<Place>,
    value: Option<Value>,
}

impl<P: Key> Child<P> {
    fn ending<G: Game<Position = P>>(&self, game: &G) -> Option<Ending> {
        self.value.map(|value| Ending::of(game, self.position, value))
    }
}

impl<'a, T, N, R> Prover<'a, T, N, R>
where
    T: Probe,
    N: Numbering<T::Game>,
    R: Reading<T>,
{
    fn of(proof: Proof<'a, T, N, R>) -> Self {
        let Proof { numbered, rules, .. } = proof;
        let [comparisons, images_asked, steps, probes] = [(); 4].map(|()| Sample::of(rules));
        let (images, positions, children) = (Images::of(numbered, rules), Vec::new(), Vec::new());
        Self { proof, images, comparisons, images_asked, steps, probes, positions, children }
    }

    /// Lists the children of the first position of the slot with this number. Returns the slot and the position.
    fn gather(&mut self, slot: u64) -> Result<(Slot, PositionOf<T>), Unreadable> {
        let numbered @ Numbered { game, numbering } = self.proof.numbered;
        // It had one when it was found.
        let Some((slot, position)) = numbered.first(slot) else {
            return Err(Unreadable::new(DecodedOtherwise { slot }));
        };
        let (positions, children) = (&mut self.positions, &mut self.children);
        positions.clear();
        children.clear();
        if game.terminal(position).is_none() {
            let moves = game.legal_moves(position);
            positions.extend(moves.iter().map(|mv| game.play(position, mv)));
        }
        let mut left = positions.iter();
        numbering.places(game, positions, &mut |place| {
            children.extend(left.next().map(|&position| Child { position, place, value: None }));
        });
        Ok((slot, position))
    }

    /// Adds the slot of a position to `found` if it is new. `played` is what `ply` must return.
    ///
    /// # Errors
    ///
    /// The position if it breaks what the game says.
    fn visit(
        &self,
        position: PositionOf<T>,
        place: Option<Place>,
        played: Option<u16>,
        found: &mut Vec<u64>,
    ) -> Result<(), PositionOf<T>> {
        let Proof { numbered, reached, .. } = self.proof;
        let Numbered { game, numbering } = numbered;
        let Some(Place::Slot(slot)) = place else { return Err(position) };
        let (ply, most) = (game.ply(position), game.max_plies());
        let is_sound = ply == played
            && (most == 0 || ply.is_none_or(|ply| ply <= most))
            && slot.section == 0
            && (slot.rank as u64) < numbered.slots()
            && (!self.comparisons.takes_next() || self.is_known(position, slot));
        if !is_sound {
            return Err(position);
        }
        if reached.insert(slot.rank as u64) {
            found.push(slot.rank as u64);
            // It is played from this position.
            numbering.position(game, slot).ok_or(position)?;
        }
        Ok(())
    }

    /// Whether the numbering gives this position for its own slot, and the rules do not tell it apart from the one that is given.
    fn is_known(&self, position: PositionOf<T>, slot: Slot) -> bool {
        let Proof { numbered: Numbered { game, numbering }, rules, .. } = self.proof;
        // If two positions have the same code, the code is decoded to only one of them. If they count as equal, the rules may
        // still tell them apart, maybe some plies later: then only what is printed differs here.
        numbering.find(game, position).is_some_and(|(found, known)| {
            found == slot
                && numbering.place(game, position) == Some(Place::Slot(slot))
                && game.ply(known) == game.ply(position)
                && numbering.check(game, position).is_ok()
                && !rules.tell_apart(game, known, position)
        })
    }

    /// Adds the new slots of the children that were listed of the first position of a slot.
    ///
    /// # Errors
    ///
    /// A position that breaks what the game says.
    fn visit_children(
        &self,
        slot: Slot,
        position: PositionOf<T>,
        found: &mut Vec<u64>,
    ) -> Result<(), PositionOf<T>> {
        let Numbered { game, numbering } = self.proof.numbered;
        self.images.check(position)?;
        if self.images_asked.takes_next() {
            let mut sharing = 0;
            let have_slot = numbering.sharing(game, position).all(|image| {
                sharing += 1;
                numbering.place(game, image) == Some(Place::Slot(slot))
            });
            if !have_slot || sharing != numbering.count_sharing(game, position) {
                return Err(position);
            }
        }
        if self.children.is_empty() {
            return Ok(());
        }
        let played = match game.ply(position) {
            Some(plies) => Some(plies.checked_add(1).ok_or(position)?),
            None => None,
        };
        let is_sampled = self.steps.takes_next();
        for child in &self.children {
            if is_sampled
                && game.next(position, child.position) != Next::of(game, position, child.position)
            {
                return Err(position);
            }
            self.visit(child.position, child.place, played, found)?;
        }
        Ok(())
    }

    /// Compares the entry of a position, or only its value, with what follows from the values of its children in the table, which
    /// were listed, and counts it in `proof`. `corrections` are right values of slots where the table is wrong.
    fn prove(
        &mut self,
        slot: Slot,
        position: PositionOf<T>,
        corrections: &HashMap<u64, Ending>,
        proof: &mut Verification<PositionOf<T>>,
    ) -> Result<Option<Fault<PositionOf<T>>>, Unreadable> {
        let Proof { table, numbered, reading, .. } = self.proof;
        let Numbered { game, numbering } = numbered;
        let sharing = numbering.count_sharing(game, position);
        proof.entries += sharing;
        *at_ply(&mut proof.positions_by_ply, game.ply(position).unwrap_or(0)) += sharing;
        for child in &mut self.children {
            if let Some(Place::Slot(slot)) = child.place {
                child.value = reading.value(slot, child.position)?;
            }
        }
        let is_sampled = self.probes.takes_next();
        // Of an entry that has only a value, the moves follow from this and from the values of the children.
        if R::HAS_ONLY_VALUES
            && !is_sampled
            && corrections.is_empty()
            && self.has_right_value(slot, position)?
        {
            return Ok(None);
        }
        let mut children = self.children.iter();
        let expected = follows(game, table.objective(), position, |played| {
            // A child that the rules give only once has no value.
            let child = children.next().filter(|child| child.position == played);
            Ok::<_, Unreadable>(child.and_then(|child| {
                let corrected = match child.place {
                    Some(Place::Slot(slot)) => corrections.get(&(slot.rank as u64)).copied(),
                    _ => None,
                };
                corrected.or_else(|| child.ending(game))
            }))
        })?;
        // The rules gave as many children when they were asked again.
        let are_all = children.next().is_none();
        let mut children = self.children.iter();
        let mut values = |played| match children.next() {
            Some(&Child { position, value: Some(value), .. }) if position == played => Ok(value),
            _ => table.value(played),
        };
        // At a sample, this is what a user gets who asks for the position.
        let found = if is_sampled {
            entry_or_none(table.probe_with(position, &mut values))?
        } else {
            reading.entry(slot, position, &mut values)?
        };
        // If no entry follows for a reachable position, one of its children has no entry.
        match expected {
            Some(entry) if found == expected && are_all => self.fault_of_image(position, entry),
            _ => Ok(Some(Fault { position, found, expected })),
        }
    }

    /// Finds a wrong entry among those of the other positions that share the slot of a position with this entry. `None` if the
    /// table has only values: then it has one for the slot.
    fn fault_of_image(
        &self,
        position: PositionOf<T>,
        entry: Entry,
    ) -> Result<Option<Fault<PositionOf<T>>>, Unreadable> {
        if R::HAS_ONLY_VALUES {
            return Ok(None);
        }
        let Proof { table, numbered: Numbered { game, numbering }, .. } = self.proof;
        for image in numbering.sharing(game, position).filter(|&image| image != position) {
            let leads_there = |&symmetry: &u8| game.image(position, symmetry) == image;
            let symmetry = (0..numbering.symmetries(game)).find(leads_there);
            let expected = symmetry.map(|symmetry| {
                let optimal_moves = image_of_moves(game, position, entry.optimal_moves, symmetry);
                Entry { optimal_moves, ..entry }
            });
            let found = entry_or_none(table.probe(image))?;
            if found != expected || expected.is_none() {
                return Ok(Some(Fault { position: image, found, expected }));
            }
        }
        Ok(None)
    }

    /// Whether the value of a position follows from the values of its children, which were listed. `false` says nothing where the
    /// game is over: there are no children.
    fn has_right_value(&self, slot: Slot, position: PositionOf<T>) -> Result<bool, Unreadable> {
        let Proof { numbered: Numbered { game, .. }, reading, .. } = self.proof;
        // A numbering that does not answer about a child leaves it out of the list.
        if self.children.is_empty() || self.children.len() != self.positions.len() {
            return Ok(false);
        }
        let mut of_children = OfChildren::none(game, position);
        for child in &self.children {
            of_children.add(child.position, child.ending(game));
        }
        let found = reading.value(slot, position)?.map(|value| Ending::of(game, position, value));
        Ok(found.is_some() && found == of_children.ending())
    }
}
