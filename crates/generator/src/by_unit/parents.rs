//! The moves of a unit, backwards.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use perfect_play_core::{Backwards, Game, Next, Values};

use super::{
    explore::Inner,
    tier_fault::TierFault,
    unit::Unit,
    words::{Word, Words, room},
};
use crate::{SolveError, in_parallel::in_parallel};

/// From where moves lead to a slot.
pub(super) enum Parents {
    /// The game says it.
    Asked,
    /// All moves are kept: the parents of a slot are those in `all` between its start and the next one.
    Kept { starts: Vec<u64>, all: Vec<AtomicU32> },
}

/// The bit of a kept parent whose player moves again.
const SAME: u32 = 1 << 31;

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
        let some = (0..words.len()).find_map(|slot| unit.position(slot));
        let is_asked = some.zip(unit.game.tiering()).is_some_and(|(position, tiering)| {
            tiering.backwards(position, &mut |_| ()) != Backwards::Unknown
        });
        if is_asked { Ok(Self::Asked) } else { Self::keep(unit, words) }
    }

    fn keep<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
        unit: &Unit<'_, G, V>,
        words: &Words,
    ) -> Result<Self, SolveError> {
        let slots = words.len();
        if slots >= SAME {
            return Err(SolveError::OutOfMemory { bytes: u64::from(slots) * 8 });
        }
        // First they are counted, and then each is put to its place. Their order within a slot depends on the threads, and
        // has no effect.
        let mut counts = room(u64::from(slots))?;
        counts.resize_with(slots as usize, || AtomicU32::new(0));
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
        let mut all = room(sum)?;
        all.resize_with(usize::try_from(sum).unwrap_or(usize::MAX), || AtomicU32::new(0));
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
        parents: &mut Vec<(u32, Next)>,
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
                    (parent & !SAME, next)
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
    parents: &mut Vec<(u32, Next)>,
) -> Result<(), SolveError> {
    let (game, position) = (unit.game, unit.position(slot));
    let Some((position, tiering)) = position.zip(game.tiering()) else { return Ok(()) };
    let too_much = || unit.fault(position, TierFault::BackwardsTooMuch);
    let mut is_outside = false;
    let answer = tiering.backwards(position, &mut |parent| match tiering
        .rank(parent)
        .and_then(|place| unit.slot(place))
    {
        Some(slot) => parents.push((slot, unit.next(parent, position))),
        None => is_outside = true,
    });
    if is_outside && answer == Backwards::Exact {
        return Err(too_much());
    }
    parents.sort_unstable();
    parents.dedup();
    if answer == Backwards::Exact && !unit.compares(slot) {
        return Ok(());
    }
    // The moves of each candidate are played.
    parents.dedup_by_key(|&mut (parent, _)| parent);
    let mut inner = Inner::default();
    for (candidate, _) in std::mem::take(parents) {
        let Some(from) = unit.position(candidate) else { continue };
        inner.find(unit, (candidate, from))?;
        let before = parents.len();
        let there = inner.children().iter().filter(|&&(child, _)| child == slot);
        parents.extend(there.map(|&(_, next)| (candidate, next)));
        if parents.len() == before && answer == Backwards::Exact {
            return Err(too_much());
        }
    }
    Ok(())
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
            // Where the game is over, no move is played.
            if unit.game.terminal(position).is_none() {
                inner.find(unit, (slot, position))?;
                inner.children().iter().for_each(|&(child, next)| each(slot, child, next));
            }
        }
        Ok(())
    };
    in_parallel(words.chunks(), of_chunk).into_iter().collect()
}

/// Whether a slot has news to expect from its children: it is not decided, or a faster win may come.
fn is_explored(word: Word) -> bool {
    word.count().is_some() || word.plies().is_some()
}
