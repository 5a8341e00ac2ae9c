//! A game that says its tiers, solved into a file or a folder.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Objective, Table};
use perfect_play_file::{Header, RankFolder, RankWriter, Settings, WriteError, write};
use perfect_play_generator::{
    Reached, SolveError, check_objective,
    numbering::{LoadedTiers, RankNumbering, TierValues, UnitValues},
};

use crate::{
    AnyGame, TierSolveError,
    kept_marks::KeptMarks,
    ranked::{Ranked, Written, memory_for_tiers},
};

/// A solve of a game that says its tiers ([`Game::tiering`](perfect_play_core::Game::tiering)) into a file, or into a folder with
/// a file for each unit.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, RankSolve};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small.perfect");
/// let solve = RankSolve::into_file(&"chess:KQK".parse()?, &path, Objective::Fastest)?;
/// solve.run(&|_done, _of| ())?;
/// assert!(AnyTable::open(&path)?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankSolve {
    game: AnyGame,
    ranked: Ranked,
    numbering: RankNumbering,
    objective: Objective,
    form: Form,
    /// How many bytes of tiers are kept in memory from one unit to the next.
    kept: u64,
}

/// What is written.
enum Form {
    /// A small table is solved in memory, and written in one step.
    Memory(PathBuf),
    Units {
        to: Box<Units>,
        /// The units that were missing in the beginning, in ascending order.
        left: Vec<u32>,
        marks: KeptMarks,
    },
}

/// Where each unit is written as soon as it is solved.
enum Units {
    File(RankWriter),
    Folder(RankFolder),
}

impl Units {
    /// What was written.
    fn written(&self) -> Written<'_> {
        match self {
            Self::File(writer) => writer,
            Self::Folder(folder) => folder,
        }
    }

    /// The unfinished file, or the folder.
    fn path(&self) -> &Path {
        match self {
            Self::File(writer) => writer.partial_path(),
            Self::Folder(folder) => folder.path(),
        }
    }

    /// Whether another process has written a unit meanwhile.
    fn is_written(&self, unit: u32) -> Result<bool, WriteError> {
        match self {
            Self::File(_) => Ok(false),
            Self::Folder(folder) => folder.is_whole(unit),
        }
    }

    fn write(&self, unit: u32, tiers: &[TierValues]) -> Result<(), WriteError> {
        match self {
            Self::File(writer) => writer.append(tiers),
            Self::Folder(folder) => folder.write(unit, tiers),
        }
    }

    fn finish(self) -> Result<Header, WriteError> {
        match self {
            Self::File(writer) => writer.finish(),
            Self::Folder(folder) => folder.finish(),
        }
    }
}

impl RankSolve {
    /// Prepares to solve a game into a file. A small table is solved in memory and written in one step. A larger table is
    /// written to `FILE.partial` first, unit after unit. If an earlier run was interrupted, this run resumes from that file.
    ///
    /// # Errors
    ///
    /// If the game does not say its tiers, or if the file cannot be written.
    pub fn into_file(
        game: &AnyGame,
        path: &Path,
        objective: Objective,
    ) -> Result<Self, TierSolveError> {
        Self::with_most(Settings::MAX_HELD_BYTES, game, path, objective)
    }

    /// [`RankSolve::into_file`]. A small table has at most this many slots.
    fn with_most(
        most: u64,
        game: &AnyGame,
        path: &Path,
        objective: Objective,
    ) -> Result<Self, TierSolveError> {
        Self::prepared(game, objective, |numbering| {
            if numbering.all_slots() <= most {
                return Ok(Form::Memory(path.to_path_buf()));
            }
            let writer = RankWriter::create(path, game, objective, numbering.clone())?;
            let left = (writer.next_unit()..numbering.units().end).collect();
            let marks = KeptMarks::beside(writer.partial_path(), game, numbering);
            Ok(Form::Units { to: Box::new(Units::File(writer)), left, marks })
        })
    }

    /// Prepares to solve a game into a folder, which is created if it does not exist: a file for each unit. If an earlier run was
    /// interrupted, this run solves the units whose files are missing or damaged. Other processes may do the same at the same
    /// time: they write the same bytes.
    ///
    /// # Errors
    ///
    /// If the game does not say its tiers, or if the folder cannot be written, or has another table.
    pub fn into_folder(
        game: &AnyGame,
        folder: &Path,
        objective: Objective,
    ) -> Result<Self, TierSolveError> {
        Self::prepared(game, objective, |numbering| {
            let writer = RankFolder::create(folder, game, objective, numbering.clone())?;
            let left = writer.missing()?;
            let marks = KeptMarks::in_folder(folder, game, numbering);
            Ok(Form::Units { to: Box::new(Units::Folder(writer)), left, marks })
        })
    }

    /// A solve whose form depends on the numbering. Nothing is written if the game cannot be solved with this objective.
    fn prepared(
        game: &AnyGame,
        objective: Objective,
        form: impl FnOnce(&RankNumbering) -> Result<Form, TierSolveError>,
    ) -> Result<Self, TierSolveError> {
        let (ranked, numbering) = solvable(game, objective)?;
        let form = form(&numbering)?;
        let kept = memory_for_tiers();
        Ok(Self { game: game.clone(), ranked, numbering, objective, form, kept })
    }

    /// Keeps about this many bytes of solved tiers in memory, for the units that lead to them. Others are read again. Defaults
    /// to half of the free memory.
    #[must_use]
    pub fn keeping(self, bytes: u64) -> Self {
        Self { kept: bytes, ..self }
    }

    /// The number of units.
    #[must_use]
    pub fn units(&self) -> u32 {
        self.numbering.units().end
    }

    /// How many units an earlier, interrupted run has written.
    #[must_use]
    pub fn units_kept(&self) -> u32 {
        match &self.form {
            Form::Memory(_) => 0,
            Form::Units { left, .. } => {
                self.units() - u32::try_from(left.len()).unwrap_or(u32::MAX)
            }
        }
    }

    /// The unfinished file, or the folder, that keeps the solved units. `None` if the table is small and no folder is written:
    /// nothing is kept until all of it is solved.
    #[must_use]
    pub fn kept_in(&self) -> Option<&Path> {
        match &self.form {
            Form::Memory(_) => None,
            Form::Units { to, .. } => Some(to.path()),
        }
    }

    /// Solves what is left and finishes the file. Returns its header. `progress` is called on any thread with the amount of
    /// work that is done and the total.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved, or the file cannot be written. The finished units of a larger table are kept.
    pub fn run(self, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Header, TierSolveError> {
        let Self { game, ranked, numbering, objective, form, kept } = self;
        let (to, left, mut marks) = match form {
            Form::Memory(path) => {
                let (numbering, values) = ranked.solve(objective, u64::MAX, progress)?;
                let table = Table::new(game, objective, numbering, values);
                return Ok(write(&table.ok_or(SolveError::OtherNumbering)?, &path)?);
            }
            Form::Units { to, left, marks } => (to, left, marks),
        };
        let slots = |unit| numbering.unit_slots(numbering.tiers_of(unit));
        let is_marked = |unit: &u32| !numbering.holds_all(numbering.tiers_of(*unit).start);
        let is_to_mark = left.iter().any(is_marked);
        let to_mark = if is_to_mark { numbering.unit_slots(numbering.reached_tiers()) } else { 0 };
        let (done, all) = (AtomicU64::new(0), 2 * numbering.all_slots() + to_mark);
        let report = |slots| progress(done.fetch_add(slots, Relaxed) + slots, all);
        let mut before =
            2 * (numbering.all_slots() - left.iter().map(|&unit| slots(unit)).sum::<u64>());
        report(before);
        let mut solver = OneByOne::new((&ranked, &numbering), to.written(), kept);
        for unit in left {
            if to.is_written(unit)? {
                before += 2 * slots(unit);
                done.store(before, Relaxed);
                continue;
            }
            if is_marked(&unit) && solver.mark(&mut marks, &report)? {
                before += to_mark;
                done.store(before, Relaxed);
            }
            solver.solve(unit, |tiers| to.write(unit, tiers), &report)?;
            before += 2 * slots(unit);
            done.store(before, Relaxed);
        }
        drop(solver);
        let header = to.finish()?;
        marks.remove();
        Ok(header)
    }
}

/// The rules and the numbering of a game that can be solved by rank with this objective.
pub(crate) fn solvable(
    game: &AnyGame,
    objective: Objective,
) -> Result<(Ranked, RankNumbering), TierSolveError> {
    let ranked = game.ranked().ok_or(SolveError::NoMethod)?.clone();
    check_objective(game, objective)?;
    let numbering = ranked.numbering().map_err(SolveError::NotRanked)?;
    Ok((ranked, numbering))
}

/// Solves units one by one, with the values of those that are written.
pub(crate) struct OneByOne<'s> {
    ranked: &'s Ranked,
    numbering: &'s RankNumbering,
    solved: LoadedTiers<Written<'s>>,
    /// The marks of the reachable positions, once they are needed.
    reached: Option<Reached>,
}

impl<'s> OneByOne<'s> {
    /// About `kept` bytes of solved tiers are kept in memory.
    pub(crate) fn new(
        (ranked, numbering): (&'s Ranked, &'s RankNumbering),
        written: Written<'s>,
        kept: u64,
    ) -> Self {
        let solved = LoadedTiers::new(written, numbering.tiers(), kept);
        Self { ranked, numbering, solved, reached: None }
    }

    /// Marks the positions that play can reach, in the tiers of which the table holds only those. What an interrupted run, or
    /// another process, has marked is kept. Returns whether they were not marked before.
    pub(crate) fn mark(
        &mut self,
        marks: &mut KeptMarks,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<bool, TierSolveError> {
        if self.reached.is_some() {
            return Ok(false);
        }
        let numbering = self.numbering;
        let reached = self.ranked.starts(numbering)?;
        let units = numbering.reached_units();
        let end = marks.load(&reached, numbering).unwrap_or(units.end);
        report(numbering.unit_slots(numbering.tiers_of_units(end)));
        for unit in (units.start..end).rev() {
            self.ranked.follow(numbering, (&reached, unit), report);
            marks.keep(&reached, numbering, unit)?;
        }
        self.reached = Some(reached);
        Ok(true)
    }

    /// Frees the memory of the marks.
    pub(crate) fn forget_marks(&mut self) {
        self.reached = None;
    }

    /// Solves a unit, and gives its tiers to `write`.
    pub(crate) fn solve(
        &mut self,
        unit: u32,
        write: impl FnOnce(&[TierValues]) -> Result<(), WriteError>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TierSolveError> {
        let tiers = self.numbering.tiers_of(unit);
        self.solved.begin_unit(tiers.clone());
        let of = (self.numbering, self.reached.as_ref());
        let values = self.ranked.solve_unit(of, unit, &self.solved, report)?;
        write(&values)?;
        tiers.zip(values).for_each(|(tier, values)| self.solved.keep(tier, values));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::Mutex};

    use crate::AnyTable;

    use super::*;

    /// Solves into a file, unit by unit. `each` is called with every report of progress.
    fn solved(path: &Path, each: &(dyn Fn(u64, u64) + Sync)) -> Vec<u8> {
        let game = "morris:three".parse().unwrap();
        let solve = RankSolve::with_most(0, &game, path, Objective::Fastest).unwrap();
        assert!(solve.kept_in().is_some());
        solve.run(each).unwrap();
        let bytes = fs::read(path).unwrap();
        let left: Vec<_> = path.parent().unwrap().read_dir().unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        bytes
    }

    #[test]
    fn a_solve_into_a_folder_that_is_interrupted_anywhere_ends_with_the_same_files() {
        let folder = tempfile::tempdir().unwrap();
        let game = "morris:three".parse().unwrap();
        let solve = || RankSolve::into_folder(&game, folder.path(), Objective::Fastest).unwrap();
        let files = || -> Vec<_> {
            let mut files: Vec<_> =
                folder.path().read_dir().unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            files.into_iter().map(|file| (fs::read(&file).unwrap(), file)).collect()
        };
        solve().run(&|done, all| assert!(done <= all)).unwrap();
        let whole = files();
        assert_eq!(whole.len(), solve().units() as usize);
        assert_eq!(solve().units_kept(), solve().units());
        // Without any one of the units, and without all from there on.
        for first in 0..whole.len() {
            for end in [first + 1, whole.len()] {
                for (_, path) in &whole[first..end] {
                    fs::remove_file(path).unwrap();
                }
                let left = solve();
                assert_eq!((left.units() - left.units_kept()) as usize, end - first);
                left.run(&|done, all| assert!(done <= all)).unwrap();
                assert!(files() == whole, "{first} {end}");
            }
        }
        let table = AnyTable::open(folder.path()).unwrap();
        assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
        // Nothing is begun that cannot be solved.
        let elsewhere = folder.path().join("new");
        let refused = RankSolve::into_folder(&game, &elsewhere, Objective::Outcome);
        assert!(matches!(refused, Err(TierSolveError::NotSolved(SolveError::OutcomeRepeats))));
        let refused = RankSolve::with_most(0, &game, &elsewhere, Objective::Outcome);
        assert!(matches!(refused, Err(TierSolveError::NotSolved(SolveError::OutcomeRepeats))));
        assert!(files() == whole);
    }

    #[test]
    fn a_solve_that_is_interrupted_anywhere_ends_with_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.perfect");
        let [partial, marks] = ["table.perfect.partial", "table.perfect.partial.reached"]
            .map(|name| folder.path().join(name));
        // What an interruption leaves at each report: the unfinished file, and the marks.
        let states = Mutex::new(Vec::new());
        let bytes = solved(&path, &|done, all| {
            assert!(done <= all);
            let state = [&partial, &marks].map(|path| fs::read(path).ok());
            let mut states = states.lock().unwrap();
            if states.last() != Some(&state) {
                states.push(state);
            }
        });
        let states = states.into_inner().unwrap();
        assert!(states.len() > 5 && states.iter().any(|[_, marks]| marks.is_some()));
        for state in &states {
            for (path, bytes) in [&partial, &marks].into_iter().zip(state) {
                if let Some(bytes) = bytes {
                    fs::write(path, bytes).unwrap();
                }
            }
            assert!(solved(&path, &|_, _| ()) == bytes);
        }
        // Marks that are damaged, or of another game, are found again. All bits of the numbers at the beginning say how far
        // they are.
        let whole = states.iter().find_map(|[partial, marks]| Some((partial, marks.as_ref()?)));
        let (of_file, of_marks) = whole.unwrap();
        let numbers = (0..20).flat_map(|place| (0..8).map(move |bit| (place, bit)));
        for (place, bit) in numbers.chain((20..of_marks.len()).map(|place| (place, place % 8))) {
            let mut changed = of_marks.clone();
            changed[place] ^= 1 << bit;
            changed.truncate(of_marks.len() - place % 2 * usize::from(place >= 20));
            fs::write(&partial, of_file.as_ref().unwrap()).unwrap();
            fs::write(&marks, changed).unwrap();
            assert!(solved(&path, &|_, _| ()) == bytes, "byte {place}");
        }
        let table = AnyTable::open(&path).unwrap();
        assert!(table.verify(&mut |_, _| ()).unwrap().is_proven());
        // Counts and proofs are kept in the same way.
        let counted = table.stats_in(folder.path(), &mut |_, _| ()).unwrap();
        assert_eq!(counted, table.stats(&mut |_, _| ()).unwrap());
    }
}
