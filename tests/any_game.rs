//! Games of a few positions made at random, with any moves between them: cyclic, with extra turns, several starts,
//! points. Each is solved and proven, against a plain search by the definition.

mod definition;
mod graph;
mod random;

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use perfect_play_generator::{
    InconsistencyKind, SolveError, check_rules,
    core::{
        CodeTable, Codes, Entry, Game, Move, MoveValue, Moves, Objective, Outcome, Player, Probe,
        Scheme, Tabular, Value,
    },
    solve,
};
use perfect_play_table::{Meaning, TableFile, records, stats, to_bytes, verify};

use definition::{Worth, brute_force, of_moves};
use graph::{Graph, Node, Order};
use random::{ALL, Random, Sort, random_games};

/// Whether a table answers as the definition does, of every position and of no other.
fn assert_answers<T: Probe<Game = Graph, Error: fmt::Debug>>(
    table: &T,
    known: &HashMap<u8, Worth>,
) {
    let game = table.game();
    let positions: HashSet<u8> = table.positions().collect();
    assert_eq!(positions, known.keys().copied().collect(), "{game:?}");
    for (&at, &worth) in known {
        let of_moves: Vec<_> =
            of_moves(game, known, at).into_iter().map(|(mv, worth)| (mv, worth.unwrap())).collect();
        let keeps = |&&(_, of): &&(Move, Worth)| of.outcome() == worth.outcome();
        let is_best = |&&(_, of): &&(Move, Worth)| of == worth;
        let moves = |moves: Vec<&(Move, Worth)>| moves.iter().map(|(mv, _)| *mv).collect::<Moves>();
        let preserving = moves(of_moves.iter().filter(keeps).collect());
        let optimal_moves = match table.objective() {
            Objective::Fastest => moves(of_moves.iter().filter(is_best).collect()),
            Objective::Outcome => preserving,
        };
        let (remoteness, score) = match worth.measures() {
            // Where the game is over, it is over now.
            (None, None) if of_moves.is_empty() => (Some(0), None),
            measures => measures,
        };
        let expected = Entry { outcome: worth.outcome(), remoteness, score, optimal_moves };
        assert_eq!(table.probe(at).unwrap(), expected, "{at} of {game:?}");
        assert_eq!(Some(table.value(at).unwrap()), expected.value(), "{at} of {game:?}");
        assert_eq!(table.outcome_preserving_moves(at).unwrap(), preserving, "{at} of {game:?}");
        let worths = of_moves.into_iter().map(|(mv, of)| {
            let (remoteness, score) = of.measures();
            MoveValue { mv, outcome: of.outcome(), remoteness, score }
        });
        assert!(table.move_values(at).unwrap().iter().eq(worths), "{at} of {game:?}");
    }
}

#[test]
fn random_games_are_solved_as_by_the_definition_and_proven() {
    let (mut draws, mut points) = (0, 0);
    for game in random_games(10_000, &ALL) {
        let known = brute_force(&game);
        assert_eq!(check_rules(&game), Ok(known.len() as u64), "{game:?}");
        for objective in Objective::ALL {
            if game.repeats && objective == Objective::Outcome {
                let error = solve(game.clone(), objective, &mut |_, _| ()).map(|_| ()).unwrap_err();
                assert_eq!(error, SolveError::OutcomeRepeats);
                continue;
            }
            let mut told = vec![(0, 1)];
            let mut progress = |done, of| told.push((done, of));
            let table = solve(game.clone(), objective, &mut progress).unwrap();
            assert!(told.is_sorted_by(|one, next| one.0 * next.1 <= next.0 * one.1), "{told:?}");
            assert!(told.iter().all(|(done, of)| done <= of), "{told:?}");
            assert_answers(&table, &known);
            let proof = verify(&table, &mut |_, _| ()).unwrap();
            assert!(proof.is_proven(), "{game:?}: {:?}", proof.faults);
            assert_eq!(proof.positions(), Some(known.len() as u64));
        }
        draws += known.values().filter(|worth| **worth == Worth::Draw).count();
        points += known.values().filter(|worth| matches!(worth, Worth::Points(_))).count();
    }
    assert!(draws > 1000 && points > 1000, "{draws}, {points}");
}

#[test]
fn tables_of_random_games_are_written_read_counted_and_listed() {
    for game in random_games(300, &ALL) {
        let known = brute_force(&game);
        let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        let bytes = to_bytes(&table).unwrap();
        let file = TableFile::read(&*bytes).unwrap();
        let meaning = match game.scheme {
            Scheme::Remoteness => Meaning::Remoteness,
            Scheme::Score => Meaning::Score,
        };
        assert_eq!(file.header().scheme, meaning);
        if let Some(other) = (0..12).take(game.nodes.len()).find(|at| !known.contains_key(at)) {
            let mut game = game.clone();
            game.starts.push(other);
            let other = TableFile::read(&*bytes).unwrap();
            assert!(other.into_table::<_, Codes>(game).is_err(), "it has another start");
        }
        let opened: CodeTable<_, _> = file.into_table(game.clone()).unwrap();
        assert_answers(&opened, &known);
        let stats = stats(&opened, &mut |_, _| ()).unwrap();
        assert_eq!(stats.positions, known.len() as u64);
        let of = |outcome| known.values().filter(|worth| worth.outcome() == outcome).count() as u64;
        let outcomes = [stats.outcomes.win, stats.outcomes.draw, stats.outcomes.loss];
        assert_eq!(outcomes, [Outcome::Win, Outcome::Draw, Outcome::Loss].map(of), "{game:?}");
        let mut progress = |_, _| ();
        for record in records(&opened, &mut progress) {
            let record = record.unwrap();
            let at = u8::try_from(record.code.unwrap()).unwrap();
            assert_eq!(record.outcome, known[&at].outcome());
            assert_eq!(record.ply, (game.max_plies() > 0).then_some(at));
            assert_eq!(record.to_move, (!game.is_impartial).then(|| game.to_move(at)));
            let expected = match known[&at] {
                Worth::Points(points) => points,
                worth => worth.outcome().number(),
            };
            assert_eq!(record.value, expected);
        }
    }
}

#[test]
fn no_table_of_them_with_one_byte_changed_is_proven() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for game in random_games(2000, &ALL) {
        let mut values =
            solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap().into_values();
        let at = random.below(u8::try_from(values.len()).unwrap());
        let slot = &mut values[usize::from(at)];
        // One more or less, nothing, or any other.
        let byte = match random.below(4) {
            0 => slot.wrapping_add(1),
            1 => slot.wrapping_sub(1),
            2 if *slot != Value::NONE => Value::NONE,
            _ => slot.wrapping_add(1 + random.below(255)),
        };
        *slot = byte;
        let Ok(table) = CodeTable::by_code(game.clone(), Objective::Fastest, values) else {
            continue;
        };
        let proof = verify(&table, &mut |_, _| ()).unwrap();
        assert!(!proof.is_proven(), "{byte} for {at} in {game:?}");
    }
}

#[test]
fn circles_of_a_game_that_does_not_say_so_are_found_and_points_that_repeat_are_refused() {
    let mut circles = 0;
    for mut game in random_games(3000, &[Sort::Cyclic]) {
        game.repeats = false;
        let (known, has_circle) = (brute_force(&game), circle_of(&game));
        let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ())
            .map(|table| assert_answers(&table, &known));
        assert_eq!(solved.is_err(), has_circle, "{game:?}");
        let error = match solved {
            Ok(()) => continue,
            Err(error) => error,
        };
        circles += 1;
        let SolveError::Inconsistent(found) = error else { panic!("{error}") };
        let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
        // Each leads to the next, and the last to the first.
        let way: Vec<u8> =
            [&found.position].into_iter().chain(through).map(|at| at.parse().unwrap()).collect();
        for (from, to) in way.iter().zip(way.iter().cycle().skip(1)) {
            assert!(game.node(*from).moves.values().any(|child| child == to), "{found}\n{game:?}");
        }
        assert!(way.iter().all(|at| known.contains_key(at)));
        game.scheme = Scheme::Score;
        for node in &mut game.nodes {
            (node.end, node.score) = (Outcome::Draw, 0);
        }
        // Scores of 0 everywhere would be consistent, but they do not follow from any end of the game.
        let slots = vec![Value::DRAW.byte(); game.nodes.len()];
        let slots = (0..)
            .zip(slots)
            .map(|(at, slot)| if known.contains_key(&at) { slot } else { Value::NONE });
        let table =
            CodeTable::by_code(game.clone(), Objective::Fastest, slots.collect::<Vec<u8>>());
        assert!(!verify(&table.unwrap(), &mut |_, _| ()).unwrap().is_proven(), "{game:?}");
        let error =
            solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Inconsistent(_)), "{error}");
        game.repeats = true;
        let error = solve(game, Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        assert_eq!(error, SolveError::ScoresRepeat);
    }
    assert!(circles > 500, "{circles}");
}

/// Whether play can return to a position. Repeatedly removes the positions that have no move to a remaining
/// position.
fn circle_of(game: &Graph) -> bool {
    let mut left: HashSet<u8> = brute_force(game).into_keys().collect();
    loop {
        let before = left.clone();
        left.retain(|&at| game.node(at).moves.values().any(|child| before.contains(child)));
        if left.len() == before.len() {
            return !left.is_empty();
        }
    }
}

#[test]
fn scores_and_outcomes_must_agree() {
    for (end, score) in
        [(Outcome::Win, 0), (Outcome::Loss, 3), (Outcome::Draw, -1), (Outcome::Loss, -128)]
    {
        for is_terminal in [false, true] {
            for order in [Order::Unsaid, Order::Plies, Order::Codes] {
                let over =
                    Node { to_move: Player::O, moves: HashMap::new(), end, score, is_terminal };
                let start = Node { moves: HashMap::from([(0, 1)]), ..over.clone() };
                let game = Graph {
                    nodes: vec![start, over],
                    starts: vec![0],
                    scheme: Scheme::Score,
                    repeats: false,
                    is_impartial: false,
                    order,
                    codes: 2,
                };
                let error = check_rules(&game).unwrap_err();
                let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
                assert_eq!(found.kind, InconsistencyKind::OtherScore { outcome: end, score });
                assert_eq!(
                    solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()),
                    Err(error)
                );
                let value = Value::of_score(score.max(-127)).unwrap().byte();
                let table = CodeTable::by_code(game, Objective::Fastest, vec![value; 2]).unwrap();
                assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
            }
        }
    }
}

#[test]
fn an_other_start_without_a_code_is_found() {
    let over = Node {
        to_move: Player::X,
        moves: HashMap::new(),
        end: Outcome::Win,
        score: 0,
        is_terminal: true,
    };
    for repeats in [false, true] {
        // Two positions, and one of them without a code.
        let game = Graph {
            codes: 1,
            nodes: vec![over.clone(), over.clone()],
            starts: vec![0, 1],
            scheme: Scheme::Remoteness,
            repeats,
            is_impartial: false,
            order: Order::Unsaid,
        };
        let error = check_rules(&game).unwrap_err();
        let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
        assert_eq!(found.kind, InconsistencyKind::CodeTooLarge { code: 1, codes: 1 });
        assert_eq!(solve(game.clone(), Objective::Fastest, &mut |_, _| ()).map(|_| ()), Err(error));
        let table =
            CodeTable::by_code(game, Objective::Fastest, vec![Value::win(0).unwrap().byte()]);
        assert!(!verify(&table.unwrap(), &mut |_, _| ()).unwrap().is_proven());
    }
}
