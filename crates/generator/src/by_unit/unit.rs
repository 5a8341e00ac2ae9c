//! A unit: its slots, counted through all its tiers, and where its moves lead.

use std::{hint::black_box, ops::Range};

use perfect_play_core::{Backwards, Best, Game, Move, Next, Slot, Tiering, Value, Values};

use perfect_play_numbering::{RankNumbering, images_share, symmetries_that_keep};

use super::{reached::Reached, tier_fault::TierFault, words::Word};
use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    graph::Checks,
    inconsistency::{drawn, indented},
};

/// Called on any thread with the number of slots for which another part of the work is done. Each slot has two parts.
pub(super) type Report<'p> = &'p (dyn Fn(u64) + Sync);

/// A unit. Its slots are numbered from 0, through all its tiers.
pub(super) struct Unit<'a, G, V> {
    pub(super) game: &'a G,
    pub(super) checks: Checks,
    /// Asked once, because every move needs it.
    is_impartial: bool,
    tiers: Range<u32>,
    /// The first slot of each tier, and then the number of slots.
    starts: Vec<u32>,
    exits: &'a V,
    /// The slots that play reaches, if only those are solved.
    reached: Option<&'a Reached>,
    /// Whether the moves within the unit are counted, as the game tells them apart. Otherwise the slots after them are.
    counts_moves: bool,
    /// Whether images share a slot.
    shares: bool,
}

/// Where a move leads.
#[derive(Clone, Copy)]
pub(super) enum Child {
    /// To a slot of the unit.
    Inner(u32),
    /// To a known value.
    Known(Value),
}

/// A position after a move that leaves the unit.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    /// Its slot, or its value if the game is over.
    at: Result<Slot, Value>,
    /// The side to move there.
    next: Next,
}

impl<'a, G: Game, V> Unit<'a, G, V> {
    /// The unit of these tiers.
    pub(super) fn of(
        (game, checks): (&'a G, Checks),
        (numbering, tiers): (&RankNumbering, Range<u32>),
        exits: &'a V,
    ) -> Self {
        let start = |tier| numbering.unit_slots(tiers.start..tier);
        // The numbering has checked that a unit has no more slots.
        let starts = (tiers.start..=tiers.end)
            .map(|tier| u32::try_from(start(tier)).unwrap_or(u32::MAX))
            .collect();
        Self {
            game,
            checks,
            is_impartial: game.is_impartial(),
            tiers,
            starts,
            exits,
            reached: None,
            counts_moves: false,
            shares: false,
        }
    }

    /// The same unit, of which only slots that play reaches are to be solved.
    pub(super) fn only(self, reached: Option<&'a Reached>) -> Self {
        Self { reached, ..self }
    }

    /// The same unit, whose moves are counted if the game tells those within it apart and gives exactly the moves backwards.
    pub(super) fn counting(self) -> Self {
        let tells = self
            .first()
            .is_some_and(|(tiering, position)| tiering.exits(position, &mut |_, _| ()).is_some());
        if !tells || self.tells_backwards() != Backwards::Exact || !self.game.repeats() {
            return self;
        }
        let positions = (0..self.slots()).filter_map(|slot| self.position(slot));
        let shares = images_share(self.game, positions);
        Self { counts_moves: true, shares, ..self }
    }

    /// The tiers and the first position.
    fn first(&self) -> Option<(&dyn Tiering<G::Position>, G::Position)> {
        self.game.tiering().zip((0..self.slots()).find_map(|slot| self.position(slot)))
    }

    /// What the game knows about the moves to a position.
    pub(super) fn tells_backwards(&self) -> Backwards {
        self.first().map_or(Backwards::Unknown, |(tiering, position)| {
            tiering.backwards(position, &mut |_, _| ())
        })
    }

    pub(super) fn counts_moves(&self) -> bool {
        self.counts_moves
    }

    /// How many symmetries keep a position. 1 if moves are not counted, or if images do not share a slot.
    pub(super) fn keeping(&self, position: G::Position) -> u16 {
        if !self.shares {
            return 1;
        }
        let told = self.game.tiering().and_then(|tiering| tiering.keeping(position));
        told.unwrap_or_else(|| symmetries_that_keep(self.game, position)).max(1).into()
    }

    /// If moves are counted: what is wrong with the number of symmetries that the game says keep a position.
    pub(super) fn fault_of_keeping(&self, position: G::Position) -> Option<TierFault> {
        let told = self.game.tiering()?.keeping(position).filter(|_| self.shares)?;
        let symmetries = symmetries_that_keep(self.game, position).max(1);
        (told != symmetries).then_some(TierFault::OtherKeeping { told, symmetries })
    }

    pub(super) fn tiers(&self) -> Range<u32> {
        self.tiers.clone()
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The first slot of a tier.
    pub(super) fn first_of(&self, tier: u32) -> u32 {
        self.starts[(tier - self.tiers.start) as usize]
    }

    /// The number of slots of a tier.
    pub(super) fn slots_of(&self, tier: u32) -> u32 {
        self.starts[(tier - self.tiers.start) as usize + 1] - self.first_of(tier)
    }

    /// The place of a slot.
    #[inline]
    pub(super) fn place(&self, slot: u32) -> Slot {
        // Most units have one or two tiers.
        let tier = self.starts[1..].iter().position(|&end| slot < end).unwrap_or(0);
        let section = self.tiers.start + u32::try_from(tier).unwrap_or(0);
        Slot { section, rank: (slot - self.starts[tier]) as usize }
    }

    /// The slot at a place. `None` if the place is not in the unit.
    #[inline]
    pub(super) fn slot(&self, Slot { section, rank }: Slot) -> Option<u32> {
        let tier = section.checked_sub(self.tiers.start)? as usize;
        let [start, end] = [*self.starts.get(tier)?, *self.starts.get(tier + 1)?];
        let slot = u32::try_from(rank).ok()?.checked_add(start)?;
        (slot < end).then_some(slot)
    }

    /// The position of a slot. `None` if it is unused, or not to be solved.
    #[inline]
    pub(super) fn position(&self, slot: u32) -> Option<G::Position> {
        let place = self.place(slot);
        if self.is_solved(place) { self.game.tiering()?.unrank(place) } else { None }
    }

    /// Whether a slot, if it is used, is to be solved.
    #[inline]
    pub(super) fn is_solved(&self, place: Slot) -> bool {
        self.reached.is_none_or(|reached| reached.contains(place))
    }

    /// The side to move after a move.
    #[inline]
    pub(super) fn next(&self, before: G::Position, after: G::Position) -> Next {
        if self.is_impartial { Next::Opponent } else { self.game.next(before, after) }
    }

    /// Whether the rules and tiers are known to keep their promises.
    pub(super) fn is_tested(&self) -> bool {
        self.checks == Checks::None
    }

    /// Whether checks that take long are made at a slot.
    pub(super) fn compares(&self, slot: u32) -> bool {
        !self.is_tested() && self.checks.compares(slot.into())
    }

    /// The error that the tiers contradict themselves at a position.
    pub(super) fn fault(&self, position: G::Position, fault: TierFault) -> SolveError {
        Inconsistency::at(self.game, position, InconsistencyKind::Tier(fault)).into()
    }

    /// The error that the tiers contradict themselves at the position of a slot.
    #[cold]
    pub(super) fn fault_at(&self, slot: u32, fault: TierFault) -> SolveError {
        self.position(slot).map_or(SolveError::NoMethod, |position| self.fault(position, fault))
    }

    /// The error that the rules give another answer when they are asked again.
    #[cold]
    pub(super) fn unsteady(&self, position: G::Position) -> SolveError {
        Inconsistency::at(self.game, position, InconsistencyKind::Unsteady).into()
    }

    /// The error that a slot is won or lost too far away.
    pub(super) fn too_far(&self, slot: u32) -> SolveError {
        let position = self.position(slot).map(|position| drawn(self.game, position));
        let position = indented(&position.unwrap_or_default());
        SolveError::TooFar { position, most: Word::MAX_PLIES }
    }
}

impl<G: Game, V: Values<Error: Into<SolveError>>> Unit<'_, G, V> {
    /// Calls `each` with what each move of a position leads to, and the side to move there. `from` is the tier of the position.
    /// Returns how many moves there are.
    ///
    /// # Errors
    ///
    /// If the tiers contradict themselves, or if the values of earlier units cannot be read.
    #[inline]
    pub(super) fn children(
        &self,
        (position, from): (G::Position, u32),
        mut each: impl FnMut(Child, Next),
    ) -> Result<usize, SolveError> {
        let (mut moves, mut fault) = (0, Ok(()));
        self.game.children(position, &mut |child, slot| {
            if fault.is_ok() {
                match self.child(child, slot) {
                    Ok(found) => each(found, self.next(position, child)),
                    Err(kind) => fault = Err((moves, kind)),
                }
            }
            moves += 1;
        });
        match fault {
            Ok(()) => Ok(moves),
            Err((nth, kind)) => Err(self.fault_of_move(position, from, nth, kind)),
        }
    }

    /// Adds the exits of a position, each after a move that leaves the unit. `from` is the tier of the position. Returns the number
    /// of the other moves.
    ///
    /// # Errors
    ///
    /// If the tiers contradict themselves.
    #[inline]
    pub(super) fn add_exits(
        &self,
        (position, from): (G::Position, u32),
        exits: &mut Vec<Exit>,
    ) -> Result<u16, SolveError> {
        let mut is_sound = true;
        let each = &mut |child, slot: Option<Slot>| {
            let next = self.next(position, child);
            match slot {
                Some(slot) if slot.section < self.tiers.start => {
                    exits.push(Exit { at: Ok(slot), next });
                }
                Some(_) => is_sound = false,
                None => match self.game.end(child) {
                    Some(value) => exits.push(Exit { at: Err(value), next }),
                    None => is_sound = false,
                },
            }
        };
        let inner = self.game.tiering().and_then(|tiering| tiering.exits(position, each));
        match inner.filter(|_| is_sound) {
            Some(inner) => Ok(inner),
            None => Err(self.fault_of_exits((position, from), inner)),
        }
    }

    /// Reads the first bytes of all exits. The processor waits for several of these reads at once, and
    /// [`Unit::best_exit`] does not wait.
    #[inline]
    pub(super) fn touch(&self, exits: &[Exit]) {
        for exit in exits {
            if exit.at.is_ok_and(|slot| black_box(self.exits.byte(slot)).is_err()) {
                // `best_exit` says so.
                break;
            }
        }
    }

    /// What is best of the exits of a position. `from` is the tier of the position.
    ///
    /// # Errors
    ///
    /// As [`Unit::children`].
    #[inline]
    pub(super) fn best_exit(
        &self,
        from: (G::Position, u32),
        exits: &[Exit],
    ) -> Result<Best, SolveError> {
        let (scheme, mut best) = (self.game.scheme(), Best::NONE);
        for &Exit { at, next } in exits {
            let value = match at {
                Ok(slot) => self.exits.value(scheme, slot).ok().flatten(),
                Err(value) => Some(value),
            };
            match value {
                Some(value) => best.add(value, next),
                None => return Err(self.fault_of_exits(from, Some(0))),
            }
        }
        Ok(best)
    }

    /// What is wrong with the exits of a position. All its moves are played, because they may show it.
    #[cold]
    fn fault_of_exits(&self, from: (G::Position, u32), told: Option<u16>) -> SolveError {
        let mut moves = 0;
        let count = |child, _| moves += usize::from(matches!(child, Child::Inner(_)));
        if let Err(error) = self.children(from, count) {
            return error;
        }
        let fault = match told {
            Some(_) => TierFault::OtherExits,
            None => TierFault::OtherMoves { told, moves },
        };
        self.fault(from.0, fault)
    }

    /// The value of a slot by the values of its children. `known` tells those in the unit. Otherwise the last child whose value
    /// it does not know.
    ///
    /// # Errors
    ///
    /// As [`Unit::children`], or if the value is too far away.
    pub(super) fn value_by_children(
        &self,
        slot: u32,
        known: impl Fn(u32) -> Option<Value>,
    ) -> Result<Result<Value, u32>, SolveError> {
        let Some(position) = self.position(slot) else { return Err(SolveError::NoMethod) };
        let (mut best, mut open) = (Best::NONE, None);
        self.children((position, self.place(slot).section), |child, next| match child {
            Child::Known(value) => best.add(value, next),
            Child::Inner(child) => match known(child) {
                Some(value) => best.add(value, next),
                None => open = Some(child),
            },
        })?;
        match open {
            Some(child) => Ok(Err(child)),
            None => best.value(self.game.scheme()).map(Ok).ok_or_else(|| self.too_far(slot)),
        }
    }

    /// What a position after a move is, which has this slot.
    #[inline]
    fn child(&self, child: G::Position, slot: Option<Slot>) -> Result<Child, ChildFault> {
        let Some(place) = slot else {
            return self.game.end(child).map(Child::Known).ok_or(ChildFault::NoSlot);
        };
        if let Some(slot) = self.slot(place) {
            return Ok(Child::Inner(slot));
        }
        if place.section >= self.tiers.start {
            return Err(ChildFault::Upwards(place));
        }
        match self.exits.value(self.game.scheme(), place) {
            Ok(Some(value)) => Ok(Child::Known(value)),
            Ok(None) => Err(ChildFault::NotUsed(place)),
            Err(reason) => Err(ChildFault::Unread(reason.into())),
        }
    }

    /// The fault that there is no such slot after a move, if there is not.
    pub(super) fn no_such_slot(&self, mv: Move, slot: Slot) -> Option<TierFault> {
        let has = |tiering: &&dyn Tiering<_>| slot.section < tiering.tiers();
        let slots = self.game.tiering().filter(has).map(|tiering| tiering.slots(slot.section));
        let exists = slots.is_some_and(|slots| (slot.rank as u64) < slots);
        (!exists).then_some(TierFault::NoSuchSlot { mv, slot, slots })
    }

    #[cold]
    fn fault_of_move(
        &self,
        position: G::Position,
        from: u32,
        nth: usize,
        fault: ChildFault,
    ) -> SolveError {
        let mv = self.game.legal_moves(position).iter().nth(nth).unwrap_or_default();
        let fault = match fault {
            ChildFault::NoSlot => TierFault::NoSlot { mv },
            ChildFault::Upwards(slot) => {
                let upwards = TierFault::Upwards { mv, from, to: slot.section };
                self.no_such_slot(mv, slot).unwrap_or(upwards)
            }
            ChildFault::NotUsed(slot) => {
                self.no_such_slot(mv, slot).unwrap_or(TierFault::NotUsed { mv, slot })
            }
            ChildFault::Unread(reason) => return reason,
        };
        self.fault(position, fault)
    }
}

/// Why a child has no value.
enum ChildFault {
    NoSlot,
    Upwards(Slot),
    NotUsed(Slot),
    Unread(SolveError),
}
