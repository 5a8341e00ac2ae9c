//! Attacked: everything that is done with a game that a user wrote. It is solved, proven, counted, listed, written and
//! opened; if it has codes, by code and by key.
//!
//! A defeat: a value, a remoteness or a move that is wrong; a right table that is not proven; a solvable game that is
//! refused; another game that is solved.
//!
//! The truth is a queue of positions, backwards from the ends of the game ([`super::worth`]).

use std::{collections::BTreeMap, fmt::Write};

use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_file::{TableFile, to_bytes};
use perfect_play_games::Graph as GraphFile;
use perfect_play_generator::{
    InconsistencyKind, Solution, SolveError, check_rules,
    core::{Move, Objective, Outcome, Player, Scheme},
    solve,
};
use perfect_play_proof::{records, stats, verify};
use perfect_play_test_kit::{Listed, Random, besiege};

use super::{
    Data,
    random::random_game,
    worth::{Truth, compare, compare_others, truth},
};

#[test]
fn graphs() {
    besiege(module_path!(), |case| {
        let game = random_game(case);
        let truths = [truth(&game), truth(&game.without_codes())];
        case.note(if truths[0].is_some() { "solvable" } else { "not solvable" });
        for objective in Objective::ALL {
            let refused = game.game.repeats && objective == Objective::Outcome;
            let [truth, by_key] =
                truths.each_ref().map(|truth| truth.as_ref().filter(|_| !refused));
            if game.game.has_codes() {
                let solved = solve(game.clone(), objective, &mut |_, _| ());
                if let Some(table) = expected(solved, truth.is_some(), &game) {
                    is_right(&table, truth.unwrap());
                }
            }
            let solved = solve(game.without_codes(), objective, &mut |_, _| ());
            if let Some(table) = expected(solved, by_key.is_some(), &game) {
                is_right(&table, by_key.unwrap());
            }
        }
        if !game.game.is_impartial {
            // A file does not say whether positions repeat, which is found out, and without an end it has no points. It does
            // not say how long a draw takes.
            let graph = game.without_codes().game;
            let has_end = graph.nodes.iter().any(|node| node.moves.is_empty());
            let scheme = if has_end { graph.scheme } else { Scheme::Remoteness };
            let repeats = scheme == Scheme::Remoteness;
            let read = Data::honest(Listed { scheme, repeats, draws_in: None, ..graph });
            as_a_file(&game, truth(&read).as_ref(), &mut case.random);
        }
    });
}

/// The table, if there must be one. If a circle is in its way, the error shows it.
fn expected<T>(solved: Result<T, SolveError>, must_be: bool, game: &Data) -> Option<T> {
    match solved {
        Ok(table) if must_be => return Some(table),
        Err(error) if must_be => panic!("a solvable game was refused: {error}"),
        Ok(_) => panic!("a game that has no table was solved"),
        Err(SolveError::Inconsistent(found)) => {
            let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
            let way = [&found.position].into_iter().chain(through);
            let Ok(way) = way.map(|at| at.parse()).collect::<Result<Vec<u32>, _>>() else {
                return None;
            };
            // Each leads to the next, and the last to the first, or to an image of it.
            for (from, to) in way.iter().zip(way.iter().cycle().skip(1)) {
                let images: Vec<u32> =
                    game.game.symmetries.iter().map(|(nodes, _)| nodes[*to as usize]).collect();
                let mut after = game.game.nodes[*from as usize].moves.values();
                assert!(after.any(|after| images.contains(after)), "{found}");
            }
        }
        Err(_) => {}
    }
    None
}

/// Proves, counts, lists, writes and opens a table.
fn is_right(table: &Solution<Data>, truth: &Truth) {
    let game = table.game();
    let count = truth.len() as u64;
    let proof = verify(table, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven(), "{:?}", proof.faults);
    assert_eq!((proof.entries, proof.positions()), (count, Some(count)));
    assert_eq!(check_rules(game), Ok(count));
    let of = |outcome| {
        truth.values().filter(|reached| reached.worth.outcome() == outcome).count() as u64
    };
    let counted = stats(table, &mut |_, _| ()).unwrap();
    let outcomes = [counted.outcomes.win, counted.outcomes.draw, counted.outcomes.loss];
    assert_eq!(outcomes, [Outcome::Win, Outcome::Draw, Outcome::Loss].map(of));
    let ends = truth.values().filter(|reached| reached.moves.is_empty()).count() as u64;
    assert_eq!((counted.positions, counted.terminal.total), (count, ends));
    let mut listed: Vec<_> = records(table, &mut |_, _| ()).map(Result::unwrap).collect();
    listed.sort_unstable_by_key(|record| record.position.parse::<u32>().unwrap());
    assert_eq!(listed.len(), truth.len());
    for (record, (node, reached)) in listed.iter().zip(truth) {
        assert_eq!(
            (record.position.clone(), record.outcome),
            (node.to_string(), reached.worth.outcome())
        );
    }
    let bytes = to_bytes(table).unwrap();
    let opened: Solution<Data> =
        TableFile::read(&*bytes).unwrap().into_table(game.clone()).unwrap();
    assert!(opened.values() == table.values() && to_bytes(&opened).unwrap() == bytes);
    for table in [table, &opened] {
        compare(table, truth, |node| game.at(node), |_, mv| mv).unwrap();
        compare_others(table, truth, game).unwrap();
    }
}

/// The same game read from lines of JSON, in any order after the first.
fn as_a_file(game: &Data, truth: Option<&Truth>, random: &mut Random) {
    let graph = &game.game;
    if graph.starts.iter().any(|&start| start != graph.starts[0]) {
        return;
    }
    let mut order: Vec<u32> = (0..graph.count()).collect();
    let first = graph.starts[0] as usize;
    order.swap(0, first);
    for place in (2..order.len()).rev() {
        order.swap(place, 1 + random.below::<usize>(place as u64));
    }
    let mut file = String::new();
    for &node in &order {
        let of = &graph.nodes[node as usize];
        let player = if of.to_move == Player::X { "X" } else { "O" };
        write!(file, r#"{{"position": "p{node}", "to_move": "{player}", "#).unwrap();
        let moves: Vec<String> =
            of.moves.iter().map(|(mv, to)| format!(r#""m{mv}": "p{to}""#)).collect();
        let end = match (of.end, graph.scheme) {
            (_, Scheme::Score) => format!(r#""score": {}"#, of.score),
            (outcome, _) => format!(r#""outcome": "{}""#, outcome.to_string().to_lowercase()),
        };
        let rest =
            if moves.is_empty() { end } else { format!(r#""moves": {{{}}}"#, moves.join(", ")) };
        writeln!(file, "{rest}}}").unwrap();
    }
    let places: BTreeMap<u32, u32> = order.iter().copied().zip(0..).collect();
    let read = GraphFile::read("siege.jsonl", file.as_bytes()).unwrap();
    let solved = solve(AnyGame::from(read), Objective::Fastest, &mut |_, _| ());
    // What repeats is found out.
    if let Some(table) = expected(solved, truth.is_some(), game) {
        let mv = |node: u32, mv: Move| {
            let moves = &graph.nodes[node as usize].moves;
            u8::try_from(moves.keys().position(|&of| of == mv).unwrap()).unwrap()
        };
        compare(&table, truth.unwrap(), |node| AnyPosition::of(places[&node]), mv).unwrap();
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
    }
}
