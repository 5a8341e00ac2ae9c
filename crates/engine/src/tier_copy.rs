//! A table by tiers or by rank, written to a file.

use std::{path::Path, sync::Arc};

use perfect_play_core::{Game, Table};
use perfect_play_file::{
    CopyError, FileRanks, FileSections, Header, RankWriter, Settings, TierWriter, Unreadable, write,
};
use perfect_play_games::Mnk;
use perfect_play_generator::numbering::{RankNumbering, TierSource, TierTable};
use perfect_play_parallel::{ParallelIterator, parallel};

/// How many compressed tiers are held in memory while a table is copied.
const COPIED_AT_ONCE: u32 = 64;

/// Writes a table to a file. The bytes are the same as those of solving into the file.
pub(crate) fn write_tier_table(
    table: &TierTable<Mnk, FileSections>,
    path: &Path,
) -> Result<Header, CopyError> {
    let tiers = table.numbering().tiers();
    if tiers.slots() <= Settings::MAX_HELD_BYTES {
        return write(table, path);
    }
    let writer = TierWriter::copy(path, table.game(), table.objective(), Arc::clone(tiers))?;
    // An interrupted run may have copied another table of this game. So all tiers are compared. Where the table is in a file as
    // well, most of them need not be read for it.
    let are_there = |&tier: &u32| table.values().is_in(tier, &writer);
    let there = tiers.numbers().take_while(are_there).count();
    for first in tiers.numbers().skip(there).step_by(COPIED_AT_ONCE as usize) {
        let end = tiers.numbers().end.min(first.saturating_add(COPIED_AT_ONCE));
        let pack = |tier| table.values().pack(tier, &writer);
        let packed: Vec<_> = parallel(first..end).map(pack).collect();
        for packed in packed {
            writer.put(packed?)?;
        }
    }
    Ok(writer.finish()?)
}

/// Writes a table by rank to a file. The bytes are the same as those of solving into the file.
pub(crate) fn write_rank_table<G: Game>(
    table: &Table<G, RankNumbering, FileRanks>,
    path: &Path,
) -> Result<Header, CopyError> {
    let numbering = table.numbering();
    if numbering.all_slots() <= Settings::MAX_HELD_BYTES {
        return write(table, path);
    }
    let writer = RankWriter::copy(path, table.game(), table.objective(), numbering.clone())?;
    // As above.
    let are_there = |&unit: &u32| table.values().are_in(numbering.tiers_of(unit), &writer);
    let there = numbering.units().take_while(are_there).count();
    for unit in numbering.units().skip(there) {
        let tiers = numbering.tiers_of(unit).map(|tier| table.values().tier(tier));
        writer.put(unit, &tiers.collect::<Result<Vec<_>, _>>().map_err(Unreadable::new)?)?;
    }
    Ok(writer.finish()?)
}
