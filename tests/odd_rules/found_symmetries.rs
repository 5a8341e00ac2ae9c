//! Games without codes whose symmetries are wrong, each in one way: neither a solve nor a proof takes them for right.

use std::collections::HashSet;

use perfect_play_core::{Game, Objective, Outcome, Player, Probe, Value};
use perfect_play_generator::{Solution, SolveError, Solver, check_rules};
use perfect_play_proof::{Rules, verify, verify_with};
use perfect_play_test_kit::{At, Lies, Listed, Lying, lies, only, open};

/// The number of a position: the stones on two piles, and which of them the last stones were taken from: 1 or 2.
fn number([first, second, last]: [u32; 3]) -> u32 {
    (7 * first + second) * 3 + last
}

/// Two piles of five, from either of which one to three stones are taken; who takes the last one wins. A move is a number
/// of stones, and 4 more from the second pile. The symmetry exchanges the piles.
fn piles() -> Listed {
    let positions = (0..7).flat_map(|first| (0..7).map(move |second| [first, second]));
    let positions =
        positions.flat_map(|[first, second]| [0, 1, 2].map(|last| [first, second, last]));
    let node = |[first, second, _]: [u32; 3]| {
        let of_first = (1..=first.min(3)).map(|stones| (stones, [first - stones, second, 1]));
        let of_second = (1..=second.min(3)).map(|stones| (4 + stones, [first, second - stones, 2]));
        let moves = of_first.chain(of_second);
        open(Player::X, moves.map(|(mv, to)| (u8::try_from(mv).unwrap(), number(to))))
    };
    let image = |[first, second, last]: [u32; 3]| number([second, first, [0, 2, 1][last as usize]]);
    let mirror = (positions.clone().map(image).collect(), (0..8).map(|mv| mv ^ 4).collect());
    Listed {
        name: "piles",
        starts: vec![number([5, 5, 0])],
        is_impartial: true,
        symmetries: vec![(Vec::new(), Vec::new()), mirror].into(),
        ..Listed::new(positions.map(node).collect::<Vec<_>>()).without_codes()
    }
}

/// The image of these piles, whichever the last stones were taken from, has these ones.
fn image_is(
    lies: Lies<At>,
    [first, second]: [u32; 2],
    [to_first, to_second]: [u32; 2],
) -> Lies<At> {
    let game = piles();
    lies.image(move |at, symmetry, image| {
        let last = at.node() % 3;
        let is_meant = symmetry == 1 && at.node() == number([first, second, last]);
        if is_meant { game.at(number([to_first, to_second, last])) } else { image }
    })
}

type Tell = fn(Lies<At>) -> Lies<At>;

/// What can be wrong.
const WRONG: [(&str, Tell); 7] = [
    ("three stones can only be taken from the first pile", |lies| {
        lies.legal_moves(|_, moves| moves.without(7))
    }),
    ("moves stay as they are when piles are exchanged", |lies| {
        lies.image_of_move(|_, mv, _, _| mv)
    }),
    ("three stones are two in the image", |lies| {
        lies.image_of_move(|_, mv, by, image| if (mv, by) == (3, 1) { 6 } else { image })
    }),
    ("piles as these have another image, which is theirs as well", |lies| {
        image_is(lies, [3, 4], [1, 4])
    }),
    ("all stones are on one pile in the image of an image", |lies| image_is(lies, [3, 2], [5, 0])),
    ("the start has another image", |lies| lies.start(|_| piles().at(number([4, 6, 0])))),
    ("who has both piles empty has won, if the last stone was on the second one", |lies| {
        lies.terminal(only(piles().at(number([0, 0, 2])), Some(Outcome::Win)))
    }),
];

fn solved(game: &Lying<Listed>, solver: Solver) -> Result<Solution<Lying<Listed>>, SolveError> {
    solver.solve(game.clone(), Objective::Fastest, &mut |_, _| ())
}

/// All positions, by playing on, and what each is worth, by definition.
fn value(game: &Lying<Listed>, position: At, met: &mut HashSet<At>) -> Value {
    met.insert(position);
    let moves = game.legal_moves(position);
    let children = moves.iter().map(|mv| value(game, game.play(position, mv), met));
    let outcomes = children.map(|child| (child.outcome().reverse(), child.plies().unwrap() + 1));
    let outcomes: Vec<_> = outcomes.collect();
    let fastest =
        outcomes.iter().filter(|(outcome, _)| *outcome == Outcome::Win).map(|win| win.1).min();
    let slowest = outcomes.iter().map(|loss| loss.1).max();
    match (fastest, slowest) {
        (Some(plies), _) => Value::win(plies).unwrap(),
        (None, Some(plies)) => Value::loss(plies).unwrap(),
        (None, None) => game.end(position).unwrap(),
    }
}

#[test]
fn right_symmetries_change_nothing() {
    let game = Lying::honest(piles());
    for solver in [Solver::default(), Solver::default().tested()] {
        let table = solved(&game, solver).unwrap();
        let mut met = HashSet::new();
        value(&game, game.start(), &mut met);
        assert_eq!(table.positions().collect::<HashSet<_>>(), met);
        for &position in &met {
            let expected = value(&game, position, &mut HashSet::new());
            assert_eq!(table.value(position), Ok(expected), "{position:?}");
        }
        assert_eq!(check_rules(&game), Ok(met.len() as u64));
        assert!(table.values().len() < met.len() * 3 / 5);
        let tested = verify_with(&table, Rules::Tested, &mut |_, _| ());
        for proof in [verify(&table, &mut |_, _| ()), tested] {
            let proof = proof.unwrap();
            assert!(proof.is_proven());
            assert_eq!(
                (proof.entries, proof.positions()),
                (met.len() as u64, Some(met.len() as u64))
            );
        }
    }
}

#[test]
fn wrong_symmetries_are_neither_solved_nor_proven_nor_checked() {
    for (wrong, tell) in WRONG {
        let game = Lying::new(piles(), tell(lies()));
        let error = solved(&game, Solver::default()).map(|_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Inconsistent(_)), "{wrong}: {error}");
        assert!(check_rules(&game).is_err(), "{wrong}");
        // If the symmetries are called tested, a solve may notice nothing. A proof does.
        if let Ok(table) = solved(&game, Solver::default().tested()) {
            assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{wrong}");
        }
    }
}
