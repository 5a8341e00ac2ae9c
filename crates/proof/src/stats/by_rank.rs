//! Counts the positions of a table whose game says its tiers, on all cores.

use std::ops::ControlFlow;

use perfect_play_core::{Game, Numbering, Table, Values};
use perfect_play_numbering::{RankNumbering, UnitValues, Unreadable};

use super::{Stats, tally::Tally};
use crate::{TableError, in_chunks::in_chunks};

/// Counts a table's positions, reachable or not: all that have a slot. `values` are the values of the table, for a pass unit by
/// unit. `progress` is called now and then with the amount of
/// work that is done and the total.
///
/// # Errors
///
/// If the table contradicts itself, or cannot be read.
pub fn stats_by_rank<G: Game + Sync, V: Values, U: UnitValues>(
    table: &Table<G, RankNumbering, V>,
    values: &mut U,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, TableError> {
    let (game, numbering) = (table.game(), table.numbering());
    let (mut tally, all) = (Tally::new(game), numbering.all_slots());
    for unit in numbering.units() {
        values.begin_unit(numbering.tiers_of(unit));
        let read = &*values;
        let count = |slots| -> Result<Tally, TableError> {
            let mut tally = Tally::new(game);
            for number in slots {
                count_slot((game, numbering, read), number, &mut tally)?;
            }
            Ok(tally)
        };
        let slots = numbering.numbers(numbering.tiers_of(unit));
        let _ = in_chunks(slots, &mut |done| progress(done, all), count, |counted| {
            tally.merge(counted);
            ControlFlow::Continue(())
        })?;
    }
    tally.into_stats(table)
}

/// The values of a table, with its game and numbering.
type Read<'r, G, V> = (&'r G, &'r RankNumbering, &'r V);

fn count_slot<G: Game, V: Values>(
    (game, numbering, values): Read<'_, G, V>,
    number: u64,
    tally: &mut Tally,
) -> Result<(), TableError> {
    let Some(slot) = numbering.slot(number) else { return Ok(()) };
    let Some(position) = numbering.position(game, slot) else { return Ok(()) };
    let value = values.value(game.scheme(), slot).map_err(Unreadable::new)?;
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
