//! `solve --worker I/N`: the share of one process among several that solve a game into one folder.

use std::{
    io::{self, Write},
    path::Path,
    process,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Game, Objective, Probe, Shown};
use perfect_play_engine::{
    AnyRules, AnyTable, Note, NoteKeeper, SharedEvent, TierSolveError, Worker, is_solved_by_code,
    one_piece_in,
};
use perfect_play_games::Mnk;
use serde::Serialize;
use sysinfo::System;

use crate::{
    draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    interruption,
    memory::Bound,
    progress,
    solving::{self, Limits},
    table_arg,
};

#[derive(Serialize)]
struct Report {
    game: String,
    objective: Objective,
    worker: String,
    folder: String,
    /// How many runs the share has.
    runs: usize,
    /// How many of them this worker solved. The others existed already.
    runs_solved: usize,
    /// Whether all workers are finished.
    is_whole: bool,
}

/// Solves the share of one worker.
pub(crate) fn solve(
    rules: &AnyRules,
    objective: Objective,
    folder: &Path,
    worker: Worker,
    limits: Limits,
    format: &FormatArgs,
) -> Result<Finding, Trouble> {
    let (runs, runs_solved) = match rules.mnk().filter(|game| !is_solved_by_code(game)) {
        Some(game) => solve_share(game, objective, folder, worker, limits)?,
        None => solve_in_one_piece(rules, objective, folder, worker, limits.memory)?,
    };
    let whole = AnyTable::open(folder).ok();
    let report = Report {
        game: rules.to_string(),
        objective,
        worker: worker.to_string(),
        folder: folder.display().to_string(),
        runs,
        runs_solved,
        is_whole: whole.is_some(),
    };
    format.print(&report, |out| print_text(out, &report, whole.as_ref()))?;
    Ok(Finding::Fine)
}

/// Returns how many runs the share has, and how many of them were missing.
fn solve_share(
    game: Mnk,
    objective: Objective,
    folder: &Path,
    worker: Worker,
    limits: Limits,
) -> Result<(usize, usize), Trouble> {
    let solve = solving::tiers(game)?;
    let plan = solve.plan();
    solving::fits(game, &plan, limits)?;
    solving::folder_has_room(game, &plan, folder, limits)?;
    let host = System::host_name().unwrap_or_else(|_| "unknown".to_owned());
    let writer = format!("{host}-{}", process::id());
    let trouble = |error: TierSolveError| solving::trouble(game, &error);
    let solve = solve.into_shared(folder, objective, &writer).map_err(trouble)?;
    let shown = Shown(folder.display()).to_string();
    let kept = format!(
        "{shown} keeps the solved tiers; this command resumes: {}",
        interruption::command_line()
    );
    let _task = interruption::task(Some(kept));
    let missing = solve.missing(Some(worker)).map_err(trouble)?;
    let runs = solve.runs();
    let share = (0..runs.len()).filter(|&run| worker.has(run)).count();
    let slots = missing.iter().map(|&run| runs.slots(solve.tiers(), run)).sum();
    let threads = solving::threads(limits.threads);
    let note = Note::new(&worker.to_string(), &host, game.to_string(), objective, threads);
    let note = NoteKeeper::new(folder, note);
    let solved = progress::counting(format!("{game}, worker {worker}"), slots, |bar| {
        let done = AtomicU64::new(0);
        solve.run(missing.iter().copied(), &|event| {
            note.hear(event);
            match event {
                SharedEvent::Tier { slots } => {
                    let before = done.fetch_add(slots, Relaxed);
                    bar.reach(before + slots);
                }
                SharedEvent::Damaged { run } => {
                    let tier = runs.tiers(run).start;
                    interruption::tell(&format!(
                        "{shown}: tiers-{tier}.perfect is damaged: its tiers are solved again"
                    ));
                }
                SharedEvent::Waits { .. } => interruption::check(),
                SharedEvent::Run { .. } => {}
            }
        })
    });
    solved.map_err(trouble)?;
    note.is_done();
    Ok((share, missing.len()))
}

/// A table of one piece is one run, so one worker solves it.
fn solve_in_one_piece(
    rules: &AnyRules,
    objective: Objective,
    folder: &Path,
    worker: Worker,
    memory: Bound,
) -> Result<(usize, usize), Trouble> {
    if !worker.has(0) {
        return Ok((0, 0));
    }
    let file = one_piece_in(folder, rules, objective)
        .map_err(|error| Trouble::new(format!("{} {error}", Shown(folder.display()))))?;
    let Some(file) = file else { return Ok((1, 0)) };
    let table = table_arg::solve(rules.clone(), objective, memory)?;
    table.write(&file)?;
    Ok((1, 1))
}

fn print_text(out: &mut dyn Write, report: &Report, whole: Option<&AnyTable>) -> io::Result<()> {
    let Report { game, objective, worker, folder, runs, runs_solved, .. } = report;
    let folder = Shown(folder);
    let solved =
        if runs_solved == runs { String::new() } else { format!(", {runs_solved} of them now") };
    writeln!(out, "{game} ({objective}): worker {worker} is done, {runs} runs of tiers{solved}")?;
    let Some(table) = whole else {
        return writeln!(
            out,
            "{folder} is not whole yet: other workers are left; `perfect-play status {folder}` tells"
        );
    };
    let start = table.game().start();
    if let Ok(entry) = table.probe(start) {
        writeln!(out, "{folder} is whole: {}", draw::result(table.game(), start, entry))?;
    }
    Ok(())
}
