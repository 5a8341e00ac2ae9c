//! `.perfect` files: the same bytes each time, no answer from a damaged one, and no altered entry
//! that is not found where it is.

use std::{fs, path::Path};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    Solution,
    core::{Board, DirectTable, Layout, Objective, Probe},
    solve,
};
use perfect_play_table::{
    Damage, Numbering, OpenErrorKind, TableFile, WrongGame, diff, to_bytes, verify, write,
};

fn checked_in(name: &str) -> Vec<u8> {
    fs::read(Path::new("data").join(name)).unwrap()
}

#[test]
fn the_checked_in_tables_are_regenerated_byte_for_byte() {
    for (name, game) in
        [("tictactoe.perfect", Mnk::TICTACTOE), ("tictactoe-misere.perfect", Mnk::TICTACTOE_MISERE)]
    {
        let solution = solve(game, Objective::Fastest).unwrap();
        assert_eq!(to_bytes(&solution).unwrap(), checked_in(name), "{name}");
    }
}

#[test]
fn the_header_says_what_the_table_is() {
    let file = TableFile::read(&*checked_in("tictactoe-misere.perfect")).unwrap();
    let header = file.header();
    assert_eq!(header.game, "tictactoe+misere");
    assert_eq!(header.objective, Objective::Fastest);
    assert_eq!(header.numbering, Numbering::Codes(Layout::Words));
    assert_eq!(header.positions(), Some(5_478));
    assert_eq!(header.entry_bytes, 39_366);
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
    assert!(matches!(changed(8, 1), OpenErrorKind::Version { found: 2 }));
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
    let error = file.into_table(Mnk::TICTACTOE_MISERE).unwrap_err();
    assert!(matches!(error, WrongGame::Name { .. }));
}

#[test]
fn the_same_game_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = Mnk::new(4, 3, 3).unwrap();
    let [first, second] = ["first", "second"].map(|name| {
        let path = folder.path().join(name);
        write(&solve(game, Objective::Outcome).unwrap(), &path).unwrap();
        fs::read(path).unwrap()
    });
    assert_eq!(first, second);
}

/// The table with one slot changed, written and read again: with all checksums and counts right.
fn altered(table: &Solution<Mnk>, code: u64, slot: &[u8]) -> Solution<Mnk> {
    let (game, objective, layout, mut slots) = table.clone().into_parts();
    let start = usize::try_from(code * layout.slot_bytes()).unwrap();
    assert_ne!(&slots[start..start + slot.len()], slot);
    slots[start..start + slot.len()].copy_from_slice(slot);
    let altered = DirectTable::new(game, objective, layout, slots).unwrap();
    let bytes = to_bytes(&altered).unwrap();
    TableFile::read(&*bytes).unwrap().into_table(game).unwrap()
}

/// Whether the proof and the comparison find the altered entry, at its place.
fn found(table: &Solution<Mnk>, altered: &Solution<Mnk>, code: u64) {
    let proof = verify(altered, &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults.first().map(|fault| fault.position.code()), Some(code));
    let diff = diff(altered, table, usize::MAX, &mut |_, _| ()).unwrap();
    assert!(diff.examples.iter().any(|example| example.position.code() == code));
    if table.layout() == Layout::Words {
        assert_eq!(proof.faults.len(), 1);
        assert_eq!(diff.differing, 1);
    }
}

#[test]
fn an_altered_entry_with_repaired_checksums_is_found_where_it_is() {
    let table = solve(Mnk::TICTACTOE, Objective::Fastest).unwrap();
    let words: Vec<u16> =
        table.slots().as_chunks().0.iter().map(|&word| u16::from_le_bytes(word)).collect();
    // Another optimal move, one ply later, another outcome, no entry.
    let alterations: [fn(u16) -> u16; 4] =
        [|word| word ^ 1 << 8, |word| word ^ 1 << 9, |word| word ^ 1 << 13, |_| 0];
    for board in table.positions().step_by(41).chain([Board::EMPTY]) {
        let code = board.code();
        let word = words[usize::try_from(code).unwrap()];
        for alter in alterations {
            let new = alter(word);
            // An outcome of 0 with bits below it is no entry and would not even open.
            if new == 0 || new >> 13 != 0 {
                found(&table, &altered(&table, code, &new.to_le_bytes()), code);
            }
        }
    }
}

#[test]
fn an_entry_for_what_play_does_not_reach_is_found() {
    let table = solve(Mnk::TICTACTOE, Objective::Fastest).unwrap();
    let game = table.game();
    let unreachable = game.parse("XXXOOO...").unwrap();
    let altered = altered(&table, unreachable.code(), &(1_u16 << 13).to_le_bytes());
    found(&table, &altered, unreachable.code());
}

#[test]
fn an_altered_byte_of_a_larger_table_is_found_where_it_is() {
    let table = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest).unwrap();
    assert_eq!(table.layout(), Layout::Bytes);
    for board in table.positions().step_by(9_973) {
        let code = board.code();
        let byte = table.value(board).unwrap().byte();
        // The optimal moves depend on it, so the value must change for someone to see it.
        for new in [byte ^ 1, 255 - byte, 255] {
            if new != byte {
                found(&table, &altered(&table, code, &[new]), code);
            }
        }
    }
}

#[test]
fn slots_that_hold_no_entry_of_a_position_do_not_open() {
    let (game, objective, layout, slots) =
        solve(Mnk::TICTACTOE, Objective::Fastest).unwrap().into_parts();
    let error = |slots: &[u8]| {
        DirectTable::new(game, objective, layout, slots.to_vec()).unwrap_err().to_string()
    };
    let with = |code: usize, word: u16| {
        let mut slots = slots.clone();
        slots[2 * code..2 * code + 2].copy_from_slice(&word.to_le_bytes());
        slots
    };
    // Bit 15, moves without an outcome, and an entry for three X and no O.
    assert_eq!(error(&with(0, 1 << 15)), "the slot of code 0 holds no valid entry");
    assert_eq!(error(&with(1, 0b11)), "the slot of code 1 holds no valid entry");
    assert_eq!(error(&with(13, 2 << 13)), "the slot of code 13 holds no valid entry");
    assert_eq!(error(&slots[2..]), "the slots take 39364 bytes in place of 39366");

    let large = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest).unwrap();
    let (game, objective, layout, mut slots) = large.into_parts();
    slots[13] = 127;
    let error = DirectTable::new(game, objective, layout, slots).unwrap_err();
    assert_eq!(error.to_string(), "the slot of code 13 holds no valid entry");
}
