//! Solving large games, level by level, within the memory there is.

use std::{
    io::{self, Write},
    mem,
    path::Path,
};

use bytesize::ByteSize;
use perfect_play_core::{Entry, Game, Mnk, MoveValues, Objective, Probe, Shown, Value};
use perfect_play_generator::{
    LevelSolver,
    index::{Index, LevelTable},
    memory_to_solve, solve_levels,
};
use perfect_play_table::{Header, LevelWriter, TableFile, positions_by_ply};

use crate::{exit::Trouble, memory::Bound, progress, solvable::TooLarge};

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
    let reached = preparing(&index) / 8;
    let advice = format!(
        ": solve it into a file first, which takes {}: `perfect-play solve {game} -o FILE`",
        ByteSize(memory_to_solve(&index))
    );
    bound.check(&format!("{game} solved on the spot"), index.slots() + reached, &advice)?;
    let work = preparing(&index) + index.slots();
    Ok(progress::counting(format!("solving {game}"), work, |counter| {
        solve_levels(game, objective, index, &|slots| counter.add(slots))
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
    let work = preparing(&index) + index.slots();
    progress::counting(format!("solving {game}"), work, |counter| {
        let done = |slots| counter.add(slots);
        let solver = LevelSolver::new(&game, &index, &done)?;
        for level in index.levels_in_order() {
            counter.name(task(&game, level, &index));
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

/// Solves a game into a file, or goes on where an earlier run was interrupted.
pub(crate) fn into_file(
    game: Mnk,
    objective: Objective,
    path: &Path,
    bound: Bound,
) -> Result<(Header, Entry), Trouble> {
    let index = index(&game)?;
    fits(&game, &index, bound)?;
    let mut writer = LevelWriter::create(path, game, objective, &index)?;
    let (levels, left) = (index.levels(), writer.next_level().map_or(0, |next| next + 1));
    if left < levels {
        // Where standard error is closed, this is not worth ending for.
        let _ = writeln!(
            io::stderr(),
            "{}: going on where an earlier run was interrupted, {left} of {levels} levels are left",
            Shown(writer.partial_path().display())
        );
    }
    if let Some(next) = writer.next_level() {
        // Each slot is solved, and then written.
        let left = index.slots() - index.level_slots(next).start;
        let work = preparing(&index) + 2 * left;
        progress::counting(format!("solving {game}"), work, |counter| {
            let done = |slots| counter.add(slots);
            let solver = LevelSolver::new(&game, &index, &done)?;
            let mut above = writer.last_level()?.unwrap_or_default();
            while let Some(level) = writer.next_level() {
                counter.name(task(&game, level, &index));
                let values = solver.level(level, &above, &done)?;
                // Before the level is compressed, which takes memory as well.
                drop(above);
                writer.write_level(level, &values)?;
                counter.add(values.len() as u64);
                above = values;
            }
            Ok::<_, Trouble>(())
        })?;
    }
    let header = writer.finish()?;
    let table = TableFile::open_holding(path, 0)?.into_block_table(game)?;
    Ok((header, table.probe(game.start())?))
}

/// What is being done: `mnk:5,4,4, level 3 of 13`.
fn task(game: &Mnk, level: usize, index: &Index) -> String {
    let levels = index.levels();
    format!("{game}, level {} of {levels}", levels - level)
}

/// Slots that are gone through before the first level is solved.
fn preparing(index: &Index) -> u64 {
    if index.falling() { index.slots() } else { 0 }
}

/// Refuses a game whose solving takes more memory than there is.
fn fits(game: &Mnk, index: &Index, bound: Bound) -> Result<(), Trouble> {
    const MIB: u64 = 1 << 20;
    // The tables of the numbering and the solver, and what is compressed and not yet written.
    let more = (24 * MIB + 2 * index.slots()).min(96 * MIB);
    let advice = ": use a machine with more, or a smaller board";
    bound.check(&format!("solving {game}"), memory_to_solve(index) + more, advice)
}
