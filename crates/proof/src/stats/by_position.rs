//! Counts the positions of a table one by one.

use perfect_play_core::Probe;

use super::{Stats, tally::Tally};
use crate::{TableError, report_reached};

/// Counts a table's positions. `progress` is called now and then with the amount of work that is done and the total.
///
/// ```
/// use perfect_play_core::{Objective, Outcome};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::stats;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let mut reports = 0;
/// let stats = stats(&table, &mut |_done, _of| reports += 1)?;
/// assert_eq!((stats.positions, stats.start.outcome), (5_478, Outcome::Draw));
/// assert!(reports > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself, or cannot be read. It contradicts itself if it has no entry for the start, or for
/// a child of a position that has an entry.
pub fn stats<T: Probe>(table: &T, progress: &mut dyn FnMut(u64, u64)) -> Result<Stats, TableError> {
    let game = table.game();
    let mut tally = Tally::new(game);
    for (nth, (position, value)) in table.entries().enumerate() {
        report_reached(table, (nth, position), progress);
        let value = value.map_err(|reason| TableError::at(game, position, reason))?;
        tally.count_position(game, position, value, 1);
        tally.canonical += u64::from(table.is_canonical(position));
    }
    tally.into_stats(table)
}
