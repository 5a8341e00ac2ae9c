//! Explores the slots of a unit: what is decided without its other slots.

use perfect_play_core::{Backwards, Best, Game, Next, Scheme, Slot, Tiering, Value, Values};

use super::{
    tier_fault::TierFault,
    unit::{Child, Report, Unit},
    words::{Word, Words},
};
use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    fault::{end_at, fault_of_end, fault_of_move},
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
        let (mut moves, mut inner) = (0, Inner::default());
        let len = chunk.len() as u64;
        for slot in chunk {
            if let Some(position) = unit.position(slot) {
                let (word, stay) = word(unit, (slot, position), &mut inner)?;
                words.set(slot, word);
                moves += u64::from(stay);
            }
        }
        report(len);
        Ok(moves)
    };
    in_parallel(words.chunks(), of_chunk).into_iter().sum()
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

/// What is known about a slot after its moves have been played, and how many of them stay in the unit.
fn word<G: Game, V: Values<Error: Into<SolveError>>>(
    unit: &Unit<'_, G, V>,
    (slot, position): (u32, G::Position),
    inner: &mut Inner,
) -> Result<(Word, u16), SolveError> {
    let (game, scheme) = (unit.game, unit.game.scheme());
    if unit.compares(slot) {
        check(unit, (slot, position))?;
    }
    let of = |value| Word::of(scheme, value).ok_or_else(|| unit.too_far(slot));
    let (mut exits, mut moves, mut stay) = (Best::NONE, 0, 0);
    // Where the game is over, no move is played.
    if game.terminal(position).is_none() {
        if unit.counts_moves() {
            let from = (position, unit.place(slot).section);
            (moves, stay) = unit.exits(from, |value, next| exits.add(value, next))?;
            moves += usize::from(stay);
        } else {
            (exits, moves) = inner.find(unit, (slot, position))?;
            // A position has at most 256 moves.
            stay = u16::try_from(inner.0.len()).unwrap_or(u16::MAX);
        }
    }
    if moves == 0 {
        let end = game.end(position);
        return Ok((end.map_or_else(|| Err(unit.unsteady(position)), of)?, 0));
    }
    if stay == 0 {
        let known = exits.value(scheme);
        return Ok((known.map_or_else(|| Err(unit.too_far(slot)), of)?, 0));
    }
    if !game.repeats() {
        return Ok((Word::counter(stay), stay));
    }
    let word = match exits.value(Scheme::Remoteness) {
        // There may be a faster one.
        Some(value) if value > Value::DRAW => of(value)?,
        Some(Value::DRAW) => Word::counter(stay.saturating_add(1)),
        _ => Word::counter(stay),
    };
    Ok((word, stay))
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
    let mut fault = fault_of_end(game, position, moves, end_at(game, position, moves));
    let mut children = Vec::new();
    game.children(position, &mut |child, slot| children.push((child, slot)));
    let played = moves.iter().map(|mv| game.play(position, mv));
    if !played.map(|child| (child, tiering.rank(child))).eq(children.iter().copied()) {
        fault = fault.or(Some(InconsistencyKind::OtherChildren));
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
    for mv in moves {
        let child = game.play(position, mv);
        fault = fault.or_else(|| fault_of_move(game, position, mv, child));
        let Some(to) = tiering.rank(child) else { continue };
        if let Some(fault) = unit.no_such_slot(mv, to) {
            return Err(unit.fault(position, fault));
        }
        let first = tiering.unrank(to);
        let is_image = |&first: &G::Position| symmetries().any(|by| game.image(first, by) == child);
        let fault = match first {
            None => TierFault::NotUsed { mv, slot: to },
            Some(first) if !is_image(&first) => TierFault::OtherPosition { mv, slot: to },
            Some(first) if unit.slot(to).is_some() && !leads_back(tiering, first, place) => {
                return Err(unit.fault(first, TierFault::BackwardsTooLittle));
            }
            Some(_) => continue,
        };
        return Err(unit.fault(position, fault));
    }
    fault.map_or(Ok(()), |kind| Err(Inconsistency::at(game, position, kind).into()))
}

/// Whether the moves backwards from a position lead to a slot, as far as the game gives them.
fn leads_back<P: Copy>(tiering: &dyn Tiering<P>, position: P, slot: Slot) -> bool {
    let mut is_found = false;
    let each = &mut |parent| is_found |= tiering.rank(parent) == Some(slot);
    tiering.backwards(position, each) == Backwards::Unknown || is_found
}
