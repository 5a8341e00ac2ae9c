//! The solver for large boards: level by level, in runs of bytes.

mod low;
mod reach;
mod solver;
mod tops;

use perfect_play_core::{Board, Game, Objective};
use perfect_play_index::{Index, LevelTable};
pub use solver::LevelSolver;

use crate::SolveError;

/// Solves a game of placement or of falling pieces completely, in memory. `done` is told each time
/// how many slots more are done, of all [`Index::slots`] (with falling pieces, of twice as many).
///
/// ```
/// use perfect_play_core::{Board, Mnk, Objective, Outcome, Probe};
/// use perfect_play_generator::{index::Index, solve_levels};
///
/// let game: Mnk = "mnk:4,4,3".parse()?;
/// let index = Index::of(&game)?;
/// let table = solve_levels(game, Objective::Fastest, index, &|_done| ())?;
/// let start = table.probe(Board::EMPTY)?;
/// assert_eq!((start.outcome, start.remoteness), (Outcome::Win, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is of another kind, or memory does not suffice.
pub fn solve_levels<G: Game<Position = Board>>(
    game: G,
    objective: Objective,
    index: Index,
    done: &(dyn Fn(u64) + Sync),
) -> Result<LevelTable<G>, SolveError> {
    let mut levels = vec![Vec::new(); index.levels()];
    let solver = LevelSolver::new(&game, &index, done)?;
    for level in index.levels_in_order() {
        let above = levels.get(level + 1).map_or(&[][..], Vec::as_slice);
        levels[level] = solver.level(level, above, done)?;
    }
    drop(solver);
    LevelTable::new(game, objective, index, levels).ok_or(SolveError::OtherNumbering)
}

/// The most bytes of memory that solving a game by its numbering takes at once, where a level is
/// dropped as soon as the one below it is solved: two levels, and with falling pieces a bit for
/// every slot. The tables of index and
/// solver come on top: a few megabytes.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_generator::{index::Index, memory_to_solve};
///
/// let index = Index::of(&"mnk:5,4,4".parse::<Mnk>()?)?;
/// assert_eq!(memory_to_solve(&index), 82_770_608);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn memory_to_solve(index: &Index) -> u64 {
    let lengths: Vec<u64> = (0..index.levels()).map(|level| index.level_len(level)).collect();
    let two = lengths.windows(2).map(|two| two.iter().sum()).max();
    let bits = if index.falling() { index.slots() / 8 } else { 0 };
    two.unwrap_or_else(|| index.slots()) + bits
}
