//! The proof of a table whose game says its tiers.

use std::{
    convert::Infallible,
    hint::black_box,
    ops::{ControlFlow, Range},
};

use perfect_play_core::{
    Game, Key, Numbering, Objective, Probe, Scheme, Slot, Table, Value, Values,
};
use perfect_play_numbering::{RankNumbering, UnitValues, Unreadable, each_start};

use super::{
    Fault, MAX_FAULTS, ProofLog, Proven, Rules, Verification, VerifyError,
    circle::circle,
    images::Images,
    lately::{Child, Lately},
    numbered::Numbered,
    sample::Sample,
};
use crate::{
    answer::{answer, entry_or_none},
    definition::{Ending, OfChildren, ending_that_follows, follows, is_next},
    in_chunks::in_chunks,
};

/// Proves a table by rank. It proves that
///
/// * the tiers are sound: the position that the author gives for a slot has this slot. Each of its images, and every position
///   after a move, has a slot whose position is an image of it, or the game is over there;
/// * every slot that is used has an entry, and it follows from the entries of the child positions;
/// * every start has an entry.
///
/// In tiers of which a table holds only reachable positions ([`RankNumbering::holds_all`]), a used slot may have no entry. But
/// the starts have entries, and so have the images and the children of each position with an entry. So every reachable position
/// has one.
///
/// [`verify`](crate::verify) says why this is enough. The entries of unreachable positions are proven as well. A byte of an
/// unused slot is never read, and not looked at.
///
/// With [`Rules::Tested`], symmetries, the list of child positions ([`Game::each_child`]) and their slots are checked only at a
/// sample: the rules and tiers are known to keep their promises.
///
/// `values` are the values of the table, for a pass unit by unit: those of `table` are read only for messages. `log` says which
/// tiers an interrupted proof has proven, as in [`verify_by_tier`](crate::verify_by_tier). `progress` is called now and then
/// with the amount of work that is done and the total.
///
/// # Errors
///
/// If the table cannot be read, or if there is not enough memory for two bits for each slot, in a game for points.
pub fn verify_by_rank<G: Game + Sync, V: Values + Sync, U: UnitValues>(
    table: &Table<G, RankNumbering, V>,
    values: &mut U,
    rules: Rules,
    log: &mut dyn ProofLog,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    let (game, numbering) = (table.game(), table.numbering());
    let refuted = |position| {
        let found = answer(table, position)?;
        Ok(Verification::refuted(Fault { position, found, expected: None }))
    };
    if table.objective() == Objective::Outcome && game.repeats() {
        return refuted(game.start());
    }
    let is_wrong = |start| {
        let has_entry = entry_or_none(table.value(start))?.is_some();
        let is_late = game.ply(start).is_some_and(|ply| ply > 0);
        Ok::<_, Unreadable>(!has_entry || is_late || !is_known(table, rules, start))
    };
    let mut wrong = Ok(None);
    each_start(game, &mut |start| {
        if matches!(wrong, Ok(None)) {
            wrong = is_wrong(start).map(|is_wrong| is_wrong.then_some(start));
        }
    });
    if let Some(start) = wrong? {
        return refuted(start);
    }
    // As in `verify_with`: on a circle, points can agree with one another although they follow from no end.
    let is_doubted = table.objective() == Objective::Outcome && rules != Rules::Tested;
    if game.scheme() == Scheme::Score || is_doubted {
        let slot = |position| {
            let slot = game.tiering().and_then(|tiering| tiering.rank(position));
            slot.map(|slot| numbering.number(slot).unwrap_or(u64::MAX))
        };
        let has_no_entry = |slot: Slot| {
            !numbering.holds_all(slot.section)
                && table.values().value(game.scheme(), slot).is_ok_and(|value| value.is_none())
        };
        let slots = (0..numbering.all_slots()).filter_map(|number| numbering.slot(number));
        let held = slots.filter(|&slot| !has_no_entry(slot));
        let all = held.filter_map(|slot| numbering.position(game, slot));
        if let Some(position) = circle(game, numbering.all_slots(), slot, all)? {
            return refuted(position);
        }
    }
    let (mut proof, all) = (Verification::new(), numbering.all_slots());
    let proven = log.proven();
    let is_left = |unit: &u32| numbering.tiers_of(*unit).end > proven.tiers;
    proof.entries = proven.entries;
    for unit in numbering.units().filter(is_left) {
        values.begin_unit(numbering.tiers_of(unit));
        let read = &*values;
        // A tier in a file is read even if it has no slot.
        for section in numbering.tiers_of(unit) {
            read.byte(Slot { section, rank: 0 }).map_err(Unreadable::new)?;
        }
        let prove = |slots| Chunk::of(table, read, rules).prove(slots);
        let slots = numbering.numbers(numbering.tiers_of(unit));
        let flow =
            in_chunks(slots, &mut |done| progress(done, all), prove, |(entries, faults)| {
                proof.entries += entries;
                proof.faults.extend(faults);
                if proof.faults.len() < MAX_FAULTS {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        if flow.is_break() {
            break;
        }
        if proof.faults.is_empty() {
            log.keep(Proven { tiers: numbering.tiers_of(unit).end, entries: proof.entries });
        }
    }
    proof.faults.truncate(MAX_FAULTS);
    Ok(proof)
}

/// Of so many slots of tested rules, all is checked at one. At the first one of each chunk as well.
const ONE_OF: u64 = 1 << 13;

/// How many slots are proven together, so that the processor waits for the values of many children at once.
const TOGETHER: usize = 32;

/// How many slots are used, and the faults.
type Entries<P> = (u64, Vec<Fault<P>>);

/// Some used slots, and the children of all of them.
struct Group<P> {
    slots: Vec<Gathered<P>>,
    children: Vec<Child<P>>,
    /// The children whose values must be read: their places in the list, and their slots.
    unread: Vec<(usize, Option<Slot>)>,
    lately: Lately<P>,
}

impl<P: Key> Group<P> {
    fn new() -> Self {
        Self { slots: Vec::new(), children: Vec::new(), unread: Vec::new(), lately: Lately::new() }
    }
}

struct Gathered<P> {
    slot: Slot,
    value: Option<Value>,
    position: P,
    /// Where its children end in the list of all.
    end: usize,
    /// Whether all is checked. Then its children are not listed.
    is_sampled: bool,
}

/// What a thread proves.
struct Chunk<'t, G: Game, V, U> {
    table: &'t Table<G, RankNumbering, V>,
    values: &'t U,
    images: Images<'t, G, RankNumbering>,
    /// The slots at which all is checked.
    sample: Sample,
    rules: Rules,
    /// Asked once, because every child needs it.
    scheme: Scheme,
}

impl<'t, G: Game, V: Values, U: UnitValues> Chunk<'t, G, V, U> {
    fn of(table: &'t Table<G, RankNumbering, V>, values: &'t U, rules: Rules) -> Self {
        let numbered = Numbered { game: table.game(), numbering: table.numbering() };
        Self {
            table,
            values,
            images: Images::of(numbered, rules).sampled(Sample::one_of(1, rules)),
            sample: Sample::one_of(ONE_OF, rules),
            rules,
            scheme: table.game().scheme(),
        }
    }

    /// Proves the entries of slots, counted through all tiers. Returns how many are used, and the faults.
    fn prove(&self, slots: Range<u64>) -> Result<Entries<G::Position>, Unreadable> {
        let (mut entries, mut faults, mut group) = (0, Vec::new(), Group::new());
        for start in slots.clone().step_by(TOGETHER) {
            if faults.len() >= MAX_FAULTS {
                break;
            }
            self.gather(start..slots.end.min(start + TOGETHER as u64), &mut group)?;
            entries += group.slots.len() as u64;
            let mut start = 0;
            for Gathered { slot, value, position, end, is_sampled } in group.slots.drain(..) {
                let children = &group.children[start..end];
                if is_sampled || !self.is_right(slot, value, position, children) {
                    faults.extend(self.fault(slot, value, position)?);
                }
                start = end;
            }
        }
        Ok((entries, faults))
    }

    /// Replaces a group by the used ones of these slots, and reads the values of their children.
    fn gather(
        &self,
        numbers: Range<u64>,
        Group { slots, children, unread, lately }: &mut Group<G::Position>,
    ) -> Result<(), Unreadable> {
        let (game, numbering) = (self.table.game(), self.table.numbering());
        slots.clear();
        children.clear();
        unread.clear();
        for slot in numbers.map_while(|number| numbering.slot(number)) {
            let value = self.values.value(self.scheme, slot).map_err(Unreadable::new)?;
            if value.is_none() && !numbering.holds_all(slot.section) {
                continue;
            }
            let Some(position) = numbering.position(game, slot) else { continue };
            let is_sampled = self.sample.takes_next();
            if !is_sampled {
                // Tested rules give all children in one call.
                game.each_child(position, &mut |position| {
                    let child = lately.get(position).unwrap_or_else(|| {
                        let slot = game.tiering().and_then(|tiering| tiering.rank(position));
                        unread.push((children.len(), slot));
                        Child { position, ending: None }
                    });
                    children.push(child);
                });
            }
            slots.push(Gathered { slot, value, position, end: children.len(), is_sampled });
        }
        // The processor waits for many of them at once.
        for slot in unread.iter().filter_map(|&(_, slot)| slot) {
            if black_box(self.values.byte(slot)).is_err() {
                // `ending_at` says so.
                break;
            }
        }
        for (place, slot) in unread.drain(..) {
            if let Some(child) = children.get_mut(place) {
                child.ending = self.ending_at(child.position, slot)?;
                lately.keep(*child);
            }
        }
        Ok(())
    }

    /// What is wrong with a slot that has this value. All is checked.
    fn fault(
        &self,
        slot: Slot,
        value: Option<Value>,
        position: G::Position,
    ) -> Result<Option<Fault<G::Position>>, Unreadable> {
        let (table, game) = (self.table, self.table.game());
        let is_sound = game.tiering().and_then(|tiering| tiering.rank(position)) == Some(slot)
            && self.images.check(position).is_ok()
            && (self.rules != Rules::Tested || self.gives_children(position))
            && self.has_images(position)?;
        let of = |child| self.ending_of(position, child);
        let expected =
            if is_sound { ending_that_follows(game, position, of, |_, _| ())? } else { None };
        let found = value.map(|value| Ending::of(game, position, value));
        if found == expected && expected.is_some() {
            return Ok(None);
        }
        let expected = match expected {
            Some(_) => follows(game, table.objective(), position, of)?,
            None => None,
        };
        Ok(Some(Fault { position, found: answer(table, position)?, expected }))
    }

    /// Whether the game gives the children of a position in one call.
    fn gives_children(&self, position: G::Position) -> bool {
        let (game, mut children) = (self.table.game(), Vec::new());
        game.each_child(position, &mut |child| children.push(child));
        let played = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
        played.eq(children)
    }

    /// Whether the value of a slot follows from those of the children of its position. `false` says nothing where the game is
    /// over: there are no children.
    fn is_right(
        &self,
        slot: Slot,
        value: Option<Value>,
        position: G::Position,
        children: &[Child<G::Position>],
    ) -> bool {
        let game = self.table.game();
        if game.tiering().and_then(|tiering| tiering.rank(position)) != Some(slot)
            || u64::from(game.legal_moves(position).len()) != children.len() as u64
            || game.terminal(position).is_some()
        {
            return false;
        }
        let mut of_children = OfChildren::none(game, position);
        for child in children {
            of_children.add(child.position, child.ending);
        }
        let found = value.map(|value| Ending::of(game, position, value));
        found.is_some() && found == of_children.ending()
    }

    /// Whether every image of a position ends as it does, and has a slot whose position is one of its images and that has an
    /// entry, or no slot, because the game is over there. The rules answer for an image without a slot.
    fn has_images(&self, position: G::Position) -> Result<bool, Unreadable> {
        let (game, numbering) = (self.table.game(), self.table.numbering());
        let end = game.end(position);
        for by in 0..numbering.symmetries(game) {
            let image = game.image(position, by);
            let is_right = match game.tiering().and_then(|tiering| tiering.rank(image)) {
                Some(slot) => numbering.find(game, image).is_some() && self.has_entry(slot)?,
                None => end.is_some() && is_known(self.table, self.rules, image),
            };
            if !is_right || game.end(image) != end {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a slot of a reachable position has an entry, as far as that is not proven at the slot itself.
    fn has_entry(&self, slot: Slot) -> Result<bool, Unreadable> {
        if self.table.numbering().holds_all(slot.section) {
            return Ok(true);
        }
        Ok(self.values.value(self.scheme, slot).map_err(Unreadable::new)?.is_some())
    }

    /// How the game ends from a child of a position. `None` if the rules or the tiers are wrong there.
    fn ending_of(
        &self,
        position: G::Position,
        child: G::Position,
    ) -> Result<Option<Ending>, Unreadable> {
        let game = self.table.game();
        let slot = game.tiering().and_then(|tiering| tiering.rank(child));
        let is_sound = is_next(game, position, child)
            && is_known(self.table, self.rules, child)
            && (slot.is_some() || self.has_images(child)?);
        if is_sound { self.ending_at(child, slot) } else { Ok(None) }
    }

    /// How the game ends from a position with this slot, by the table or, if it has no slot, by the rules.
    #[inline]
    fn ending_at(
        &self,
        position: G::Position,
        slot: Option<Slot>,
    ) -> Result<Option<Ending>, Unreadable> {
        let game = self.table.game();
        let Some(slot) = slot else {
            // Where the game is over, nothing is asked about a child.
            return ending_that_follows(game, position, |_| Ok(None), |_, _| ());
        };
        let value = self.values.value(self.scheme, slot).map_err(Unreadable::new)?;
        let of = |value| Ending::by_scheme(self.scheme, value, || game.plies_to_draw(position));
        Ok(value.map(of))
    }
}

/// Whether the numbering knows a position, so that a table answers for it, and not for another one in its place. Where it has no
/// slot, the table answers by the rules: their answers must agree.
fn is_known<G: Game, V: Values>(
    table: &Table<G, RankNumbering, V>,
    rules: Rules,
    position: G::Position,
) -> bool {
    let (game, numbering) = (table.game(), table.numbering());
    let slot = game.tiering().and_then(|tiering| tiering.rank(position));
    let known = numbering.find(game, position);
    if rules == Rules::Tested {
        return slot.is_none() || known.is_some_and(|(found, _)| Some(found) == slot);
    }
    let agrees = if let Some(slot) = slot {
        let is_it = |(found, known)| found == slot && !rules.tell_apart(game, known, position);
        known.is_some_and(is_it)
    } else {
        let no_child = |_| Ok::<_, Infallible>(None);
        let Ok(ending) = ending_that_follows(game, position, no_child, |_, _| ());
        let answered = game.end(position).map(|value| Ending::of(game, position, value));
        ending.is_some() && ending == answered
    };
    agrees && numbering.check(game, position).is_ok()
}
