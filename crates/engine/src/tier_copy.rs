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
    let writer = TierWriter::create(path, table.game(), table.objective(), Arc::clone(tiers))?;
    while (writer.next_tier() as usize) < tiers.len() {
        let first = writer.next_tier();
        let end = tiers.numbers().end.min(first.saturating_add(COPIED_AT_ONCE));
        let pack = |tier| table.values().pack(tier, &writer);
        let packed: Vec<_> = parallel(first..end).map(pack).collect();
        for packed in packed {
            writer.append(packed?)?;
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
    let writer = RankWriter::create(path, table.game(), table.objective(), numbering.clone())?;
    for unit in writer.next_unit()..numbering.units().end {
        let tiers = numbering.tiers_of(unit).map(|tier| table.values().tier(tier));
        writer.append(&tiers.collect::<Result<Vec<_>, _>>().map_err(Unreadable::new)?)?;
    }
    Ok(writer.finish()?)
}
