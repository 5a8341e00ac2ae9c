//! More than 16 cells, where positions are listed in the order of their slots.

use std::collections::HashSet;

use perfect_play_core::{Board, Entry, Game, Mnk, Probe};
use perfect_play_table::{DiffError, Difference, Record, TableError, levels};

use crate::table::Table;

fn table() -> Table {
    Table::solved("connect:3,6,3")
}

/// Every position that a table lists.
fn positions(table: &Table) -> Vec<Board> {
    table.positions().collect()
}

#[test]
fn proof_and_counts_are_those_of_the_positions_one_by_one() {
    let table = table();
    let positions = positions(&table);
    let proof = levels::verify(&table, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert_eq!(proof.positions(), positions.len() as u64);
    let stats = levels::stats(&table, &mut |_, _| ()).unwrap();
    assert_eq!(stats, perfect_play_table::stats(&table, &mut |_, _| ()).unwrap());
    assert_eq!(stats.positions, proof.positions());
}

/// Two columns of eight are so many configurations that the numbering goes without the mirror image,
/// and a board and its mirror image have slots of their own.
#[test]
fn of_images_with_slots_of_their_own_one_is_canonical() {
    for (name, positions, canonical) in
        [("connect:2,8,4", 13_343, 6_676), ("connect:2,8,2+misere", 37, 19)]
    {
        let table = Table::solved(name);
        assert_eq!(table.index.symmetries(), 1, "{name}");
        let stats = levels::stats(&table, &mut |_, _| ()).unwrap();
        assert_eq!((stats.positions, stats.canonical), (positions, canonical), "{name}");
        assert_eq!(stats, perfect_play_table::stats(&table, &mut |_, _| ()).unwrap(), "{name}");
    }
}

#[test]
fn records_are_those_of_the_positions_in_order() {
    let table = table();
    let mut progress = |_, _| ();
    let records = levels::records(&table, &mut progress).map(Result::unwrap);
    let expected = table.positions().map(|board| Record::of(&table, board).unwrap());
    assert!(records.eq(expected));
}

/// What a comparison finds, worked out position by position.
fn is_right(first: &Table, second: &Table) {
    let both = [first, second];
    let either: HashSet<Board> = both.into_iter().flat_map(positions).collect();
    let answer = |table: &Table, board| table.probe(board).ok();
    let differing: HashSet<Board> = either
        .iter()
        .copied()
        .filter(|&board| answer(first, board) != answer(second, board))
        .collect();
    let diff = levels::diff(first, second, usize::MAX, &mut |_, _| ()).unwrap();
    assert_eq!((diff.positions, diff.differing), (either.len() as u64, differing.len() as u64));
    let only_in = |has: usize, lacks: usize| {
        let only = |board: &&Board| {
            answer(both[has], **board).is_some() && answer(both[lacks], **board).is_none()
        };
        differing.iter().filter(only).count() as u64
    };
    assert_eq!(diff.counts.only_in_first, only_in(0, 1));
    assert_eq!(diff.counts.only_in_second, only_in(1, 0));
    let changed = |differ: fn(Entry, Entry) -> bool| {
        let changed = |board: &&Board| match both.map(|table| answer(table, **board)) {
            [Some(first), Some(second)] => differ(first, second),
            _ => false,
        };
        differing.iter().filter(changed).count() as u64
    };
    assert_eq!(diff.counts.outcome_changed, changed(|a, b| a.outcome != b.outcome));
    assert_eq!(diff.counts.remoteness_changed, changed(|a, b| a.remoteness != b.remoteness));
    assert_eq!(
        diff.counts.optimal_moves_changed,
        changed(|a, b| a.optimal_moves != b.optimal_moves)
    );
    assert_eq!(diff.examples.iter().map(|example| example.images).sum::<u64>(), diff.differing);
    let few = levels::diff(first, second, 3, &mut |_, _| ()).unwrap();
    assert_eq!(few.examples, diff.examples[..3.min(diff.examples.len())]);
    for &Difference { position, first: in_first, second: in_second, images } in &diff.examples {
        assert_eq!(both.map(|table| answer(table, position)), [in_first, in_second]);
        assert!(images <= 2);
    }
}

#[test]
fn comparisons_are_those_of_the_positions_one_by_one() {
    let table = table();
    is_right(&table, &table);
    is_right(&table, &table.clone().with_ruled_out(255));
    is_right(&table, &Table::solved("connect:3,6,2"));
    is_right(&Table::solved("connect:3,6,3+misere"), &table);
    let game: Mnk = table.game;
    let moves = [1, 2, 1, 3, 2, 2];
    let board = moves.iter().fold(game.start(), |board, &mv| game.play(board, mv));
    let mut other = table.clone();
    *other.byte(board) = 1;
    is_right(&table, &other);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let table = table();
    let broken = Table { unreadable: Some(3), ..table.clone() };
    let error = levels::diff(&table, &broken, 1, &mut |_, _| ()).unwrap_err();
    assert!(matches!(error, DiffError::Second(_)), "{error}");
    let error = levels::diff(&broken, &table, 1, &mut |_, _| ()).unwrap_err();
    assert!(matches!(error, DiffError::First(_)), "{error}");
    let mut progress = |_, _| ();
    let mut records = levels::records(&broken, &mut progress).skip_while(Result::is_ok);
    assert!(matches!(records.next(), Some(Err(TableError::Unreadable(_)))));
    assert!(records.next().is_none());
}

#[test]
fn slots_done_of_all_are_told() {
    let table = table();
    let slots = table.index.slots();
    let mut reports = Vec::new();
    levels::verify(&table, &mut |done, of| reports.push((done, of))).unwrap();
    assert!(reports.len() > 4 && reports.is_sorted());
    assert!(reports.iter().all(|&(done, of)| done <= of && of == slots));
}
