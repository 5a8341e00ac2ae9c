//! The tier solver against the code sweep, which shares no step with it, and against the definition.

use std::convert::Infallible;

use perfect_play_core::{Board, Game, Mnk, Objective, Outcome, Player, Probe, Value};
use perfect_play_generator::{
    Sections, TierSolver, TierValues,
    index::{Limits, Tiers},
    solve,
};

/// Solved tiers in memory.
#[derive(Default)]
struct Memory(Vec<[Vec<u8>; 2]>);

impl Sections for Memory {
    type Error = Infallible;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), Infallible> {
        values.clone_from(&self.0[tier as usize][mover]);
        Ok(())
    }
}

impl Memory {
    fn solve(game: &Mnk, tiers: &Tiers) -> Self {
        let solver = TierSolver::new(game, tiers).unwrap();
        let (mut memory, mut values) = (Self::default(), TierValues::default());
        for tier in 0..u32::try_from(tiers.len()).unwrap() {
            let Ok(()) = solver.solve(tier, &memory, &mut values);
            memory.0.push(values.sections.clone());
        }
        memory
    }

    fn value(&self, tiers: &Tiers, board: Board) -> Value {
        let (tier, player, rank) = tiers.locate(board).unwrap();
        let byte = self.0[tier as usize][usize::from(player == Player::X)][rank];
        Value::from_byte(byte).unwrap()
    }
}

fn agrees(name: &str, limits: Limits) {
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::with_limits(&game, limits).unwrap();
    let memory = Memory::solve(&game, &tiers);
    let solution = solve(game, Objective::Fastest).unwrap();
    let mut reachable = 0;
    for board in solution.positions().filter(|&board| game.terminal(board).is_none()) {
        assert_eq!(memory.value(&tiers, board), solution.value(board).unwrap(), "{name} {board:?}");
        reachable += 1;
    }
    assert!(reachable > 0 || game.terminal(Board::EMPTY).is_some(), "{name}");
    // All boards without a line, reachable or not.
    for (number, sections) in (0..).zip(&memory.0) {
        for (player, section) in [Player::O, Player::X].into_iter().zip(sections) {
            for (rank, &byte) in section.iter().enumerate() {
                let board = tiers.board(number, player, rank).unwrap();
                if [board.x(), board.o()].iter().any(|&marks| tiers.lines().any_within(marks)) {
                    continue;
                }
                let value = |child| match game.terminal(child) {
                    Some(outcome) => Value::terminal(outcome),
                    None => memory.value(&tiers, child),
                };
                let smallest = game.legal_moves(board).iter().map(|mv| value(game.play(board, mv)));
                let full = Value::terminal(Outcome::Draw);
                let expected = smallest.min().map_or(full, |smallest| smallest.before().unwrap());
                assert_eq!(byte, expected.byte(), "{name} {board:?}");
            }
        }
    }
}

const MOST: Limits = Limits { low: usize::MAX, top: usize::MAX, middle: usize::MAX };

fn names(most_cells: u8) -> impl Iterator<Item = String> {
    (1..=most_cells).flat_map(move |m| {
        (1..=most_cells / m).flat_map(move |n| {
            (1..=m.max(n)).flat_map(move |k| {
                ["mnk", "connect"].into_iter().flat_map(move |family| {
                    ["", "+misere"].map(|variant| format!("{family}:{m},{n},{k}{variant}"))
                })
            })
        })
    })
}

#[test]
fn every_game_up_to_nine_cells() {
    for name in names(9) {
        agrees(&name, MOST);
    }
}

#[test]
fn games_of_ten_to_twelve_cells() {
    for name in [
        "mnk:4,3,3",
        "mnk:5,2,3+misere",
        "mnk:6,2,4",
        "connect:4,3,3",
        "connect:3,4,3+misere",
        "connect:6,2,3",
        "connect:2,6,3",
        "connect:2,6,4",
        "connect:1,12,4",
    ] {
        agrees(name, MOST);
    }
}

#[test]
fn with_three_parts() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for variant in ["", "+misere"] {
        for (name, limits) in [
            ("tictactoe", limits(81, 81, 3)),
            ("tictactoe", limits(3, 81, 81)),
            ("mnk:4,3,3", limits(81, 81, 81)),
            ("mnk:3,3,2", limits(81, 3, 81)),
            ("connect:4,3,3", limits(225, 225, 1)),
            ("connect:3,3,2", limits(225, 1, 15)),
            ("connect:3,3,3", limits(15, 225, 1)),
            ("connect:5,2,3", limits(49, 49, 7)),
            ("connect:5,2,2", limits(49, 7, 49)),
            ("connect:3,4,3", limits(31, 31, 31)),
            ("connect:2,5,3", limits(63, 63, 1)),
        ] {
            agrees(&format!("{name}{variant}"), limits);
        }
    }
}

#[test]
fn layers_solved_in_parallel_are_the_same() {
    use std::sync::Mutex;

    struct Shared<'s>(&'s Mutex<Vec<[Vec<u8>; 2]>>);
    impl Sections for Shared<'_> {
        type Error = Infallible;

        fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), Infallible> {
            values.clone_from(&self.0.lock().unwrap()[tier as usize][mover]);
            Ok(())
        }
    }

    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let expected = Memory::solve(&game, &tiers).0;
    let solver = TierSolver::new(&game, &tiers).unwrap();
    let sections = Mutex::new(vec![[const { Vec::new() }; 2]; tiers.len()]);
    // Every second tier is solved already.
    for tier in (0..tiers.len()).step_by(2) {
        sections.lock().unwrap()[tier].clone_from(&expected[tier]);
    }
    for layer in (0..tiers.layers()).rev() {
        let keep = |tier: u32, values: &TierValues| {
            assert_eq!(tier % 2, 1);
            sections.lock().unwrap()[tier as usize].clone_from(&values.sections);
            Ok(())
        };
        let wanted = |tier| tier % 2 == 1;
        let Ok(()) = solver.solve_layer(tiers.layer(layer), &Shared(&sections), wanted, keep);
    }
    assert!(sections.into_inner().unwrap() == expected);
}

#[test]
fn another_game_is_refused() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    for other in ["mnk:4,3,4", "connect:4,3,3", "mnk:3,4,3"] {
        assert!(TierSolver::new(&other.parse::<Mnk>().unwrap(), &tiers).is_err(), "{other}");
    }
}
