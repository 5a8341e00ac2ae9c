//! Comparing tables with missing or altered entries. Differences are counted exactly, and symmetric ones are shown
//! once.

use std::collections::BTreeSet;

use perfect_play_engine::{AnyGame, AnyTable};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    Solution, Solver,
    core::{Board, Game, Objective, Probe, Value},
    numbering::{FindError, KeyNumbering, SmallNumbering},
    solve,
};
use perfect_play_proof::{Diff, DiffCounts, diff};
use perfect_play_test_kit::by_code;

use crate::found::key;

fn tictactoe() -> Solution<Mnk> {
    solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// The table with the values of some codes changed.
fn with(table: &Solution<Mnk>, changes: impl IntoIterator<Item = (u64, u8)>) -> Solution<Mnk> {
    let mut values = table.values().clone();
    for (code, byte) in changes {
        values[usize::try_from(code).unwrap()] = byte;
    }
    by_code(*table.game(), table.objective(), values).unwrap()
}

fn compare(first: &Solution<Mnk>, second: &Solution<Mnk>) -> Diff<Board> {
    diff(first, second, usize::MAX, &mut |_, _| ()).unwrap()
}

#[test]
fn positions_in_one_table_only_are_counted_wherever_they_are() {
    let table = tictactoe();
    let codes: Vec<u64> = table.positions().map(Board::code).collect();
    let end = codes.len();
    let every = |n: usize| codes.iter().copied().step_by(n);
    let ends = |range: std::ops::Range<usize>| codes[range].iter().copied();
    for (missing_first, missing_second) in [
        (every(7).collect::<BTreeSet<_>>(), every(5).collect::<BTreeSet<_>>()),
        (ends(0..3).collect(), ends(end - 4..end).collect()),
        (ends(end - 4..end).collect(), ends(0..3).collect()),
        (BTreeSet::new(), codes.iter().copied().collect()),
        (codes.iter().copied().collect(), BTreeSet::new()),
    ] {
        let without =
            |codes: &BTreeSet<u64>| with(&table, codes.iter().map(|&code| (code, Value::NONE)));
        let diff = compare(&without(&missing_first), &without(&missing_second));
        let only_in_first = missing_second.difference(&missing_first).count() as u64;
        let only_in_second = missing_first.difference(&missing_second).count() as u64;
        let in_neither = missing_first.intersection(&missing_second).count() as u64;
        assert_eq!(diff.counts.only_in_first, only_in_first);
        assert_eq!(diff.counts.only_in_second, only_in_second);
        assert_eq!(diff.positions, 5_478 - in_neither);
        // If the position after a move is missing, there are no optimal moves.
        assert!(diff.differing >= only_in_first + only_in_second);
        let by_ply = |of: fn(&DiffCounts) -> u64| -> u64 { diff.by_ply.iter().map(of).sum() };
        assert_eq!(by_ply(|counts| counts.only_in_first), only_in_first);
        assert_eq!(by_ply(|counts| counts.only_in_second), only_in_second);
        assert_eq!(diff.examples.iter().map(|example| example.images).sum::<u64>(), diff.differing);
        // Those of the lowest plies come first.
        let place = |board: Board| (table.game().ply(board), board.code());
        assert!(diff.examples.iter().map(|example| place(example.position)).is_sorted());
    }
}

#[test]
fn symmetric_differences_are_one_example_and_others_are_not() {
    let table = tictactoe();
    let game = *table.game();
    // A full board and its mirror image. Only the positions that lead there depend on it.
    let board = game.parse("XXOOOXXOX").unwrap();
    let mirrored = game.parse("OXXXOOXOX").unwrap();
    assert_eq!(game.image(board, 1), mirrored);

    let [loss, win] = [Value::loss(0), Value::win(1)].map(|value| value.unwrap().byte());
    let same = with(&table, [(board.code(), loss), (mirrored.code(), loss)]);
    let diff = compare(&table, &same);
    assert_eq!((diff.differing, diff.examples.len()), (2, 1));
    let example = diff.examples[0];
    assert_eq!((example.position, example.images), (board, 2));
    assert_eq!(example.first, table.probe(board).ok());
    assert_eq!(example.second, same.probe(board).ok());

    let others = with(&table, [(board.code(), loss), (mirrored.code(), win)]);
    assert_eq!(compare(&table, &others).examples.len(), 2);
    // It also makes a difference which of the tables has which value.
    let first = with(&table, [(board.code(), loss)]);
    let second = with(&table, [(mirrored.code(), loss)]);
    assert_eq!(compare(&first, &second).examples.len(), 2);
    assert_eq!(compare(&first, &first).differing, 0);
}

#[test]
fn a_value_that_differs_is_seen_even_where_moves_cannot_be_had() {
    // In a table of bytes, the optimal moves follow from the children. Remove one child from both tables.
    let table = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let game = *table.game();
    let parent = game.parse("XO..........").unwrap();
    let child = game.play(parent, 2);
    let altered = |value: Option<u8>| {
        let value = value.map(|value| (parent.code(), value));
        with(&table, [(child.code(), Value::NONE)].into_iter().chain(value))
    };
    let diff = compare(&altered(None), &altered(Some(0)));
    assert!(diff.examples.iter().any(|example| example.position == parent));
}

#[test]
fn positions_of_a_game_without_codes_come_in_one_order_from_both_tables() {
    let game: AnyGame = "clobber:3,3".parse().unwrap();
    let whole = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let keys = whole.numbering().keys().unwrap().positions();
    for half in [0, 1] {
        let is_kept = |&at: &usize| keys[at] == game.start() || at % 2 == half;
        let kept: Vec<usize> = (0..keys.len()).filter(is_kept).collect();
        let keys = kept.iter().map(|&at| Ok::<_, FindError>(key(keys[at])));
        let numbering = KeyNumbering::of_keys(&game, keys).map(SmallNumbering::Keys).unwrap();
        let values = kept.iter().map(|&at| whole.values()[at]).collect();
        let part = Solution::new(game.clone(), Objective::Fastest, numbering, values).unwrap();
        let order = |diff: Diff<_>| -> Vec<_> {
            let place = |position| (game.ply(position), whole.code(position).unwrap());
            diff.examples.iter().map(|example| place(example.position)).collect()
        };
        let there = order(diff(&whole, &part, usize::MAX, &mut |_, _| ()).unwrap());
        let back = order(diff(&part, &whole, usize::MAX, &mut |_, _| ()).unwrap());
        assert!(there.is_sorted() && there.len() > whole.values().len() / 3, "{}", there.len());
        assert_eq!(there, back);
    }
}

#[test]
fn a_table_of_found_positions_is_compared_with_one_by_rank() {
    let game: AnyGame = "morris:three".parse().unwrap();
    let by_rank = AnyTable::solve(game.clone(), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
    let (keys, values) =
        Solver::default().solve_by_key(&game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let found =
        Solution::new(game, Objective::Fastest, SmallNumbering::Keys(keys), values).unwrap();
    let has_slot = |&position: &_| found.game().tiering().unwrap().rank(position).is_some();
    let (with_slot, ends): (Vec<_>, Vec<_>) = found.positions().partition(has_slot);
    let unreachable = by_rank.count() - with_slot.len() as u64;
    assert!(unreachable > 0 && !ends.is_empty());
    // A table by rank answers for ends without a slot, too.
    let all = by_rank.count() + ends.len() as u64;
    let there = diff(&found, &by_rank, 0, &mut |_, _| ()).unwrap();
    let counts = DiffCounts { only_in_second: unreachable, ..DiffCounts::default() };
    assert_eq!((there.positions, there.counts), (all, counts));
    let back = diff(&by_rank, &found, 0, &mut |_, _| ()).unwrap();
    let counts = DiffCounts { only_in_first: unreachable, ..DiffCounts::default() };
    assert_eq!((back.positions, back.counts), (all, counts));
}
