#![doc = include_str!("../README.md")]

mod definition;
mod diff;
mod error;
mod file;
mod header;
pub mod levels;
mod record;
mod replace;
mod stats;
mod verify;

pub use diff::{Diff, DiffCounts, DiffError, Difference, DifferentBoards, diff};
pub use error::{Contradiction, TableError, Unreadable};
pub use file::{
    Damage, FORMAT_VERSION, OpenError, OpenErrorKind, TableFile, WrongGame, to_bytes, write,
};
pub use header::Header;
pub use record::{Record, records};
pub use replace::{WriteError, can_replace, replace};
pub use stats::{OutcomeCounts, PlyCounts, Stats, TerminalCounts, stats};
pub use verify::{Fault, MAX_FAULTS, Verification, verify};

use perfect_play_core::{Game, Probe};

/// How many positions lie between two reports of progress.
const REPORT_EVERY: usize = 1 << 16;

/// The positions of a table, ascending by code, while `progress` is told now and then which code
/// of how many has been reached.
fn positions_with_progress<P: Probe>(
    table: &P,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = <P::Game as Game>::Position> {
    let game = table.game();
    table.positions().enumerate().map(move |(i, position)| {
        if i % REPORT_EVERY == 0 {
            progress(game.encode(position), game.codes());
        }
        position
    })
}
