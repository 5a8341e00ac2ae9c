//! Counts of the reachable positions of a table by tiers.
//!
//! A table by tiers has a value for each board without a line, reachable or not. Whether a board is reachable is told by the
//! board alone:
//!
//! * A board without a line had none before, either. So it is reachable if X and O can have placed its marks in turn
//!   ([`MoveOrders`](perfect_play_numbering::MoveOrders)).
//! * A board with a line is reachable if a mark can be taken back, as the last one, so that no line is left and the rest is
//!   reachable.
//!
//! So each tier is counted alone, and tiers can be counted in any order. A board with a line in its high part needs no value
//! and no slot.

mod buffers;
mod count;
mod counter;
mod counts;
mod fixed;
mod high_moves;
mod low_moves;
mod pass;
mod section_values;

use std::error::Error;

use perfect_play_core::{Board, Game, Values};
use perfect_play_numbering::{HeldSections, Sections, TierTable, Tiers};

use self::{counter::at_once, counts::Counts, pass::Pass};
use super::CountLog;

pub use self::counter::{BoardCounts, TierCounter};
use crate::{CountError, Stats};

/// Counts the reachable positions. It gives the same numbers as [`stats`](crate::stats). What is counted is kept in the log,
/// and the count goes on after what the log has. `progress` is called now and then with the amount of work that is done and
/// the total.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::stats_by_tier;
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "connect:4,3,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let stats = stats_by_tier(&table, &mut (), &mut |_done, _of| ())?;
/// assert_eq!((stats.positions, stats.canonical), (7_157, 3_587));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read, or if the log cannot keep what was counted.
///
/// # Panics
///
/// If the numbering no longer belongs to the game. This happens only if a method of the game returns something else
/// than when the table was made.
pub fn stats_by_tier<G, S>(
    table: &TierTable<G, S>,
    log: &mut dyn CountLog<BoardCounts>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, CountError>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    TierCounter::new(table).run(log, progress)
}

/// Counts the reachable positions by ply. This needs no values. `progress` is that of [`stats_by_tier`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
/// use perfect_play_proof::reachable;
///
/// let game = Mnk::TICTACTOE;
/// let by_ply = reachable(&game, &Tiers::of(&game)?, &mut |_done, _of| ());
/// assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the numbering is that of another game.
pub fn reachable<G: Game<Position = Board> + Sync>(
    game: &G,
    tiers: &Tiers,
    progress: &mut dyn FnMut(u64, u64),
) -> Vec<u64> {
    let pass = Pass::new(game, tiers, None::<&HeldSections>);
    let mut counts = Counts::new(pass.cells);
    let counted = pass.run(&mut counts, 0, at_once(tiers), progress, &mut |_counts, _end| Ok(()));
    counted.expect("no values are read, and nothing is kept");
    counts.by_ply().collect()
}
