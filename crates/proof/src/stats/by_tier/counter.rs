//! The count of a table in a folder, which can be resumed and which several processes can share.

use std::{
    error::Error,
    fmt, fs,
    path::{Path, PathBuf},
};

use perfect_play_core::{Board, Game, Values};
use perfect_play_file::WriteError;
use perfect_play_numbering::{Cache, Runs, Sections, TierTable};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use super::{
    CountError,
    counted::{self, Counted, Of},
    counts::Counts,
    layers::{Unused, jobs_at_once},
    pass::Pass,
    reached::Reached,
    tasks::{Task, Tasks},
};
use crate::Stats;

/// How many files of tasks are kept open, at most.
const OPEN: usize = 64;

/// A task has about this many slots at least, so that its file costs little beside its work.
const LEAST_SLOTS: u64 = 1 << 24;

/// About how many slots [`TierCounter::run`] counts between two reports of progress. The tasks that have them are done at
/// the same time, because the last tiers of a task leave cores idle.
const SLOTS_AT_ONCE: u64 = 1 << 27;

/// Counts the positions of a table by tiers. The work is divided into tasks. One process does all of them
/// ([`run`](Self::run)), or any number of processes, on machines that share a folder. The result is the same as that of
/// [`stats_by_tier`](crate::stats_by_tier).
///
/// Each task writes its counts to a file of the folder, with a checksum of the table and of the file. A file gets its
/// name when it is whole. Two processes that do the same task write the same bytes. So an interrupted count can be
/// resumed.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{TierCounter, stats_by_tier};
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
///
/// let folder = tempfile::tempdir()?;
/// let counter = TierCounter::new(&table, 1, folder.path())?;
/// for task in 0..counter.tasks() {
///     assert!(counter.needs(task).iter().all(|&before| counter.is_done(before)));
///     counter.count(task, &mut |_| ())?;
/// }
/// assert_eq!(counter.stats()?, stats_by_tier(&table, &mut |_done, _of| ())?);
/// // Nothing is counted twice.
/// assert_eq!(counter.run(&mut |_done, _of| ())?, counter.stats()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TierCounter<'t, G, S> {
    table: &'t TierTable<G, S>,
    pass: Pass<'t, G, S>,
    tasks: Tasks,
    folder: PathBuf,
    /// The checksum of the table and of its division into tasks.
    checksum: u32,
    open: Cache<usize, Counted>,
    buffers: Unused,
}

impl<'t, G, S> TierCounter<'t, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    /// Prepares the count. `checksum` is that of the table
    /// ([`FileSections::checksum`](perfect_play_file::FileSections::checksum)). Counts of other tables are ignored. `folder`
    /// contains the files of the tasks, and is created if it does not exist.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created.
    pub fn new(
        table: &'t TierTable<G, S>,
        checksum: u32,
        folder: &Path,
    ) -> Result<Self, CountError> {
        // Only the numbering decides the tasks, so all processes have the same tasks.
        let runs = Runs::of_at_least(table.numbering().tiers(), LEAST_SLOTS);
        Self::of_runs(table, checksum, folder, runs)
    }

    fn of_runs(
        table: &'t TierTable<G, S>,
        checksum: u32,
        folder: &Path,
        runs: Runs,
    ) -> Result<Self, CountError> {
        fs::create_dir_all(folder).map_err(|error| WriteError::io(folder, error))?;
        let tiers = table.numbering().tiers();
        let tasks = Tasks::of(tiers, runs);
        // Counts of other divisions into tasks are ignored as well.
        let mut cut = crc32fast::Hasher::new_with_initial(checksum);
        for layer in &tasks.layers {
            cut.update(&(layer.end as u64).to_le_bytes());
        }
        Ok(Self {
            table,
            pass: Pass::new(table.game(), tiers, Some(table.values())),
            tasks,
            folder: folder.to_path_buf(),
            checksum: cut.finalize(),
            open: Cache::new(OPEN),
            buffers: Unused::default(),
        })
    }

    /// The number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.tasks.all.len()
    }

    /// The tasks that must be done before this task. All of them have smaller numbers.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    #[must_use]
    pub fn needs(&self, task: usize) -> &[usize] {
        &self.tasks.needs[task]
    }

    /// Whether a task is done: its file exists, and its counts are undamaged.
    #[must_use]
    pub fn is_done(&self, task: usize) -> bool {
        Counted::open(&self.folder, self.of(task)).is_ok()
    }

    /// Does a task, on all cores. `report` is called now and then with the amount of work done since the last call.
    /// The amount has no unit.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read, or if the folder cannot be written. [`CountError::Lost`] if
    /// the file of an earlier task is damaged or missing.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    pub fn count(&self, task: usize, report: &mut dyn FnMut(u64)) -> Result<(), CountError> {
        match self.count_now(task, report) {
            // Another process is ahead of this one, and has removed files that were needed only for this task.
            Err(CountError::Lost(_)) if self.is_done(task) => Ok(()),
            counted => counted.map_err(|error| self.without_lost(error)),
        }
    }

    /// Removes the file that the error calls lost, and returns the same error.
    fn without_lost(&self, error: CountError) -> CountError {
        if let CountError::Lost(path) = &error {
            counted::remove(path, self.checksum);
        }
        error
    }

    fn count_now(&self, task: usize, report: &mut dyn FnMut(u64)) -> Result<(), CountError> {
        let mut counts = Counts::new(self.pass.cells);
        let (mut first, mut tiers) = (None, Vec::new());
        for jobs in self.tasks.jobs(task).chunks(jobs_at_once()) {
            for (tier, slots, packed) in
                self.pass.do_jobs(jobs, self, &self.buffers, &mut counts)?
            {
                first.get_or_insert(tier);
                tiers.push(packed);
                report(slots);
            }
            // Top parts that hold a line have no slots.
            report(jobs.len() as u64);
        }
        let tiers = (first.unwrap_or_default(), &tiers[..]);
        counted::write(&self.folder, self.of(task), &counts, tiers)
    }

    /// Does all tasks that are not done, and returns the sum of the counts. `progress` is called now and then with the
    /// number of slots that are done and the number of all slots.
    ///
    /// # Errors
    ///
    /// Those of [`count`](Self::count).
    pub fn run(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<Stats, CountError> {
        let slots = |task| self.tasks.slots(self.table.numbering().tiers(), task);
        let of = self.table.numbering().tiers().slots();
        let were_done: Vec<bool> = (0..self.tasks()).map(|task| self.is_done(task)).collect();
        let mut done = (0..self.tasks()).filter(|&task| were_done[task]).map(slots).sum();
        let at_once = (self.tasks() as u64).saturating_mul(SLOTS_AT_ONCE) / of.max(1);
        let at_once = usize::try_from(at_once).unwrap_or(usize::MAX).max(1);
        progress(done, of);
        for layer in &self.tasks.layers {
            let tasks: Vec<usize> = layer.clone().collect();
            for some in tasks.chunks(at_once) {
                let count = |&task: &usize| {
                    // Another process may have done it meanwhile.
                    let is_done = were_done[task] || self.is_done(task);
                    if is_done { Ok(()) } else { self.count(task, &mut |_| ()) }
                };
                parallel(some).with_max_len(1).map(count).collect::<Result<Vec<()>, _>>()?;
                let counted = some.iter().filter(|&&task| !were_done[task]);
                done += counted.map(|&task| slots(task)).sum::<u64>();
                progress(done, of);
            }
            self.drop_unused_before(layer.end);
        }
        self.stats()
    }

    /// Removes the sections of a layer of tasks.
    fn drop_layer(&self, layer: usize) {
        for task in self.tasks.layers[layer].clone() {
            if let Task::Run(_) = self.tasks.all[task] {
                // A file that cannot be freed only takes space.
                let _ = counted::drop_sections(&self.folder, self.of(task));
            }
        }
    }

    /// Frees the disk space of data that no later task needs. Call this when all tasks before `task` are done. The
    /// counts stay. One process has to call this for each `task`, in ascending order. The other processes need not.
    pub fn drop_unused_before(&self, task: usize) {
        let layer = self.tasks.layers.iter().position(|tasks| tasks.end == task);
        // The layer before is kept, so that this layer can be counted again if it is damaged.
        if let Some(unused) = layer.and_then(|layer| layer.checked_sub(2)) {
            self.drop_layer(unused);
        }
        if task == self.tasks() {
            let layers = self.tasks.layers.len();
            (layers.saturating_sub(2)..layers).for_each(|layer| self.drop_layer(layer));
        }
    }

    /// The sum of the counts of all tasks.
    ///
    /// # Errors
    ///
    /// [`CountError::Lost`] if a task is not done, and [`CountError::Table`] if the start cannot be probed.
    pub fn stats(&self) -> Result<Stats, CountError> {
        let mut counts = Counts::new(self.pass.cells);
        for task in 0..self.tasks() {
            let counted = Counted::open(&self.folder, self.of(task))
                .map_err(|error| self.without_lost(counted::unread(&self.folder, task, &error)))?;
            counts.add(&counted.counts(), 1);
        }
        counts.into_stats(self.table)
    }
}

impl<G, S> TierCounter<'_, G, S> {
    fn of(&self, task: usize) -> Of {
        Of { table: self.checksum, task }
    }
}

impl<G, S> fmt::Debug for TierCounter<'_, G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tasks, folder, checksum, .. } = self;
        f.debug_struct("TierCounter")
            .field("tasks", &tasks.all.len())
            .field("folder", folder)
            .field("checksum", checksum)
            .finish_non_exhaustive()
    }
}

impl<G: Sync, S: Sync> Reached for TierCounter<'_, G, S> {
    fn read(&self, _layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError> {
        let task = self.tasks.of_tier(tier);
        let of = self.of(task);
        let opened = self.open.get(task, task, || Counted::open(&self.folder, of));
        let bits = opened.and_then(|counted| counted.read(tier, mover));
        bits.map_err(|error| counted::unread(&self.folder, task, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use perfect_play_core::Objective;
    use perfect_play_games::Mnk;
    use perfect_play_numbering::{HeldSections, Limits, Tiers};

    use super::*;
    use crate::stats_by_tier;

    /// A table of many tiers.
    fn table(name: &str) -> TierTable<Mnk, HeldSections> {
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::with_limits(&game, Limits { low: 225, top: 225, middle: 81 });
        let tiers = Arc::new(tiers.unwrap());
        let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ()).unwrap();
        TierTable::new(game, Objective::Fastest, tiers.into(), solved).unwrap()
    }

    type Counter<'t> = TierCounter<'t, Mnk, HeldSections>;

    /// A counter with one run for each tier.
    fn counter<'t>(
        table: &'t TierTable<Mnk, HeldSections>,
        checksum: u32,
        folder: &Path,
    ) -> Counter<'t> {
        let runs = Runs::with_slots(table.numbering().tiers(), 1);
        TierCounter::of_runs(table, checksum, folder, runs).unwrap()
    }

    fn go_on(counter: &Counter<'_>) -> Result<usize, CountError> {
        let mut more = 0;
        for task in 0..counter.tasks() {
            if !counter.is_done(task) {
                counter.count(task, &mut |_| ())?;
                more += 1;
            }
            counter.drop_unused_before(task + 1);
        }
        Ok(more)
    }

    #[test]
    fn tasks_count_what_one_pass_counts() {
        for name in ["tictactoe", "mnk:4,3,3+misere", "connect:4,3,3", "connect:5,2,3"] {
            let table = table(name);
            let folder = tempfile::tempdir().unwrap();
            let counter = counter(&table, 1, folder.path());
            assert!(counter.tasks() > 5);
            assert_eq!(go_on(&counter).unwrap(), counter.tasks(), "{name}");
            let expected = stats_by_tier(&table, &mut |_, _| ()).unwrap();
            assert_eq!(counter.stats().unwrap(), expected, "{name}");
            // The usual division into runs must give the same result.
            let folder = tempfile::tempdir().unwrap();
            let counter = TierCounter::new(&table, 1, folder.path()).unwrap();
            go_on(&counter).unwrap();
            assert_eq!(counter.stats().unwrap(), expected, "{name}");
        }
    }

    /// The tasks are done in the reverse order, as far as their needs allow it.
    #[test]
    fn the_order_of_tasks_does_not_matter() {
        let table = table("connect:4,3,3");
        let folder = tempfile::tempdir().unwrap();
        let counter = counter(&table, 1, folder.path());
        let mut left: Vec<usize> = (0..counter.tasks()).collect();
        while let Some(place) = left
            .iter()
            .rposition(|&task| counter.needs(task).iter().all(|&before| counter.is_done(before)))
        {
            counter.count(left.remove(place), &mut |_| ()).unwrap();
        }
        assert!(left.is_empty());
        let expected = stats_by_tier(&table, &mut |_, _| ()).unwrap();
        assert_eq!(counter.stats().unwrap(), expected);
    }

    /// Another process is ahead, and has removed what this one needs.
    #[test]
    fn a_process_that_is_overtaken_counts_nothing_twice_and_removes_nothing() {
        let table = table("connect:4,3,3");
        let folder = tempfile::tempdir().unwrap();
        let [slow, fast] = [1, 2].map(|_| counter(&table, 1, folder.path()));
        let half = slow.tasks() / 2;
        (0..half).for_each(|task| slow.count(task, &mut |_| ()).unwrap());
        go_on(&fast).unwrap();
        let files = || folder.path().read_dir().unwrap().count();
        let before = files();
        (half..slow.tasks()).for_each(|task| slow.count(task, &mut |_| ()).unwrap());
        assert_eq!(files(), before);
        assert_eq!(slow.stats().unwrap(), fast.stats().unwrap());
    }

    #[test]
    fn an_interrupted_count_goes_on_and_what_is_damaged_is_counted_again() {
        let table = table("connect:4,3,3");
        let folder = tempfile::tempdir().unwrap();
        let path = |task: usize| folder.path().join(format!("{task}.counted"));
        let first = counter(&table, 1, folder.path());
        let expected = stats_by_tier(&table, &mut |_, _| ()).unwrap();
        let (half, count) = (first.tasks() / 2, first.tasks());
        (0..half).for_each(|task| first.count(task, &mut |_| ()).unwrap());
        assert!(matches!(first.stats(), Err(CountError::Lost(_))));
        drop(first);
        // Counts of another table are not used.
        assert!(!counter(&table, 2, folder.path()).is_done(0));

        // Any changed byte of any file either is noticed or does not matter.
        let mut lost = 0;
        for task in [0, half / 2, half - 1] {
            let whole = fs::read(path(task)).unwrap();
            for place in [9, 20, whole.len() - 1] {
                let mut bytes = whole.clone();
                bytes[place] ^= 1;
                fs::write(path(task), bytes).unwrap();
                // The same command is given until it succeeds.
                let mut tries = 0;
                let stats = loop {
                    let counter = counter(&table, 1, folder.path());
                    match go_on(&counter).and_then(|_| counter.stats()) {
                        Ok(stats) => break stats,
                        Err(CountError::Lost(_)) => lost += 1,
                        Err(error) => panic!("{error}"),
                    }
                    tries += 1;
                    assert!(tries < 4);
                };
                assert_eq!(stats, expected, "{task} {place}");
                for later in half..count {
                    fs::remove_file(path(later)).unwrap();
                }
            }
        }
        assert!(lost > 0);
    }
}
