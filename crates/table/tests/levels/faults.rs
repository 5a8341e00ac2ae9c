//! Faults planted in tables of levels.

use std::sync::{Arc, LazyLock};

use perfect_play_core::{Board, Entry, Game, Moves, Outcome, Probe, Value};
use perfect_play_index::Index;
use perfect_play_table::{Fault, MAX_FAULTS, TableError, Verification, levels};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::table::Table;

/// The proof of a table, which is the same on one thread and on two.
fn proof(table: &Table) -> Verification<Board> {
    static POOLS: LazyLock<[ThreadPool; 2]> = LazyLock::new(|| {
        [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
    });
    let [one, two] =
        [0, 1].map(|pool| POOLS[pool].install(|| levels::verify(table, &mut |_, _| ()).unwrap()));
    assert_eq!(one, two);
    assert!(!one.is_proven());
    one
}

#[test]
fn a_wrong_value_is_found_and_nothing_else() {
    for name in ["mnk:4,3,3", "mnk:3,3,2+misere", "connect:4,3,3"] {
        let table = Table::solved(name);
        let boards: Vec<Board> = table.boards();
        let entries = boards.iter().filter(|&&board| table.value(board).is_ok());
        for &position in entries.step_by(4001) {
            let right = table.value(position).unwrap();
            for wrong in [0, 3, 126, 127, 252, 254] {
                if wrong == right.byte() {
                    continue;
                }
                let mut table = table.clone();
                *table.byte(position) = wrong;
                let found = table.probe(position).ok();
                let expected = found.map(|entry| Entry {
                    outcome: right.outcome(),
                    remoteness: right.plies().unwrap_or_else(|| table.game.plies_to_draw(position)),
                    ..entry
                });
                let fault = Fault { position, found, expected };
                assert_eq!(proof(&table).faults, [fault], "{name}: {wrong}");
            }
        }
    }
}

#[test]
fn a_level_that_is_too_short_or_too_long_is_not_taken_for_one_without_entries() {
    let mut table = Table::solved("connect:4,3,3");
    let last = table.levels[1].pop().unwrap();
    for _ in 0..2 {
        let error = levels::verify(&table, &mut |_, _| ()).unwrap_err().to_string();
        assert!(error.starts_with("level 1 of the table has "), "{error}");
        assert_eq!(levels::stats(&table, &mut |_, _| ()).unwrap_err().to_string(), error);
        table.levels[1].extend([last, last]);
    }
}

#[test]
fn a_missing_entry_is_found_and_nothing_else() {
    for name in ["mnk:4,3,3", "mnk:3,3,2+misere", "connect:4,3,3", "mnk:3,3,3"] {
        let table = Table::solved(name);
        let boards: Vec<Board> = table.boards();
        let entries = boards.iter().filter(|&&board| table.value(board).is_ok());
        let step = if table.game.codes() < 20_000 { 53 } else { 4001 };
        for &position in entries.step_by(step).chain([&Board::EMPTY]) {
            let expected = table.probe(position).ok();
            let mut table = table.clone();
            *table.byte(position) = Value::NONE;
            assert_eq!(proof(&table).faults, [Fault { position, found: None, expected }], "{name}");
        }
    }
}

#[test]
fn an_entry_that_no_play_leads_to_is_found_and_nothing_else() {
    let table = Table::solved("connect:4,3,3");
    let has_none =
        |board: &&Board| table.game.check(**board).is_ok() && table.value(**board).is_err();
    let boards: Vec<Board> = table.boards();
    let unreachable: Vec<Board> = boards.iter().filter(has_none).copied().collect();
    assert!(!unreachable.is_empty());
    for &position in unreachable.iter().step_by(7) {
        for byte in [0, 127, 253] {
            let mut table = table.clone();
            *table.byte(position) = byte;
            let faults = proof(&table).faults;
            let [Fault { position: at, found: Some(_), expected: None }] = faults[..] else {
                panic!("{faults:?}");
            };
            assert_eq!(at, position);
        }
    }
}

#[test]
fn of_entries_that_no_play_leads_to_the_first_is_told() {
    // All of them, with the values that follow from one another.
    let mut table = Table::solved("connect:4,3,3");
    let solved = table.clone();
    for board in table.boards() {
        if table.game.check(board).is_ok() && table.value(board).is_err() {
            let children = table.game.legal_moves(board).iter();
            let values = children.map(|mv| table.value(table.game.play(board, mv)).unwrap());
            let value = values.min().and_then(Value::before);
            let terminal = table.game.terminal(board).map(Value::terminal);
            *table.byte(board) = terminal.or(value).unwrap().byte();
        }
    }
    let faults = proof(&table).faults;
    assert!(faults.iter().all(|fault| {
        fault.expected.is_none() && fault.found.is_some() && solved.value(fault.position).is_err()
    }));
}

#[test]
fn an_entry_whose_mirror_image_has_none_is_found() {
    // The columns are so high that a board and its mirror image have slots of their own.
    for name in ["connect:2,8,3", "connect:2,8,4", "connect:2,9,4"] {
        let mut table = Table::solved(name);
        let solved = table.clone();
        // The fullest boards first, so that what they lead to has a value.
        for board in table.boards() {
            let mirrored = table.game.image(board, 1);
            let is_new = table.game.check(board).is_ok() && table.value(board).is_err();
            if !is_new || mirrored == board || table.value(mirrored).is_ok() {
                continue;
            }
            let children = table.game.legal_moves(board).iter();
            let values = children.map(|mv| table.value(table.game.play(board, mv)).ok());
            let values: Option<Vec<_>> = values.collect();
            let terminal = table.game.terminal(board).map(Value::terminal);
            let value = values.and_then(|values| values.into_iter().min()).and_then(Value::before);
            if let Some(value) = terminal.or(value) {
                *table.byte(board) = value.byte();
            }
        }
        let faults = proof(&table).faults;
        assert!(!faults.is_empty());
        assert!(
            faults
                .iter()
                .all(|fault| { fault.expected.is_none() && solved.value(fault.position).is_err() })
        );
    }
}

#[test]
fn a_wrong_end_is_found_where_it_is() {
    let table = Table::solved("tictactoe");
    for (board, right) in [("XXXOO....", Outcome::Loss), ("XOXXOOOXX", Outcome::Draw)] {
        let wrong = [Value::loss(0), Some(Value::DRAW), Value::win(0), Value::loss(2)];
        for wrong in wrong.map(Option::unwrap) {
            if wrong == Value::terminal(right) {
                continue;
            }
            let faults = proof(&table.with(board, wrong.byte())).faults;
            assert_eq!(faults.len(), 1);
            assert_eq!(faults[0].position, table.of_slot(board));
            let optimal_moves = Moves::EMPTY;
            let expected = Entry { outcome: right, remoteness: 0, optimal_moves };
            assert_eq!(faults[0].expected, Some(expected));
        }
    }
}

#[test]
fn what_follows_from_a_fault_comes_after_it() {
    // A table of misère play, of which the game says that it is not: each end with a line is wrong.
    let mut table = Table::solved("mnk:4,3,3+misere");
    table.game = "mnk:4,3,3".parse().unwrap();
    table.index = Arc::new(Index::of(&table.game).unwrap());
    let faults = proof(&table).faults;
    assert_eq!(faults.len(), MAX_FAULTS);
    assert!(table.game.terminal(faults[0].position).is_some());
}

#[test]
fn nothing_at_all_is_missing_everywhere() {
    for name in ["mnk:4,3,3", "connect:4,3,3"] {
        let right = Table::solved(name);
        let mut table = right.clone();
        for level in &mut table.levels {
            level.fill(Value::NONE);
        }
        let faults = proof(&table).faults;
        assert_eq!(faults.len(), MAX_FAULTS);
        for Fault { position, found, expected } in faults {
            assert_eq!((found, expected), (None, right.probe(position).ok()));
        }
    }
}

#[test]
fn a_level_that_cannot_be_read_is_an_error_and_no_fault() {
    let table = Table::solved("mnk:4,3,3");
    for level in 0..table.levels.len() {
        let table = Table { unreadable: Some(level), ..table.clone() };
        let error = levels::verify(&table, &mut |_, _| ()).unwrap_err();
        assert_eq!(error.to_string(), "a level is gone");
        let error = levels::stats(&table, &mut |_, _| ()).unwrap_err();
        assert!(matches!(error, TableError::Unreadable(_)));
    }
}
