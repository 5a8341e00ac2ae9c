//! The moves of a unit, backwards.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use perfect_play_core::{Backwards, Game, Next, Values};

use super::{
    explore::Inner,
    tier_fault::TierFault,
    unit::{Child, Unit},
    words::{Word, Words},
};
use crate::{
    SolveError,
    in_parallel::in_parallel,
    room::{filled, room},
};

/// From where moves lead to a slot.
pub(super) enum Parents {
    /// The game says it.
    Asked,
    /// All moves are kept: the parents of a slot are those in `all` between its start and the next one.
    Kept { starts: Vec<u64>, all: Vec<AtomicU32> },
}

/// The bit of a kept parent whose player moves again.
const SAME: u32 = 1 << 31;

/// A slot from which moves lead to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Parent {
    pub(super) slot: u32,
    /// The side to move afterwards.
    pub(super) next: Next,
    /// How many moves: 1, unless moves are counted.
    pub(super) moves: u16,
}

impl Parents {
    /// The parents of the slots of a unit.
    ///
    /// # Errors
    ///
    /// If there is not enough memory, or if the rules contradict themselves.
    pub(super) fn of<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
        unit: &Unit<'_, G, V>,
        words: &Words,
    ) -> Result<Self, SolveError> {
        match unit.tells_backwards() {
            Backwards::Unknown => Self::keep(unit, words),
            Backwards::Candidates | Backwards::Exact => Ok(Self::Asked),
        }
    }

    fn keep<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
        unit: &Unit<'_, G, V>,
        words: &Words,
    ) -> Result<Self, SolveError> {
        let slots = words.len();
        if slots > SAME {
            return Err(SolveError::NeedsBackwards { slots });
        }
        // First they are counted, and then each is put to its place. Their order within a slot depends on the threads, and
        // has no effect.
        let counts = filled(slots.into(), || AtomicU32::new(0))?;
        each_move(unit, words, &|_, child, _| {
            counts[child as usize].fetch_add(1, Relaxed);
        })?;
        let mut starts = room(u64::from(slots) + 1)?;
        let mut sum = 0;
        starts.push(0);
        for count in &counts {
            sum += u64::from(count.swap(0, Relaxed));
            starts.push(sum);
        }
        let all = filled(sum, || AtomicU32::new(0))?;
        each_move(unit, words, &|parent, child, next| {
            let same = if next == Next::Same { SAME } else { 0 };
            let nth = counts[child as usize].fetch_add(1, Relaxed);
            // If the rules give other answers this time, there may be no place.
            if let Some(place) = usize::try_from(starts[child as usize] + u64::from(nth))
                .ok()
                .and_then(|at| all.get(at))
            {
                place.store(parent | same, Relaxed);
            }
        })?;
        Ok(Self::Kept { starts, all })
    }

    /// Replaces `parents` by the slots of the unit from which moves lead to a slot, each once for each side to move
    /// afterwards. Some of them may be decided already.
    ///
    /// # Errors
    ///
    /// If the tiers contradict themselves.
    pub(super) fn find<G: Game, V: Values<Error: Into<SolveError>>>(
        &self,
        unit: &Unit<'_, G, V>,
        slot: u32,
        parents: &mut Vec<Parent>,
    ) -> Result<(), SolveError> {
        parents.clear();
        match self {
            Self::Kept { starts, all } => {
                let [start, end] = [0, 1].map(|next| starts[slot as usize + next]);
                #[expect(clippy::cast_possible_truncation, reason = "they are in memory")]
                let kept = &all[start as usize..end as usize];
                parents.extend(kept.iter().map(|parent| {
                    let parent = parent.load(Relaxed);
                    let next = if parent & SAME == 0 { Next::Opponent } else { Next::Same };
                    Parent { slot: parent & !SAME, next, moves: 1 }
                }));
                Ok(())
            }
            Self::Asked => asked(unit, slot, parents),
        }
    }
}

/// Asks the game for the parents of a slot.
fn asked<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    slot: u32,
    parents: &mut Vec<Parent>,
) -> Result<(), SolveError> {
    let (game, position) = (unit.game, unit.position(slot));
    let Some((position, tiering)) = position.zip(game.tiering()) else { return Ok(()) };
    let too_much = || unit.fault(position, TierFault::BackwardsTooMuch);
    let (compares, mut is_outside, mut is_other) = (unit.compares(slot), false, false);
    let answer = tiering.backwards(position, &mut |parent, place| {
        is_other |= compares && tiering.rank(parent) != place;
        match place.zip(place.and_then(|place| unit.slot(place))) {
            Some((place, slot)) if unit.is_solved(place) => {
                let (next, moves) = (unit.next(parent, position), unit.keeping(parent));
                parents.push(Parent { slot, next, moves });
            }
            // No play reaches it.
            Some(_) => {}
            None => is_outside = true,
        }
    });
    if is_other {
        return Err(unit.fault(position, TierFault::BackwardsOtherSlot));
    }
    if is_outside && answer == Backwards::Exact {
        return Err(too_much());
    }
    let keeping = unit.counts_moves().then(|| unit.keeping(position));
    if keeping == Some(1) && answer == Backwards::Exact && !compares {
        // Nothing is to be divided, so the moves from one parent may be told one by one.
        return Ok(());
    }
    add_up(unit, parents);
    if let Some(keeping) = keeping {
        // Let p be a slot and c this one, whose positions are kept by k(p) and k(c) of s symmetries, so that they have s / k(p)
        // and s / k(c) images. All moves from images of p to images of c are the moves from p to images of c, times s / k(p),
        // and also the moves backwards from c to images of p, times s / k(c). The latter times k(p) were added up. If images
        // have slots of their own, there are as many moves as moves backwards.
        for parent in &mut *parents {
            if parent.moves % keeping != 0 {
                let mut wrong = [Some(position), unit.position(parent.slot)].into_iter().flatten();
                let fault = |position| Some(unit.fault(position, unit.fault_of_keeping(position)?));
                return Err(wrong.find_map(fault).unwrap_or_else(too_much));
            }
            parent.moves /= keeping;
        }
    }
    if answer == Backwards::Exact && !compares {
        return Ok(());
    }
    // The moves of each candidate are played.
    let told = std::mem::take(parents);
    let by_slot = told.chunk_by(|one, other| one.slot == other.slot);
    for candidate in by_slot.filter_map(|same| Some(same.first()?.slot)) {
        let Some(from) = unit.position(candidate) else { continue };
        let before = parents.len();
        unit.children((from, unit.place(candidate).section), |child, next| match child {
            Child::Inner(child) if child == slot => {
                parents.push(Parent { slot: candidate, next, moves: 1 });
            }
            _ => {}
        })?;
        if parents.len() == before && answer == Backwards::Exact {
            return Err(too_much());
        }
    }
    add_up(unit, parents);
    // An image may have another side to move, so that the move from it would count for the wrong side.
    let is_exact = answer == Backwards::Exact && game.repeats();
    if (is_exact || unit.counts_moves()) && told != *parents {
        return Err(too_much());
    }
    Ok(())
}

/// Sorts parents, and keeps each once for each side to move. If moves are counted, they are added up.
fn add_up<G: Game, V>(unit: &Unit<'_, G, V>, parents: &mut Vec<Parent>) {
    parents.sort_unstable();
    parents.dedup_by(|next, kept| {
        let is_same = (next.slot, next.next) == (kept.slot, kept.next);
        if is_same && unit.counts_moves() {
            kept.moves = kept.moves.saturating_add(next.moves);
        }
        is_same
    });
}

/// Calls `each` with every slot, a child of it in the unit, and the side to move there.
fn each_move<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    each: &(dyn Fn(u32, u32, Next) + Sync),
) -> Result<(), SolveError> {
    let of_chunk = |chunk: std::ops::Range<u32>| {
        let mut inner = Inner::default();
        for slot in chunk {
            let position = unit.position(slot).filter(|_| is_explored(words.get(slot)));
            let Some(position) = position else { continue };
            inner.find(unit, (slot, position))?;
            inner.children().iter().for_each(|&(child, next)| each(slot, child, next));
        }
        Ok(())
    };
    in_parallel(words.chunks(), of_chunk).into_iter().collect()
}

/// Whether a slot has news to expect from its children: it is not decided, or a faster win may come.
fn is_explored(word: Word) -> bool {
    word.count().is_some() || word.plies().is_some()
}
