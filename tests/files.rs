//! `.perfect` files: the same bytes each time, no answer from a damaged one, and no altered entry
//! that is not found where it is.

use std::{fs, path::Path};

use perfect_play_file::{
    Damage, OpenErrorKind, StoredNumbering, TableFile, WrongGame, to_bytes, write,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    Solution,
    core::{CodeTable, Objective, Probe, Value},
    numbering::SmallNumbering,
    solve,
};
use perfect_play_proof::{diff, verify};
use perfect_play_test_kit::by_code;

fn checked_in(name: &str) -> Vec<u8> {
    fs::read(Path::new("data").join(name)).unwrap()
}

#[test]
fn the_checked_in_tables_are_regenerated_byte_for_byte() {
    for (name, game) in
        [("tictactoe.perfect", Mnk::TICTACTOE), ("tictactoe-misere.perfect", Mnk::TICTACTOE_MISERE)]
    {
        let solution = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        assert_eq!(to_bytes(&solution).unwrap(), checked_in(name), "{name}");
    }
}

#[test]
fn the_header_says_what_the_table_is() {
    let file = TableFile::read(&*checked_in("tictactoe-misere.perfect")).unwrap();
    let header = file.header();
    assert_eq!(header.game, "tictactoe+misere");
    assert_eq!(header.objective, Objective::Fastest);
    assert_eq!(header.numbering, StoredNumbering::Codes);
    assert_eq!(header.positions(), Some(5_478));
    assert_eq!(header.entry_bytes, 19_683);
    assert!(header.finished);
}

#[test]
fn no_changed_bit_ever_gives_an_answer() {
    let mut bytes = checked_in("tictactoe.perfect");
    for byte in 0..bytes.len() {
        for bit in 0..8 {
            bytes[byte] ^= 1 << bit;
            assert!(TableFile::read(&*bytes).is_err(), "byte {byte}, bit {bit}");
            bytes[byte] ^= 1 << bit;
        }
    }
    assert!(TableFile::read(&*bytes).is_ok());
}

#[test]
fn no_file_cut_short_or_added_to_ever_gives_an_answer() {
    let mut bytes = checked_in("tictactoe.perfect");
    for length in 0..bytes.len() {
        let error = TableFile::read(&bytes[..length]).unwrap_err();
        match length {
            0 => assert!(matches!(error, OpenErrorKind::Empty)),
            _ => assert!(matches!(error, OpenErrorKind::Damaged(Damage::CutShort))),
        }
    }
    bytes.push(0);
    let error = TableFile::read(&*bytes).unwrap_err();
    assert!(matches!(error, OpenErrorKind::Damaged(Damage::TooLong)));
}

#[test]
fn each_kind_of_damage_is_named() {
    let changed = |at: usize, by: u8| {
        let mut bytes = checked_in("tictactoe.perfect");
        bytes[at] ^= by;
        TableFile::read(&*bytes).unwrap_err()
    };
    assert!(matches!(changed(0, 1), OpenErrorKind::NotATable));
    assert!(matches!(changed(8, 1), OpenErrorKind::Version { found: 5 }));
    assert!(matches!(changed(14, 0xff), OpenErrorKind::Damaged(Damage::Header)));
    assert!(matches!(changed(16, 1), OpenErrorKind::Damaged(Damage::Header)));
    assert!(matches!(changed(40, 1), OpenErrorKind::Damaged(Damage::Header)));
    assert!(matches!(changed(1_000, 1), OpenErrorKind::Damaged(Damage::Section(0))));
    let last = checked_in("tictactoe.perfect").len() - 1;
    assert!(matches!(changed(last, 1), OpenErrorKind::Damaged(Damage::Index)));
    assert!(matches!(TableFile::read(&b"no table"[..]), Err(OpenErrorKind::NotATable)));
}

#[test]
fn a_table_is_opened_for_its_own_game_only() {
    let file = TableFile::read(&*checked_in("tictactoe.perfect")).unwrap();
    let error = file.into_table::<_, SmallNumbering<_>>(Mnk::TICTACTOE_MISERE).unwrap_err();
    assert!(matches!(error, WrongGame::Name { .. }));
}

#[test]
fn the_same_game_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = Mnk::new(4, 3, 3).unwrap();
    let [first, second] = ["first", "second"].map(|name| {
        let path = folder.path().join(name);
        write(&solve(game, Objective::Outcome, &mut |_, _| ()).unwrap(), &path).unwrap();
        fs::read(path).unwrap()
    });
    assert_eq!(first, second);
}

/// The table with one value changed, written and read again: with all checksums and counts right.
fn altered(table: &Solution<Mnk>, code: u64, byte: u8) -> Solution<Mnk> {
    let mut values = table.values().clone();
    let slot = &mut values[usize::try_from(code).unwrap()];
    assert_ne!(*slot, byte);
    *slot = byte;
    let altered = by_code(*table.game(), table.objective(), values).unwrap();
    let bytes = to_bytes(&altered).unwrap();
    TableFile::read(&*bytes).unwrap().into_table(*table.game()).unwrap()
}

/// Whether the proof and the comparison find the altered entry, at its place.
fn found(table: &Solution<Mnk>, altered: &Solution<Mnk>, code: u64) {
    let proof = verify(altered, &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults.first().map(|fault| fault.position.code()), Some(code));
    let diff = diff(altered, table, usize::MAX, &mut |_, _| ()).unwrap();
    assert!(diff.examples.iter().any(|example| example.position.code() == code));
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn an_altered_value_with_repaired_checksums_is_found_where_it_is() {
    for (game, step) in [(Mnk::TICTACTOE, 41), (Mnk::new(4, 3, 3).unwrap(), 29_989)] {
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        for board in table.positions().step_by(step) {
            let byte = table.value(board).unwrap().byte();
            for new in [byte ^ 1, 255 - byte, Value::NONE] {
                if new != byte && (new == Value::NONE || Value::from_byte(new).is_some()) {
                    found(&table, &altered(&table, board.code(), new), board.code());
                }
            }
        }
    }
}

#[test]
fn an_entry_for_what_play_does_not_reach_is_found() {
    let table = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ()).unwrap();
    let unreachable = table.game().parse("XXXOOO...").unwrap();
    let altered = altered(&table, unreachable.code(), 0);
    found(&table, &altered, unreachable.code());
}

#[test]
fn values_of_no_position_do_not_open() {
    let table = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ()).unwrap();
    let error = |values: &[u8]| {
        CodeTable::by_code(Mnk::TICTACTOE, Objective::Fastest, values).unwrap_err().to_string()
    };
    // Three X and no O.
    let mut values = table.values().clone();
    values[13] = 127;
    assert_eq!(error(&values), "the slot of code 13 does not hold the value of a position");
    assert_eq!(
        error(&table.values()[2..]),
        "the values have 19681 bytes, but the game has 19683 slots"
    );
}
