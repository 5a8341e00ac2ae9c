//! Backward induction in a unit, for games in which play cannot repeat a position.
//!
//! A slot is solved as soon as all its children are. Slots from which play can reach a circle stay unsolved.

use perfect_play_core::{Game, Values};

use super::{
    parents::{Parent, Parents},
    tier_fault::TierFault,
    unit::{Child, Report, Unit},
    words::{Word, Words},
};
use crate::{Inconsistency, InconsistencyKind, SolveError, in_parallel::in_parallel};

/// How many slots a thread takes at a time.
const AT_A_TIME: usize = 1 << 10;

/// Solves all slots.
///
/// # Errors
///
/// If play can return to a position, or if the tiers contradict themselves.
pub(super) fn solve<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    parents: &Parents,
    report: Report<'_>,
) -> Result<(), SolveError> {
    let is_solved = |slot| words.get(slot).count().is_none() && words.get(slot) != Word::UNUSED;
    let mut wave: Vec<u32> = (0..words.len()).filter(|&slot| is_solved(slot)).collect();
    while !wave.is_empty() {
        let of_some = |slots: &[u32]| {
            let (mut found, mut solved) = (Vec::new(), Vec::new());
            for &slot in slots {
                parents.find(unit, slot, &mut found)?;
                for &Parent { slot: parent, .. } in &found {
                    if is_last(unit, words, (slot, parent))? {
                        solve_slot(unit, words, parent)?;
                        solved.push(parent);
                    }
                }
            }
            report(slots.len() as u64);
            Ok(solved)
        };
        let next = in_parallel(wave.chunks(AT_A_TIME).collect(), of_some);
        let next: Result<Vec<Vec<u32>>, SolveError> = next.into_iter().collect();
        wave = next?.concat();
    }
    // The first one, so that the message does not depend on the threads.
    match (0..words.len()).find(|&slot| words.get(slot).count().is_some()) {
        None => Ok(()),
        Some(open) => Err(circle(unit, words, open)),
    }
}

/// Counts a solved child of a slot. Whether it was the last one.
fn is_last<G: Game, V>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    (child, slot): (u32, u32),
) -> Result<bool, SolveError> {
    let mut old = words.get(slot);
    loop {
        let Some(new) = old.less(1) else {
            return Err(unit.fault_at(child, TierFault::BackwardsTooMuch));
        };
        match words.replace(slot, old, new) {
            Ok(()) => return Ok(new.count() == Some(0)),
            Err(changed) => old = changed,
        }
    }
}

/// Sets the value of a slot, all of whose children are solved.
fn solve_slot<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    slot: u32,
) -> Result<(), SolveError> {
    let scheme = unit.game.scheme();
    let solved =
        |child| Some(words.get(child)).filter(|word| word.count().is_none())?.value(scheme);
    let value = unit.value_by_children(slot, solved)?;
    let value = value.map_err(|_| unit.fault_at(slot, TierFault::BackwardsTooMuch))?;
    words.set(slot, Word::of(scheme, value).ok_or_else(|| unit.too_far(slot))?);
    Ok(())
}

/// The error that play can return to a position. Each open slot has a move to another open slot, or one of its children did not
/// tell it its value.
fn circle<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    open: u32,
) -> SolveError {
    let onward = |slot: u32| {
        let position = unit.position(slot)?;
        let mut found = None;
        let _ = unit.children((position, unit.place(slot).section), |child, _| match child {
            Child::Inner(child) if words.get(child).count().is_some() => found = Some(child),
            _ => {}
        });
        found
    };
    let (mut at, mut passed) = (open, std::collections::HashSet::new());
    while passed.insert(at) {
        let Some(next) = onward(at) else {
            return unit.fault_at(at, TierFault::BackwardsTooLittle);
        };
        at = next;
    }
    match unit.position(at) {
        Some(position) => {
            let kind = InconsistencyKind::Circle { through: Vec::new() };
            Inconsistency::at(unit.game, position, kind).into()
        }
        None => SolveError::NoMethod,
    }
}
