//! What a table of any type answers for positions that are given as bytes.

use std::{
    any::{Any, TypeId},
    io,
    path::Path,
};

use perfect_play_core::{
    Board, Game, Key, MoveValues, NotAPosition, Objective, Probe, ProbeError, Table, Value, Values,
};
use perfect_play_file::{CopyError, FileSections, Header, ReadError, Stored, to_bytes, write};
use perfect_play_games::Mnk;
use perfect_play_generator::numbering::{SmallNumbering, TierNumbering};
use perfect_play_proof::{
    CountError, Diff, DiffError, DifferentPositions, Record, Rules, Stats, TableError,
    Verification, VerifyError, diff_of_the_same, records, stats, stats_by_tier, verify_by_tier,
    verify_with,
};

use crate::{AnyGame, AnyPosition, any_numbering::AnyNumbering, tier_copy::write_tier_table};

/// Called with the amount of work that is done and the total.
pub(crate) type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// A table whose positions are given as bytes. [`AnyTable`](crate::AnyTable) has the documentation of the methods.
///
/// A position that is `dyn Any` is an [`AnyPosition`] or has the type of the game's positions ([`Held::has`]).
pub(crate) trait Held {
    fn objective(&self) -> Objective;
    fn has(&self, positions: TypeId) -> bool;
    fn value(&self, position: &dyn Any) -> Result<Value, ReadError>;
    fn value_with_moves(&self, position: &dyn Any) -> Result<(Value, MoveValues), ReadError>;
    fn positions(&self) -> Box<dyn Iterator<Item = AnyPosition> + '_>;
    fn entries(&self) -> Box<dyn Iterator<Item = (AnyPosition, Result<Value, ReadError>)> + '_>;
    fn count(&self) -> u64;
    fn codes(&self) -> u64;
    fn code(&self, position: AnyPosition) -> Option<u64>;
    fn decode(&self, code: u64) -> Option<AnyPosition>;
    fn canonical(&self, position: AnyPosition) -> (u64, u8);
    fn is_canonical(&self, position: AnyPosition) -> bool;
    fn is_held(&self) -> bool;
    fn verify(&self, progress: Progress<'_>) -> Result<Verification<AnyPosition>, VerifyError>;
    fn stats(&self, scratch: Option<&Path>, progress: Progress<'_>) -> Result<Stats, CountError>;
    fn records<'a>(
        &'a self,
        progress: Progress<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a>;
    fn diff_at_once(
        &self,
        other: &dyn Any,
        progress: Progress<'_>,
    ) -> Result<Option<Diff<AnyPosition>>, DiffError>;
    fn to_bytes(&self) -> io::Result<Vec<u8>>;
    fn write(&self, path: &Path) -> Result<Header, CopyError>;
}

/// How passes go through the tables of a numbering. The defaults suit a table in one section.
pub(crate) trait Passes<G: Game, V: Values>: Stored<G> + Sized {
    /// Whether all values are in memory.
    fn is_held(values: &V) -> bool {
        let _ = values;
        true
    }

    fn verify(
        table: &Table<G, Self, V>,
        progress: Progress<'_>,
    ) -> Result<Verification<G::Position>, VerifyError> {
        verify_with(table, table.numbering(), Rules::Tested, progress)
    }

    fn stats(
        table: &Table<G, Self, V>,
        scratch: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<Stats, CountError> {
        let _ = scratch;
        Ok(stats(table, progress)?)
    }

    /// The comparison of two tables, if it needs not compare position by position.
    fn diff(
        first: &Table<G, Self, V>,
        second: &Table<G, Self, V>,
        progress: Progress<'_>,
    ) -> Result<Option<Diff<G::Position>>, DiffError> {
        let _ = (first, second, progress);
        Ok(None)
    }

    fn write(table: &Table<G, Self, V>, path: &Path) -> Result<Header, CopyError> {
        write(table, path)
    }
}

impl<V: Values> Passes<Mnk, V> for SmallNumbering<Board> {}

impl<V: Values> Passes<AnyGame, V> for AnyNumbering {
    fn diff(
        first: &Table<AnyGame, Self, V>,
        second: &Table<AnyGame, Self, V>,
        _: Progress<'_>,
    ) -> Result<Option<Diff<AnyPosition>>, DiffError> {
        if first.numbering().is_same(second.numbering()) {
            return Ok(None);
        }
        let [first, second] = [first, second].map(|table| table.game().to_string());
        Err(DifferentPositions { first, second }.into())
    }
}

impl Passes<Mnk, FileSections> for TierNumbering {
    fn is_held(values: &FileSections) -> bool {
        values.are_held()
    }

    fn verify(
        table: &Table<Mnk, Self, FileSections>,
        progress: Progress<'_>,
    ) -> Result<Verification<Board>, VerifyError> {
        Ok(verify_by_tier(table, Rules::Tested, progress)?)
    }

    fn stats(
        table: &Table<Mnk, Self, FileSections>,
        scratch: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<Stats, CountError> {
        stats_by_tier(table, scratch, progress)
    }

    fn diff(
        first: &Table<Mnk, Self, FileSections>,
        second: &Table<Mnk, Self, FileSections>,
        progress: Progress<'_>,
    ) -> Result<Option<Diff<Board>>, DiffError> {
        diff_of_the_same(first, second, progress)
    }

    fn write(table: &Table<Mnk, Self, FileSections>, path: &Path) -> Result<Header, CopyError> {
        write_tier_table(table, path)
    }
}

/// The position, which has its own type or is given as bytes.
#[inline]
fn read<P: Key + 'static>(position: &dyn Any) -> Result<P, ReadError> {
    let own = position.downcast_ref().copied();
    let read = own.or_else(|| position.downcast_ref::<AnyPosition>()?.read());
    read.ok_or_else(|| ProbeError::from(NotAPosition::OtherGame).into())
}

impl<G, N, V> Held for Table<G, N, V>
where
    G: Game + Send + Sync + 'static,
    N: Passes<G, V> + Send + Sync + 'static,
    V: Values + Send + Sync + 'static,
    ReadError: From<V::Error>,
{
    fn objective(&self) -> Objective {
        self.objective()
    }
    fn has(&self, positions: TypeId) -> bool {
        positions == TypeId::of::<G::Position>()
    }
    fn value(&self, position: &dyn Any) -> Result<Value, ReadError> {
        Ok(Probe::value(self, read(position)?)?)
    }
    fn value_with_moves(&self, position: &dyn Any) -> Result<(Value, MoveValues), ReadError> {
        Ok(Probe::value_with_moves(self, read(position)?)?)
    }
    fn positions(&self) -> Box<dyn Iterator<Item = AnyPosition> + '_> {
        Box::new(Probe::positions(self).map(AnyPosition::of))
    }
    fn entries(&self) -> Box<dyn Iterator<Item = (AnyPosition, Result<Value, ReadError>)> + '_> {
        let all = Probe::entries(self);
        Box::new(
            all.map(|(position, value)| {
                (AnyPosition::of(position), value.map_err(ReadError::from))
            }),
        )
    }
    fn count(&self) -> u64 {
        let (game, numbering) = (self.game(), self.numbering());
        if !numbering.counts_positions() {
            return Probe::positions(self).count() as u64;
        }
        let is_empty = |slot| {
            let byte = self.values().byte(slot);
            byte.is_ok_and(|byte| byte.is_none_or(|byte| byte == Value::NONE))
        };
        let firsts = numbering.firsts(game, is_empty);
        firsts.map(|(_, first)| numbering.count_sharing(game, first)).sum()
    }
    fn codes(&self) -> u64 {
        Probe::codes(self)
    }
    fn code(&self, position: AnyPosition) -> Option<u64> {
        Probe::code(self, position.read()?)
    }
    fn decode(&self, code: u64) -> Option<AnyPosition> {
        Probe::decode(self, code).map(AnyPosition::of)
    }
    fn canonical(&self, position: AnyPosition) -> (u64, u8) {
        position.read().map_or((Held::codes(self), 0), |position| Probe::canonical(self, position))
    }
    fn is_canonical(&self, position: AnyPosition) -> bool {
        position.read().is_some_and(|position| Probe::is_canonical(self, position))
    }
    fn is_held(&self) -> bool {
        N::is_held(self.values())
    }
    fn verify(&self, progress: Progress<'_>) -> Result<Verification<AnyPosition>, VerifyError> {
        Ok(N::verify(self, progress)?.map(AnyPosition::of))
    }
    fn stats(&self, scratch: Option<&Path>, progress: Progress<'_>) -> Result<Stats, CountError> {
        N::stats(self, scratch, progress)
    }
    fn records<'a>(
        &'a self,
        progress: Progress<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
        Box::new(records(self, progress))
    }
    fn diff_at_once(
        &self,
        other: &dyn Any,
        progress: Progress<'_>,
    ) -> Result<Option<Diff<AnyPosition>>, DiffError> {
        let Some(other) = other.downcast_ref::<Self>() else { return Ok(None) };
        Ok(N::diff(self, other, progress)?.map(|diff| diff.map(AnyPosition::of)))
    }
    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        to_bytes(self)
    }
    fn write(&self, path: &Path) -> Result<Header, CopyError> {
        N::write(self, path)
    }
}
