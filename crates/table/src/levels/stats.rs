//! How many positions of which kind a table of levels holds.

use std::{convert::Infallible, ops::ControlFlow};

use perfect_play_core::{Game, Probe};

use super::{Held, LevelProbe};
use crate::{Stats, TableError, stats::Tally};

/// Counts the positions of a table of levels, slot by slot and on all cores: the same numbers as
/// [`crate::stats`] gives. `progress` is told now and then how many slots are done, and of how many.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Index;
/// use perfect_play_table::levels;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let index = Index::of(&game)?;
/// let table = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// let stats = levels::stats(&table, &mut |_done, _of| ())?;
/// assert_eq!((stats.positions, stats.canonical), (41_750, 20_890));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself (it has no entry for the start, or for what a move leads to
/// there) or cannot be read.
pub fn stats<T: LevelProbe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, TableError> {
    let mut tally = Tally::new(table.game());
    let mut held = Held::new(table);
    while held.advance()? {
        let ControlFlow::Continue(()) = held.for_each_top::<_, Infallible>(
            progress,
            |top| of_top(&held, top),
            |of_top| {
                tally.add(&of_top);
                ControlFlow::Continue(())
            },
        );
    }
    tally.into_stats(table)
}

fn of_top<T: LevelProbe>(held: &Held<T>, top: usize) -> Tally {
    let (game, index) = (held.game(), held.index());
    let images = index.top_images(top);
    // Elsewhere each slot has to be looked at.
    let canonical_once = index.holds_all_images(top);
    let mut tally = Tally::new(game);
    for (_, board, value) in held.slots(top) {
        let Some(value) = value else {
            continue;
        };
        tally.count(game, board, value, images.into());
        let has_canonical = || index.images(board).any(|image| game.is_canonical(image));
        tally.canonical += u64::from(canonical_once || has_canonical());
    }
    tally
}
