//! Counts the positions of a table whose game says its tiers, on all cores.

use std::ops::ControlFlow;

use perfect_play_core::{Game, Numbering, Table, Values};
use perfect_play_numbering::{RankNumbering, Unreadable};

use super::{Stats, tally::Tally};
use crate::{TableError, in_chunks::in_chunks};

/// Counts a table's positions, reachable or not: all that have a slot. `progress` is called now and then with the amount of
/// work that is done and the total.
///
/// # Errors
///
/// If the table contradicts itself, or cannot be read.
pub fn stats_by_rank<G: Game + Sync, V: Values + Sync>(
    table: &Table<G, RankNumbering, V>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, TableError> {
    let mut tally = Tally::new(table.game());
    let count = |slots| -> Result<Tally, TableError> {
        let mut tally = Tally::new(table.game());
        for number in slots {
            count_slot(table, number, &mut tally)?;
        }
        Ok(tally)
    };
    in_chunks(table.numbering().all_slots(), progress, count, |counted| {
        tally.merge(counted);
        ControlFlow::Continue(())
    })?;
    tally.into_stats(table)
}

fn count_slot<G: Game, V: Values>(
    table: &Table<G, RankNumbering, V>,
    number: u64,
    tally: &mut Tally,
) -> Result<(), TableError> {
    let (game, numbering) = (table.game(), table.numbering());
    let Some(slot) = numbering.slot(number) else { return Ok(()) };
    let Some(position) = numbering.position(game, slot) else { return Ok(()) };
    let value = table.values().value(game.scheme(), slot).map_err(Unreadable::new)?;
    let no_entry = || TableError::at(game, position, numbering.why_no_entry(game, position));
    let value = value.ok_or_else(no_entry)?;
    let is_over = game.end(position).is_some();
    let remoteness = value.plies().or_else(|| game.plies_to_draw(position));
    let sharing = numbering.count_sharing(game, position);
    let ply = game.ply(position).unwrap_or(0);
    tally.count(ply, value, remoteness.or(is_over.then_some(0)), sharing);
    if is_over {
        tally.count_terminal(game.winner(position), sharing);
    }
    tally.canonical += 1;
    Ok(())
}
