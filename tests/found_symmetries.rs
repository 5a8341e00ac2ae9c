//! Games without codes whose symmetries are wrong, each in one way: neither a solve nor a proof takes them for right.

use std::{collections::HashSet, fmt};

use perfect_play_generator::{
    Solution, SolveError, Solver, check_rules,
    core::{Game, Move, Moves, Objective, Outcome, Player, Probe, Value},
};
use perfect_play_proof::{Rules, verify, verify_with};

/// Two piles, from either of which one to three stones are taken; who takes the last one wins. A move is a number of
/// stones, and 4 more from the second pile. The symmetry exchanges the piles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piles(Wrong);

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Nothing,
    /// Three stones can only be taken from the first pile.
    Rules,
    /// Moves stay as they are when piles are exchanged.
    Moves,
    /// Three stones are two in the image.
    OneMove,
    /// Piles as these have another image, which is theirs as well.
    NotBack,
    /// All stones are on one pile in the image of an image.
    NotClosed,
    /// The start has another image.
    Start,
    /// Who has both piles empty has won, if the last stone was on the second one.
    End,
}

const START: [u8; 3] = [5, 5, 0];

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piles {:?}", self.0)
    }
}

impl Game for Piles {
    /// The piles, and which of them the last stones were taken from: 1 or 2. So there are more positions.
    type Position = [u8; 3];

    fn start(&self) -> [u8; 3] {
        if self.0 == Wrong::Start { [4, 6, 0] } else { START }
    }
    fn to_move(&self, _: [u8; 3]) -> Player {
        Player::X
    }
    fn legal_moves(&self, [first, second, last]: [u8; 3]) -> Moves {
        if is_over([first, second, last]) {
            return Moves::EMPTY;
        }
        let most = if self.0 == Wrong::Rules { 2 } else { 3 };
        (1..=first.min(3)).chain((1..=second.min(most)).map(|stones| 4 + stones)).collect()
    }
    fn play(&self, [first, second, _]: [u8; 3], mv: Move) -> [u8; 3] {
        match mv {
            ..4 => [first.saturating_sub(mv), second, 1],
            _ => [first, second.saturating_sub(mv - 4), 2],
        }
    }
    fn terminal(&self, position: [u8; 3]) -> Option<Outcome> {
        let outcome = match position[2] {
            2 if self.0 == Wrong::End => Outcome::Win,
            _ => Outcome::Loss,
        };
        is_over(position).then_some(outcome)
    }
    fn is_impartial(&self) -> bool {
        true
    }

    fn symmetries(&self) -> u8 {
        2
    }
    fn image(&self, position @ [first, second, last]: [u8; 3], symmetry: u8) -> [u8; 3] {
        if symmetry == 0 {
            return position;
        }
        match (self.0, first, second) {
            (Wrong::NotBack, 3, 4) => [1, 4, last],
            (Wrong::NotClosed, 3, 2) => [5, 0, last],
            _ => [second, first, [0, 2, 1][usize::from(last % 3)]],
        }
    }
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        match (self.0, symmetry) {
            (_, 0) | (Wrong::Moves, _) => mv,
            (Wrong::OneMove, _) if mv == 3 => 6,
            _ => mv ^ 4,
        }
    }
}

/// Whether both piles are empty.
fn is_over([first, second, _]: [u8; 3]) -> bool {
    first == 0 && second == 0
}

fn solved(game: Piles, solver: Solver) -> Result<Solution<Piles>, SolveError> {
    solver.solve(game, Objective::Fastest, &mut |_, _| ())
}

/// All positions, by playing on, and what each is worth, by definition.
fn value(game: Piles, position: [u8; 3], met: &mut HashSet<[u8; 3]>) -> Value {
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
    let game = Piles(Wrong::Nothing);
    for solver in [Solver::default(), Solver::default().tested()] {
        let table = solved(game, solver).unwrap();
        let mut met = HashSet::new();
        value(game, START, &mut met);
        assert_eq!(table.positions().collect::<HashSet<_>>(), met);
        for &position in &met {
            let expected = value(game, position, &mut HashSet::new());
            assert_eq!(table.value(position), Ok(expected), "{position:?}");
        }
        assert_eq!(check_rules(&game), Ok(met.len() as u64));
        assert!(table.values().len() < met.len() * 3 / 5);
        let tested = verify_with(&table, table.numbering(), Rules::Tested, &mut |_, _| ());
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
    for wrong in [
        Wrong::Rules,
        Wrong::Moves,
        Wrong::OneMove,
        Wrong::NotBack,
        Wrong::NotClosed,
        Wrong::Start,
        Wrong::End,
    ] {
        let game = Piles(wrong);
        let error = solved(game, Solver::default()).map(|_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Inconsistent(_)), "{wrong:?}: {error}");
        assert!(check_rules(&game).is_err(), "{wrong:?}");
        // If the symmetries are called tested, a solve may notice nothing. A proof does.
        if let Ok(table) = solved(game, Solver::default().tested()) {
            assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{wrong:?}");
        }
    }
}
