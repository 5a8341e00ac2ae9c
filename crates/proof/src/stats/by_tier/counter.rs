//! The count of a table, which can be resumed and which several processes can share.

use std::{error::Error, ops::Range};

use perfect_play_core::{Board, Game, Values};
use perfect_play_numbering::{Sections, TierTable, Tiers};
use perfect_play_parallel::threads;
use serde::{Deserialize, Serialize};

use super::{counts::Counts, pass::Pass};
use crate::{CountError, CountLog, Stats};

/// About how many slots are counted between two reports of progress. While the last tiers of these are counted, some cores are
/// idle, so there are many tiers for each.
pub(super) fn at_once(tiers: &Tiers) -> u64 {
    let slots = tiers.slots();
    let many_tiers = 16 * threads() as u64 * (slots / tiers.len() as u64);
    (slots / 100).min(1 << 29).max(many_tiers).min(slots / 8).max(1 << 16)
}

/// There are about this many tasks, at most: many more than machines, but few enough for a folder with a file for each.
const MOST_TASKS: u64 = 1 << 12;

/// A task has about this many slots at least, so that its file costs little beside its work.
const LEAST_SLOTS: u64 = 1 << 24;

/// Counts of a part of a table by tiers: of some tasks of a [`TierCounter`] that follow one another, or of a
/// [`CountLog`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardCounts {
    jobs: Range<usize>,
    counts: Counts,
}

impl BoardCounts {
    /// Adds the counts of the next task. `false` if these are of another task. Then nothing is added.
    #[must_use]
    pub fn add_next(&mut self, next: &Self) -> bool {
        let follows = self.jobs.end == next.jobs.start;
        if follows {
            self.jobs.end = next.jobs.end;
            self.counts.add(&next.counts, 1);
        }
        follows
    }
}

/// Counts the positions of a table by tiers in *tasks*. One process does all of them
/// ([`stats_by_tier`](crate::stats_by_tier)), or several processes share them. No task needs another one.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{TierCounter, stats_by_tier};
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "connect:4,3,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
///
/// let counter = TierCounter::new(&table);
/// let mut counts = counter.count(0)?;
/// for task in 1..counter.tasks() {
///     assert!(counts.add_next(&counter.count(task)?));
/// }
/// assert_eq!(counter.stats(counts)?, stats_by_tier(&table, &mut (), &mut |_done, _of| ())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TierCounter<'t, G, S> {
    table: &'t TierTable<G, S>,
    pass: Pass<'t, G, S>,
    /// By task: its jobs.
    tasks: Vec<Range<usize>>,
    /// About how many slots are counted between two reports of progress.
    at_once: u64,
}

impl<'t, G, S> TierCounter<'t, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    /// Prepares the count of a table.
    ///
    /// # Panics
    ///
    /// If the numbering no longer belongs to the game.
    #[must_use]
    pub fn new(table: &'t TierTable<G, S>) -> Self {
        let of_task = (table.numbering().tiers().slots() / MOST_TASKS).max(LEAST_SLOTS);
        Self::with_slots(table, of_task, at_once(table.numbering().tiers()))
    }

    fn with_slots(table: &'t TierTable<G, S>, of_task: u64, at_once: u64) -> Self {
        let pass = Pass::new(table.game(), table.numbering().tiers(), Some(table.values()));
        // Only the numbering decides the tasks, so all processes have the same tasks.
        let mut tasks: Vec<Range<usize>> = Vec::new();
        while let first = tasks.last().map_or(0, |task| task.end)
            && first < pass.jobs.len()
        {
            tasks.push(pass.jobs_of(first, of_task));
        }
        Self { table, pass, tasks, at_once }
    }

    /// The number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// Does a task, on all cores.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    pub fn count(&self, task: usize) -> Result<BoardCounts, CountError> {
        let (jobs, mut counts) = (self.tasks[task].clone(), Counts::new(self.pass.cells));
        self.pass.add(jobs.clone(), &mut counts)?;
        Ok(BoardCounts { jobs, counts })
    }

    /// Whether these can be the counts of a task.
    ///
    /// # Panics
    ///
    /// If there is no such task.
    #[must_use]
    pub fn are_of(&self, task: usize, counts: &BoardCounts) -> bool {
        counts.jobs == self.tasks[task] && counts.counts.are_of(self.pass.cells)
    }

    /// Counts all positions, after those that are counted in the log.
    pub(super) fn run(
        &self,
        log: &mut dyn CountLog<BoardCounts>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Stats, CountError> {
        let none = || BoardCounts { jobs: 0..0, counts: Counts::new(self.pass.cells) };
        let is_possible = |counted: &BoardCounts| {
            let BoardCounts { jobs, counts } = counted;
            jobs.start == 0 && jobs.end <= self.pass.jobs.len() && counts.are_of(self.pass.cells)
        };
        let BoardCounts { jobs, mut counts } =
            log.counted().filter(is_possible).unwrap_or_else(none);
        self.pass.run(&mut counts, jobs.end, self.at_once, progress, &mut |counts, end| {
            log.keep(&BoardCounts { jobs: 0..end, counts: counts.clone() }).map_err(CountError::Log)
        })?;
        counts.into_stats(self.table)
    }

    /// The statistics, from the counts of all tasks.
    ///
    /// # Errors
    ///
    /// If the start cannot be probed.
    ///
    /// # Panics
    ///
    /// If a task is missing.
    pub fn stats(&self, BoardCounts { jobs, counts }: BoardCounts) -> Result<Stats, CountError> {
        assert_eq!(jobs, 0..self.pass.jobs.len(), "the counts of all tasks");
        counts.into_stats(self.table)
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Objective;
    use perfect_play_games::Mnk;
    use perfect_play_numbering::{HeldSections, Limits, TierNumbering, Tiers};

    use super::*;
    use crate::stats_by_tier;

    /// A table of many tiers.
    fn table(name: &str) -> TierTable<Mnk, HeldSections> {
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::with_limits(&game, Limits { low: 225, top: 225, middle: 81 }).unwrap();
        let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ()).unwrap();
        let numbering = TierNumbering::from(std::sync::Arc::new(tiers));
        TierTable::new(game, Objective::Fastest, numbering, solved).unwrap()
    }

    /// A counter with a task for each job.
    fn counter(table: &TierTable<Mnk, HeldSections>) -> TierCounter<'_, Mnk, HeldSections> {
        TierCounter::with_slots(table, 1, 1)
    }

    const NAMES: [&str; 4] = ["tictactoe", "mnk:4,3,3+misere", "connect:4,3,3", "connect:5,2,3"];

    #[test]
    fn tasks_count_what_one_pass_counts_in_any_order() {
        for name in NAMES {
            let table = table(name);
            let expected = stats_by_tier(&table, &mut (), &mut |_, _| ()).unwrap();
            let counter = counter(&table);
            assert!(counter.tasks() > 5, "{name}");
            let mut counts: Vec<BoardCounts> =
                (0..counter.tasks()).rev().map(|task| counter.count(task).unwrap()).collect();
            counts.reverse();
            assert_eq!(sum(&counter, &counts), expected, "{name}");
            // In a file they are the same, and those of a task can be told from others.
            let json = serde_json::to_string(&counts).unwrap();
            let read: Vec<BoardCounts> = serde_json::from_str(&json).unwrap();
            assert_eq!(sum(&counter, &read), expected, "{name}");
            assert!((0..).zip(&read).all(|(task, counts)| counter.are_of(task, counts)), "{name}");
            assert!(!counter.are_of(0, &read[1]) && !counter.are_of(1, &read[0]), "{name}");
            let mut first = read[0].clone();
            assert!(!first.add_next(&read[2]) && !first.add_next(&read[0]), "{name}");
            assert!(first.add_next(&read[1]), "{name}");
            let all = TierCounter::new(&table);
            assert_eq!((all.tasks(), all.stats(all.count(0).unwrap()).unwrap()), (1, expected));
        }
    }

    fn sum(counter: &TierCounter<'_, Mnk, HeldSections>, counts: &[BoardCounts]) -> Stats {
        let mut all = counts[0].clone();
        assert!(counts[1..].iter().all(|next| all.add_next(next)));
        counter.stats(all).unwrap()
    }

    #[test]
    #[should_panic(expected = "the counts of all tasks")]
    fn the_counts_of_some_tasks_are_no_statistics() {
        let table = table("tictactoe");
        let counter = counter(&table);
        let _ = counter.stats(counter.count(0).unwrap());
    }

    #[test]
    fn tops_that_hold_a_line_are_many_tasks_too() {
        let table = table("mnk:4,3,2");
        let tiers = table.numbering().tiers();
        let counter = TierCounter::with_slots(&table, tiers.slots() / 100, 1);
        let (ended, open) = (tiers.ended_tops().count(), tiers.len());
        assert!(3 * ended > open, "{ended} {open}");
        assert!(counter.tasks() > 20, "{}", counter.tasks());
        let ended = counter.tasks.iter().filter(|task| task.start >= tiers.len()).count();
        assert!(ended > 5, "{ended}");
    }

    /// A log that lets a count go on for some jobs.
    struct Interrupted {
        counted: Option<String>,
        left: usize,
    }

    impl CountLog<BoardCounts> for Interrupted {
        fn counted(&self) -> Option<BoardCounts> {
            self.counted.as_ref().map(|counted| serde_json::from_str(counted).unwrap())
        }

        fn keep(&mut self, counted: &BoardCounts) -> Result<(), Box<dyn Error + Send + Sync>> {
            self.left = self.left.checked_sub(1).ok_or("there is no more room")?;
            self.counted = Some(serde_json::to_string(counted).unwrap());
            Ok(())
        }
    }

    #[test]
    fn a_count_that_is_interrupted_again_and_again_is_resumed_to_the_same() {
        for name in NAMES {
            let table = table(name);
            let expected = stats_by_tier(&table, &mut (), &mut |_, _| ()).unwrap();
            for at_a_time in [1, 2, 7] {
                let (mut counted, mut times, mut began) = (None, 0, Vec::new());
                let stats = loop {
                    let mut log = Interrupted { counted, left: at_a_time };
                    let mut reports = Vec::new();
                    let mut progress = |done, of| reports.push((done, of));
                    let result = counter(&table).run(&mut log, &mut progress);
                    began.push(reports[0].0);
                    match result {
                        Ok(stats) => break stats,
                        Err(error) => assert!(matches!(error, CountError::Log(_)), "{error}"),
                    }
                    (counted, times) = (log.counted, times + 1);
                };
                assert_eq!(stats, expected, "{name}");
                // What is counted last is not kept.
                assert_eq!(times, (counter(&table).tasks() - 2) / at_a_time, "{name}");
                assert!(began.is_sorted() && began[times] > 0, "{name}: {began:?}");
            }
        }
    }

    #[test]
    fn an_impossible_log_is_not_used() {
        let (small, large) = (table("tictactoe"), table("connect:4,3,3"));
        let mut log = Interrupted { counted: None, left: usize::MAX };
        counter(&small).run(&mut log, &mut |_, _| ()).unwrap();
        let expected = stats_by_tier(&large, &mut (), &mut |_, _| ()).unwrap();
        // Of another board.
        assert_eq!(counter(&large).run(&mut log, &mut |_, _| ()).unwrap(), expected);
        // Not from the first job on, and of more jobs than there are.
        let mut counted = counter(&large).count(1).unwrap();
        for jobs in [counted.jobs.clone(), 0..usize::MAX] {
            counted.jobs = jobs;
            log.counted = Some(serde_json::to_string(&counted).unwrap());
            assert_eq!(counter(&large).run(&mut log, &mut |_, _| ()).unwrap(), expected);
        }
    }
}
