//! Retrograde analysis of a unit, for games in which play can repeat a position.
//!
//! In round *n*, the slots that are decided in *n* plies tell their parents. A parent with a move to a slot that is good for
//! it wins in *n* + 1 plies. A parent whose children are all bad for it is lost, as many plies away as the farthest of them
//! says. Wins by a move that leaves the unit are known from the beginning, but a faster one may be found until their round
//! comes. For the same reason the rounds do not end with the first empty one.

use std::hint::black_box;

use perfect_play_core::{Game, Next, Outcome, Scheme, Value, Values};

use super::{
    parents::{Parent, Parents},
    tier_fault::TierFault,
    unit::{Report, Unit},
    words::{Word, Words},
};
use crate::{SolveError, in_parallel::in_parallel};

/// Decides all slots that a player can win. The others keep their counters: they are drawn.
///
/// # Errors
///
/// If the tiers contradict themselves.
pub(super) fn solve<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    parents: &Parents,
    report: Report<'_>,
) -> Result<(), SolveError> {
    while let Some(round) = words.next_round() {
        let of_chunk = |chunk: std::ops::Range<u32>| {
            let (mut found, mut to_tell, mut decided) = (Vec::new(), Vec::new(), 0);
            words.scan(chunk, round, |slot| {
                decided += 1;
                parents.find(unit, slot, &mut found)?;
                let Some(value) = words.get(slot).value(Scheme::Remoteness) else { return Ok(()) };
                to_tell.extend(found.iter().map(|&parent| ((slot, value), parent)));
                if to_tell.len() < TOGETHER { Ok(()) } else { tell_all(unit, words, &mut to_tell) }
            })?;
            report(decided);
            tell_all(unit, words, &mut to_tell)
        };
        in_parallel(words.chunks(), of_chunk).into_iter().collect::<Result<(), SolveError>>()?;
    }
    Ok(())
}

/// How many parents are told together, at least.
const TOGETHER: usize = 256;

/// Tells parents the values of children, each of which is a slot with its value.
///
/// The words of a large unit are far apart in memory. The processor can wait for several reads at once, but the exchanges would
/// wait one after the other. So all words are read first.
fn tell_all<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    to_tell: &mut Vec<((u32, Value), Parent)>,
) -> Result<(), SolveError> {
    for (_, parent) in &*to_tell {
        black_box(words.get(parent.slot));
    }
    to_tell.drain(..).try_for_each(|(child, parent)| tell(unit, words, child, parent))
}

/// Tells a parent the value of a child.
#[inline]
fn tell<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    (child, value): (u32, Value),
    Parent { slot: parent, next, moves }: Parent,
) -> Result<(), SolveError> {
    let scheme = Scheme::Remoteness;
    let before = scheme.before(value, next).ok_or_else(|| unit.too_far(parent))?;
    let word = Word::of(scheme, before).ok_or_else(|| unit.too_far(parent))?;
    let wins = before.outcome() == Outcome::Win;
    let mut old = words.get(parent);
    loop {
        let new = match (wins, old.count()) {
            (true, Some(_)) => word,
            // A slot that is not won yet has a counter.
            (true, None) => match old.value(scheme) {
                Some(known) if known <= Value::DRAW => return Err(too_much(unit, child)),
                // A win further away.
                Some(known) if known < before => word,
                _ => return Ok(()),
            },
            (false, Some(_)) => old.less(moves).ok_or_else(|| too_much(unit, child))?,
            (false, None) => return Ok(()),
        };
        match words.replace(parent, old, new) {
            Ok(()) if new.count() == Some(0) => {
                return lose(unit, words, (parent, new), (value, next));
            }
            Ok(()) => return Ok(()),
            Err(changed) => old = changed,
        }
    }
}

/// Sets the value of a slot whose children are all bad for it, and which has this counter. `last` is the value of the child in the
/// unit that was decided last, and the side to move there.
fn lose<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    (slot, counter): (u32, Word),
    (last, next): (Value, Next),
) -> Result<(), SolveError> {
    let scheme = Scheme::Remoteness;
    let value = if unit.counts_moves() && unit.is_tested() {
        // Children in the unit are decided in the order of their plies, so only one outside may be further away.
        let by_last = scheme.before(last, next);
        let by_exits = match counter.told() {
            Some(0) => by_last,
            Some(plies) => Value::loss(plies),
            None => {
                let Some(position) = unit.position(slot) else { return Err(SolveError::NoMethod) };
                let (from, mut exits) = ((position, unit.place(slot).section), Vec::new());
                unit.add_exits(from, &mut exits)?;
                if exits.is_empty() { by_last } else { unit.best_exit(from, &exits)?.value(scheme) }
            }
        };
        by_last
            .zip(by_exits)
            .map(|(one, other)| one.max(other))
            .ok_or_else(|| unit.too_far(slot))?
    } else {
        let decided =
            |child| Some(words.get(child)).filter(|word| word.plies().is_some())?.value(scheme);
        unit.value_by_children(slot, decided)?.map_err(|child| too_much(unit, child))?
    };
    if value.outcome() != Outcome::Loss {
        return Err(too_much(unit, slot));
    }
    words.set(slot, Word::of(scheme, value).ok_or_else(|| unit.too_far(slot))?);
    Ok(())
}

/// The error that a slot was told more often than it has children, or by a position that is not its child.
#[cold]
fn too_much<G: Game, V>(unit: &Unit<'_, G, V>, slot: u32) -> SolveError {
    unit.fault_at(slot, TierFault::BackwardsTooMuch)
}
