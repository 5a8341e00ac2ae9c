#![doc = include_str!("../README.md")]

mod answer;
mod at_ply;
mod definition;
mod diff;
mod diff_by_tier;
mod diff_if_equal;
mod image_of_moves;
mod in_chunks;
mod record;
mod stats;
mod verify;

pub use diff::{Diff, DiffCounts, DiffError, Difference, DifferentPositions, diff, diff_at};
pub use diff_by_tier::diff_by_tier;
pub use diff_if_equal::diff_if_equal;
pub use perfect_play_numbering::{Contradiction, TableError};
pub use record::{Record, records};
pub use stats::{
    BoardCounts, CountError, CountLog, OutcomeCounts, PlyCounts, RankCounts, RemotenessCounts,
    ScoreCounts, Stats, TerminalCounts, TierCounter, TierCounts, reachable, stats, stats_by_rank,
    stats_by_tier,
};
pub use verify::{
    Fault, MAX_FAULTS, ProofLog, Proven, Rules, TierProver, Verification, VerifyError, verify,
    verify_as, verify_by_rank, verify_by_tier, verify_plies, verify_with,
};

use perfect_play_core::{Game, Probe};

/// How many positions lie between two reports of progress.
const REPORT_EVERY: usize = 1 << 16;

/// The positions of a table, in the order of [`Probe::positions`]. `progress` is called now and then with how far they have
/// come, and the total ([`Probe::reached`]).
fn positions_with_progress<P: Probe>(
    table: &P,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = <P::Game as Game>::Position> {
    table.positions().enumerate().map(move |(nth, position)| {
        report_reached(table, (nth, position), progress);
        position
    })
}

/// Calls `progress` with how far the positions of a table have come, if it is time at the one with this number.
fn report_reached<P: Probe>(
    table: &P,
    (nth, position): (usize, <P::Game as Game>::Position),
    progress: &mut dyn FnMut(u64, u64),
) {
    if nth.is_multiple_of(REPORT_EVERY)
        && let Some((done, of)) = table.reached(position)
    {
        progress(done, of);
    }
}
