//! Games that are solved, in memory or into a file, and what a solve takes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::Objective;
use perfect_play_engine::{
    AnyGame, AnyTable, Call, CutFile, CutLog, CutPlan, Estimate, Method, Plan, RankPlan, RankSolve,
    TierSolve, free_memory,
};
use perfect_play_file::{TableFile, TierWriter, can_replace};
use perfect_play_games::Mnk;
use pyo3::{
    Bound, PyAny, PyResult, Python,
    exceptions::{PyOSError, PyValueError},
    pyfunction,
    types::{PyBytes, PyBytesMethods},
};
use serde_json::{Value, json};

use crate::{
    errors::{
        RulesError, SolveError, TableError, game, not_cut, not_kept, not_opened, not_solved,
        not_solved_by_tier, not_written,
    },
    interruptible::{Report, interruptible},
    pool::pool,
    table::{NativeTable, graph},
};

/// How many bytes of memory this process may allocate, as far as the system reports it. Otherwise the largest number.
#[pyfunction(name = "free_memory")]
pub(crate) fn free() -> u64 {
    free_memory()
}

/// The canonical name of a built-in game, which may have several names.
#[pyfunction]
pub(crate) fn name_of(name: &str) -> PyResult<String> {
    game(name).map(|game| game.to_string())
}

/// The table of a game, in memory or in a file. `name` may be `graph:FILE`.
#[pyfunction]
#[pyo3(signature = (name, objective, plies=None, path=None, memory=None, disk=None, free_disk=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are those of the function in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    name: &str,
    objective: &str,
    plies: Option<u16>,
    path: Option<PathBuf>,
    memory: Option<u64>,
    disk: Option<u64>,
    free_disk: Option<u64>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<NativeTable> {
    let objective = objective_of(objective)?;
    let solve = Solve { objective, plies, memory, disk, free_disk, threads };
    solve.solved(py, game(name)?, path.as_deref(), progress)
}

/// The table of a game that is written as a graph.
#[pyfunction]
#[pyo3(signature = (name, lines, objective, path=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are those of the function in Python")]
pub(crate) fn solve_graph(
    py: Python<'_>,
    name: &str,
    lines: &Bound<'_, PyBytes>,
    objective: &str,
    path: Option<PathBuf>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<NativeTable> {
    let objective = objective_of(objective)?;
    let solve = Solve { objective, plies: None, memory, disk: None, free_disk: None, threads };
    solve.solved(py, graph(name, lines.as_bytes())?, path.as_deref(), progress)
}

fn objective_of(name: &str) -> PyResult<Objective> {
    name.parse().map_err(|_| {
        PyValueError::new_err(format!("objective is {name:?}: it is \"fastest\" or \"outcome\""))
    })
}

/// How a game is solved.
struct Solve {
    objective: Objective,
    /// How many plies are stored, if not all.
    plies: Option<u16>,
    memory: Option<u64>,
    /// How many bytes may be written, if the caller limits them.
    disk: Option<u64>,
    /// How many bytes of the disk are free. `None` if this is not known.
    free_disk: Option<u64>,
    threads: Option<usize>,
}

impl Solve {
    fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(free_memory)
    }

    /// Solves the game, and writes the table if there is a path. The table is then opened.
    fn solved(
        &self,
        py: Python<'_>,
        game: AnyGame,
        path: Option<&Path>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<NativeTable> {
        let tiers = Method::of(&game).tiers().filter(|_| self.plies.is_none());
        let is_by_rank = self.plies.is_none() && Method::of(&game) == Method::Ranks;
        let is_divided = tiers.is_some() || is_by_rank;
        if self.disk.is_some() && (path.is_none() || !is_divided) {
            return Err(PyValueError::new_err(format!(
                "disk is for a large table that is solved into a file part by part, and this table of {game} is solved in \
                 memory: leave it out"
            )));
        }
        let Some(path) = path else {
            return Ok(self.in_memory(py, game, &mut (), progress)?.into());
        };
        let is_folder = names_a_folder(path);
        if is_folder && !is_divided {
            let why = match self.plies {
                Some(_) => "a cut table is always one file".to_owned(),
                None => format!(
                    "the table of {game} is too small to be divided into the files of a folder"
                ),
            };
            return Err(SolveError::new_err(format!("{why}: name a file")));
        }
        if !is_folder {
            can_replace(path).map_err(|error| PyOSError::new_err(error.to_string()))?;
        }
        if !is_folder && !TableFile::may_replace(path) {
            return Err(TableError::new_err(format!(
                "{} is not a .perfect table, so a table does not replace it: name another file, or remove this one",
                path.display()
            )));
        }
        if let Some(tiers) = tiers {
            self.to_file(py, tiers, path, progress)?;
        } else if is_by_rank {
            self.ranks_to(py, &game, path, progress)?;
        } else {
            // What is searched for a cut table is kept until the table is written.
            let kept = self.plies.map(|plies| CutFile::beside(path, &game, self.objective, plies));
            let mut kept = kept.transpose().map_err(|error| not_kept(&error))?;
            let table = match &mut kept {
                Some(kept) => self.in_memory(py, game.clone(), kept, progress),
                None => self.in_memory(py, game.clone(), &mut (), progress),
            }?;
            let written = interruptible(py, self.threads, None, |_| table.write(path))?;
            written.map_err(|error| not_written(&error))?;
            if let Some(kept) = kept {
                kept.remove();
            }
        }
        let opened = interruptible(py, None, None, |_| AnyTable::open_as(path, game))?;
        opened.map(NativeTable::from).map_err(|error| not_opened(&error))
    }

    fn in_memory(
        &self,
        py: Python<'_>,
        game: AnyGame,
        log: &mut (impl CutLog + Send),
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<AnyTable> {
        let memory = self.memory();
        interruptible(py, self.threads, progress, |report| match self.plies {
            Some(plies) => first_plies(game, self.objective, (plies, log), memory, report),
            None => whole(game, self.objective, memory, report),
        })?
    }

    /// Solves a game that says its tiers into a file, or into a folder. What an earlier call has solved is not solved again.
    fn ranks_to(
        &self,
        py: Python<'_>,
        game: &AnyGame,
        path: &Path,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let memory = self.memory();
        let plan = RankPlan::of(game).and_then(Result::ok);
        let needed = plan.map_or(0, |plan| plan.file_memory);
        if needed > memory {
            return Err(SolveError::new_err(format!(
                "solving {game} into a file takes at least {needed} bytes of memory, and {memory} may be used"
            )));
        }
        // How well the slots are compressed is known only when they are solved. So the free space is not compared with them.
        let most = plan.map_or(0, |plan| plan.slots).saturating_sub(bytes_kept(path));
        if let Some(disk) = self.disk.filter(|&disk| disk < most) {
            return Err(SolveError::new_err(format!(
                "solving {game} into a file may take about {most} bytes of disk, a byte for each slot, and {disk} may be used: give \
                 more, or leave disk out, because the file is usually several times smaller"
            )));
        }
        let solved = interruptible(py, self.threads, progress, |report| {
            let solve = if names_a_folder(path) {
                RankSolve::into_folder(game, path, self.objective)
            } else {
                RankSolve::into_file(game, path, self.objective)
            };
            solve?.keeping(memory - needed).run(report)
        })?;
        solved.map(drop).map_err(|error| not_solved_by_tier(&error))
    }

    /// Solves a game by tiers into a file, or into a folder. What an earlier call has solved is not solved again.
    fn to_file(
        &self,
        py: Python<'_>,
        game: Mnk,
        path: &Path,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let solve = TierSolve::new(game).map_err(|error| SolveError::new_err(error.to_string()))?;
        let (plan, of) = (solve.plan(), solve.slots());
        let (memory, threads) = (self.memory(), threads(py, self.threads)?);
        if plan.memory(threads) > memory {
            return Err(SolveError::new_err(format!(
                "solving {game} into a file takes {} bytes of memory with {threads} threads, and {memory} may be used: \
                 with threads=1 it takes {}",
                plan.memory(threads),
                plan.memory(1)
            )));
        }
        let needed = plan.file_bytes.start().saturating_sub(bytes_kept(path));
        if let Some(disk) = self.disk.or(self.free_disk).filter(|&disk| disk < needed) {
            return Err(SolveError::new_err(format!(
                "solving {game} into a file takes at least {needed} bytes of disk, and {disk} may be used: name a file on \
                 another disk, or make room; plan({:?}) says more",
                game.to_string()
            )));
        }
        let solved = interruptible(py, self.threads, progress, |report| {
            let solve = if names_a_folder(path) {
                solve.into_folder(path, self.objective)
            } else {
                solve.into_file(path, self.objective)
            }?;
            solve.run(&|done| report(done.slots, of))
        })?;
        solved.map(drop).map_err(|error| not_solved_by_tier(&error))
    }
}

/// The table of all positions.
fn whole(
    game: AnyGame,
    objective: Objective,
    memory: u64,
    report: Report<'_>,
) -> PyResult<AnyTable> {
    if let Some(game) = game.mnk()
        && let Ok(plan) = Plan::of(&game)
        && plan.slots > memory
    {
        return Err(SolveError::new_err(format!(
            "the table of {game} has {} entries of a byte, and {memory} bytes of memory may be used: solve it into a \
             file, solve({:?}, path=\"FILE.perfect\")",
            plan.slots,
            game.to_string()
        )));
    }
    AnyTable::solve(game, objective, memory, report).map_err(|error| not_solved(&error))
}

/// The table of the first plies.
fn first_plies(
    game: AnyGame,
    objective: Objective,
    (plies, log): (u16, &mut dyn CutLog),
    memory: u64,
    report: Report<'_>,
) -> PyResult<AnyTable> {
    let mut searched = AnyTable::searched(game, objective).map_err(|error| not_cut(&error))?;
    if plies == 0 {
        return Ok(searched);
    }
    searched.watched_by(Arc::new(Call::now()));
    searched.first_plies_from(plies, memory, log, report).map_err(|error| not_cut(&error))
}

/// Whether a path names a folder, as `FOLDER/` does.
fn names_a_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&last| std::path::is_separator(last.into()))
}

/// How many bytes an earlier call has kept of a table in this file or folder.
fn bytes_kept(path: &Path) -> u64 {
    let len = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    if names_a_folder(path) {
        let files = fs::read_dir(path).into_iter().flatten().flatten();
        return files.map(|file| len(&file.path())).sum();
    }
    TierWriter::partial_of(path).map_or(0, |partial| len(&partial))
}

/// How many threads will work.
fn threads(py: Python<'_>, asked: Option<usize>) -> PyResult<usize> {
    asked.map_or_else(|| Ok(pool(py, None)?.current_num_threads()), Ok)
}

/// What solving a game takes, as JSON. Positions that are found by playing are estimated from random games.
#[pyfunction]
#[pyo3(signature = (name, plies=None, games=None, seed=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are those of the function in Python")]
pub(crate) fn plan(
    py: Python<'_>,
    name: &str,
    plies: Option<u16>,
    games: Option<u64>,
    seed: Option<u64>,
    memory: Option<u64>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (game, count) = (game(name)?, self::threads(py, threads)?);
    let memory = memory.unwrap_or_else(free_memory);
    let sample = (games.unwrap_or(Estimate::GAMES), seed.unwrap_or(Estimate::SEED));
    let planned = interruptible(py, threads, progress, |report| match (plies, game.mnk()) {
        (Some(plies), _) => plan_of_plies(&game, plies, sample, memory, report),
        (None, Some(mnk)) => plan_of_boards(&mnk, count),
        (None, None) => plan_by_play(&game, sample, report),
    })?;
    let mut planned = planned?;
    planned["game"] = game.to_string().into();
    planned["free_memory"] = memory.into();
    Ok(planned.to_string())
}

/// The plan of a cut table.
fn plan_of_plies(
    game: &AnyGame,
    plies: u16,
    (games, seed): (u64, u64),
    memory: u64,
    report: Report<'_>,
) -> PyResult<Value> {
    if game.mnk().is_none() {
        let counted = &mut |estimate: &Estimate| report(estimate.plies.len() as u64, 0);
        let estimate = Estimate::of_first_plies(game, plies, games, seed, counted);
        if !estimate.is_counted() {
            return Err(SolveError::new_err(format!(
                "the first {plies} plies of {game} have about {:.0} positions, and {games} are counted: plan fewer plies, \
                 such as plies={}, or count more with games=N",
                estimate.positions(),
                estimate.counted_plies().max(2) - 1
            )));
        }
    }
    let CutPlan { slots, searched } =
        CutPlan::of(game, plies, memory, report).map_err(|error| not_cut(&error))?;
    Ok(json!({ "plies": plies, "slots": exactly(slots), "searched": searched }))
}

/// The plan of a table whose positions are numbered by a formula.
fn plan_of_boards(game: &Mnk, threads: usize) -> PyResult<Value> {
    let plan = Plan::of(game).map_err(|error| SolveError::new_err(error.to_string()))?;
    let seconds =
        |of: &std::ops::RangeInclusive<f64>| json!({ "least": of.start(), "most": of.end() });
    let file = json!({ "least": plan.file_bytes.start(), "most": plan.file_bytes.end() });
    Ok(json!({
        "slots": exactly(plan.slots),
        "tiers": plan.tiers,
        "layers": plan.layers,
        "largest_tier": plan.largest_tier,
        "memory": exactly(plan.memory(threads)),
        "file_bytes": file,
        "solve_seconds": seconds(&plan.solve_seconds),
        "verify_seconds": seconds(&plan.verify_seconds),
        "stats_seconds": seconds(&plan.stats_seconds),
    }))
}

/// The plan of a table whose positions are found by playing.
fn plan_by_play(game: &AnyGame, (games, seed): (u64, u64), report: Report<'_>) -> PyResult<Value> {
    let bytes = game.bytes_a_position().map_err(|error| RulesError::new_err(error.to_string()))?;
    let played = &mut |estimate: &Estimate| report(estimate.plies.len() as u64, 0);
    let (estimate, seconds) = Estimate::timed(game, games, seed, played);
    let range = |a_position: f64, told: fn(f64) -> Value| {
        json!({
            "least": told(estimate.least() * a_position),
            "estimate": told(estimate.positions() * a_position),
            "most": estimate.most().map(|most| told(most * a_position)),
        })
    };
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let memory = range(bytes.unwrap_or(1) as f64, whole_number);
    Ok(json!({
        "slots": range(1.0, whole_number),
        "memory": memory,
        "solve_seconds": range(seconds, Value::from),
        "games": estimate.games,
        "endless": estimate.is_endless,
    }))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, not negative; one that is too large is the largest number"
)]
fn whole_number(number: f64) -> Value {
    Value::from(number.round() as u64)
}

fn exactly(number: u64) -> Value {
    json!({ "least": number, "estimate": number, "most": number })
}
