#![doc = include_str!("../README.md")]

mod compression;
mod count;
mod definition;
mod diff;
mod diff_of_the_same;
mod disk;
mod encode;
mod error;
#[cfg(all(test, unix))]
mod faults;
mod file;
mod file_sections;
mod folder;
mod found_entries;
mod frame;
mod header;
mod identity;
mod keys;
mod memory;
mod open_error;
mod opening;
mod partial;
mod pieces;
mod record;
mod replace;
mod run_file;
mod section;
mod section_file;
mod settings;
mod source;
mod stats;
mod store;
mod stored;
mod temporary;
mod tier_folder;
mod tier_packer;
mod tier_writer;
mod verify;
mod write_error;

pub use diff::{Diff, DiffCounts, DiffError, Difference, DifferentPositions, diff};
pub use diff_of_the_same::diff_of_the_same;
pub use encode::{CopyError, to_bytes, write};
pub use error::{Contradiction, TableError, Unreadable};
pub use file::TableFile;
pub use file_sections::FileSections;
pub use frame::FORMAT_VERSION;
pub use header::{Header, Meaning, Numbering, Part};
pub use open_error::{Damage, OpenError, OpenErrorKind, WrongGame};
pub use pieces::Pieces;
pub use record::{Record, code_in_json, records};
pub use replace::{can_replace, is_stream, rename_over, replace};
pub use settings::Settings;
pub use stats::{
    CountError, OutcomeCounts, PlyCounts, RemotenessCounts, ScoreCounts, Stats, TerminalCounts,
    TierCounter, reachable, stats, stats_by_tier,
};
pub use store::ReadError;
pub use stored::Stored;
pub use temporary::{TemporaryFilesRemoved, TemporaryFolder, remove_temporary_files};
pub use tier_folder::TierFolder;
pub use tier_packer::TierPacker;
pub use tier_writer::{PackedTier, TierWriter};
pub use verify::{
    Fault, MAX_FAULTS, Rules, TierProver, Verification, VerifyError, verify, verify_by_tier,
    verify_tested,
};
pub use write_error::{WriteError, WriteErrorKind};

use perfect_play_core::{Game, Probe, Tabular};

/// How many positions lie between two reports of progress.
const REPORT_EVERY: usize = 1 << 16;

/// The positions of a table, in the order of [`Probe::positions`]. `progress` is called now and then with the code that
/// has been reached and the number of codes.
fn positions_with_progress<P: Probe>(
    table: &P,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = <P::Game as Game>::Position> {
    let game = table.game();
    table.positions().enumerate().map(move |(i, position)| {
        if i % REPORT_EVERY == 0 {
            progress(game.code(position).unwrap_or(0), game.codes());
        }
        position
    })
}
