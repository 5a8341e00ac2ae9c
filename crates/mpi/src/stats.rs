//! `stats FOLDER`.

use std::path::{Path, PathBuf};

use mpi::topology::Communicator;
use perfect_play_core::Shown;
use perfect_play_engine::CountFile;
use perfect_play_file::FileSections;
use perfect_play_games::Mnk;
use perfect_play_numbering::{Tasks, TierTable};
use perfect_play_proof::{BoardCounts, Stats, TierCounter};

use crate::{
    coordinator,
    ranks::{Job, set_threads},
    shared_disk, tier_table, worker,
};

/// The folder of the finished counts, within the folder of the table.
const COUNTED: &str = "counted";

/// Counts the positions of the table in a folder. Rank 0 prints the counts, as JSON if requested.
pub(crate) fn run(job: &Job<'_>, folder: &Path, as_json: bool) -> Result<(), String> {
    let table = tier_table::open(folder, "stats")?;
    let counted = folder.join(COUNTED);
    shared_disk::check(job.world, &counted)?;
    let stats = count(job, &Counted::of(&table, counted))?;
    job.wait_for_all();
    let Some(stats) = stats else { return Ok(()) };
    if as_json {
        println!("{}", serde_json::to_string_pretty(&stats).map_err(|error| error.to_string())?);
    } else {
        tell(folder, &stats);
    }
    Ok(())
}

/// The counts of a table, in a folder with a file for each task.
struct Counted<'t> {
    counter: TierCounter<'t, Mnk, FileSections>,
    folder: PathBuf,
    /// The checksum of the table.
    table: u32,
}

impl<'t> Counted<'t> {
    fn of(table: &'t TierTable<Mnk, FileSections>, folder: PathBuf) -> Self {
        Self { counter: TierCounter::new(table), folder, table: table.values().checksum() }
    }

    fn path(&self, task: usize) -> PathBuf {
        self.folder.join(format!("{task}.json"))
    }

    /// The counts of a task, if it is done.
    fn read(&self, task: usize) -> Option<BoardCounts> {
        let counts = CountFile::new(self.path(task), self.table).read();
        counts.filter(|counts| self.counter.are_of(task, counts))
    }

    /// Does a task. Two ranks that do the same one write the same bytes.
    fn count(&self, task: usize) -> Result<(), String> {
        let counts = self.counter.count(task).map_err(|error| error.to_string())?;
        let file = CountFile::new(self.path(task), self.table);
        file.write(&counts).map_err(|error| error.to_string())
    }

    /// The sum of all tasks.
    fn stats(&self) -> Result<Stats, String> {
        let lost = |task| {
            format!(
                "{} is damaged or missing: give the same command again to count the missing part",
                Shown(self.path(task).display())
            )
        };
        let read = |task| self.read(task).ok_or_else(|| lost(task));
        let mut all = read(0)?;
        for task in 1..self.counter.tasks() {
            if !all.add_next(&read(task)?) {
                return Err(lost(task));
            }
        }
        self.counter.stats(all).map_err(|error| error.to_string())
    }
}

/// The counts, in rank 0.
fn count(job: &Job<'_>, counted: &Counted<'_>) -> Result<Option<Stats>, String> {
    let (world, args) = (job.world, job.args);
    if world.rank() == 0 {
        let tasks = Tasks::new((0..counted.counter.tasks()).map(|_| Vec::new()));
        coordinator::run(world, &job.hosts, "counting", tasks, args.patience(), |_, _| ())?;
        return counted.stats().map(Some);
    }
    worker::run(world, &job.hosts[0], 2, args.patience(), |tasks, teller| {
        set_threads(args.threads)?;
        for number in tasks {
            let task = usize::try_from(number).unwrap_or(usize::MAX);
            if counted.read(task).is_none() {
                counted.count(task)?;
            }
            teller.done(number, [0, 0]);
        }
        Ok(())
    })?;
    Ok(None)
}

fn tell(folder: &Path, stats: &Stats) {
    let Stats { game, objective, positions, canonical, terminal, outcomes, .. } = stats;
    println!("{}: {game} ({objective}) has {positions} positions", folder.display());
    println!("  win {}, draw {}, loss {}", outcomes.win, outcomes.draw, outcomes.loss);
    println!("  {canonical} if symmetric positions are counted once");
    println!("  {} terminal", terminal.total);
    if let Some(plies) = stats.longest_win {
        println!("  the longest win takes {plies} plies");
    }
}
