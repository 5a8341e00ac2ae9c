//! A game that says its tiers, solved into a folder by any number of processes together.

use std::{iter, path::Path, thread, time::Duration};

use perfect_play_core::Objective;
use perfect_play_file::{Header, RankFolder, ReadError, WriteError};
use perfect_play_generator::numbering::{RankNumbering, Tasks, TierSource, TierValues};

use crate::{
    AnyGame, TierSolveError,
    kept_marks::KeptMarks,
    rank_solve::{OneByOne, solvable},
    ranked::Ranked,
};

/// How long a process sleeps before it looks again for a unit that another one solves.
const NAP: Duration = Duration::from_millis(20);

/// A process's part of a solve into a folder. Any number of processes, on one machine or many, can do the tasks of one solve
/// ([`RankPart::tasks`]). They communicate only through the folder.
///
/// A part waits for the units of other processes. While it waits, it occupies the threads of this process. So have only one part
/// in a process. A second one would get no threads, and the first might wait for it forever.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, RankPart};
///
/// let folder = tempfile::tempdir()?;
/// let mut part = RankPart::new(&"morris:three".parse()?, folder.path(), Objective::Fastest)?;
/// // Several processes would divide the tasks among them.
/// let mut tasks = part.tasks();
/// while let Some(task) = tasks.next() {
///     part.run([task], &|_slots| (), &mut |_| ())?;
///     tasks.done(task);
/// }
/// part.finish()?;
/// assert!(AnyTable::open(folder.path())?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankPart {
    ranked: Ranked,
    numbering: RankNumbering,
    folder: RankFolder,
    marks: KeptMarks,
    /// How many bytes of tiers are kept in memory from one unit to the next.
    kept: u64,
}

impl RankPart {
    /// Prepares to solve a part of a game into a folder, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// As [`RankSolve::into_folder`](crate::RankSolve::into_folder). Finished units are not looked at.
    pub fn new(
        game: &AnyGame,
        folder: &Path,
        objective: Objective,
    ) -> Result<Self, TierSolveError> {
        let (ranked, numbering) = solvable(game, objective)?;
        let marks = KeptMarks::in_folder(folder, game, &numbering);
        let folder = RankFolder::create(folder, game, objective, numbering.clone())?;
        Ok(Self { ranked, numbering, folder, marks, kept: 0 })
    }

    /// Keeps about this many bytes of tiers in memory, for the units that lead to them. By default they are read again.
    #[must_use]
    pub fn keeping(self, bytes: u64) -> Self {
        Self { kept: bytes, ..self }
    }

    /// Removes the files of damaged units, so that they are solved again. One process does this before any begins a task.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or removed.
    pub fn remove_damaged(&self) -> Result<(), WriteError> {
        self.folder.remove_damaged()
    }

    /// The tasks. Task 0 marks the reachable positions, in the units of which the table holds only those. These units need it.
    /// Task *u* + 1 solves unit *u*. Which units it leads to is only known when it asks for them, so it waits for them then.
    #[must_use]
    pub fn tasks(&self) -> Tasks {
        let holds_all = |unit| self.numbering.holds_all(self.numbering.tiers_of(unit).start);
        let needs = |unit| if holds_all(unit) { Vec::new() } else { vec![0] };
        Tasks::new(iter::once(Vec::new()).chain(self.numbering.units().map(needs)))
    }

    /// Does tasks, in this order, each on all cores, and calls `done` with each. A unit that is written is not solved again.
    /// `report` is called on any thread with the number of slots for which another half of the work is done, and
    /// with 0 now and then while this process waits for another one.
    ///
    /// No process ever waits for a unit that no process has, if each has one task at a time, takes the next one of
    /// [`Tasks::next`] when it is done, and does not end before.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved, or the folder cannot be written, or a unit that is needed is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    pub fn run(
        &mut self,
        tasks: impl IntoIterator<Item = usize>,
        report: &(dyn Fn(u64) + Sync),
        done: &mut dyn FnMut(usize),
    ) -> Result<(), TierSolveError> {
        let Self { ranked, numbering, folder, marks, kept } = self;
        let awaited = Awaited { folder, report };
        let mut solver = OneByOne::new((ranked, numbering), &awaited, *kept);
        for task in tasks {
            let unit = task.checked_sub(1).map(|unit| u32::try_from(unit).unwrap_or(u32::MAX));
            // The marks are for all units from the first of these tiers on.
            let tiers = unit.map_or(numbering.reached_tiers(), |unit| numbering.tiers_of(unit));
            let is_marked = tiers.clone().any(|tier| !numbering.holds_all(tier));
            let is_there = |tier| folder.is_there(tier);
            let missing = tiers.map(is_there).find(|is_there| !matches!(is_there, Ok(true)));
            if missing.transpose()?.is_some() {
                if is_marked {
                    solver.mark(marks, report)?;
                }
                match unit {
                    Some(unit) => solver.solve(unit, |tiers| folder.write(unit, tiers), report)?,
                    // They are kept in a file, and would take room while other units are solved.
                    None => solver.forget_marks(),
                }
            }
            done(task);
        }
        Ok(())
    }

    /// Finishes the table when all tasks are done. Returns the header that a file of the whole table would have.
    ///
    /// # Errors
    ///
    /// If units are missing or cannot be read.
    pub fn finish(self) -> Result<Header, WriteError> {
        let header = self.folder.finish()?;
        self.marks.remove();
        Ok(header)
    }
}

/// The units in the folder. Reading a unit waits until a process has written it.
struct Awaited<'f> {
    folder: &'f RankFolder,
    report: &'f (dyn Fn(u64) + Sync),
}

impl TierSource for Awaited<'_> {
    type Error = ReadError;

    fn tier(&self, tier: u32) -> Result<TierValues, ReadError> {
        while !self.folder.is_there(tier)? {
            (self.report)(0);
            thread::sleep(NAP);
        }
        self.folder.tier(tier)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, num::NonZeroUsize, sync::Mutex};

    use crate::RankSolve;

    use super::*;

    #[test]
    fn processes_that_share_a_folder_write_the_files_of_one() {
        let game = "morris:three".parse().unwrap();
        let [alone, shared] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        RankSolve::into_folder(&game, alone.path(), Objective::Fastest)
            .unwrap()
            .run(&|_, _| ())
            .unwrap();
        let part = || RankPart::new(&game, shared.path(), Objective::Fastest).unwrap();
        // The second time, one file is missing, and others are damaged: one that the missing one needs, and the last one.
        for _ in 0..2 {
            part().remove_damaged().unwrap();
            let tasks = Mutex::new(part().tasks());
            let next = || tasks.lock().unwrap().next();
            thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        perfect_play_parallel::set_threads(NonZeroUsize::MIN).unwrap();
                        let mut done = |task| tasks.lock().unwrap().done(task);
                        // The units that need the marks are handed out when these are done.
                        while tasks.lock().unwrap().left() > 0 {
                            part().run(iter::from_fn(next), &|_| (), &mut done).unwrap();
                        }
                    });
                }
            });
            part().finish().unwrap();
            let mut files: Vec<_> = fs::read_dir(alone.path()).unwrap().flatten().collect();
            assert_eq!(fs::read_dir(shared.path()).unwrap().count(), files.len());
            files.sort_by_key(fs::DirEntry::file_name);
            for file in &files {
                let of_shared = fs::read(shared.path().join(file.file_name())).unwrap();
                assert!(fs::read(file.path()).unwrap() == of_shared, "{file:?}");
            }
            let at = |place: usize| shared.path().join(files[place].file_name());
            fs::remove_file(at(1)).unwrap();
            for path in [at(0), at(files.len() - 1)] {
                let mut bytes = fs::read(&path).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                fs::write(path, bytes).unwrap();
            }
        }
    }
}
