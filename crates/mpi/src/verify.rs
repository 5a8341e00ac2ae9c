//! `verify FOLDER`.

use std::path::Path;

use mpi::topology::Communicator;
use perfect_play_numbering::{Runs, Tasks};
use perfect_play_proof::{Rules, TierProver};

use crate::{
    coordinator,
    ranks::{Job, set_threads},
    tier_table, worker,
};

/// Returns whether the table is proven.
pub(crate) fn run(job: &Job<'_>, folder: &Path) -> Result<bool, String> {
    let table = tier_table::open(folder, "verify")?;
    let threads = job.args.threads;
    let runs = Runs::of(table.numbering().tiers());
    if job.world.rank() == 0 {
        let tasks = Tasks::new(vec![Vec::new(); runs.len()]);
        let mut wrong = Vec::new();
        let done = |run, [_, faults]: [u64; 2]| {
            if faults > 0 {
                wrong.push(run);
            }
        };
        let summary =
            coordinator::run(job.world, &job.hosts, "proving", tasks, job.args.patience(), done)?;
        job.wait_for_all();
        return Ok(tell(folder, &table.game().to_string(), summary.counted, (&runs, &mut wrong)));
    }
    worker::run(job.world, &job.hosts[0], 2, job.args.patience(), |tasks, teller| {
        set_threads(threads)?;
        let prover = TierProver::new(&table, Rules::Tested).map_err(|error| error.to_string())?;
        for number in tasks {
            let tiers = runs.tiers(usize::try_from(number).unwrap_or(usize::MAX));
            let proof = prover.prove(tiers).map_err(|error| error.to_string())?;
            teller.solved(proof.entries);
            teller.done(number, [proof.entries, proof.faults.len() as u64]);
        }
        Ok(())
    })?;
    job.wait_for_all();
    Ok(true)
}

/// Prints the result, in rank 0.
fn tell(
    folder: &Path,
    game: &str,
    [slots, _]: [u64; 2],
    (runs, wrong): (&Runs, &mut Vec<usize>),
) -> bool {
    let folder = folder.display();
    if wrong.is_empty() {
        println!("{folder}: proven. {game}: the values of {slots} boards follow from the rules");
        return true;
    }
    wrong.sort_unstable();
    let files: Vec<_> = wrong
        .iter()
        .take(10)
        .map(|&run| format!("tiers-{}.perfect", runs.tiers(run).start))
        .collect();
    println!(
        "{folder}: NOT proven. {game}: wrong in {} of {} runs of tiers, the first of them {}. A wrong value can \
         make the values that follow from it look wrong; `perfect-play verify {folder}` reports the first",
        wrong.len(),
        runs.len(),
        files.join(", "),
    );
    false
}
