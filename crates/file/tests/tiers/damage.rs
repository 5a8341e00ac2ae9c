//! A damaged file never gives a wrong answer.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use perfect_play_core::{Probe, ProbeFailure};
use perfect_play_file::{Damage, FileSections, OpenErrorKind, ReadError, TableFile, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Sections, TierNumbering, TierTable};
use proptest::prelude::*;

use super::solved::{Parts, SMALL, Solved};

/// Opens a file and probes every position. Returns whether anything was wrong: the file cannot be opened, or some
/// position has no answer.
fn is_damaged(path: &Path, solved: &Solved) -> bool {
    let Ok(file) = TableFile::open(path) else {
        return true;
    };
    let Ok(table) = file.into_table::<_, TierNumbering>(solved.game) else {
        return true;
    };
    let mut damaged = false;
    for board in solved.by_code.positions() {
        match table.value(board) {
            Ok(value) => assert_eq!(Ok(value), solved.by_code.value(board), "{board:?}"),
            Err(error) => {
                assert_eq!(error.no_entry(), None, "{board:?}: {error}");
                damaged = true;
            }
        }
    }
    damaged
}

/// The sections that are damaged. All others have their original contents.
fn damaged_sections(table: &TierTable<Mnk, FileSections>, solved: &Solved) -> Vec<u64> {
    let mut damaged = Vec::new();
    for (number, section) in solved.sections.0.iter().flatten().enumerate() {
        let mut found = Vec::new();
        let tier = u32::try_from(number / 2).unwrap();
        match table.values().section(tier, number % 2, &mut found) {
            Ok(()) => assert_eq!(&found, section),
            Err(ReadError::Damaged { section, .. }) => {
                assert_eq!(section, number as u64);
                damaged.push(section);
            }
            Err(error) => panic!("{error}"),
        }
    }
    damaged
}

/// Changes each byte of header and index, and each `step`th of the sections, because all sections are read each time.
fn changed_bytes_are_seen_where_they_are(step: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    for name in ["mnk:5,2,2", "connect:6,2,2"] {
        let solved = Solved::new(name);
        let bytes = solved.bytes(SMALL);
        let Parts { start, sections, .. } = Parts::of(&bytes);
        let mut owners: Vec<Option<u64>> = vec![None; start];
        for (section, number) in sections.iter().zip(0..) {
            owners.resize(owners.len() + section.len(), Some(number));
        }
        owners.resize(bytes.len(), None);
        fs::write(&path, &bytes).unwrap();
        // The byte is changed in place, because writing a whole file takes much longer.
        let mut file = fs::File::options().write(true).open(&path).unwrap();
        let mut put = |at: usize, byte: u8| {
            file.seek(SeekFrom::Start(at as u64)).unwrap();
            file.write_all(&[byte]).unwrap();
        };
        for (at, (&byte, owner)) in bytes.iter().zip(owners).enumerate() {
            put(at, byte ^ 1 << (at % 8));
            match owner {
                // Header and index are read when the file is opened.
                None => assert!(TableFile::open(&path).is_err(), "byte {at}"),
                Some(section) if at % step == 0 => {
                    assert_eq!(damaged_sections(&solved.open(&path), &solved), [section]);
                    if at % 16 == 0 {
                        is_damaged(&path, &solved);
                    }
                }
                Some(_) => {}
            }
            put(at, byte);
        }
        assert!(!is_damaged(&path, &solved));
    }
}

#[test]
fn a_changed_byte_is_seen_where_it_is() {
    changed_bytes_are_seen_where_they_are(7);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_changed_byte_is_seen_where_it_is() {
    changed_bytes_are_seen_where_they_are(1);
}

#[test]
fn no_changed_byte_of_a_table_in_one_section_opens() {
    for name in ["tictactoe", "connect:3,3,3", "mnk:1,1,1"] {
        let solved = Solved::new(name);
        let mut bytes = to_bytes(&solved.table()).unwrap();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                assert!(TableFile::read(&*bytes).is_err(), "{name}: byte {at}");
                bytes[at] ^= 1 << bit;
            }
        }
        assert!(TableFile::read(&*bytes).is_ok());
    }
}

#[test]
fn no_file_cut_short_or_added_to_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.perfect");
    let solved = Solved::new("tictactoe");
    for bytes in [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()] {
        fs::write(&path, &bytes).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        for length in (0..bytes.len()).rev() {
            file.set_len(length as u64).unwrap();
            let errors = [
                TableFile::open(&path).unwrap_err().into_kind(),
                TableFile::read(&bytes[..length]).unwrap_err(),
            ];
            for error in errors {
                match length {
                    0 => assert!(matches!(error, OpenErrorKind::Empty)),
                    _ => assert!(matches!(error, OpenErrorKind::Damaged(Damage::CutShort))),
                }
            }
        }
        let longer = [&*bytes, &[0]].concat();
        fs::write(&path, &longer).unwrap();
        let errors = [
            TableFile::open(&path).unwrap_err().into_kind(),
            TableFile::read(&*longer).unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, OpenErrorKind::Damaged(Damage::TooLong)), "{error}");
        }
    }
}

#[test]
fn a_damaged_section_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let solved = Solved::new("mnk:4,3,3");
    let mut parts = Parts::of(&solved.bytes(SMALL));
    let last = parts.sections.len() - 1;
    *parts.sections[last].last_mut().unwrap() ^= 1;
    fs::write(&path, parts.to_bytes()).unwrap();
    let error = solved.open(&path).value(perfect_play_core::Board::EMPTY).unwrap_err();
    let expected = format!(
        "{} is damaged (section {} is not what was written): restore it, or solve it again",
        path.display(),
        last + 1
    );
    assert_eq!(error.to_string(), expected);
    // A table that is held in memory is read when the file is opened.
    let mut parts = Parts::of(&to_bytes(&solved.table()).unwrap());
    *parts.sections[0].last_mut().unwrap() ^= 1;
    let error = TableFile::read(&*parts.to_bytes()).unwrap_err();
    assert!(matches!(error, OpenErrorKind::Damaged(Damage::Section(0))), "{error}");
}

#[test]
fn a_file_that_shrinks_while_it_is_read_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shrinking.perfect");
    let solved = Solved::new("mnk:5,2,2");
    solved.write(&path, SMALL);
    let table = solved.open(&path);
    let start = Parts::of(&fs::read(&path).unwrap()).start as u64;
    fs::File::options().write(true).open(&path).unwrap().set_len(start + 1).unwrap();
    let all: Vec<u64> = (0..2 * solved.tiers.len() as u64).collect();
    assert_eq!(damaged_sections(&table, &solved), all);
}

#[derive(Clone, Debug)]
enum Mutation {
    Change(usize, u8),
    Remove(usize, usize),
    Repeat(usize, usize),
    Swap(usize, usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let (place, length) = (any::<usize>(), 1_usize..64);
    prop_oneof![
        (place, 1..=u8::MAX).prop_map(|(at, by)| Mutation::Change(at, by)),
        (place, length.clone()).prop_map(|(at, by)| Mutation::Remove(at, by)),
        (place, length.clone()).prop_map(|(at, by)| Mutation::Repeat(at, by)),
        (place, place, length).prop_map(|(a, b, by)| Mutation::Swap(a, b, by)),
    ]
}

fn mutate(bytes: &mut Vec<u8>, mutation: &Mutation) {
    let length = bytes.len().max(1);
    let range = |at: usize, by: usize| at % length..(at % length + by).min(bytes.len());
    match *mutation {
        Mutation::Change(at, by) => {
            if let Some(byte) = bytes.get_mut(at % length) {
                *byte ^= by;
            }
        }
        Mutation::Remove(at, by) => drop(bytes.drain(range(at, by))),
        Mutation::Repeat(at, by) => {
            let copied = bytes[range(at, by)].to_vec();
            bytes.splice(at % length..at % length, copied);
        }
        Mutation::Swap(a, b, by) => {
            let (a, b) = (range(a, by), range(b, by));
            let (first, second) = (bytes[a.clone()].to_vec(), bytes[b.clone()].to_vec());
            for (range, content) in [(a, second), (b, first)] {
                for (byte, new) in bytes[range].iter_mut().zip(content) {
                    *byte = new;
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_mutated_file_ever_gives_a_wrong_answer(
        mutations in prop::collection::vec(mutation(), 1..5),
    ) {
        thread_local! {
            static SOLVED: (Solved, [Vec<u8>; 2]) = {
                let solved = Solved::new("connect:6,2,2");
                let files = [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()];
                (solved, files)
            };
        }
        SOLVED.with(|(solved, files)| {
            for bytes in files {
                let mut bytes = bytes.clone();
                for mutation in &mutations {
                    mutate(&mut bytes, mutation);
                }
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("mutated.perfect");
                fs::write(&path, &bytes).unwrap();
                is_damaged(&path, solved);
            }
        });
    }
}
