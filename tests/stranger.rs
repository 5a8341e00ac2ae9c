//! A game whose positions and moves look nothing like ours: everything generic takes it too.

use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{
    Algorithm, ScoreRule, SolveError, check_rules,
    core::{Game, Layout, Level, Moves, Objective, Outcome, Player, Probe, Unreachable},
    minimax,
    numbering::SmallTable,
    solve, trace,
};
use perfect_play_proof::{diff, records, stats, verify};
use perfect_play_test_kit::{At, Lies, Listed, Lying, after, by_code, stones as kit_stones, taken};

type Stones = Lying<Listed>;

/// What is wrong with the rules of a game.
#[derive(Clone, Copy, Debug)]
enum Slip {
    /// With five stones gone, moves that take nothing.
    TakesNothing,
    /// With seven gone, an end of the game with moves left.
    EndsEarly,
    /// After taking one stone the same player moves again.
    MovesTwice,
    /// It has more moves than it says.
    HasMoreMoves,
    /// A code decodes to another position.
    DecodesWrongly,
    /// With a symmetry that changes who begins.
    ChangesTheStart,
}

/// The players take stones from a pile in turn, one to three each; who takes the last one wins.
fn stones(pile: u8) -> Stones {
    let text = move |at: At, _| {
        let (taken, to_move) = taken(at.node());
        Ok(format!("{} stones, {to_move} to move", u32::from(pile) - taken))
    };
    let lies =
        |lies: Lies<At>| lies.check(|_, _| Ok(())).plies_to_draw(|_, _| Some(0)).fmt_position(text);
    kit_stones(pile).with(lies)
}

/// The same with other rules, or wrong ones.
fn slipped(pile: u8, slip: Slip) -> Stones {
    let game = stones(pile);
    let of = game.clone();
    let at = move |taken, to_move| of.at(after(taken, to_move));
    let lies = |lies: Lies<At>| match slip {
        Slip::TakesNothing => lies.play(move |from, _, truth| match taken(from.node()) {
            (5, player) => at(5, player.opponent()),
            _ => truth,
        }),
        Slip::EndsEarly => lies.terminal(|of, truth| match taken(of.node()) {
            (7, _) => Some(Outcome::Loss),
            _ => truth,
        }),
        Slip::MovesTwice => lies.play(move |from, mv, truth| match taken(from.node()) {
            (taken, player) if mv == 0 => at(taken + 1, player),
            _ => truth,
        }),
        Slip::HasMoreMoves => lies.max_move(|_| 1),
        Slip::DecodesWrongly => lies.decode(move |code, truth| match code {
            9 => Ok(at(5, Player::O)),
            _ => truth,
        }),
        Slip::ChangesTheStart => lies.symmetries(|_| 2).image(move |of, symmetry, truth| {
            let (taken, player) = taken(of.node());
            if symmetry == 0 { truth } else { at(taken, player.opponent()) }
        }),
    };
    game.with(lies)
}

/// The stones that are left.
fn left(game: &Stones, of: At) -> u32 {
    u32::from(game.game.max_plies) - taken(of.node()).0
}

#[test]
fn it_is_solved_whatever_layout_suits_it() {
    for (pile, layout) in [(12, Layout::Words), (100, Layout::Bytes)] {
        let game = stones(pile);
        assert_eq!(Layout::of(&game), layout);
        let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        for position in table.positions() {
            // Who faces a multiple of four loses.
            let left = left(&game, position);
            let entry = table.probe(position).unwrap();
            assert_eq!(entry.outcome == Outcome::Loss, left.is_multiple_of(4));
            if !left.is_multiple_of(4) {
                let keeps = Moves::EMPTY.with(u8::try_from(left % 4 - 1).unwrap());
                assert_eq!(table.outcome_preserving_moves(position), Ok(keeps));
            }
            if left <= 12 {
                let live = minimax(&game, position, ScoreRule::Unit);
                let winner = if live.score > 0 { Player::X } else { Player::O };
                assert_eq!(winner == game.to_move(position), entry.outcome == Outcome::Win);
            }
        }
        // One stone was taken, and X is to move again: that never happens.
        let never = game.at(after(1, Player::X));
        assert_eq!(table.probe(never), Err(Unreachable::NotInTable.into()));
    }
}

#[test]
fn it_is_written_proven_compared_counted_and_listed() {
    let game = stones(12);
    let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let bytes = to_bytes(&table).unwrap();
    let file = TableFile::read(&*bytes).unwrap();
    assert_eq!(file.header().game, "stones:12");
    let opened: SmallTable<_> = file.into_table(game.clone()).unwrap();
    let proof = verify(&opened, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert!(diff(&table, &opened, 10, &mut |_, _| ()).unwrap().is_empty());
    assert!(
        diff(
            &table,
            &solve(stones(11), Objective::Fastest, &mut |_, _| ()).unwrap(),
            10,
            &mut |_, _| ()
        )
        .is_err()
    );
    let stats = stats(&opened, &mut |_, _| ()).unwrap();
    assert_eq!(Some(stats.positions), proof.positions());
    assert_eq!((stats.terminal.total, stats.outcomes.draw), (2, 0));
    let mut progress = |_, _| ();
    let records: Vec<_> = records(&opened, &mut progress).map(Result::unwrap).collect();
    assert_eq!(records.len() as u64, stats.positions);
    assert_eq!(records[0].position, "12 stones, X to move");
    assert_eq!(records[0].optimal_moves, table.probe(game.start()).unwrap().optimal_moves);
}

#[test]
fn it_has_levels_and_a_tree() {
    let game = stones(7);
    let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    // Taking three leaves four, which loses for who faces them; the others lose at once or later.
    let policy = |level: Level| level.policy(&table, game.start()).unwrap();
    let moves = |level| policy(level).chances().map(|chance| chance.mv).collect::<Vec<_>>();
    assert_eq!(moves(Level::Blind), [0, 1, 2]);
    assert_eq!([moves(Level::Master), moves(Level::Perfect)], [[2], [2]]);
    assert_eq!(moves(Level::Novice), [0, 2]);
    assert_eq!(Level::Master.choose(&table, game.start(), || 0), Ok(Some(2)));
    let live = minimax(&game, game.start(), ScoreRule::Unit);
    let tree = |algorithm| trace(&game, game.start(), ScoreRule::Unit, algorithm, u8::MAX).unwrap();
    assert_eq!(tree(Algorithm::Minimax).calls, live.calls);
    for algorithm in Algorithm::ALL {
        let root = tree(algorithm);
        assert_eq!((root.score, root.best_move), (1, live.best_move), "{algorithm:?}");
        assert!(root.calls <= live.calls);
    }
}

#[test]
fn no_rules_are_proven_by_a_table_of_others() {
    let table = solve(stones(12), Objective::Fastest, &mut |_, _| ()).unwrap();
    for slip in [Slip::TakesNothing, Slip::EndsEarly, Slip::MovesTwice] {
        let other = slipped(12, slip);
        let table = by_code(other, Objective::Fastest, table.values().clone()).unwrap();
        assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{slip:?}");
    }
}

#[test]
fn a_symmetry_that_changes_the_start_is_none() {
    let game = slipped(12, Slip::ChangesTheStart);
    let Err(SolveError::Inconsistent(found)) = check_rules(&game) else { panic!("it is found") };
    let text = "symmetry 1 must map every start to a start, but not this one:\n    12 stones, X to \
                move\nIts image:\n    12 stones, O to move";
    assert_eq!(found.to_string(), text);
}

/// What is wrong, without the position.
fn headline(slip: Slip) -> String {
    let game = slipped(12, slip);
    let error = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap_err();
    // Both say the same.
    assert_eq!(check_rules(&game), Err(error.clone()));
    let SolveError::Inconsistent(inconsistency) = error else { panic!("{error}") };
    inconsistency.to_string().lines().next().unwrap().to_owned()
}

#[test]
fn with_a_second_move_after_one_stone_it_is_another_game() {
    let game = slipped(12, Slip::MovesTwice);
    let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(check_rules(&game), Ok(table.positions().count() as u64));
    assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
    for position in table.positions() {
        let entry = table.probe(position).unwrap();
        // Who takes the last stone alone would have to move again, and loses. So of more than three the mover
        // takes one, and one more, and the last three or two together.
        let expected = match u16::try_from(left(&game, position)).unwrap() {
            left @ 0..2 => (Outcome::Loss, Some(left)),
            2 => (Outcome::Win, Some(1)),
            left => (Outcome::Win, Some(left - 2)),
        };
        assert_eq!((entry.outcome, entry.remoteness), expected, "{position:?}");
    }
}

#[test]
fn rules_that_contradict_themselves_are_caught_where_they_do() {
    for (slip, message) in [
        (Slip::TakesNothing, "play can return to this position:"),
        (Slip::EndsEarly, "the game is over here, but there are legal moves (0 1 2):"),
        (Slip::HasMoreMoves, "move 2 is legal here, but `max_move` is 1:"),
        (Slip::DecodesWrongly, "move 1 leads from here to a wrong position:"),
    ] {
        assert_eq!(headline(slip), message);
    }
}
