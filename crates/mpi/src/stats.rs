//! `stats FOLDER`.

use std::path::Path;

use mpi::topology::Communicator;
use perfect_play_engine::AnyTable;
use perfect_play_numbering::Tasks;
use perfect_play_proof::{Stats, TierCounter};

use crate::{
    coordinator,
    ranks::{Job, set_threads},
    shared_disk, tier_table, worker,
};

/// The folder of the finished counts, within the folder of the table.
const COUNTED: &str = "counted";

/// Counts the positions of the table in a folder. Rank 0 prints the counts, as JSON if requested.
pub(crate) fn run(job: &Job<'_>, folder: &Path, as_json: bool) -> Result<(), String> {
    let stats = match tier_table::open(folder)? {
        None => in_one_piece(job, folder)?,
        Some(table) => {
            let folder = folder.join(COUNTED);
            shared_disk::check(job.world, &folder)?;
            let counter = TierCounter::new(&table, table.values().checksum(), &folder);
            count(job, &counter.map_err(|error| error.to_string())?)?
        }
    };
    job.wait_for_all();
    let Some(stats) = stats else { return Ok(()) };
    if as_json {
        println!("{}", serde_json::to_string_pretty(&stats).map_err(|error| error.to_string())?);
    } else {
        tell(folder, &stats);
    }
    Ok(())
}

/// The counts, in rank 0.
fn count(job: &Job<'_>, counter: &tier_table::Counter<'_>) -> Result<Option<Stats>, String> {
    let (world, args) = (job.world, job.args);
    if world.rank() == 0 {
        let tasks = Tasks::new((0..counter.tasks()).map(|task| counter.needs(task).to_vec()));
        let (mut is_done, mut first_left) = (vec![false; counter.tasks()], 0);
        let done = |task: usize, _| {
            is_done[task] = true;
            while is_done.get(first_left).copied().unwrap_or_default() {
                first_left += 1;
                counter.drop_unused_before(first_left);
            }
        };
        coordinator::run(world, &job.hosts, "counting", tasks, args.patience(), done)?;
        return counter.stats().map(Some).map_err(|error| error.to_string());
    }
    worker::run(world, &job.hosts[0], 2, args.patience(), |tasks, teller| {
        set_threads(args.threads)?;
        for number in tasks {
            let task = usize::try_from(number).unwrap_or(usize::MAX);
            if !counter.is_done(task) {
                counter
                    .count(task, &mut |slots| teller.solved(slots))
                    .map_err(|error| error.to_string())?;
            }
            teller.done(number, [0, 0]);
        }
        Ok(())
    })?;
    Ok(None)
}

/// Counts a table of one piece in rank 0.
fn in_one_piece(job: &Job<'_>, folder: &Path) -> Result<Option<Stats>, String> {
    if job.world.rank() > 0 {
        return Ok(None);
    }
    let table = AnyTable::open(folder).map_err(|error| error.to_string())?;
    let stats = table.stats(&mut |_, _| ());
    stats.map(Some).map_err(|error| error.to_string())
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
