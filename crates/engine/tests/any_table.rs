//! Tables of any built-in game, opened by one call.

use std::fs;

use perfect_play_core::{Mnk, Objective, Probe};
use perfect_play_engine::{AnyTable, OpenAnyErrorKind};
use perfect_play_table::{Numbering, to_bytes};

fn solved(name: &str, objective: Objective) -> AnyTable {
    AnyTable::solve(name.parse().unwrap(), objective, &|_, _| ()).unwrap()
}

#[test]
fn a_file_of_any_game_is_opened_by_one_call_from_a_path_or_from_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["tictactoe", "mnk:4,3,3+misere", "connect:4,3,3"] {
        for objective in Objective::ALL {
            let table = solved(name, objective);
            assert!(table.header().is_none());
            let path = folder.path().join(format!("{objective}.perfect"));
            let written = table.write(&path).unwrap();
            let opened = AnyTable::open(&path).unwrap();
            let read = AnyTable::read(&*fs::read(&path).unwrap()).unwrap();
            for from_file in [&opened, &read] {
                assert_eq!(from_file.header(), Some(&written));
                assert_eq!(from_file.game().to_string(), name);
                assert_eq!(from_file.objective(), objective);
                assert!(from_file.verify(&mut |_, _| ()).unwrap().is_proven());
                let diff = table.diff(from_file, 1, &mut |_, _| ()).unwrap();
                assert_eq!((diff.positions, diff.differing), (written.positions(), 0));
                let stats = from_file.stats(&mut |_, _| ()).unwrap();
                assert_eq!(stats, table.stats(&mut |_, _| ()).unwrap());
                let mut records = [&table, from_file].map(|table| {
                    let records = table.records(Box::leak(Box::new(|_, _| ())));
                    records.map(Result::unwrap).collect::<Vec<_>>()
                });
                assert!(records[0] == records[1] && !records[0].is_empty());
                records[0].clear();
                for board in table.positions() {
                    assert_eq!(from_file.probe(board).unwrap(), table.probe(board).unwrap());
                }
            }
            // Written again, the table has the same bytes.
            let again = folder.path().join("again.perfect");
            opened.write(&again).unwrap();
            assert!(fs::read(&again).unwrap() == fs::read(&path).unwrap());
        }
    }
}

#[test]
fn tables_by_code_and_by_index_are_compared() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    let by_index = solved("mnk:4,3,3", Objective::Fastest);
    assert!(by_index.as_direct().is_none());
    let by_code = perfect_play_generator::solve(game, Objective::Fastest).unwrap();
    let by_code = AnyTable::read(&*to_bytes(&by_code).unwrap()).unwrap();
    assert!(matches!(by_code.header().unwrap().numbering, Numbering::Codes(_)));
    assert!(by_code.as_direct().is_some());
    for (first, second) in [(&by_code, &by_index), (&by_index, &by_code)] {
        let diff = first.diff(second, 1, &mut |_, _| ()).unwrap();
        assert_eq!((diff.positions, diff.differing), (111_973, 0));
    }
}

#[test]
fn a_file_that_is_no_table_of_a_built_in_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stones.perfect");
    let stones = "stones:12";
    fs::write(&path, renamed("tictactoe", stones)).unwrap();
    let error = AnyTable::open(&path).unwrap_err();
    let OpenAnyErrorKind::UnknownGame(header) = error.kind() else { panic!("{error}") };
    assert_eq!((&*header.game, header.positions()), (stones, 5_478));
    let message = "stones.perfect is a table of the game `stones:12`, which is not built in: open it \
                   with `perfect_play_table::TableFile` and the rules of that game";
    assert!(error.to_string().ends_with(message), "{error}");

    let error = AnyTable::read(&*renamed("tictactoe", "mnk:4,4,4")).unwrap_err();
    let OpenAnyErrorKind::WrongGame { game, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(game.to_string(), "mnk:4,4,4");

    let error = AnyTable::open(&folder.path().join("none.perfect")).unwrap_err();
    assert!(matches!(error.kind(), OpenAnyErrorKind::Open(_)));
    assert!(error.to_string().contains("none.perfect cannot be read: "), "{error}");
    assert!(AnyTable::open(folder.path()).unwrap_err().to_string().contains("is a directory"));
}

/// The file of a game's table whose header has another name of the same length.
fn renamed(game: &str, name: &str) -> Vec<u8> {
    let table = perfect_play_generator::solve(game.parse::<Mnk>().unwrap(), Objective::Fastest);
    let mut bytes = to_bytes(&table.unwrap()).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    // The name comes first in the header, behind its length in eight bytes.
    bytes[28..28 + game.len()].copy_from_slice(name.as_bytes());
    let crc32 = crc32(&[&bytes[8..16], &bytes[20..20 + length]].concat());
    bytes[16..20].copy_from_slice(&crc32.to_le_bytes());
    bytes
}

/// The checksum of the format, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let crc32 = bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    });
    !crc32
}
