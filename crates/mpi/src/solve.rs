//! `solve GAME -o FOLDER`.

use std::{error::Error, fs, path::Path};

use mpi::topology::Communicator;
use perfect_play_core::{Game, Probe, Shown};
use perfect_play_engine::{
    AnyGame, AnyTable, FolderEvent, Method, RankPart, TierSolve, one_piece_in,
};
use perfect_play_file::TierFolder;
use perfect_play_games::Mnk;
use perfect_play_generator::check_objective;
use perfect_play_numbering::Tasks;

use crate::{
    args::SolveArgs,
    coordinator,
    ranks::{Job, set_threads},
    shared_disk, worker,
};

pub(crate) fn run(job: &Job<'_>, args: &SolveArgs) -> Result<(), String> {
    let unknown = |error| format!("{}: {error}", Shown(&args.game));
    let game: AnyGame = args.game.parse().map_err(unknown)?;
    match Method::of(&game) {
        Method::Tiers(mnk) => by_tier(job, mnk, args)?,
        Method::Ranks => by_rank(job, &game, args)?,
        // A table of one piece is one task.
        _ if job.world.rank() == 1 => in_one_piece(job, game, args)?,
        _ => {}
    }
    job.wait_for_all();
    if job.world.rank() == 0 {
        tell_start(&args.output)?;
    }
    Ok(())
}

/// Solves a line game: each task is a run of tiers.
fn by_tier(job: &Job<'_>, mnk: Mnk, args: &SolveArgs) -> Result<(), String> {
    let (threads, folder) = (job.args.threads, &*args.output);
    shared_disk::check(job.world, folder)?;
    let solve = TierSolve::new(mnk).map_err(|error| format!("{mnk}: {error}"))?;
    let solve = solve.into_shared_folder(folder, args.objective).map_err(|it| it.to_string())?;
    let solve = solve.with_cache(args.cache());
    if job.world.rank() == 0 {
        let runs = solve.runs();
        let tasks = Tasks::new((0..runs.len()).map(|run| runs.children(solve.tiers(), run)));
        return hand_out(job, tasks);
    }
    worker::run(
        job.world,
        &job.hosts[0],
        threads.get() as u64 + 1,
        job.args.patience(),
        |tasks, teller| {
            set_threads(threads)?;
            // The first error while the existing files are checked.
            let mut failed = None;
            let runs = tasks.into_iter().map_while(|number| {
                let run = usize::try_from(number).unwrap_or(usize::MAX);
                match solve.is_whole(run) {
                    Ok(true) => {
                        teller.done(number, [0, 0]);
                        Some(None)
                    }
                    Ok(false) => Some(Some(run)),
                    Err(error) => {
                        failed = Some(error.to_string());
                        None
                    }
                }
            });
            let solved = solve.run(runs.flatten(), &|event| match event {
                FolderEvent::Tier { slots, .. } => teller.solved(slots),
                FolderEvent::Run { run } => teller.done(run as u64, [1, 0]),
                FolderEvent::Damaged { run } => {
                    let tier = solve.runs().tiers(run).start;
                    eprintln!("tiers-{tier}.perfect is damaged: its tiers are solved again");
                }
            });
            solved.map_err(|error| error.to_string())?;
            failed.map_or(Ok(()), Err)
        },
    )
}

/// Solves a game that says its tiers: each task is a unit, which takes all threads of a rank.
fn by_rank(job: &Job<'_>, game: &AnyGame, args: &SolveArgs) -> Result<(), String> {
    let (folder, objective) = (&*args.output, args.objective);
    let trouble = |error: &dyn Error| format!("{game}: {error}");
    // Otherwise the check of the disk would leave an empty folder.
    check_objective(game, objective).map_err(|error| trouble(&error))?;
    shared_disk::check(job.world, folder)?;
    let part = RankPart::new(game, folder, objective).map_err(|error| trouble(&error))?;
    let mut part = part.keeping(args.cache() as u64);
    if job.world.rank() == 0 {
        part.remove_damaged().map_err(|error| trouble(&error))?;
    }
    job.wait_for_all();
    if job.world.rank() == 0 {
        hand_out(job, part.tasks())?;
        return part.finish().map(|_| ()).map_err(|error| trouble(&error));
    }
    worker::run(job.world, &job.hosts[0], 1, job.args.patience(), |tasks, teller| {
        set_threads(job.args.threads)?;
        let tasks = tasks.into_iter().map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        // A rank that waits for another one does not hang.
        let report = |slots: u64| teller.solved(slots.max(1));
        part.run(tasks, &report, &mut |task| teller.done(task as u64, [1, 0]))
            .map_err(|error| trouble(&error))
    })
}

/// Hands out the tasks, in rank 0.
fn hand_out(job: &Job<'_>, tasks: Tasks) -> Result<(), String> {
    let (all, patience) = (tasks.left(), job.args.patience());
    let summary = coordinator::run(job.world, &job.hosts, "solving", tasks, patience, |_, _| ())?;
    let (handed_out, seconds) = summary.handed_out;
    println!(
        "{handed_out} tasks handed out, {:.1} µs each",
        1e6 * seconds / f64::from(u32::try_from(all).unwrap_or(u32::MAX))
    );
    Ok(())
}

fn in_one_piece(job: &Job<'_>, game: AnyGame, args: &SolveArgs) -> Result<(), String> {
    let (folder, objective) = (&*args.output, args.objective);
    let trouble = |error: &dyn Error| format!("{} {error}", folder.display());
    if let Some(file) = one_piece_in(folder, &game, objective).map_err(|it| trouble(&it))? {
        set_threads(job.args.threads)?;
        let table = AnyTable::solve(game, objective, args.memory(), &|_, _| ())
            .map_err(|it| it.to_string())?;
        table.write(&file).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Prints the value of the start.
fn tell_start(folder: &Path) -> Result<(), String> {
    let table = AnyTable::open(folder).map_err(|error| error.to_string())?;
    // It has nothing more, unless another job writes there.
    let _ = fs::remove_dir(folder.join(TierFolder::UNDER_WAY));
    let game = table.game();
    let start = table.probe(game.start()).map_err(|error| error.to_string())?;
    let plies = start.remoteness.map_or_else(String::new, |plies| format!(" in {plies} plies"));
    println!(
        "{} is whole: {game} ({}) is a {}{plies}",
        folder.display(),
        table.objective(),
        start.outcome
    );
    Ok(())
}
