//! No damaged file ever gives a wrong answer.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use perfect_play_core::{Probe, ProbeFailure};
use perfect_play_index::Levels;
use perfect_play_table::{Damage, OpenErrorKind, ReadError, TableFile};
use proptest::prelude::*;

use crate::solved::{SMALL, Solved};

/// Opens a file, holding nothing in memory, and probes every position. Says whether anything was
/// wrong: that it does not open, or that some position has no answer.
fn is_damaged(path: &Path, solved: &Solved) -> bool {
    let Ok(file) = TableFile::open_holding(path, 0) else {
        return true;
    };
    let Ok(table) = file.into_block_table(solved.game) else {
        return true;
    };
    let mut damaged = false;
    for board in solved.solution.positions() {
        match table.value(board) {
            Ok(value) => assert_eq!(Ok(value), solved.solution.value(board), "{board:?}"),
            Err(error) => {
                assert_eq!(error.no_entry(), None, "{board:?}: {error}");
                damaged = true;
            }
        }
    }
    damaged
}

/// Whether some level, or one of the blocks that are read only when all is held, is damaged.
fn is_damaged_as_a_whole(path: &Path, solved: &Solved) -> bool {
    match TableFile::open_holding(path, u64::MAX) {
        Err(_) => true,
        Ok(file) => {
            let table = file.into_block_table(solved.game).unwrap();
            for (level, values) in solved.levels.iter().enumerate() {
                assert_eq!(&*table.level(level).unwrap(), values);
            }
            false
        }
    }
}

#[test]
fn no_changed_byte_ever_gives_a_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    for name in ["tictactoe", "connect:3,3,3"] {
        let solved = Solved::new(name);
        let bytes = solved.bytes(SMALL);
        fs::write(&path, &bytes).unwrap();
        // In its place: to write a whole file anew takes the disk much longer.
        let mut file = fs::File::options().write(true).open(&path).unwrap();
        let mut put = |at: usize, byte: u8| {
            file.seek(SeekFrom::Start(at as u64)).unwrap();
            file.write_all(&[byte]).unwrap();
        };
        for (at, &byte) in bytes.iter().enumerate() {
            put(at, byte ^ 1 << (at % 8));
            assert!(is_damaged_as_a_whole(&path, &solved), "byte {at}");
            is_damaged(&path, &solved);
            put(at, byte);
        }
        assert!(!is_damaged(&path, &solved) && !is_damaged_as_a_whole(&path, &solved));
    }
}

#[test]
fn no_file_cut_short_or_added_to_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.perfect");
    let solved = Solved::new("tictactoe");
    let bytes = solved.bytes(SMALL);
    for held in [0, u64::MAX] {
        fs::write(&path, &bytes).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        for length in (0..bytes.len()).rev() {
            file.set_len(length as u64).unwrap();
            let error = TableFile::open_holding(&path, held).unwrap_err();
            match length {
                0 => assert!(matches!(error.kind(), OpenErrorKind::Empty)),
                _ => assert!(matches!(error.kind(), OpenErrorKind::Damaged(Damage::CutShort))),
            }
        }
        fs::write(&path, [&*bytes, &[0]].concat()).unwrap();
        let error = TableFile::open_holding(&path, held).unwrap_err();
        assert!(matches!(error.kind(), OpenErrorKind::Damaged(Damage::TooLong)));
    }
}

#[test]
fn a_damaged_block_is_named_and_the_others_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let solved = Solved::new("mnk:4,3,3");
    let settings = perfect_play_table::Settings { block_bytes: 4096, ..SMALL };
    solved.write(&path, settings);
    let bytes = fs::read(&path).unwrap();
    let header = TableFile::open(&path).unwrap().header().clone();
    let blocks: u64 = header.level_bytes.iter().map(|bytes| bytes.div_ceil(4096) + 1).sum();
    let index = bytes.len() - usize::try_from(8 * blocks).unwrap();
    let mut start = index - usize::try_from(header.stored_bytes).unwrap();
    for block in 0..blocks {
        let length = u32::from_le_bytes(bytes[start..start + 4].try_into().unwrap()) as usize;
        let mut changed = bytes.clone();
        changed[start + 8 + length / 2] ^= 0x10;
        fs::write(&path, &changed).unwrap();
        let error = TableFile::open_holding(&path, u64::MAX).unwrap_err();
        let OpenErrorKind::Damaged(Damage::Block(place)) = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(place.block, block);
        start += 8 + length;
        if place.bytes.is_none() {
            // Counts are read when the file is opened, however little is held.
            let opened = TableFile::open_holding(&path, 0);
            assert_eq!(opened.unwrap_err().to_string(), error.to_string());
            continue;
        }
        let table =
            TableFile::open_holding(&path, 0).unwrap().into_block_table(solved.game).unwrap();
        let named: Vec<_> = (0..solved.index.levels())
            .filter_map(|level| match table.level(level) {
                Ok(values) => {
                    assert_eq!(*values, solved.levels[level]);
                    None
                }
                Err(ReadError::Damaged { place, .. }) => {
                    assert_eq!((place.level, place.blocks), (level, blocks));
                    Some(place.block)
                }
                Err(error) => panic!("{error}"),
            })
            .collect();
        assert_eq!(named, [block]);
    }
    assert_eq!(start, index);
}

#[test]
fn a_file_that_shrinks_while_it_is_read_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shrinking.perfect");
    let solved = Solved::new("tictactoe");
    solved.write(&path, SMALL);
    let table = TableFile::open_holding(&path, 0).unwrap().into_block_table(solved.game).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(300).unwrap();
    for level in 0..solved.index.levels() {
        let error = table.level(level).unwrap_err();
        assert!(matches!(error, ReadError::Damaged { .. }), "{error}");
    }
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
            static SOLVED: (Solved, Vec<u8>) = {
                let solved = Solved::new("connect:3,3,3");
                let bytes = solved.bytes(SMALL);
                (solved, bytes)
            };
        }
        SOLVED.with(|(solved, bytes)| {
            let mut bytes = bytes.clone();
            for mutation in &mutations {
                mutate(&mut bytes, mutation);
            }
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("mutated.perfect");
            fs::write(&path, &bytes).unwrap();
            is_damaged(&path, solved);
            is_damaged_as_a_whole(&path, solved);
        });
    }
}
