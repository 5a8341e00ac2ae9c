//! How a proof reads a table.

use perfect_play_core::{
    Entry, Game, MoveValues, Numbering, Place, Probe, Slot, Table, Value, Values,
};
use perfect_play_numbering::{Unreadable, has_keys};

use super::numbered::Numbered;
use crate::answer::entry_or_none;

pub(super) type PositionOf<T> = <<T as Probe>::Game as Game>::Position;

/// The values of the children of a position, as a table gives them.
pub(super) type ChildValues<'v, T> =
    &'v mut dyn FnMut(PositionOf<T>) -> Result<Value, <T as Probe>::Error>;

/// Reads what a table has for positions whose slots in the numbering of the proof are known.
pub(super) trait Reading<T: Probe>: Sync {
    /// Whether the table has only values, from which the moves of its entries follow.
    const HAS_ONLY_VALUES: bool;

    /// The value of a position, or `None` if it has none.
    fn value(&self, slot: Slot, position: PositionOf<T>) -> Result<Option<Value>, Unreadable>;

    /// The entry of a position whose children have these values, or `None` if it has none.
    fn entry(
        &self,
        slot: Slot,
        position: PositionOf<T>,
        values: ChildValues<'_, T>,
    ) -> Result<Option<Entry>, Unreadable>;

    /// How many of the slots of the numbering have a value, if the table is right. Only reports of progress depend on it.
    fn held(&self, slots: u64) -> u64;

    /// The positions that have entries, without those whose slots are reached.
    fn surplus(
        &self,
        is_reached: impl Fn(Slot) -> bool + Copy,
    ) -> impl Iterator<Item = PositionOf<T>>;
}

/// The numbering is the table's own.
pub(super) struct BySlot<'t, G, N, V>(pub(super) &'t Table<G, N, V>);

impl<G: Game, N: Numbering<G>, V: Values> BySlot<'_, G, N, V> {
    fn is_empty(&self, slot: Slot) -> bool {
        let byte = self.0.values().byte(slot);
        byte.is_ok_and(|byte| byte.is_none_or(|byte| byte == Value::NONE))
    }
}

impl<G, N, V> Reading<Table<G, N, V>> for BySlot<'_, G, N, V>
where
    G: Game + Sync,
    N: Numbering<G> + Sync,
    V: Values + Sync,
{
    const HAS_ONLY_VALUES: bool = true;

    fn value(&self, slot: Slot, _: G::Position) -> Result<Option<Value>, Unreadable> {
        self.0.values().value(self.0.game().scheme(), slot).map_err(Unreadable::new)
    }

    fn entry(
        &self,
        slot: Slot,
        position: G::Position,
        values: ChildValues<'_, Table<G, N, V>>,
    ) -> Result<Option<Entry>, Unreadable> {
        let (game, objective) = (self.0.game(), self.0.objective());
        let Some(own) = self.value(slot, position)? else { return Ok(None) };
        let moves = entry_or_none(MoveValues::new(game, position, values))?;
        Ok(moves.map(|moves| Entry::new(game, position, own, moves.optimal(objective))))
    }

    fn held(&self, slots: u64) -> u64 {
        if has_keys(self.0.game()) {
            return slots;
        }
        let slot = |slot| usize::try_from(slot).map(|rank| Slot { section: 0, rank });
        let has_value = |&number: &u64| slot(number).is_ok_and(|slot| !self.is_empty(slot));
        (0..slots).filter(has_value).count() as u64
    }

    fn surplus(
        &self,
        is_reached: impl Fn(Slot) -> bool + Copy,
    ) -> impl Iterator<Item = G::Position> {
        let (game, numbering) = (self.0.game(), self.0.numbering());
        let all = numbering.positions(game, move |slot| is_reached(slot) || self.is_empty(slot));
        all.filter(move |&(position, slot)| {
            let place = || numbering.place(game, position);
            match slot.map_or_else(place, |slot| Some(Place::Slot(slot))) {
                Some(Place::Slot(slot)) => !is_reached(slot),
                _ => true,
            }
        })
        .map(|(position, _)| position)
    }
}

/// The numbering may be another one.
pub(super) struct ByPosition<'t, T: Probe, N> {
    pub(super) table: &'t T,
    pub(super) numbered: Numbered<'t, T::Game, N>,
}

impl<T, N> Reading<T> for ByPosition<'_, T, N>
where
    T: Probe<Game: Sync> + Sync,
    N: Numbering<T::Game> + Sync,
{
    const HAS_ONLY_VALUES: bool = false;

    fn value(&self, _: Slot, position: PositionOf<T>) -> Result<Option<Value>, Unreadable> {
        entry_or_none(self.table.value(position))
    }

    fn entry(
        &self,
        _: Slot,
        position: PositionOf<T>,
        values: ChildValues<'_, T>,
    ) -> Result<Option<Entry>, Unreadable> {
        entry_or_none(self.table.probe_with(position, values))
    }

    fn held(&self, slots: u64) -> u64 {
        slots
    }

    fn surplus(
        &self,
        is_reached: impl Fn(Slot) -> bool + Copy,
    ) -> impl Iterator<Item = PositionOf<T>> {
        let Numbered { game, numbering } = self.numbered;
        self.table.positions().filter(move |&position| match numbering.place(game, position) {
            Some(Place::Slot(slot)) => !is_reached(slot),
            _ => true,
        })
    }
}
