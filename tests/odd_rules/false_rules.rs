//! Random small games whose rules contain one lie: an equality, a key or a code that ignores a part of the position, a wrong
//! number of plies, a wrong image. Each game is refused, or all answers are those of the definition.

mod tokens;

use std::{
    collections::{BTreeMap, BTreeSet},
    mem::discriminant,
};

use perfect_play_generator::{
    InconsistencyKind, Solution, SolveError, Solver, SymmetryFault, check_rules,
    core::{Game, Objective, Outcome, Probe, Value},
    numbering::{Difference, FindError},
    solve,
};
use perfect_play_proof::{Verification, verify};
use perfect_play_test_kit::{At, Listed, Lying, Random};

use tokens::{FIELDS, IGNORED, Ignored, Lie, TOKENS, Tokens};

/// A game that may lie.
type Told = Lying<Listed>;

/// The value of each node that play leads to.
type Truth = BTreeMap<u32, (At, Value)>;

/// The value of every position, by definition: wins and losses are added in the order of their plies.
fn truth(game: &Told) -> Truth {
    let mut reached = BTreeMap::from([(game.start().node(), game.start())]);
    let mut waiting = vec![game.start()];
    while let Some(position) = waiting.pop() {
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if reached.insert(child.node(), child).is_none() {
                waiting.push(child);
            }
        }
    }
    let mut known: BTreeMap<u32, Value> = BTreeMap::new();
    loop {
        let mut news = Vec::new();
        for (&node, &position) in &reached {
            if known.contains_key(&node) {
                continue;
            }
            let moves = game.legal_moves(position);
            if moves.is_empty() {
                news.push((node, Value::terminal(outcome_of(game, position))));
                continue;
            }
            let children: Vec<_> = moves
                .iter()
                .map(|mv| {
                    let child = game.play(position, mv);
                    let again =
                        !game.is_impartial() && game.to_move(child) == game.to_move(position);
                    let value = known.get(&child.node())?;
                    let outcome = if again { value.outcome() } else { value.outcome().reverse() };
                    Some((outcome, value.plies()))
                })
                .collect();
            let wins = children.iter().flatten().filter(|child| child.0 == Outcome::Win);
            let fastest = wins.filter_map(|win| win.1).min();
            let all: Option<Vec<_>> = children.iter().copied().collect();
            let value = match (fastest, all) {
                (Some(plies), _) => Value::win(plies + 1),
                (None, Some(all)) if all.iter().all(|child| child.0 == Outcome::Loss) => {
                    Value::loss(all.iter().filter_map(|loss| loss.1).max().unwrap() + 1)
                }
                (None, Some(_)) => Some(Value::DRAW),
                _ => None,
            };
            news.extend(value.map(|value| (node, value)));
        }
        if news.is_empty() {
            break;
        }
        // The earliest first: a win that is found later is no faster.
        let earliest = news.iter().map(|(_, value)| value.plies().unwrap_or(0)).min();
        known.extend(
            news.into_iter().filter(|(_, value)| value.plies().unwrap_or(0) == earliest.unwrap()),
        );
    }
    let value = |node: &u32| known.get(node).copied().unwrap_or(Value::DRAW);
    reached.into_iter().map(|(node, position)| (node, (position, value(&node)))).collect()
}

fn outcome_of(game: &Told, position: At) -> Outcome {
    game.terminal(position).unwrap_or_else(|| game.blocked(position))
}

/// How a table of the game is wrong.
fn wrong(table: &Solution<Told>, truth: &Truth) -> Option<String> {
    for &(position, value) in truth.values() {
        if table.value(position).ok() != Some(value) {
            return Some(format!("{position:?} is {value:?}, not {:?}", table.value(position)));
        }
    }
    let listed: Vec<_> = table.positions().collect();
    let listed: BTreeSet<_> = listed.into_iter().collect();
    if listed != truth.values().map(|&(position, _)| position).collect() {
        return Some(format!("{} positions are listed, of {}", listed.len(), truth.len()));
    }
    None
}

/// Whether a proof accepts the table. Its answers are then right, and so are its counts.
fn is_proven(table: &Solution<Told>, truth: &Truth) -> bool {
    let Some(proof) = verify(table, &mut |_, _| ()).ok().filter(Verification::is_proven) else {
        return false;
    };
    assert_eq!(wrong(table, truth), None, "proven");
    let mut by_ply = vec![0; proof.positions_by_ply.len()];
    let by_code = |&(position, _): &_| (table.code(position), position);
    let distinct: BTreeMap<Option<u64>, At> = truth.values().map(by_code).collect();
    for position in distinct.into_values() {
        by_ply[usize::from(table.game().ply(position).unwrap_or(0))] += 1;
    }
    assert_eq!(proof.positions_by_ply, by_ply);
    true
}

fn random_game(random: &mut Random) -> Tokens {
    let mut below = |end: u8| -> u8 { random.below(end) };
    let repeats = below(2) == 0;
    let arrows = [0, 1, 2, 3].map(|from| {
        [(); 2].map(|()| if repeats { below(FIELDS) } else { from + below(FIELDS - from) })
    });
    let symmetries = [1, 2, 6][usize::from(below(3))];
    let symmetry = below(symmetries.max(2));
    let parts = [(); 2].map(|()| IGNORED[usize::from(below(4))]);
    let [at, is] = [(); 2].map(|()| [(); TOKENS].map(|()| below(FIELDS)));
    let coin = below(2) == 0;
    let lie = match below(11) {
        0 => Lie::Nothing,
        1 => Lie::Equality(parts[0], parts[1]),
        2 => Lie::Equality(parts[0], Ignored::Nothing),
        3 => Lie::Plies { at, images: coin, by: below(255) + 1 },
        4 => Lie::PliesAlways([None, Some(0), Some(1), Some(255)][usize::from(below(4))]),
        5 => Lie::Image { at, symmetry, is },
        6 => Lie::Part { symmetry, part: parts[0], everywhere: coin },
        7 => Lie::Move { mv: below(6), symmetry, is: below(7) },
        8 => Lie::Symmetries([0, 3, 4, 5, 7, 12, 13][usize::from(below(7))]),
        9 => Lie::Instead { symmetry, of: below(6), moves: coin },
        _ => Lie::Token(below(3)),
    };
    let seed = u64::from(below(255)) << 8 | u64::from(below(255));
    let is_impartial = below(4) == 0;
    let counts = !repeats && below(3) > 0;
    Tokens { arrows, seed, repeats, is_impartial, counts, symmetries, lie }
}

#[test]
fn a_lie_is_refused_or_changes_nothing() {
    let mut random = Random::new(1);
    let (mut refused, mut right) = (0, 0);
    for _ in 0..GAMES {
        let tokens = random_game(&mut random);
        let (game, fastest) = (tokens.game(), Objective::Fastest);
        let (truth, uncoded) = (truth(&game), game.without_codes());
        let solved = solve(uncoded.clone(), fastest, &mut |_, _| ());
        // The check compares at least as much as the solver.
        assert!(solved.is_ok() || check_rules(&uncoded).is_err(), "{tokens:?}");
        match solved {
            Ok(table) => {
                assert_eq!(wrong(&table, &truth), None, "{tokens:?}");
                assert!(is_proven(&table, &truth), "{tokens:?}");
                right += 1;
            }
            Err(
                SolveError::Inconsistent(_)
                | SolveError::NotFound(FindError::NotAKey { .. } | FindError::NotInOrder { .. }),
            ) => {
                assert_ne!(tokens.lie, Lie::Nothing, "{tokens:?}");
                refused += 1;
            }
            Err(error) => panic!("{error}: {tokens:?}"),
        }
        // If the rules are declared to be tested, the proof alone must notice.
        let tested = Solver::default().tested();
        if let Ok(table) = tested.solve(uncoded, fastest, &mut |_, _| ()) {
            is_proven(&table, &truth);
        }
        // The same game with codes, whose solvers do not use symmetries.
        if let Ok(table) = solve(game.clone(), fastest, &mut |_, _| ()) {
            assert_eq!(wrong(&table, &truth), None, "{tokens:?}");
            let is_proven = is_proven(&table, &truth);
            assert!(is_proven || check_rules(&game).is_err(), "{tokens:?}");
        } else {
            assert!(check_rules(&game).is_err(), "{tokens:?}");
        }
    }
    assert!(refused > GAMES / 5 && right > GAMES / 5, "{refused} refused, {right} right");
}

#[test]
fn tables_of_honest_games_pass_the_check_of_the_rules() {
    let mut random = Random::new(2);
    for _ in 0..GAMES {
        let tokens = Tokens { lie: Lie::Nothing, ..random_game(&mut random) };
        let game = tokens.game();
        let expected = Ok(truth(&game).len() as u64);
        for game in [game.without_codes(), game] {
            assert_eq!(check_rules(&game), expected, "{tokens:?}");
        }
    }
}

/// The number of random games.
const GAMES: usize = 700;

/// A game with many positions.
const HONEST: Tokens = Tokens {
    arrows: [[1, 2], [2, 3], [3, 3], [3, 3]],
    seed: 18,
    repeats: false,
    is_impartial: false,
    counts: true,
    symmetries: 2,
    lie: Lie::Nothing,
};

#[test]
fn each_lie_has_its_error() {
    use InconsistencyKind as Kind;
    type Is = fn(&Kind) -> bool;
    let by_symmetry: Is = |kind| {
        matches!(kind, Kind::Symmetry { fault: SymmetryFault::NotTheIdentity, symmetry: 0, .. })
    };
    let by_plies: Is = |kind| matches!(kind, Kind::PlyDoesNotRise { .. });
    let by_start: Is = |kind| matches!(kind, Kind::PlyAtStart { plies: 1 });
    let by_player: Is = |kind| matches!(kind, Kind::Equal { difference: Difference::ToMove, .. });
    let by_moves: Is = |kind| {
        matches!(kind, Kind::Equal { difference: Difference::Legal(_) | Difference::Move(_), .. })
    };
    let equal = |part| Lie::Equality(part, Ignored::Nothing);
    let at = [1, 0, 0];
    for (lie, is_expected) in [
        (equal(Ignored::Player), by_player),
        (equal(Ignored::Memory), by_moves),
        (Lie::Plies { at, images: true, by: 1 }, by_plies),
        (Lie::Plies { at, images: false, by: 1 }, by_plies),
        (Lie::Plies { at: [0, 1, 0], images: false, by: 1 }, by_plies),
        (Lie::PliesAlways(Some(0)), by_plies),
        (Lie::PliesAlways(Some(1)), by_start),
        (Lie::Image { at, symmetry: 0, is: [0, 1, 0] }, by_symmetry),
        (Lie::Image { at: [0, 1, 0], symmetry: 0, is: at }, by_symmetry),
        (Lie::Move { mv: 0, symmetry: 0, is: 2 }, by_symmetry),
    ] {
        for symmetries in [1, 2, 6] {
            let tokens = Tokens { symmetries, lie, ..HONEST };
            let game = tokens.game();
            let uncoded = game.without_codes();
            let solved =
                |solver: Solver| solver.solve(uncoded.clone(), Objective::Fastest, &mut |_, _| ());
            let kind_of = |error| match error {
                SolveError::Inconsistent(found) => match found.kind {
                    Kind::LeadsNowhere { child, .. } => child.kind,
                    kind => kind,
                },
                error => panic!("{error}: {tokens:?}"),
            };
            let error = solved(Solver::default()).map(|_| ()).err();
            let kind = kind_of(error.unwrap_or_else(|| panic!("solved: {tokens:?}")));
            assert!(is_expected(&kind), "{kind:?}: {tokens:?}");
            assert_eq!(kind_of(check_rules(&uncoded).unwrap_err()), kind);
            // The check of the same game with codes says the same. (The codes contain what equality ignores.)
            if !matches!(lie, Lie::Equality(..)) {
                let checked = kind_of(check_rules(&game).unwrap_err());
                assert_eq!(discriminant(&checked), discriminant(&kind), "{checked:?}: {tokens:?}");
            }
            // A table is neither checked nor proven.
            let Ok(table) = solved(Solver::default().tested()) else { continue };
            assert!(check_rules(table.game()).is_err(), "{tokens:?}");
            assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{tokens:?}");
        }
    }
    for (lie, difference) in [
        (Lie::Equality(Ignored::Player, Ignored::Player), "but the side to move differs"),
        (Lie::Equality(Ignored::Memory, Ignored::Memory), "but whether move"),
    ] {
        let game = Tokens { lie, ..HONEST }.game();
        let checked = check_rules(&game).map(|_| ()).unwrap_err();
        let solved = solve(game, Objective::Fastest, &mut |_, _| ()).map(|_| ()).unwrap_err();
        assert_eq!(checked, solved);
        assert!(checked.to_string().contains(difference), "{checked}");
    }
}
