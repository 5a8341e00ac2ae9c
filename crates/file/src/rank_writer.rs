//! Writes a table by rank, unit after unit.

use std::path::Path;

use perfect_play_core::{Game, Numbering, Objective};
use perfect_play_numbering::{RankNumbering, TierSource, TierValues};

use crate::{
    Header, ReadError, WriteError,
    partial::Origin,
    ranked_file::{begun_by_ranks, pack_tiers, read_tier},
    section_frames::PackedSection,
    store::Store,
    unfinished::Unfinished,
};

/// Writes the file of a table by rank, unit after unit as they are solved. It writes into `FILE.partial` first, and renames
/// that to `FILE` when all units are written.
///
/// An interrupted run leaves `FILE.partial`. The next writer of the same table finds this file and resumes after the last whole
/// unit. The finished file has the same bytes as after a run without interruption.
///
/// Any number of threads can read what has been written ([`TierSource`]).
#[derive(Debug)]
pub struct RankWriter {
    numbering: RankNumbering,
    file: Unfinished,
}

impl RankWriter {
    /// Begins to write the file, or resumes writing it: see [`RankWriter::next_unit`]. `numbering` is that of the game.
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced or written, if another run is writing the same file, if the file system has
    /// no locks, or if `FILE.partial` is something else.
    pub fn create<G: Game>(
        path: &Path,
        game: &G,
        objective: Objective,
        numbering: RankNumbering,
    ) -> Result<Self, WriteError> {
        Self::begin((path, Origin::Solved), game, objective, numbering)
    }

    /// [`RankWriter::create`], for a copy of a table. The unfinished file is `FILE.partial-copy`: a solve is not resumed from
    /// it, because the table that is copied may be wrong.
    ///
    /// # Errors
    ///
    /// The errors of [`RankWriter::create`].
    pub fn copy<G: Game>(
        path: &Path,
        game: &G,
        objective: Objective,
        numbering: RankNumbering,
    ) -> Result<Self, WriteError> {
        Self::begin((path, Origin::Copied), game, objective, numbering)
    }

    fn begin<G: Game>(
        to: (&Path, Origin),
        game: &G,
        objective: Objective,
        numbering: RankNumbering,
    ) -> Result<Self, WriteError> {
        let header = begun_by_ranks(game, objective, &numbering);
        // A unit, and so a tier, has fewer than 2^32 slots.
        let len =
            |tier| u32::try_from(Numbering::slots(&numbering, game, tier)).unwrap_or(u32::MAX);
        let lens = (0..numbering.tiers()).flat_map(|tier| [len(tier); 2]);
        let file = Unfinished::create(to, header, None, lens)?;
        let writer = Self { numbering, file };
        // The tiers of a unit are written together.
        let whole = writer.numbering.tiers_of_units(writer.next_unit()).start;
        writer.file.file().truncate(2 * u64::from(whole));
        Ok(writer)
    }

    /// The path of the unfinished file: `FILE.partial`, or `FILE.partial-copy`.
    #[must_use]
    pub fn partial_path(&self) -> &Path {
        self.file.path()
    }

    /// The unit to be written next, or the number of units if all have been written.
    #[must_use]
    pub fn next_unit(&self) -> u32 {
        let written = self.file.file().tiers();
        let ends = self.numbering.units().map(|unit| self.numbering.tiers_of(unit).end);
        u32::try_from(ends.take_while(|&end| end <= written).count()).unwrap_or(u32::MAX)
    }

    /// Compresses the tiers of the next unit, and appends them. They can be read immediately.
    ///
    /// # Errors
    ///
    /// If they cannot be written, for example because the disk is full. The earlier units are kept.
    ///
    /// # Panics
    ///
    /// If they are not the tiers of the next unit.
    pub fn append(&self, tiers: &[TierValues]) -> Result<(), WriteError> {
        self.file.append(&self.pack(self.file.file().tiers(), tiers)?)
    }

    /// Writes the tiers of a unit that an earlier run may have written already, maybe from another table of the game. They are
    /// kept if their checksums are those of these tiers. Otherwise they are replaced, and all units behind them are forgotten.
    ///
    /// # Errors
    ///
    /// The errors of [`RankWriter::append`].
    ///
    /// # Panics
    ///
    /// If there is no such unit, or units before it are missing.
    pub fn put(&self, unit: u32, tiers: &[TierValues]) -> Result<(), WriteError> {
        self.file.put(&self.pack(self.numbering.tiers_of(unit).start, tiers)?)
    }

    /// The sections that have been written.
    pub(crate) fn store(&self) -> &Store {
        self.file.file().store()
    }

    /// The sections of these tiers. `first` is the number of the first one.
    fn pack(&self, first: u32, tiers: &[TierValues]) -> Result<Vec<PackedSection>, WriteError> {
        let packed = pack_tiers(self.file.bound_to(), first, tiers);
        packed.map_err(|error| self.file.interrupted(error))
    }

    /// Writes the index, marks the file as finished, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written. All units are kept.
    ///
    /// # Panics
    ///
    /// If units are missing.
    pub fn finish(self) -> Result<Header, WriteError> {
        self.file.finish()
    }
}

impl TierSource for RankWriter {
    type Error = ReadError;

    fn tier(&self, tier: u32) -> Result<TierValues, ReadError> {
        read_tier(tier, |_| self.store())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use perfect_play_games::Mills;
    use perfect_play_generator::Solver;

    use super::*;

    #[test]
    fn units_of_another_table_are_replaced() {
        let game: Mills = "morris:three".parse().unwrap();
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (numbering, solved) = solved.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.perfect");
        let put = |writer: &RankWriter, unit, values: &[TierValues]| {
            let tiers = numbering.tiers_of(unit);
            writer.put(unit, &values[tiers.start as usize..tiers.end as usize]).unwrap();
        };
        // Writes all units, and is interrupted before the end.
        let written = |values: &[TierValues]| {
            let objective = Objective::Fastest;
            let writer = RankWriter::create(&path, &game, objective, numbering.clone()).unwrap();
            numbering.units().for_each(|unit| put(&writer, unit, values));
            writer
        };
        written(solved.tiers()).finish().unwrap();
        let whole = fs::read(&path).unwrap();

        let unused = |tier: &TierValues| TierValues::unused(tier.bytes()[0].len());
        let other: Vec<_> = solved.tiers().iter().map(unused).collect();
        drop(written(&other));
        let writer = written(solved.tiers());
        // What is there already is kept, and so is what follows it.
        put(&writer, 0, solved.tiers());
        assert_eq!(writer.next_unit(), numbering.units().end);
        put(&writer, 0, &other);
        assert_eq!(writer.next_unit(), 1);
        drop(writer);
        written(solved.tiers()).finish().unwrap();
        assert!(fs::read(&path).unwrap() == whole);
    }
}
