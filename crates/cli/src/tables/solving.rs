//! Solves games: small ones at once, large ones tier by tier, within the limits of memory and disk.

use std::{
    env, fmt, fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use perfect_play_core::{Game, Objective, Probe, Shown};
use perfect_play_engine::{
    AnyGame, AnyTable, CutError, CutFile, CutLog, Estimate, Method, Plan, RankPlan, RankSolve,
    SolveAnyError, Start, TierProgress, TierSolve, TierSolveError,
};
use perfect_play_file::TierWriter;
use perfect_play_games::{Family, Mnk};
use perfect_play_generator::{SolveError, doubt, numbering::FindError};

use crate::{
    tables::{
        disk::{Room, Size},
        estimate::{self, Range, float, whole},
        memory::{Bound, bytes_text},
        scratch::Scratch,
        solvable::TooLarge,
    },
    terminal::{
        exit::Trouble,
        interruption::{self, Task},
        program,
        progress::{self, Progress},
    },
};

/// A solve of at least this many slots takes more than a few seconds.
const LONG: u64 = 1_000_000_000;

/// The limits of a solve.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The number of threads, if it was given.
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) memory: Bound,
    pub(crate) disk: Room,
}

/// The solve of a game by tiers.
pub(crate) fn tiers(game: Mnk) -> Result<TierSolve, Trouble> {
    TierSolve::new(game).map_err(|_| too_large(&game))
}

/// The error for a game whose board cannot be numbered.
pub(crate) fn too_large(game: &Mnk) -> Trouble {
    Trouble::new(TooLarge::new(&game.to_string(), game).to_string())
}

/// The plan of a game that says its tiers. `None` for other games.
pub(crate) fn rank_plan(game: &AnyGame) -> Result<Option<RankPlan>, Trouble> {
    let plan = RankPlan::of(game).transpose();
    plan.map_err(|error| Trouble::new(format!("{game} cannot be solved: {error}")))
}

/// Solves a game whose table is small, with a progress bar if it takes long.
pub(crate) fn on_the_spot(
    game: &AnyGame,
    objective: Objective,
    bound: Bound,
) -> Result<AnyTable, Trouble> {
    if let Method::Tiers(game) = Method::of(game) {
        return in_memory(game, objective, bound);
    }
    if let Some(plan) = rank_plan(game)? {
        fits_in_memory(game, &plan, bound)?;
    }
    // If the rules contradict themselves, the solver says so.
    let bytes = game.bytes_a_position().ok().flatten().unwrap_or(0);
    let solved = progress::finding(format!("solving {game}"), bytes, |bar| {
        AnyTable::solve(game.clone(), objective, bound.bytes(), &|done, of| bar.set(done, of))
    });
    solved.map_err(|error| {
        let endless = match error {
            SolveAnyError::ByCode(SolveError::NotFound(FindError::TooLarge { .. })) => {
                or_endless(game)
            }
            _ => "",
        };
        Trouble::new(format!("{game} cannot be solved: {error}{endless}"))
    })
}

/// Says what is probably wrong with the rules of the program's own game, although they do not contradict themselves.
pub(crate) fn tell_doubt(table: &AnyTable) {
    if table.game().family().is_none()
        && let Some(doubt) = doubt(table)
    {
        interruption::tell(&format!("warning: {doubt}"));
    }
}

/// The last words of an error that says that a game has too many positions. Only the play of a program's own game may never
/// end.
fn or_endless(game: &AnyGame) -> &'static str {
    match game.family() {
        Some(_) => "",
        None => ", or play never ends: does something grow for ever?",
    }
}

/// Solves a game for a command that needs its table. Unlike [`on_the_spot`], it does not try what probably does not fit into
/// the free memory.
pub(crate) fn if_it_fits(game: &AnyGame, objective: Objective) -> Result<AnyTable, Trouble> {
    let bound = Bound::free();
    check_likely(game, bound)?;
    on_the_spot(game, objective, bound)
}

/// Returns an error if the positions of a game are found by playing, and are probably too many for the memory. This is the
/// estimate of `plan`, for which nothing is solved. A few random games show at once what is much smaller.
pub(crate) fn check_likely(game: &AnyGame, bound: Bound) -> Result<(), Trouble> {
    const FEW: u64 = 1000;
    if let Some(plan) = rank_plan(game)? {
        return fits_in_memory(game, &plan, bound);
    }
    let bytes = game.bytes_a_position().ok().flatten().unwrap_or(0);
    let limit = bound.bytes().checked_div(bytes).unwrap_or(u64::MAX);
    if game.mnk().is_some() || game.codes() <= limit {
        return Ok(());
    }
    let estimate =
        |games| estimate::shown(game, |show| Estimate::of(game, games, Estimate::SEED, show));
    if estimate(FEW).most().is_some_and(|most| most <= float(limit)) {
        return Ok(());
    }
    let estimate = estimate(Estimate::GAMES);
    let memory = Range::of(&estimate, float(bytes)).whole();
    if memory.estimate <= bound.bytes() {
        return Ok(());
    }
    let default = game.family().map(Family::default_game).filter(|&name| name != game.to_string());
    let smaller = default.map_or_else(String::new, |name| format!(", and {name} is smaller"));
    let plan = program::command("plan", game, "");
    let advice = plan.zip(program::command("solve", game, " -o FILE")).map(|(plan, solve)| {
        format!(": {plan} says more, {solve} tries it all the same{smaller}{}", or_endless(game))
    });
    let counted = estimate::rounded(whole(estimate.counted()));
    let positions = Range::of(&estimate, 1.0).whole().text(counted);
    Err(bound.exceeded(
        &format!("solving {game} ({positions} positions)"),
        &memory.text(bytes_text),
        &advice.unwrap_or_default(),
    ))
}

/// Returns an error if a game that says its tiers takes more memory than the limit when it is solved in memory.
fn fits_in_memory(game: &AnyGame, plan: &RankPlan, bound: Bound) -> Result<(), Trouble> {
    let file = if plan.file_memory < plan.memory {
        let least = bytes_text(plan.file_memory);
        format!("`perfect-play solve {game} -o FILE` takes {least} at least, and ")
    } else {
        String::new()
    };
    let advice = format!(": {file}`perfect-play plan {game}` says more");
    bound.check(&format!("solving {game}"), plan.memory, &advice)
}

/// Solves the first plies of a game, with a progress bar. If the table will be written to a file, `FILE.partial` keeps what
/// has been searched, and the same command resumes. The caller removes it once the table is written.
pub(crate) fn first_plies(
    game: &AnyGame,
    plies: u16,
    objective: Objective,
    (limits, file): (Limits, Option<&Path>),
) -> Result<(AnyTable, Option<CutFile>), Trouble> {
    limits.disk.has_no_effect("a cut table is small");
    let mut kept = file.map(|file| CutFile::beside(file, game, objective, plies)).transpose()?;
    let _task = kept.as_ref().map(|kept| {
        let path = Shown(kept.path().display());
        if kept.is_resumed() {
            interruption::tell(&format!("{path}: resuming an interrupted run"));
        }
        interruption::resumable(&format!("{path} keeps what has been searched"))
    });
    let nothing: &mut dyn CutLog = &mut ();
    let log = kept.as_mut().map_or(nothing, |kept| kept);
    let mut whole = AnyTable::searched(game.clone(), objective)?;
    // Half for the searches, half for the positions.
    let memory = limits.memory.bytes() / 2;
    whole.search_in(memory);
    let solved = progress::finding(format!("solving {game}"), 0, |bar| {
        whole.first_plies_from(plies, memory, log, &|done, of| bar.set(done, of))
    });
    Ok((solved.map_err(cut_trouble)?, kept))
}

/// The error for a table that cannot be cut.
pub(crate) fn cut_trouble(error: CutError) -> Trouble {
    match error {
        CutError::AllStored { .. } => Trouble::new(format!("{error}: leave out `--plies`")),
        error => error.into(),
    }
}

/// Whether a game by tiers is too large to be solved in memory. If it takes less than a GiB, and there is even less, the user
/// should rather know that.
pub(crate) fn is_too_large(game: Mnk, bound: Bound) -> bool {
    TierSolve::new(game).map_or(true, |solve| {
        let needed = solve.slots() + solve.plan().memory(threads(None));
        needed > bound.bytes() && needed > 1 << 30
    })
}

/// Solves a game by tiers in memory.
fn in_memory(game: Mnk, objective: Objective, bound: Bound) -> Result<AnyTable, Trouble> {
    let solve = tiers(game)?;
    let advice = format!(
        ": solve it into a file first with `perfect-play solve {game} -o FILE`; `perfect-play plan {game}` \
         estimates the disk and the hours that this takes"
    );
    let needed = solve.slots() + solve.plan().memory(threads(None));
    bound.check(&format!("{game} solved on the spot"), needed, &advice)?;
    let slots = solve.slots();
    let solved = progress::counting(format!("solving {game}"), slots, |bar| {
        solve.in_memory(objective, &|done| bar.reach(done.slots))
    });
    Ok(solved.map_err(|error| trouble(&game, &error))?.into())
}

/// Solves a game and keeps only the values of the start. The solved tiers are stored in a folder that keeps them, or in
/// a temporary folder. Also returns the number of solved slots.
pub(crate) fn for_start(
    game: Mnk,
    objective: Objective,
    folder: Option<&Path>,
    limits: Limits,
) -> Result<(Start, u64), Trouble> {
    let solve = tiers(game)?;
    let plan = solve.plan();
    fits(game, &plan, limits)?;
    let slots = solve.slots();
    if folder.is_none_or(|folder| bytes_of_tiers(folder) == 0) {
        limits.disk.check(
            &format!("solving {game} without a file"),
            *plan.scratch_bytes.start(),
            folder.unwrap_or(&env::temp_dir()),
            &format!(
                "make room, or name a folder on another disk with `--scratch FOLDER`; {}",
                estimate(&game)
            ),
        )?;
    }
    let temporary;
    let to = if let Some(folder) = folder {
        Destination::Folder(folder)
    } else {
        temporary = Scratch::new()?;
        Destination::Scratch(&temporary)
    };
    let _task = stoppable(slots, folder);
    let start = progress::counting(format!("solving {game}"), slots, |bar| {
        solve.for_start(objective, &to.path(), &|done| report(game, bar, done))
    });
    Ok((start.map_err(|error| to.trouble(&game, &error))?, slots))
}

/// Where a table is written tier by tier, or unit by unit.
#[derive(Clone, Copy)]
pub(crate) enum Destination<'a> {
    /// A file. Until it is finished, `FILE.partial` keeps the solved tiers of a large table, and the same command
    /// resumes.
    File(&'a Path),
    /// A folder, which keeps the solved tiers.
    Folder(&'a Path),
    /// A temporary file. An interruption keeps nothing.
    Scratch(&'a Scratch),
}

impl Destination<'_> {
    /// The path of the table.
    pub(crate) fn path(self) -> PathBuf {
        match self {
            Self::File(path) | Self::Folder(path) => path.to_path_buf(),
            Self::Scratch(scratch) => scratch.table(),
        }
    }

    /// The error for a game that could not be solved, or whose table could not be written.
    fn trouble(self, game: &dyn fmt::Display, error: &TierSolveError) -> Trouble {
        match (self, error) {
            (Self::Scratch(scratch), TierSolveError::Write(error)) => scratch.trouble(error),
            _ => trouble(game, error),
        }
    }
}

/// Solves, and shows with a bar how far it is.
type Run = Box<dyn FnOnce(&Progress) -> Result<(), TierSolveError>>;

/// A solve into files that can begin.
struct Solve {
    slots: u64,
    /// The unfinished file, or the folder, that keeps what is solved.
    kept_in: Option<PathBuf>,
    /// The name of the pieces that are solved one by one, how many of them an earlier run has written, and how many there
    /// are.
    pieces: (&'static str, [usize; 2]),
    run: Run,
}

/// Solves a game tier by tier, or unit by unit, into a file or a folder, or resumes an interrupted run. Returns whether it
/// resumed.
pub(crate) fn into_files(
    game: &AnyGame,
    objective: Objective,
    to: Destination<'_>,
    limits: Limits,
) -> Result<bool, Trouble> {
    let solve = match Method::of(game).tiers() {
        Some(game) => by_tier(game, objective, to, limits),
        None => by_unit(game, objective, to, limits),
    };
    let Solve { slots, kept_in, pieces: (pieces, [kept, of]), run } = solve?;
    let kept_in = kept_in.filter(|_| !matches!(to, Destination::Scratch(_)));
    let _task = stoppable(slots, kept_in.as_deref());
    let is_resumed = kept > 0;
    if let Some(kept_in) = kept_in.filter(|_| is_resumed) {
        let (kept_in, left) = (Shown(kept_in.display()), of - kept);
        interruption::tell(&if left == 0 && matches!(to, Destination::Folder(_)) {
            format!("{kept_in}: all {pieces} are there already")
        } else {
            format!("{kept_in}: resuming an interrupted run, {left} of {of} {pieces} are left")
        });
    }
    let solved = progress::counting(format!("solving {game}"), slots, run);
    solved.map_err(|error| to.trouble(game, &error))?;
    Ok(is_resumed)
}

/// Prepares to solve a game tier by tier.
fn by_tier(
    game: Mnk,
    objective: Objective,
    to: Destination<'_>,
    limits: Limits,
) -> Result<Solve, Trouble> {
    let solve = tiers(game)?;
    let plan = solve.plan();
    fits(game, &plan, limits)?;
    has_room(&game, Size::AtLeast(*plan.file_bytes.start()), to, limits.disk)?;
    let (slots, tiers) = (solve.slots(), solve.tiers());
    let solve = match to {
        Destination::Folder(folder) => solve.into_folder(folder, objective),
        _ => solve.into_file(&to.path(), objective),
    };
    let solve = solve.map_err(|error| to.trouble(&game, &error))?;
    Ok(Solve {
        slots,
        kept_in: solve.kept_in().map(Path::to_path_buf),
        pieces: ("tiers", [solve.tiers_kept() as usize, tiers]),
        run: Box::new(move |bar: &Progress| solve.run(&|done| report(game, bar, done)).map(drop)),
    })
}

/// Prepares to solve a game that says its tiers, unit by unit.
fn by_unit(
    game: &AnyGame,
    objective: Objective,
    to: Destination<'_>,
    limits: Limits,
) -> Result<Solve, Trouble> {
    let trouble = |error: TierSolveError| to.trouble(game, &error);
    let plan = rank_plan(game)?.ok_or_else(|| trouble(SolveError::NoMethod.into()))?;
    let advice = format!(": this is the least, and `perfect-play plan {game}` says more");
    limits.memory.check(&format!("solving {game} into a file"), plan.file_memory, &advice)?;
    has_room(game, Size::Slots(plan.slots), to, limits.disk)?;
    let solve = match to {
        Destination::Folder(folder) => RankSolve::into_folder(game, folder, objective),
        _ => RankSolve::into_file(game, &to.path(), objective),
    };
    let most = limits.memory.bytes().saturating_sub(plan.file_memory);
    let solve = solve.map_err(trouble)?.keeping(most);
    Ok(Solve {
        slots: plan.slots,
        kept_in: solve.kept_in().map(Path::to_path_buf),
        pieces: ("units", [solve.units_kept() as usize, solve.units() as usize]),
        run: Box::new(move |bar: &Progress| solve.run(&|done, of| bar.set(done, of)).map(drop)),
    })
}

/// Says how to stop, if solving this many slots takes long. `kept_in` is the path that keeps the solved tiers, if there
/// is one. The path is named again if a signal ends the program before the task is dropped.
fn stoppable(slots: u64, kept_in: Option<&Path>) -> Task {
    let kept = kept_in.map(|path| format!("{} keeps the solved tiers", Shown(path.display())));
    if slots >= LONG {
        interruption::tell(&match &kept {
            Some(kept) => format!("{kept}: Ctrl-C stops, and the same command resumes"),
            None => "Ctrl-C stops and keeps nothing: `-o FILE` keeps each solved tier, and the same command resumes".to_owned(),
        });
    }
    match kept {
        Some(kept) => interruption::resumable(&kept),
        None => interruption::task(Some("nothing is kept".to_owned())),
    }
}

fn report(game: Mnk, bar: &Progress, done: TierProgress) {
    bar.name(format!("{game}, layer {} of {}", done.layer, done.layers));
    bar.reach(done.slots);
}

fn trouble(game: &dyn fmt::Display, error: &TierSolveError) -> Trouble {
    match error {
        TierSolveError::Write(_) | TierSolveError::Read(_) | TierSolveError::Unreadable(_) => {
            Trouble::new(error.to_string())
        }
        _ => Trouble::new(format!("{game} cannot be solved: {error}")),
    }
}

/// Returns an error if solving the game takes more memory than the limit.
fn fits(game: Mnk, plan: &Plan, limits: Limits) -> Result<(), Trouble> {
    let needed = plan.memory(threads(limits.threads));
    let least = format!(": the least is {} MiB, with `--threads 1`", plan.memory(1) >> 20);
    limits.memory.check(&format!("solving {game}"), needed, &least)
}

/// Returns an error if what is left of the table takes more of the disk than the limit.
fn has_room(
    game: &dyn fmt::Display,
    size: Size,
    to: Destination<'_>,
    room: Room,
) -> Result<(), Trouble> {
    let (written, folder, advice) = match to {
        Destination::File(file) => {
            // If the path cannot be written, the error is reported when it is opened.
            let Some(partial) = TierWriter::partial_of(file) else { return Ok(()) };
            let folder = partial.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).to_path_buf();
            (bytes(&partial), folder, "name a file on another disk")
        }
        Destination::Folder(folder) => {
            (bytes_of_tiers(folder), folder.to_path_buf(), "name a folder on another disk")
        }
        Destination::Scratch(_) => {
            (0, env::temp_dir(), "name another folder in the environment variable TMPDIR")
        }
    };
    let what = if written == 0 { "solving" } else { "what is left of solving" };
    let task = format!("{what} {game} into a file");
    match size {
        Size::AtLeast(bytes) => {
            let advice = format!("make room, or {advice}; {}", estimate(game));
            room.check(&task, bytes.saturating_sub(written), &folder, &advice)
        }
        Size::Slots(slots) => room.check_slots(&task, slots.saturating_sub(written)),
    }
}

/// Says where an estimate comes from, and what to do if it is wrong.
fn estimate(game: &dyn fmt::Display) -> String {
    format!(
        "`perfect-play plan {game}` says where this estimate comes from, and `--disk SIZE` replaces the \
         measured free space"
    )
}

/// The size of a file in bytes; 0 if it does not exist.
fn bytes(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

/// The total size of the tier files in a folder, in bytes.
pub(crate) fn bytes_of_tiers(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let of_tiers = files.filter(|file| file.file_name().to_string_lossy().starts_with("tiers-"));
    of_tiers.map(|file| bytes(&file.path())).sum()
}

/// How many threads will solve.
pub(crate) fn threads(wanted: Option<NonZeroUsize>) -> usize {
    wanted.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_the_numbers_of_a_plan() {
        let game: AnyGame = "kalah:3,3".parse().unwrap();
        assert!(check_likely(&game, Bound::of(1 << 30)).is_ok());
        let refused = check_likely(&game, Bound::of(1 << 20)).unwrap_err().to_string();
        let said = "solving kalah:3,3 (29,274 positions) takes 1.5 MiB of memory, and --memory allows 1.0 MiB: ";
        assert!(refused.starts_with(said), "{refused}");
        let shown = [7, 1_234, 98_765, u64::MAX].map(estimate::rounded(1_234));
        let expected = ["1,234", "1,234", "99,000", "more than 18,000,000,000,000,000,000"];
        assert_eq!(shown, expected);
        assert_eq!(bytes_text(u64::MAX), "more than 16.0 EiB");
    }
}
