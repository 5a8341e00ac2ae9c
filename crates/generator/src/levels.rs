//! The solver for large boards: level by level, in runs of bytes.

mod low;
mod reach;
mod solver;
mod tops;

use perfect_play_core::{Board, Game, Objective};
use perfect_play_index::{Index, LevelTable};
pub use solver::LevelSolver;

use crate::SolveError;

/// Rows are shorter than this: a power of two less one, so that a place is kept within a buffer
/// by a mask.
const MAX_ROW: usize = (1 << 11) - 1;

/// Solves a game of placement or of falling pieces completely, in memory. `done` is told each time
/// how many slots more are done, of all [`Index::slots`] (with falling pieces, of twice as many).
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
    LevelTable::new(game, objective, index, levels).ok_or(SolveError::NoMethod)
}
