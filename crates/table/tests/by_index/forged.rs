//! Tables that were written wrong, with checksums that are right.

use std::{collections::HashSet, fs};

use perfect_play_core::{Board, Game, Mnk, Objective, Probe, Value};
use perfect_play_table::{Damage, OpenErrorKind, TableFile, Verification, levels};

use crate::solved::{SMALL, Solved};

/// Writes the game's file with changed bytes in some slots, opens it, and calls `then` with the
/// table and its proof.
fn with_forged<R>(
    solved: &Solved,
    changes: &[(u64, u8)],
    then: impl FnOnce(&dyn Fn(Board) -> Option<Value>, &Verification<Board>, Vec<Board>) -> R,
) -> R {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.perfect");
    let mut writer = solved.writer(&path, SMALL).unwrap();
    while let Some(level) = writer.next_level() {
        let mut values = solved.levels[level].clone();
        for &(slot, byte) in changes {
            if let Some((_, within)) = solved.index.level_of(slot).filter(|&(l, _)| l == level) {
                values[usize::try_from(within).unwrap()] = byte;
            }
        }
        writer.write_level(level, &values).unwrap();
    }
    writer.finish().unwrap();
    let table = TableFile::open(&path).unwrap().into_block_table(solved.game).unwrap();
    let proof = levels::verify(&table, &mut |_, _| ()).unwrap();
    then(&|board| table.value(board).ok(), &proof, table.positions().collect())
}

/// The slots whose boards the rules settle.
fn settled_slots(solved: &Solved) -> Vec<u64> {
    let is_settled = |slot: &u64| {
        let board = solved.index.board(*slot).unwrap();
        solved.game.check(board).is_ok() && solved.game.kind().settled(board).is_some()
    };
    (0..solved.index.slots()).filter(is_settled).collect()
}

#[test]
fn where_the_rules_settle_a_board_a_missing_byte_hides_nothing() {
    for name in ["mnk:2,2,2", "mnk:3,3,3+misere", "mnk:4,3,3"] {
        let solved = Solved::new(name);
        let settled = settled_slots(&solved);
        for changed in [settled.len(), 5, 1] {
            let changes: Vec<_> =
                settled[..changed].iter().map(|&slot| (slot, Value::NONE)).collect();
            with_forged(&solved, &changes, |value, proof, positions| {
                // The rules tell these values. Only the counts, which were taken from the bytes, are
                // false.
                assert!(
                    proof.faults.is_empty()
                        && proof.counts_right == Some(false)
                        && !proof.is_proven()
                );
                assert_eq!(proof.positions(), solved.solution.positions().count() as u64);
                assert!(solved.solution.positions().eq(positions));
                for board in solved.solution.positions() {
                    assert_eq!(value(board), solved.solution.value(board).ok(), "{name}");
                }
            });
        }
    }
}

#[test]
fn what_is_reached_only_through_settled_boards_is_asked_for() {
    let solved = Solved::new("mnk:4,3,3");
    let game = solved.game;
    let is_open = |board: &Board| game.kind().settled(*board).is_none();
    // What the boards lead to that the rules do not settle.
    let asked_for: HashSet<Board> = solved
        .solution
        .positions()
        .filter(is_open)
        .flat_map(|board| game.legal_moves(board).iter().map(move |mv| game.play(board, mv)))
        .flat_map(|board| (0..game.symmetries()).map(move |symmetry| game.image(board, symmetry)))
        .collect();
    let is_asked_for = |board: &Board| *board == game.start() || asked_for.contains(board);
    let missing = solved.solution.positions().filter(is_open).find(|board| !is_asked_for(board));
    let missing = missing.unwrap();
    let mut changes: Vec<_> =
        settled_slots(&solved).into_iter().map(|slot| (slot, Value::NONE)).collect();
    let images = (0..game.symmetries()).map(|symmetry| game.image(missing, symmetry));
    let slots: HashSet<_> = images.map(|image| solved.index.slot(image).unwrap()).collect();
    changes.extend(slots.iter().map(|&slot| (slot, Value::NONE)));
    with_forged(&solved, &changes, |_, proof, _| {
        assert!(!proof.faults.is_empty());
        for fault in &proof.faults {
            assert!(slots.contains(&solved.index.slot(fault.position).unwrap()));
            assert_eq!(fault.found, None);
        }
    });
}

#[test]
fn where_marks_fall_a_missing_settled_board_is_a_fault() {
    let solved = Solved::new("connect:4,3,3");
    for slot in settled_slots(&solved).into_iter().step_by(97) {
        let board = solved.index.board(slot).unwrap();
        if solved.solution.value(board).is_err() {
            continue;
        }
        with_forged(&solved, &[(slot, Value::NONE)], |value, proof, _| {
            assert_eq!(value(board), None);
            assert_eq!(proof.faults[0].position, board);
        });
    }
}

#[test]
fn counts_of_levels_must_add_up_to_those_of_the_header() {
    let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest);
    let mut bytes = perfect_play_table::to_bytes(&solution.unwrap()).unwrap();
    // The header is 20 bytes in; the counts follow its name, the objective, and their number.
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    bytes[20 + 8 + "tictactoe".len() + 4 + 8] += 1;
    let crc32 = crc32fast::hash(&[&bytes[8..16], &bytes[20..20 + length]].concat());
    bytes[16..20].copy_from_slice(&crc32.to_le_bytes());
    let error = TableFile::read(&*bytes).unwrap_err();
    assert!(matches!(error, OpenErrorKind::Damaged(Damage::Counts)), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counts.perfect");
    fs::write(&path, &bytes).unwrap();
    assert!(TableFile::open(&path).is_err());
}
