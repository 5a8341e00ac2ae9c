//! Explores the slots of a unit: what is decided without its other slots.

use perfect_play_core::{Backwards, Best, Game, Next, Scheme, Slot, Tiering, Value, Values};

use super::{
    tier_fault::TierFault,
    unit::{Child, Exit, Report, Unit},
    words::{Word, Words},
};
use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    check_symmetries::fault_of_symmetries,
    fault::{end_at, fault_at, fault_of_move},
    in_parallel::in_parallel,
};

/// Gives each slot a value or a counter. Returns how many moves lead to slots of the unit. Unless moves are counted, those from
/// one slot to another, with the same side to move afterwards, count once.
///
/// If play can repeat positions, the counter of a slot is the number of these moves from it, and one more if a move leaves the
/// unit to a draw: such a slot is not lost. Otherwise it is their number alone.
///
/// # Errors
///
/// If the rules or the tiers contradict themselves, or if the values of earlier units cannot be read.
pub(super) fn explore<G: Game + Sync, V: Values<Error: Into<SolveError>> + Sync>(
    unit: &Unit<'_, G, V>,
    words: &Words,
    report: Report<'_>,
) -> Result<u64, SolveError> {
    let of_chunk = |chunk: std::ops::Range<u32>| {
        let (mut moves, len) = (0, chunk.len() as u64);
        if unit.counts_moves() {
            let mut exits = Exits::default();
            for start in chunk.clone().step_by(TOGETHER as usize) {
                moves += exits.explore(
                    unit,
                    words,
                    start..chunk.end.min(start.saturating_add(TOGETHER)),
                )?;
            }
        } else {
            let mut inner = Inner::default();
            for slot in chunk {
                let Some(position) = position(unit, slot)? else { continue };
                let (exits, all) = inner.find(unit, (slot, position))?;
                // A position has at most 256 moves.
                let stay = u16::try_from(inner.0.len()).unwrap_or(u16::MAX);
                words.set(slot, word(unit, (slot, position), exits, (all, stay))?);
                moves += u64::from(stay);
            }
        }
        report(len);
        Ok(moves)
    };
    in_parallel(words.chunks(), of_chunk).into_iter().sum()
}

/// How many slots are explored together, so that the processor waits for the values of many exits at once.
const TOGETHER: u32 = 32;

/// Some slots, whose moves within the unit are only counted, and the exits of all of them.
struct Exits<P> {
    slots: Vec<Explored<P>>,
    all: Vec<Exit>,
}

struct Explored<P> {
    slot: u32,
    position: P,
    /// How many moves stay in the unit.
    stay: u16,
    /// Where its exits end in the list of all.
    end: usize,
}

impl<P> Default for Exits<P> {
    fn default() -> Self {
        Self { slots: Vec::new(), all: Vec::new() }
    }
}

impl<P: Copy> Exits<P> {
    /// As [`explore`], for these slots.
    fn explore<G: Game<Position = P>, V: Values<Error: Into<SolveError>>>(
        &mut self,
        unit: &Unit<'_, G, V>,
        words: &Words,
        slots: std::ops::Range<u32>,
    ) -> Result<u64, SolveError> {
        let Self { slots: explored, all } = self;
        all.clear();
        for slot in slots {
            let Some(position) = position(unit, slot)? else { continue };
            // Where the game is over, no move is played.
            let stay = match unit.game.terminal(position) {
                None => unit.add_exits((position, unit.place(slot).section), all)?,
                Some(_) => 0,
            };
            explored.push(Explored { slot, position, stay, end: all.len() });
        }
        unit.touch(all);
        let (mut start, mut moves) = (0, 0);
        for Explored { slot, position, stay, end } in explored.drain(..) {
            let exits = &all[start..end];
            let best = unit.best_exit((position, unit.place(slot).section), exits)?;
            let all = exits.len() + usize::from(stay);
            words.set(slot, word(unit, (slot, position), best, (all, stay))?);
            moves += u64::from(stay);
            start = end;
        }
        Ok(moves)
    }
}

/// The position of a slot, if it is to be solved. Some of them are checked.
#[inline]
fn position<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    slot: u32,
) -> Result<Option<G::Position>, SolveError> {
    let position = unit.position(slot);
    if let Some(position) = position.filter(|_| unit.compares(slot)) {
        check(unit, (slot, position))?;
    }
    Ok(position)
}

/// The children of a slot that are in its unit: each once, with the side to move.
#[derive(Default)]
pub(super) struct Inner(Vec<(u32, Next)>);

impl Inner {
    /// Finds the children of a slot. Returns what is best of the moves that leave the unit, and the number of all moves.
    ///
    /// # Errors
    ///
    /// If the rules or the tiers contradict themselves, or if the values of earlier units cannot be read.
    #[inline]
    pub(super) fn find<G: Game, V: Values<Error: Into<SolveError>>>(
        &mut self,
        unit: &Unit<'_, G, V>,
        (slot, position): (u32, G::Position),
    ) -> Result<(Best, usize), SolveError> {
        self.0.clear();
        let mut exits = Best::NONE;
        // Where the game is over, no move is played.
        if unit.game.terminal(position).is_some() {
            return Ok((exits, 0));
        }
        let inner = &mut self.0;
        let moves =
            unit.children((position, unit.place(slot).section), |child, next| match child {
                Child::Inner(child) => inner.push((child, next)),
                Child::Known(value) => exits.add(value, next),
            })?;
        self.0.sort_unstable();
        self.0.dedup();
        Ok((exits, moves))
    }

    pub(super) fn children(&self) -> &[(u32, Next)] {
        &self.0
    }
}

/// What is known about a slot: by what is best of the moves that leave the unit, the number of all moves and that of those that
/// stay in it.
fn word<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    (slot, position): (u32, G::Position),
    exits: Best,
    (moves, stay): (usize, u16),
) -> Result<Word, SolveError> {
    let (game, scheme) = (unit.game, unit.game.scheme());
    let of = |value| Word::of(scheme, value).ok_or_else(|| unit.too_far(slot));
    if moves == 0 {
        return game.end(position).map_or_else(|| Err(unit.unsteady(position)), of);
    }
    if stay == 0 {
        return exits.value(scheme).map_or_else(|| Err(unit.too_far(slot)), of);
    }
    if !game.repeats() {
        return Ok(Word::counter(stay));
    }
    if moves == usize::from(stay) {
        return Ok(Word::counter_told(stay, 0));
    }
    Ok(match exits.value(Scheme::Remoteness) {
        // There may be a faster one.
        Some(value) if value > Value::DRAW => of(value)?,
        Some(Value::DRAW) => Word::counter(stay.saturating_add(1)),
        Some(value) => Word::counter_told(stay, value.plies().unwrap_or(u16::MAX)),
        None => Word::counter(stay),
    })
}

/// Checks the rules and the tiers at a position.
#[cold]
fn check<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    (slot, position): (u32, G::Position),
) -> Result<(), SolveError> {
    let (game, place) = (unit.game, unit.place(slot));
    let Some(tiering) = game.tiering() else { return Err(SolveError::NoMethod) };
    let rank = tiering.rank(position);
    if rank != Some(place) {
        return Err(unit.fault(position, TierFault::NotBack { slot: place, rank }));
    }
    let symmetries = || 0..game.symmetries().max(1);
    let is_image = |first| symmetries().any(|by| game.image(position, by) == first);
    let slot_of = |by| tiering.rank(game.image(position, by));
    let is_known =
        |&by: &u8| slot_of(by).and_then(|slot| tiering.unrank(slot)).is_some_and(is_image);
    if let Some(symmetry) = symmetries().find(|by| !is_known(by)) {
        return Err(unit.fault(position, TierFault::OtherImage { symmetry }));
    }
    let moves = game.legal_moves(position);
    if let Some(fault) = fault_of_symmetries(game, position, moves) {
        return Err(fault.into());
    }
    let mut fault = fault_at(game, position, moves, end_at(game, position, moves));
    let mut children = Vec::new();
    game.children(position, &mut |child, slot| children.push((child, slot)));
    let played = moves.iter().map(|mv| game.play(position, mv));
    if !played.map(|child| (child, tiering.rank(child))).eq(children.iter().copied()) {
        fault = fault.or(Some(InconsistencyKind::OtherChildren));
    }
    for mv in moves {
        let child = game.play(position, mv);
        fault = fault.or_else(|| fault_of_move(game, position, mv, child));
        let Some(to) = tiering.rank(child) else {
            if game.end(child).is_none() {
                return Err(unit.fault(position, TierFault::NoSlot { mv }));
            }
            continue;
        };
        if let Some(fault) = unit.no_such_slot(mv, to) {
            return Err(unit.fault(position, fault));
        }
        if to.section >= unit.tiers().end {
            let upwards = TierFault::Upwards { mv, from: place.section, to: to.section };
            return Err(unit.fault(position, upwards));
        }
        let first = tiering.unrank(to);
        let is_image = |&first: &G::Position| symmetries().any(|by| game.image(first, by) == child);
        let fault = match first {
            None => TierFault::NotUsed { mv, slot: to },
            Some(first) if !is_image(&first) => TierFault::OtherPosition { mv, slot: to },
            Some(first) if unit.slot(to).is_some() => {
                match fault_backwards(tiering, first, place) {
                    None => continue,
                    Some(fault) => return Err(unit.fault(first, fault)),
                }
            }
            Some(_) => continue,
        };
        return Err(unit.fault(position, fault));
    }
    if unit.counts_moves() {
        let mut exits = Vec::new();
        let inner = tiering.exits(position, &mut |child, slot| exits.push((child, slot)));
        let all = children.len();
        children.retain(|(_, slot)| slot.is_none_or(|slot| unit.slot(slot).is_none()));
        let moves = all - children.len();
        let fault = match inner {
            Some(_) if exits != children => Some(TierFault::OtherExits),
            Some(told) if usize::from(told) == moves => unit.fault_of_keeping(position),
            told => Some(TierFault::OtherMoves { told, moves }),
        };
        if let Some(fault) = fault {
            return Err(unit.fault(position, fault));
        }
    }
    fault.map_or(Ok(()), |kind| Err(Inconsistency::at(game, position, kind).into()))
}

/// What is wrong with the moves backwards from a position, one of which leads to a slot.
fn fault_backwards<P: Copy>(
    tiering: &dyn Tiering<P>,
    position: P,
    slot: Slot,
) -> Option<TierFault> {
    let (mut is_found, mut is_other) = (false, false);
    let each = &mut |parent, place| {
        is_found |= place == Some(slot);
        is_other |= place != tiering.rank(parent);
    };
    let answer = tiering.backwards(position, each);
    if is_other {
        Some(TierFault::BackwardsOtherSlot)
    } else {
        (answer != Backwards::Unknown && !is_found).then_some(TierFault::BackwardsTooLittle)
    }
}
