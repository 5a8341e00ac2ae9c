//! Games that say their tiers: solved, proven, counted and kept by name.

use perfect_play_core::{Game, Objective, Outcome, Probe, Scheme, Table, Value};
use perfect_play_engine::{AnyGame, AnyTable, Method, RankPlan, RankSolve};
use perfect_play_file::write;
use perfect_play_games::Mills;
use perfect_play_generator::{Solver, numbering::RankedValues};
use perfect_play_proof::diff;

/// The table of a game, solved in memory and proven, and the longest win of its positions, in plies.
fn solved(name: &str, slots: u64) -> (AnyTable, Option<u16>) {
    let game: AnyGame = name.parse().unwrap();
    assert_eq!(Method::of(&game), Method::Ranks);
    let plan = RankPlan::of(&game).unwrap().unwrap();
    assert_eq!(plan.slots, slots, "{name}");
    let table = AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
    let proof = table.verify(&mut |_, _| ()).unwrap();
    let stats = table.stats(&mut |_, _| ()).unwrap();
    assert!(proof.is_proven() && proof.entries == stats.canonical, "{name}");
    (table, stats.longest_win)
}

/// The same, solved into a file as well.
fn longest_win(name: &str, slots: u64) -> Option<u16> {
    let (table, longest) = solved(name, slots);
    let folder = tempfile::tempdir().unwrap();
    let [solved, written] = ["solved", "written"].map(|file| folder.path().join(file));
    let solve = RankSolve::into_file(table.game(), &solved, Objective::Fastest).unwrap();
    solve.run(&|_, _| ()).unwrap();
    table.write(&written).unwrap();
    assert!(std::fs::read(&solved).unwrap() == std::fs::read(&written).unwrap());
    let opened = AnyTable::open(&solved).unwrap();
    assert!(table.diff(&opened, 9, &mut |_, _| ()).unwrap().is_empty());
    assert_eq!(opened.stats(&mut |_, _| ()).unwrap().positions, table.count());
    longest
}

#[test]
fn games_with_tiers_have_their_published_values() {
    // Mate in 10 moves, and a move of the other side before.
    assert_eq!(solved("chess:KQK", 59_136).1, Some(20));
    assert!(longest_win("morris:three", 886).is_some());
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn larger_games_with_tiers_have_their_published_values() {
    assert_eq!(longest_win("chess:KRK", 59_136), Some(32));
    // Guy L. Steele Jr. (1999): a draw. The chess endings: mate in 19, 33, 35 and 28 moves.
    for (name, slots, longest) in [
        ("teeko", 12_765_414, 39),
        ("chess:KBBK", 946_176, 38),
        ("chess:KBNK", 3_784_704, 66),
        ("chess:KQKR", 3_902_976, 70),
        ("chess:KPK", 720_896, 56),
        ("morris:six", 3_677_757, 120),
    ] {
        assert_eq!(solved(name, slots).1, Some(longest), "{name}");
    }
}

#[test]
fn equal_tables_by_rank_differ_nowhere_and_others_where_their_positions_do() {
    let folder = tempfile::tempdir().unwrap();
    let game: Mills = "morris:three".parse().unwrap();
    let objective = Objective::Fastest;
    let solved = Solver::default().solve_by_rank(&game, objective, &|_, _| ());
    let (numbering, right) = solved.unwrap();
    let mut wrong = right.tiers().to_vec();
    wrong.last_mut().unwrap().set(Scheme::Remoteness, 0, Value::win(99).unwrap());
    let opened = |file: &str, values: RankedValues| {
        let path = folder.path().join(file);
        write(&Table::new(game, objective, numbering.clone(), values).unwrap(), &path).unwrap();
        AnyTable::open(&path).unwrap()
    };
    let [one, equal] = ["one", "equal"].map(|file| opened(file, right.clone()));
    let wrong = opened("wrong", wrong.into());
    for (first, second, is_same) in
        [(&one, &equal, true), (&one, &wrong, false), (&wrong, &equal, false)]
    {
        let compared = first.diff(second, 3, &mut |_, _| ()).unwrap();
        assert_eq!(compared.is_empty(), is_same);
        assert_eq!(compared, diff(first, second, 3, &mut |_, _| ()).unwrap());
    }
}

#[test]
fn a_table_by_rank_gives_reasons() {
    let game: AnyGame = "chess:KQK".parse().unwrap();
    let table = AnyTable::solve(game.clone(), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
    let start = table.probe(game.start()).unwrap();
    assert_eq!((start.outcome, start.remoteness), (Outcome::Win, Some(15)));
    // The kings stand side by side.
    let text = format!("{}kK{} X", ".".repeat(10), ".".repeat(52));
    let wrong = table.game().parse_position(&text);
    assert!(wrong.is_err() || table.probe(wrong.unwrap()).is_err());
    let none = AnyTable::solve(game, Objective::Fastest, 1 << 10, &|_, _| ()).unwrap_err();
    assert!(none.to_string().contains("memory"), "{none}");
}
