//! Solving large games, level by level, within the memory there is.

use std::{
    mem,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use bytesize::ByteSize;
use perfect_play_core::{Entry, Game, Mnk, MoveValues, Objective, Probe, Shown, Value};
use perfect_play_generator::{
    LevelSolver,
    index::{Index, LevelTable},
    memory_to_solve, solve_levels,
};
use perfect_play_table::{Header, LevelWriter, TableFile, WriteError, positions_by_ply};

use crate::{
    exit::Trouble,
    interruption,
    memory::Bound,
    progress::{self, Progress},
    scratch::Scratch,
    solvable::TooLarge,
};

/// The numbering of a game's positions.
pub(crate) fn index(game: &Mnk) -> Result<Index, Trouble> {
    Index::of(game).map_err(|_| Trouble::new(TooLarge::new(&game.to_string(), game).to_string()))
}

/// Solves a game in memory.
pub(crate) fn in_memory(
    game: Mnk,
    objective: Objective,
    bound: Bound,
) -> Result<LevelTable<Mnk>, Trouble> {
    let index = index(&game)?;
    let reached = slots_to_reach(&index) / 8;
    let advice = format!(
        ": solve it into a file first, which takes {}: `perfect-play solve {game} -o FILE`",
        ByteSize(memory_to_solve(&index))
    );
    bound.check(&format!("{game} solved on the spot"), index.slots() + reached, &advice)?;
    let work = work_to_solve(&index, index.slots());
    Ok(progress::counting(format!("solving {game}"), work, |progress| {
        let done = slots_done(&index, progress);
        solve_levels(game, objective, index, &done)
    })?)
}

/// Solves a game and keeps nothing but what it says of the start, and how many positions it has.
pub(crate) fn start_alone(
    game: Mnk,
    objective: Objective,
    bound: Bound,
) -> Result<(Entry, u64), Trouble> {
    let index = index(&game)?;
    fits(&game, &index, bound)?;
    let mut positions = 0;
    // The level that was solved last, and the one above it.
    let (mut last, mut above) = (Vec::new(), Vec::new());
    let work = work_to_solve(&index, index.slots());
    if work >= LONG {
        interruption::tell(KEEPS_NOTHING);
    }
    progress::counting(format!("solving {game}"), work, |progress| {
        let done = slots_done(&index, progress);
        let solver = LevelSolver::new(&game, &index, &done)?;
        for level in index.levels_in_order() {
            progress.name(task(&game, level, &index));
            above = mem::take(&mut last);
            last = solver.level(level, &above, &done)?;
            positions += positions_by_ply(&game, &index, level, &last).iter().sum::<u64>();
        }
        Ok::<_, Trouble>(())
    })?;
    let levels = [last, above];
    let value = |board| {
        let slot = index.slot(board).and_then(|slot| index.level_of(slot));
        let byte = slot
            .and_then(|(level, slot)| levels.get(level)?.get(usize::try_from(slot).ok()?).copied());
        byte.and_then(Value::from_byte).ok_or_else(|| game.why_no_entry(board))
    };
    let worths = MoveValues::new(&game, game.start(), value)?;
    let value = value(game.start())?;
    Ok((Entry::new(&game, game.start(), value, worths.optimal(objective)), positions))
}

/// Where a table is written level by level.
#[derive(Clone, Copy)]
pub(crate) enum Destination<'a> {
    /// A file. Until it is finished, `FILE.partial` keeps the finished levels, and the same command
    /// resumes.
    File(&'a Path),
    /// A temporary file. An interruption keeps nothing.
    Scratch(&'a Scratch),
}

impl Destination<'_> {
    fn path(self) -> PathBuf {
        match self {
            Self::File(path) => path.to_path_buf(),
            Self::Scratch(scratch) => scratch.table(),
        }
    }

    fn trouble(self, error: &WriteError) -> Trouble {
        match self {
            Self::File(_) => Trouble::new(error.to_string()),
            Self::Scratch(scratch) => scratch.trouble(error),
        }
    }

    /// Says how to stop, if solving takes long.
    fn tell_how_to_stop(self, partial: &Path, work: u64) {
        if work >= LONG {
            interruption::tell(&match self {
                Self::File(_) => format!(
                    "{} keeps each finished level: Ctrl-C stops, and the same command resumes",
                    Shown(partial.display())
                ),
                Self::Scratch(_) => KEEPS_NOTHING.to_owned(),
            });
        }
    }

    /// What is said of an interruption when so many levels are finished.
    fn when_interrupted(self, partial: &Path, finished: usize, levels: usize) -> String {
        match self {
            Self::File(_) => format!(
                "{} keeps the finished levels, {finished} of {levels}; this command resumes: {}",
                Shown(partial.display()),
                interruption::command_line()
            ),
            Self::Scratch(_) => "nothing is kept".to_owned(),
        }
    }
}

/// A table in a file.
pub(crate) struct Written {
    pub(crate) header: Header,
    /// The entry of the start.
    pub(crate) start: Entry,
    /// Whether an earlier run solved some of its levels, or all.
    pub(crate) is_resumed: bool,
}

/// Solves a game into a file, or goes on where an earlier run was interrupted.
pub(crate) fn into_file(
    game: Mnk,
    objective: Objective,
    to: Destination<'_>,
    bound: Bound,
) -> Result<Written, Trouble> {
    let index = index(&game)?;
    fits(&game, &index, bound)?;
    let path = to.path();
    let mut writer =
        LevelWriter::create(&path, game, objective, &index).map_err(|error| to.trouble(&error))?;
    let partial = writer.partial_path().to_path_buf();
    let (levels, left) = (index.levels(), writer.next_level().map_or(0, |next| next + 1));
    let task = interruption::task(Some(to.when_interrupted(&partial, levels - left, levels)));
    let is_resumed = left < levels;
    if is_resumed {
        interruption::tell(&format!(
            "{}: going on where an earlier run was interrupted, {left} of {levels} levels are left",
            Shown(partial.display())
        ));
    }
    if let Some(next) = writer.next_level() {
        let left = index.slots() - index.level_slots(next).start;
        let work = work_to_solve(&index, left) + WRITE * left;
        to.tell_how_to_stop(&partial, work);
        progress::counting(format!("solving {game}"), work, |progress| {
            solve_rest(&game, &index, &mut writer, to, progress, |finished| {
                task.set(to.when_interrupted(&partial, finished, levels));
            })
        })?;
    }
    let header = writer.finish().map_err(|error| to.trouble(&error))?;
    drop(task);
    let table = TableFile::open_holding(&path, 0)?.into_block_table(game)?;
    Ok(Written { header, start: table.probe(game.start())?, is_resumed })
}

/// Solves and writes the levels that have not been written. `finished` is called after each with the
/// number of levels that are finished.
fn solve_rest(
    game: &Mnk,
    index: &Index,
    writer: &mut LevelWriter<'_, Mnk>,
    to: Destination<'_>,
    progress: &Progress,
    finished: impl Fn(usize),
) -> Result<(), Trouble> {
    let done = slots_done(index, progress);
    let solver = LevelSolver::new(game, index, &done)?;
    let mut above = writer.last_level()?.unwrap_or_default();
    while let Some(level) = writer.next_level() {
        progress.name(task(game, level, index));
        let values = solver.level(level, &above, &done)?;
        // Before the level is compressed, which takes memory as well.
        drop(above);
        let written = |slots| progress.add(WRITE * slots);
        let result = writer.write_level_with_progress(level, &values, &written);
        result.map_err(|error| to.trouble(&error))?;
        finished(index.levels() - level);
        above = values;
    }
    Ok(())
}

/// What is being done: `mnk:5,4,4, level 3 of 13`.
fn task(game: &Mnk, level: usize, index: &Index) -> String {
    let levels = index.levels();
    format!("{game}, level {} of {levels}", levels - level)
}

/// What is done with each slot takes different times: where marks fall, finding out whether play
/// leads there (the unit: about 4 ns on one core); solving it; compressing and writing it.
const REACH: u64 = 1;
const SOLVE: u64 = 3;
const WRITE: u64 = 8;

/// Work that takes more than a few seconds: about 5 on one core. The same for every machine, so that
/// what is said of a game depends on the game alone.
const LONG: u64 = 1_250_000_000;

const KEEPS_NOTHING: &str = "Ctrl-C stops and keeps nothing: `-o FILE` keeps each finished level, and the same command resumes";

/// The work of solving so many slots, and of what comes before the first level.
fn work_to_solve(index: &Index, slots: u64) -> u64 {
    REACH * slots_to_reach(index) + SOLVE * slots
}

/// Tells the progress of solving, from the numbers of slots that a [`LevelSolver`] says it has done.
fn slots_done<'p>(index: &Index, progress: &'p Progress) -> impl Fn(u64) + Sync + use<'p> {
    // All are reached before the first is solved.
    let (to_reach, seen) = (slots_to_reach(index), AtomicU64::new(0));
    move |slots| {
        let reaching = seen.fetch_add(slots, Relaxed) < to_reach;
        progress.add(slots * if reaching { REACH } else { SOLVE });
    }
}

/// Slots that are gone through before the first level is solved.
fn slots_to_reach(index: &Index) -> u64 {
    if index.falling() { index.slots() } else { 0 }
}

/// Refuses a game whose solving takes more memory than there is.
fn fits(game: &Mnk, index: &Index, bound: Bound) -> Result<(), Trouble> {
    const MIB: u64 = 1 << 20;
    // The tables of the numbering and the solver, and what is compressed and not yet written.
    let more = (24 * MIB + 2 * index.slots()).min(96 * MIB);
    let advice = format!(
        ": `perfect-play solve {game} --scratch FOLDER` solves it tier by tier, for its start alone"
    );
    bound.check(&format!("solving {game}"), memory_to_solve(index) + more, &advice)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::progress::time_left;

    fn numbered(name: &str) -> (Mnk, Index) {
        let game: Mnk = name.parse().unwrap();
        (game, Index::of(&game).unwrap())
    }

    #[test]
    fn what_is_reported_adds_up_to_all_the_work() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["mnk:4,4,4", "connect:4,4,4", "connect:5,4,4+misere"] {
            let (game, index) = numbered(name);
            let slots = index.slots();
            let work = work_to_solve(&index, slots);
            let progress = Progress::new(name.to_owned(), work);
            let done = slots_done(&index, &progress);
            solve_levels(game, Objective::Fastest, numbered(name).1, &done).unwrap();
            assert_eq!(progress.done_of(), (work, work), "{name}");

            let path = folder.path().join("table.perfect");
            let work = work + WRITE * slots;
            let progress = Progress::new(name.to_owned(), work);
            let objective = Objective::Fastest;
            let mut writer = LevelWriter::create(&path, game, objective, &index).unwrap();
            let to = Destination::File(&path);
            solve_rest(&game, &index, &mut writer, to, &progress, |_| ()).unwrap();
            assert_eq!(progress.done_of(), (work, work), "{name}");
            writer.finish().unwrap();
        }
    }

    /// What a slot takes in nanoseconds: to reach, to solve, to write.
    type Costs = [u64; 3];

    /// Goes through a run as [`solve_rest`] does, without solving anything: after each piece of work,
    /// the time that has passed, and the time that is said to be left.
    fn simulated(index: &Index, [reach, solve, write]: Costs) -> Vec<(Duration, Option<Duration>)> {
        let work = work_to_solve(index, index.slots()) + WRITE * index.slots();
        let progress = Progress::new(String::new(), work);
        let done = slots_done(index, &progress);
        let (mut time, mut told) = (Duration::ZERO, Vec::new());
        // As much at a time as there is in a top configuration or a block, about.
        let mut pieces = |slots: u64, cost: u64, done: &dyn Fn(u64)| {
            let mut left = slots;
            while left > 0 {
                let piece = left.min(1 << 16);
                left -= piece;
                time += Duration::from_nanos(piece * cost);
                done(piece);
                let (done, of) = progress.done_of();
                told.push((time, time_left(time, done, of)));
            }
        };
        pieces(slots_to_reach(index), reach, &done);
        for level in index.levels_in_order() {
            pieces(index.level_len(level), solve, &done);
            pieces(index.level_len(level), write, &|slots| progress.add(WRITE * slots));
        }
        told
    }

    #[test]
    fn the_time_left_is_right_within_a_factor_of_two_from_a_tenth_of_the_time_on() {
        // Measured, and with a disk or a processor of another speed.
        for costs in [[4, 15, 34], [4, 10, 30], [4, 10, 60], [8, 20, 30]] {
            for name in ["mnk:5,4,4", "connect:5,5,4", "connect:6,5,4", "mnk:5,5,3"] {
                let (_, index) = numbered(name);
                let told = simulated(&index, costs);
                let all = told.last().unwrap().0;
                assert_eq!(told.last().unwrap().1, Some(Duration::ZERO));
                for (time, left) in told {
                    let right = all.saturating_sub(time).as_secs_f64();
                    let enough = time > Duration::from_secs(2) && time > all / 10;
                    let Some(left) = left.map(|left| left.as_secs_f64()) else {
                        assert!(!enough, "{name} {costs:?}: nothing after {time:?} of {all:?}");
                        continue;
                    };
                    // At the very end there is nothing left to be wrong about.
                    let wrong = left > 2.0 * right + 0.5 || left < right / 2.0 - 0.5;
                    assert!(
                        !(enough && wrong),
                        "{name} {costs:?}: {left} s in place of {right} s after {time:?} of {all:?}"
                    );
                }
            }
        }
    }
}
