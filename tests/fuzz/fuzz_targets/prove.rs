//! Changes entries, counts and header of right files, and makes all checksums right again: whatever is
//! proven then must answer as the rules say. `tests/mutation` has the property, and tries what is known.
//!
//! The first byte says which file is changed, the second whether it is read from the disk, whether its counts
//! are adapted to its entries, and whether all passes over a table are run. Then come the changes, three bytes each: the place, in two, and what
//! is to stand there. The places are those of the entries, and behind them those of the header.

#![no_main]

#[path = "../../mutation/counts.rs"]
mod counts;
#[path = "../../mutation/file.rs"]
mod file;
#[path = "../../mutation/honest.rs"]
mod honest;
#[path = "../../mutation/judge.rs"]
mod judge;
#[path = "../../oracle/mod.rs"]
mod oracle;
#[path = "../../mutation/places.rs"]
mod places;
#[path = "../../mutation/stones.rs"]
mod stones;
#[path = "../../mutation/truth.rs"]
mod truth;

use std::{path::PathBuf, sync::LazyLock};

use counts::recounted;
use file::encoded;
use honest::{Form, honest};
use judge::{From, Passes, Verdict, judge};
use libfuzzer_sys::fuzz_target;
use perfect_play_generator::core::Objective;
use tempfile::TempDir;

/// Games of every kind, in every form.
const FILES: [(&str, Objective, Form); 14] = [
    ("mnk:2,2,2", Objective::Fastest, Form::Large(16)),
    ("mnk:3,2,2", Objective::Outcome, Form::Small),
    ("mnk:3,2,3+misere", Objective::Fastest, Form::Large(64)),
    ("mnk:9,1,3", Objective::Fastest, Form::Large(256)),
    ("connect:2,2,2", Objective::Fastest, Form::Small),
    ("connect:2,3,2", Objective::Outcome, Form::Large(64)),
    ("connect:3,2,3+misere", Objective::Fastest, Form::Small),
    ("connect:2,4,3", Objective::Fastest, Form::Large(256)),
    ("mnk:3,2,2", Objective::Outcome, Form::Code),
    ("mnk:3,2,3+misere", Objective::Fastest, Form::Code),
    ("connect:3,2,2", Objective::Fastest, Form::Code),
    ("connect:3,2,3+misere", Objective::Outcome, Form::Code),
    ("stones:12", Objective::Fastest, Form::Code),
    ("stones:12", Objective::Outcome, Form::Code),
];

/// The bit of the second byte that says that the file is read from the disk.
const ON_DISK: u8 = 1;
/// The bit of the second byte that says that the counts are adapted.
const RECOUNTED: u8 = 2;
/// The bit of the second byte that says that all passes are run.
const ALL_PASSES: u8 = 4;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
static PATH: LazyLock<PathBuf> = LazyLock::new(|| FOLDER.path().join("table.perfect"));

fuzz_target!(|input: &[u8]| {
    let Some((&[which, how], changes)) = input.split_first_chunk() else { return };
    let (game, objective, form) = FILES[usize::from(which) % FILES.len()];
    let mut parts = honest(game, objective, form);
    let places = parts.places();
    let changes = changes.as_chunks().0.iter();
    let changes =
        changes.map(|&[low, high, byte]| (u64::from(u16::from_le_bytes([low, high])), byte));
    let (of_entries, of_header): (Vec<_>, Vec<_>) = changes.partition(|(place, _)| *place < places);
    for (place, byte) in of_entries {
        parts.set(place, byte);
    }
    if how & RECOUNTED != 0 {
        parts = recounted(&parts);
    }
    // As it must be for these entries, before it is changed.
    let mut header = encoded(&parts.right_header());
    for (place, byte) in of_header {
        let place = usize::try_from(place - places).unwrap() % header.len();
        header[place] = byte;
    }
    let file = parts.to_bytes_with_header(&header);
    let from = if how & ON_DISK == 0 { From::Memory } else { From::Disk(&PATH) };
    let passes = if how & ALL_PASSES == 0 { Passes::Proof } else { Passes::All };
    if let Verdict::Fooled(how) = judge(&file, from, passes) {
        panic!("a wrong table of {game} is proven: {how}");
    }
});
