//! Counts of the reachable positions of a table by tiers.
//!
//! A table by tiers has a value for each board without a line, reachable or not. A pass from the start to the full
//! board finds which boards are reachable, layer by layer. Moves lead from whole strips of blocks to a strip of another
//! block. They lead only from *live* boards: boards that are reachable and have no line. So the strips that lead to a
//! board determine whether it is reachable. A board with a line in its high part needs no value and no slot.

mod count_error;
mod counted;
mod counter;
mod counts;
mod fixed;
mod gather;
mod layer_store;
mod layers;
mod layout;
mod low_moves;
mod packed;
mod pass;
mod reach;
mod reached;
mod tasks;

use std::error::Error;

use perfect_play_core::{Board, Game, Values};
use perfect_play_numbering::{HeldSections, Sections, TierTable, Tiers};

use self::pass::Pass;

pub use self::{count_error::CountError, counter::TierCounter};
use crate::Stats;

/// Counts the reachable positions. It gives the same numbers as [`stats`](crate::stats). `progress` is called now and
/// then with the number of slots that are done and the number of all slots.
///
/// The pass keeps compressed data about the last two layers of tiers in memory. [`TierCounter`] keeps them on disk, so that
/// an interrupted count can be resumed.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::stats_by_tier;
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let stats = stats_by_tier(&table, &mut |_done, _of| ())?;
/// assert_eq!((stats.positions, stats.canonical), (41_750, 20_890));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read.
///
/// # Panics
///
/// If the numbering no longer belongs to the game. This happens only if a method of the game returns something else
/// than when the table was made.
pub fn stats_by_tier<G, S>(
    table: &TierTable<G, S>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, CountError>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    let pass = Pass::new(table.game(), table.numbering().tiers(), Some(table.values()));
    pass.run(progress)?.into_stats(table)
}

/// Counts the reachable positions by ply. This needs no values. `progress` is that of [`stats_by_tier`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
/// use perfect_play_proof::reachable;
///
/// let game = Mnk::TICTACTOE;
/// let by_ply = reachable(&game, &Tiers::of(&game)?, &mut |_done, _of| ())?;
/// assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there is not enough memory.
///
/// # Panics
///
/// If the numbering is that of another game.
pub fn reachable<G: Game<Position = Board> + Sync>(
    game: &G,
    tiers: &Tiers,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u64>, CountError> {
    let pass = Pass::new(game, tiers, None::<&HeldSections>);
    Ok(pass.run(progress)?.by_ply().collect())
}
