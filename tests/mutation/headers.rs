//! Headers that differ from what was written.

use perfect_play_file::{Header, Meaning, Settings, StoredNumbering};
use perfect_play_games::Mnk;
use perfect_play_generator::{core::Objective, numbering::Tiers};

use super::{
    check::Tally,
    file::{Parts, encoded},
    honest::{Form, honest},
    judge::From,
};

const FILES: [(&str, Form); 9] = [
    ("mnk:2,2,2", Form::Small),
    ("mnk:2,2,2", Form::Large(16)),
    ("connect:2,3,2+misere", Form::Small),
    ("mnk:9,1,3", Form::Small),
    ("mnk:9,1,3", Form::Large(256)),
    ("connect:3,2,2", Form::Code),
    ("mnk:2,2,2", Form::Code),
    ("tictactoe", Form::Code),
    ("stones:12", Form::Code),
];

const NAMES: [&str; 24] = [
    "mnk:2,2,1",
    "mnk:2,2,2",
    "mnk:2,2,2+misere",
    "mnk:3,2,2",
    "mnk:3,2,3",
    "mnk:3,2,2+misere",
    "mnk:2,3,2",
    "tictactoe",
    "tictactoe+misere",
    "mnk:3,3,3",
    "mnk:3,3,2",
    "mnk:4,3,3",
    "mnk:3,4,3",
    "mnk:4,3,3+misere",
    "connect:2,3,2",
    "connect:2,3,3+misere",
    "connect:3,2,2",
    "connect:3,2,3",
    "connect:3,3,3",
    "stones:11",
    "stones:12",
    "stones:25",
    "chess",
    "",
];

/// Headers with one field changed.
pub(super) fn changed(header: &Header) -> Vec<Header> {
    let mut headers = Vec::new();
    let mut add = |change: &dyn Fn(&mut Header)| {
        let mut changed = header.clone();
        change(&mut changed);
        if changed != *header {
            headers.push(changed);
        }
    };
    for game in NAMES {
        add(&|header| game.clone_into(&mut header.game));
    }
    for objective in [Objective::Fastest, Objective::Outcome] {
        add(&|header| header.objective = objective);
    }
    for scheme in [Meaning::Remoteness, Meaning::NonStatic, Meaning::Score] {
        add(&|header| header.scheme = scheme);
    }
    add(&|header| header.numbering = StoredNumbering::Codes);
    for game in ["mnk:2,2,2", "mnk:9,1,3", "mnk:5,2,3", "connect:3,5,3"] {
        let game = game.parse::<Mnk>().unwrap();
        add(&|header| header.numbering = StoredNumbering::of(&Tiers::of(&game).unwrap()));
    }
    if let StoredNumbering::Tiers { top, middle, low } = header.numbering {
        for (top, middle, low) in [
            (low, middle, top),
            (middle, top, low),
            (top, low, middle),
            (top | low, middle, 0),
            (0, middle, top | low),
            (top | 1 << 63, middle, low),
            (low, middle, low),
            (0, 0, 0),
        ] {
            add(&|header| header.numbering = StoredNumbering::Tiers { top, middle, low });
        }
    }
    for plies in [0, 1, 2, 3, 4, 7, u16::MAX] {
        add(&|header| header.numbering = StoredNumbering::Plies { plies });
        add(&|header| header.numbering = StoredNumbering::KeysOfPlies { plies });
    }
    for rules in [0, header.rules ^ 1, !header.rules] {
        add(&|header| header.rules = rules);
    }
    for key_bytes in [1, 8, u8::MAX] {
        add(&|header| header.key_bytes = key_bytes);
    }
    for ply in 0..header.positions_by_ply.len() {
        for by in [1, u64::MAX] {
            add(&|header| {
                let count = &mut header.positions_by_ply[ply];
                *count = count.wrapping_add(by);
            });
        }
        add(&|header| header.positions_by_ply[ply] = u64::MAX);
        add(&|header| header.positions_by_ply.swap(0, ply));
        add(&|header| header.positions_by_ply.truncate(ply));
    }
    for counts in [0, 1, 1_000] {
        add(&|header| header.positions_by_ply.extend(vec![0; counts]));
        add(&|header| header.positions_by_ply.extend(vec![u64::MAX; counts]));
    }
    for by in [1, 2, u64::MAX, u64::MAX - 1, 1 << 40] {
        add(&|header| header.sections = header.sections.wrapping_add(by));
        add(&|header| header.entry_bytes = header.entry_bytes.wrapping_add(by));
    }
    for number in [0, 1, 2, header.sections / 2, 1 << 61, u64::MAX / 12 + 1, u64::MAX] {
        add(&|header| header.sections = number);
        add(&|header| header.entry_bytes = number);
    }
    for frame_slots in [0, 1, 2, 15, 63, 65, 1 << 24, 1 << 25, u32::MAX] {
        add(&|header| header.settings.frame_slots = frame_slots);
    }
    for compression in [i32::MIN, -1, 0, 2, 22, 23, i32::MAX] {
        add(&|header| header.settings.compression = compression);
    }
    for stored_bytes in [0, 1, header.stored_bytes - 1, header.stored_bytes + 1, u64::MAX] {
        add(&|header| header.stored_bytes = stored_bytes);
    }
    add(&|header| header.index_crc32 ^= 1);
    add(&|header| header.finished = false);
    headers
}

#[test]
fn a_changed_header_over_the_same_sections() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let honest = honest(game, Objective::Fastest, form);
        let header = honest.right_header();
        for (nth, changed) in changed(&header).iter().enumerate() {
            let file = honest.to_bytes_with_header(&encoded(changed));
            tally.add_file(&format!("{changed:?}"), &file, From::Memory);
            if nth % 4 == 0 {
                let file = honest.to_bytes_under_header(&encoded(changed));
                tally.add_file(&format!("{changed:?} over others"), &file, From::Memory);
            }
            if nth % 8 == 0 {
                tally.add_file(&format!("{changed:?}"), &file, From::Disk(&path));
            }
        }
    }
    tally.end();
}

#[test]
fn a_changed_header_over_sections_that_fit_it() {
    let mut tally = Tally::new();
    for (game, form) in FILES {
        let honest = honest(game, Objective::Fastest, form);
        for header in changed(&honest.header) {
            // A frame of this many bytes is not allowed.
            if header.settings.frame_slots > Settings::MAX_FRAME_SLOTS {
                continue;
            }
            let mut changed = Parts { header, ..honest.clone() };
            changed.fit();
            tally.add_file(&format!("{:?}", changed.header), &changed.to_bytes(), From::Memory);
        }
    }
    tally.end();
}

/// Each byte of the header is changed by each of these.
fn any_byte_of_a_header(changes: &[u8]) {
    let mut tally = Tally::new();
    for (game, form) in
        [("mnk:2,2,2", Form::Small), ("mnk:2,2,2", Form::Large(16)), ("stones:12", Form::Code)]
    {
        let honest = honest(game, Objective::Fastest, form);
        let header = encoded(&honest.right_header());
        for place in 0..header.len() {
            for &by in changes {
                let mut header = header.clone();
                header[place] ^= by;
                let file = honest.to_bytes_with_header(&header);
                tally.add_file(&format!("byte {place} changed by {by}"), &file, From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
fn any_bit_of_a_header() {
    any_byte_of_a_header(&[1, 2, 4, 8, 16, 32, 64, 128, 255]);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn any_byte_of_a_header_changed_to_each_value() {
    any_byte_of_a_header(&(1..=255).collect::<Vec<_>>());
}
