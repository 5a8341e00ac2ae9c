//! Games that are rare among random ones: what was a defeat once, and what is refused.

use std::fmt;

use perfect_play_generator::{
    InconsistencyKind, Solution, SolveError, check_rules,
    core::{Move, Next, NotAPosition, Objective, Outcome, Player, Scheme, Value},
    numbering::{KeyNumbering, SmallNumbering},
    solve,
};
use perfect_play_proof::verify;
use perfect_play_test_kit::{At, Blind, Listed, Node, by_code, only, open};

use super::Data;

fn node(moves: &[(Move, u32)]) -> Node {
    Node { end: Outcome::Win, ..open(Player::X, moves.iter().copied()) }
}

fn honest(game: Listed) -> Data {
    Data::honest(game)
}

/// A defeat once: only the move of an image, which the table does not hold, has the largest number.
#[test]
fn the_largest_move_may_be_that_of_an_image() {
    // From the start, 1 leads to one door and 2 to the other; 3 opens one, and 4 the other.
    let nodes = vec![node(&[(1, 1), (2, 2)]), node(&[(3, 3)]), node(&[(4, 3)]), node(&[])];
    let symmetries = vec![(Vec::new(), Vec::new()), (vec![0, 2, 1, 3], vec![0, 2, 1, 4, 3])];
    let game =
        honest(Listed { symmetries: symmetries.into(), ..Listed::new(nodes) }).without_codes();
    let game = game.with(|lies| lies.max_move(|_| 4));
    let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(table.values().len(), 3);
    assert_eq!(check_rules(&game), Ok(4));
    let game = game.with(|lies| lies.max_move(|_| 3));
    let error = check_rules(&game).unwrap_err();
    let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
    assert_eq!(found.kind, InconsistencyKind::MoveTooLarge { mv: 4, most: 3 });
    assert_eq!(solve(game, Objective::Fastest, &mut |_, _| ()).map(drop), Err(error));
}

/// The plies to a draw are checked with codes and without them. They must be the same in images.
#[test]
fn a_wrong_number_of_plies_to_a_draw_is_refused() {
    // The second start is an image of the first one.
    let drawn = Node { end: Outcome::Draw, layer: 1, ..node(&[]) };
    let nodes = vec![node(&[(0, 2)]), node(&[(0, 2)]), drawn];
    let symmetries = vec![(Vec::new(), Vec::new()), (vec![1, 0, 2], Vec::new())];
    let graph = Listed {
        symmetries: symmetries.into(),
        starts: vec![0, 1],
        draws_in: Some(1),
        ..Listed::new(nodes)
    };
    let coded = honest(graph);
    for honest in [coded.clone(), coded.without_codes()] {
        let table = solve(honest.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        let (_, numbering, values) = table.into_parts();
        for (of, plies) in
            [(0, Some(0)), (0, Some(2)), (0, None), (1, Some(2)), (1, None), (2, Some(1))]
        {
            let lying = honest.with(|lies| lies.plies_to_draw(only(honest.at(of), plies)));
            assert!(check_rules(&lying).is_err(), "{of}, {plies:?}");
            // Where images have slots of their own, one of them may say nothing.
            let is_right = honest.game.has_codes() && plies.is_none();
            let solved = solve(lying.clone(), Objective::Fastest, &mut |_, _| ());
            assert_eq!(solved.is_ok(), is_right, "{of}, {plies:?}");
            let (numbering, values) = (numbering.clone(), values.clone());
            let table = Solution::new(lying, Objective::Fastest, numbering, values).unwrap();
            let is_proven = verify(&table, &mut |_, _| ()).unwrap().is_proven();
            assert_eq!(is_proven, is_right, "{of}, {plies:?}");
        }
    }
}

#[test]
fn scores_and_outcomes_must_agree() {
    for (end, score) in
        [(Outcome::Win, 0), (Outcome::Loss, 3), (Outcome::Draw, -1), (Outcome::Loss, -128)]
    {
        for (says_end, max_plies, codes_rise) in
            [(true, 0, false), (false, 0, false), (true, 1, false), (false, 1, true)]
        {
            let over = Node { end, score, says_end, layer: 1, ..node(&[]) };
            let nodes = vec![node(&[(0, 1)]), over];
            let game = honest(Listed {
                scheme: Scheme::Score,
                max_plies,
                codes_rise,
                ..Listed::new(nodes)
            });
            let error = check_rules(&game).unwrap_err();
            let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
            assert_eq!(found.kind, InconsistencyKind::OtherScore { outcome: end, score });
            let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ());
            assert_eq!(solved.map(drop), Err(error));
            let value = Scheme::Score.byte(Value::of_score(score.max(-127)).unwrap());
            let table = by_code(game, Objective::Fastest, vec![value; 2]).unwrap();
            assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
        }
    }
}

#[test]
fn an_other_start_without_a_code_is_found() {
    for repeats in [false, true] {
        let nodes = vec![node(&[]), node(&[])];
        let game = honest(Listed { starts: vec![0, 1], codes: 1, repeats, ..Listed::new(nodes) });
        let error = check_rules(&game).unwrap_err();
        let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
        assert_eq!(found.kind, InconsistencyKind::CodeTooLarge { code: 1, codes: 1 });
        let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ());
        assert_eq!(solved.map(drop), Err(error));
        let value = Value::win(0).unwrap().byte();
        let table = by_code(game, Objective::Fastest, vec![value]).unwrap();
        assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
    }
}

/// Scores of 0 everywhere agree with one another in a circle, but they follow from no end of the game.
#[test]
fn scores_that_follow_from_each_other_in_a_circle_are_not_proven() {
    let nodes = vec![node(&[(0, 1)]), node(&[(0, 0)])];
    let game = honest(Listed { scheme: Scheme::Score, ..Listed::new(nodes) });
    let values = vec![Value::DRAW.byte(); 2];
    let table = by_code(game, Objective::Fastest, values).unwrap();
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// A defeat once: who goes round in a circle keeps the outcome, and never wins.
#[test]
fn a_circle_that_the_rules_deny_is_not_proven_for_outcomes() {
    let nodes = vec![
        node(&[(0, 1), (1, 2)]),
        node(&[(0, 0)]),
        Node { to_move: Player::O, end: Outcome::Loss, ..node(&[]) },
    ];
    let nodes = nodes.into_iter().enumerate().map(|(number, node)| {
        let to_move = if number == 1 { Player::O } else { node.to_move };
        Node { to_move, ..node }
    });
    let game = honest(Listed::new(nodes.collect::<Vec<_>>()));
    let values = [Value::win(1), Value::loss(2), Value::loss(0)];
    let values: Vec<u8> = values.map(|value| value.unwrap().byte()).into();
    let table = by_code(game, Objective::Outcome, values).unwrap();
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// A defeat once: a table refused a position that it had proven, because the rules said that it is none.
#[test]
fn what_is_said_to_be_no_position_is_not_proven() {
    // Two starts are images of each other. There is no position 3.
    let nodes = vec![node(&[(0, 2)]), node(&[(0, 2)]), node(&[]), node(&[])];
    let symmetries = vec![(Vec::new(), Vec::new()), (vec![1, 0, 2, 3], Vec::new())];
    let game =
        honest(Listed { symmetries: symmetries.into(), starts: vec![0, 1], ..Listed::new(nodes) });
    let game = game
        .with(|lies| lies.decode(only(3, Err(NotAPosition::Rules("no position has this code")))));
    assert_eq!(check_rules(&game), Ok(3));
    let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
    let game = game.with(|lies| lies.is_position(only(game.at(1), false)));
    let error = check_rules(&game).unwrap_err();
    let SolveError::Inconsistent(found) = &error else { panic!("{error}") };
    assert_eq!(found.kind, InconsistencyKind::SaidToBeNone);
    let table = by_code(game, Objective::Fastest, table.into_values()).unwrap();
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// A defeat once: by `next`, the same player moves again; by `to_move`, the opponent does.
#[test]
fn what_next_says_must_be_what_to_move_says() {
    let next = |to_move: Player, moves: &[(Move, u32)]| Node { to_move, ..node(moves) };
    let nodes = vec![
        next(Player::X, &[(0, 1), (1, 2)]),
        Node { end: Outcome::Loss, ..next(Player::O, &[]) },
        next(Player::O, &[(0, 3)]),
        Node { end: Outcome::Loss, ..next(Player::X, &[]) },
    ];
    let honest = honest(Listed::new(nodes));
    let table = solve(honest.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    // The same player moves.
    let again = |before: At, after: At, next| match (before.node(), after.node()) {
        (0, 2) => Next::Same,
        _ => next,
    };
    let lying = honest.with(|lies| lies.next(again));
    let error = check_rules(&lying).unwrap_err();
    let kind = InconsistencyKind::OtherNext { mv: 1, next: Next::Opponent };
    assert!(matches!(&error, SolveError::Inconsistent(found) if found.kind == kind));
    assert!(error.to_string().contains("by `to_move`, the opponent moves after move 1"), "{error}");
    assert!(solve(lying.clone(), Objective::Fastest, &mut |_, _| ()).is_err());
    let uncoded = lying.without_codes();
    assert!(check_rules(&uncoded).is_err());
    assert!(solve(uncoded, Objective::Fastest, &mut |_, _| ()).is_err());
    // The value of the start is the same: only a table's other moves are wrong.
    let table = by_code(lying, Objective::Fastest, table.values().clone()).unwrap();
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// A defeat once: only at an image, by `next`, the same player moves again. Then the image has other optimal moves.
#[test]
fn what_next_says_at_an_image_must_be_what_to_move_says() {
    // From the start, 1 leads to 1, and 2 to its image 2. From there O moves to an end.
    let by_o = |moves: &[(Move, u32)]| Node { to_move: Player::O, ..node(moves) };
    let over = Node { end: Outcome::Loss, ..node(&[]) };
    let nodes = vec![node(&[(1, 1), (2, 2)]), by_o(&[(0, 3)]), by_o(&[(0, 4)]), over.clone(), over];
    let symmetries = vec![(Vec::new(), Vec::new()), (vec![0, 2, 1, 4, 3], vec![0, 2, 1])];
    let honest =
        honest(Listed { symmetries: symmetries.into(), ..Listed::new(nodes) }).without_codes();
    let table = solve(honest.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
    let (_, numbering, values) = table.into_parts();
    for of in [1, 2] {
        let again =
            move |before: At, _: At, next| if before.node() == of { Next::Same } else { next };
        let lying = honest.with(|lies| lies.next(again));
        let (numbering, values) = (numbering.clone(), values.clone());
        let table = Solution::new(lying, Objective::Fastest, numbering, values).unwrap();
        assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{of}");
    }
}

/// What a game without codes says of its positions, baked tables and lists show, also of images that no solver plays from.
#[test]
fn what_is_said_of_an_image_is_checked_without_codes() {
    // From the start, 1 leads to 1, and 2 to its image 2. In both the side to move has lost.
    let over = Node { end: Outcome::Loss, ..node(&[]) };
    let nodes = vec![node(&[(1, 1), (2, 2)]), over.clone(), over];
    let symmetries = vec![(Vec::new(), Vec::new()), (vec![0, 2, 1], vec![0, 2, 1])];
    let honest =
        honest(Listed { symmetries: symmetries.into(), ..Listed::new(nodes) }).without_codes();
    assert_eq!(check_rules(&honest), Ok(3));
    for of in [1, 2] {
        let at = honest.at(of);
        let wins = honest.with(|lies| lies.winner(only(at, Some(Player::X))));
        for (lying, kind) in [
            (wins, InconsistencyKind::OtherWinner { winner: Some(Player::O) }),
            (
                honest.with(|lies| lies.is_position(only(at, false))),
                InconsistencyKind::SaidToBeNone,
            ),
        ] {
            let said = format!("{of}: {:?}", lying.lies);
            let error = check_rules(&lying).unwrap_err();
            assert!(matches!(&error, SolveError::Inconsistent(found) if found.kind == kind));
            let solved = solve(lying, Objective::Fastest, &mut |_, _| ());
            assert_eq!(solved.map(drop), Err(error), "{said}");
        }
    }
}

/// A defeat once: the loser was called the winner.
#[test]
fn the_winner_must_be_who_has_won() {
    for (end, winner) in [(Outcome::Loss, Some(Player::O)), (Outcome::Draw, None)] {
        let nodes = vec![node(&[(0, 1)]), Node { end, ..node(&[]) }];
        let game = honest(Listed::new(nodes));
        let other = winner.map_or(Player::X, Player::opponent);
        let game = game.with(|lies| lies.winner(only(game.at(1), Some(other))));
        let kind = InconsistencyKind::OtherWinner { winner };
        let error = check_rules(&game).unwrap_err();
        assert!(matches!(error, SolveError::Inconsistent(found) if found.kind == kind));
        let solved = solve(game.without_codes(), Objective::Fastest, &mut |_, _| ());
        assert!(matches!(solved, Err(SolveError::Inconsistent(found)) if found.kind == kind));
    }
}

/// A defeat once: an error while a position was printed ended the comparison before `Debug`.
#[test]
fn what_cannot_be_printed_does_not_count_as_the_same() {
    // Positions 4 and 5 count as equal. What is hidden decides two plies later.
    let mut nodes = vec![node(&[]); 20];
    nodes[0] = node(&[(0, 4), (1, 5)]);
    for hidden in 0..2 {
        let to = |number: u32| node(&[(0, number + hidden)]);
        (nodes[4 + hidden as usize], nodes[8 + hidden as usize]) = (to(8), to(12));
        nodes[12 + hidden as usize].end = [Outcome::Loss, Outcome::Draw][hidden as usize];
    }
    let blind = Blind::to(3, Blind::EQ | Blind::ORD | Blind::HASH | Blind::KEY);
    let game = honest(Listed { blind, ..Listed::new(nodes) }).without_codes();
    for game in [game.clone(), game.with(|lies| lies.fmt_position(|_, _| Err(fmt::Error)))] {
        let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ());
        assert!(solved.is_err(), "{:?}", game.lies);
    }
}

/// A solver compares the texts of a sample of positions. The check of the rules compares all.
#[test]
fn the_check_of_rules_compares_every_text() {
    let children =
        |of: u32| [(0, 2 * of + 1), (1, 2 * of + 2)].into_iter().filter(|child| child.1 < 4000);
    let mut nodes: Vec<_> = (0..4000).map(|of| node(&children(of).collect::<Vec<_>>())).collect();
    // Positions 3000 and 3001 count as equal.
    nodes[1499].moves.insert(2, 3001);
    let game = honest(Listed { blind: Blind::to(3, Blind::EQ), ..Listed::new(nodes) })
        .with(|lies| lies.encode(|at, code| if at.node() == 3001 { 3000 } else { code }));
    assert!(solve(game.clone(), Objective::Fastest, &mut |_, _| ()).is_ok());
    let error = check_rules(&game).unwrap_err().to_string();
    assert!(error.contains("but what is printed differs"), "{error}");
}

/// A defeat once: an image, from which no solver and no proof plays, led to a position that only counts as equal to the
/// right one.
#[test]
fn children_of_images_are_compared() {
    // From the start, 1 and 2 lead to the doors 4 and 8, which are images of one another, and 3 leads from them to 12 and
    // to 17. The image of 12 is 16, which counts as equal to 17. In 16 the side to move has lost; in 17 it moves, and wins.
    let mut nodes = vec![node(&[]); 24];
    nodes[0] = node(&[(1, 4), (2, 8)]);
    nodes[4] = Node { to_move: Player::O, ..node(&[(3, 12)]) };
    nodes[8] = Node { to_move: Player::O, ..node(&[(3, 17)]) };
    for hidden in [12, 16] {
        nodes[hidden] = node(&[(5, 20)]);
    }
    nodes[17] = node(&[(5, 21)]);
    nodes[20] = Node { to_move: Player::O, end: Outcome::Win, ..node(&[]) };
    nodes[21] = Node { to_move: Player::O, end: Outcome::Loss, ..node(&[]) };
    let swap = |pairs: &[(u32, u32)], of: u32| {
        let other = pairs.iter().find_map(|&(one, other)| match of {
            of if of == one => Some(other),
            of if of == other => Some(one),
            _ => None,
        });
        other.unwrap_or(of)
    };
    let identity = (Vec::new(), Vec::new());
    let mirror = ((0..24).map(|of| swap(&[(4, 8), (12, 16)], of)).collect(), vec![0, 2, 1]);
    let symmetries = vec![identity, mirror].into();
    let blind = Blind::to(3, Blind::EQ | Blind::ORD | Blind::HASH);
    let game = honest(Listed { symmetries, blind, ..Listed::new(nodes) }).without_codes();
    let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ());
    let error = solved.map(drop).unwrap_err().to_string();
    assert!(error.contains("this position counts as equal to another one"), "{error}");
    // A solver that compares nothing finds these four canonical positions, and these values.
    let values = [Value::loss(3), Value::win(2), Value::loss(1), Value::win(0)];
    let table = table_of(&game, &[0, 4, 12, 20], &values);
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// A defeat once: two images of a position counted as equal, and one of them was in no list.
#[test]
fn images_that_are_equal_are_compared() {
    // From the start, 1 leads to 4, and 2 to its image 5, which counts as equal to it.
    let mut nodes = vec![node(&[]); 6];
    nodes[0] = node(&[(1, 4), (2, 5)]);
    let identity = (Vec::new(), Vec::new());
    let mirror = (vec![0, 1, 2, 3, 5, 4], vec![0, 2, 1]);
    let symmetries = vec![identity, mirror].into();
    let blind = Blind::to(3, Blind::EQ | Blind::ORD | Blind::HASH);
    let game = honest(Listed { symmetries, blind, ..Listed::new(nodes) }).without_codes();
    let solved = solve(game.clone(), Objective::Fastest, &mut |_, _| ());
    let error = solved.map(drop).unwrap_err().to_string();
    assert!(error.contains("but what is printed differs"), "{error}");
    let table = table_of(&game, &[0, 4], &[Value::loss(1), Value::win(0)]);
    assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven());
}

/// The table of a game without codes with these canonical positions and values.
fn table_of(game: &Data, canonical: &[u32], values: &[Option<Value>]) -> Solution<Data> {
    let positions = canonical.iter().map(|&of| game.at(of)).collect();
    let numbering = SmallNumbering::Keys(KeyNumbering::of(game, positions).unwrap());
    let values = values.iter().map(|value| value.unwrap().byte()).collect();
    Solution::new(game.clone(), Objective::Fastest, numbering, values).unwrap()
}
