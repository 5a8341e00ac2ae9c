#![doc = include_str!("../README.md")]

mod count;
mod definition;
mod diff;
mod encode;
mod error;
mod file;
mod file_sections;
mod frame;
mod header;
mod identity;
mod open_error;
mod partial;
mod record;
mod replace;
mod section;
mod section_file;
mod settings;
mod settled;
mod source;
mod stats;
mod store;
mod temporary;
mod tier_scratch;
mod tier_writer;
pub mod tiers;
mod verify;
mod write_error;

pub use diff::{Diff, DiffCounts, DiffError, Difference, DifferentBoards, diff};
pub use encode::{CopyError, tiers_to_bytes, to_bytes, write, write_tiers};
pub use error::{Contradiction, TableError, Unreadable};
pub use file::TableFile;
pub use file_sections::FileSections;
pub use frame::FORMAT_VERSION;
pub use header::{Header, Numbering, Scheme};
pub use open_error::{Damage, OpenError, OpenErrorKind, WrongGame};
pub use record::{Record, records};
pub use replace::{can_replace, is_stream, rename_over, replace};
pub use settings::Settings;
pub use stats::{OutcomeCounts, PlyCounts, Stats, TerminalCounts, stats};
pub use store::ReadError;
pub use temporary::{TemporaryFilesRemoved, TemporaryFolder, remove_temporary_files};
pub use tier_scratch::TierScratch;
pub use tier_writer::{PackedTier, TierFiles, TierWriter};
pub use verify::{Fault, MAX_FAULTS, Verification, VerifyError, verify};
pub use write_error::{WriteError, WriteErrorKind};

use perfect_play_core::{Game, Probe, Tabular};

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
