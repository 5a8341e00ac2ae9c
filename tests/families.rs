//! The code sweep against the oracle, on every m,n,k-game up to 4 by 4, with and without gravity,
//! misère too: every code, both objectives; and what the rules alone say of each code. On the largest
//! board, misère or with gravity, only of each position: what the other 33 million codes mean is the same there.

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{CodeTable, Entry, Game, Layout, Objective, Outcome, Probe},
    solve,
};
use perfect_play_proof::verify;

use crate::oracle::{self, Oracle, Verdict};

/// Without gravity.
fn agrees(columns: u8, rows: u8, k: u8, misere: bool) {
    let oracle = Oracle::new(columns.into(), rows.into(), k.into(), misere);
    agrees_with(&oracle, Mnk::new(columns, rows, k).unwrap(), misere);
}

fn agrees_with_gravity(columns: u8, rows: u8, k: u8, misere: bool) {
    let oracle = Oracle::falling(columns.into(), rows.into(), k.into(), misere);
    agrees_with(&oracle, Mnk::new(columns, rows, k).unwrap().gravity(), misere);
}

fn agrees_with(oracle: &Oracle, game: Mnk, misere: bool) {
    let game = if misere { game.misere() } else { game };
    let fastest = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let small = game.codes() <= 1 << 16 && game.max_move() <= 8;
    assert_eq!(Layout::of(&game), if small { Layout::Words } else { Layout::Bytes });
    // The objective changes no value.
    let values = fastest.values().as_slice();
    let all = CodeTable::by_code(game, Objective::Outcome, values).unwrap();
    assert_eq!(game.codes(), oracle.codes());
    let mut positions = oracle.positions();
    positions.sort_unstable();
    assert!(fastest.positions().map(|board| game.encode(board)).eq(positions.iter().copied()));
    for &code in &positions {
        let position = game.decode(code).unwrap();
        assert_eq!(game.check(position), Ok(()), "{game}, code {code}");
        let moves = oracle.moves(code);
        let entry = entry(oracle.verdict(code).unwrap(), oracle::fastest(&moves));
        assert_eq!(fastest.probe(position), Ok(entry), "{game}, code {code}");
        let optimal_moves = oracle::outcome_preserving(&moves).into_iter().collect();
        let entry = Entry { optimal_moves, ..entry };
        assert_eq!(all.probe(position), Ok(entry), "{game}, code {code}");
    }
    if (game.has_gravity() || misere) && game.codes() > 1 << 20 {
        return;
    }
    let mut positions = positions.into_iter().peekable();
    for code in 0..game.codes() {
        if positions.next_if_eq(&code).is_some() {
            continue;
        }
        if let Ok(board) = game.decode(code) {
            assert!(fastest.probe(board).is_err());
            // With gravity the rules alone do not detect every such board.
            assert!(game.check(board).is_err() || game.has_gravity(), "{game}, code {code}");
        }
    }
}

fn entry((number, remoteness): Verdict, optimal_moves: Vec<u8>) -> Entry {
    let outcome =
        [Outcome::Loss, Outcome::Draw, Outcome::Win][usize::try_from(number + 1).unwrap()];
    Entry {
        outcome,
        remoteness: Some(remoteness),
        score: None,
        optimal_moves: optimal_moves.into_iter().collect(),
    }
}

#[test]
fn every_game_up_to_twelve_cells() {
    for columns in 1..=4 {
        for rows in (1..=4).filter(|rows| columns * rows <= 12) {
            for k in 1..=columns.max(rows) {
                for misere in [false, true] {
                    agrees(columns, rows, k, misere);
                    agrees_with_gravity(columns, rows, k, misere);
                }
            }
        }
    }
}

#[test]
fn long_and_narrow_games() {
    for (columns, rows, k) in [(5, 2, 3), (2, 5, 4), (10, 1, 3), (1, 11, 2), (6, 2, 2)] {
        for misere in [false, true] {
            agrees(columns, rows, k, misere);
            agrees_with_gravity(columns, rows, k, misere);
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn four_by_four() {
    agrees(4, 4, 4, false);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn four_by_four_with_shorter_lines() {
    for k in 1..=3 {
        agrees(4, 4, k, false);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn four_by_four_misere() {
    for k in 1..=4 {
        agrees(4, 4, k, true);
    }
}

#[test]
fn four_by_four_with_gravity() {
    for k in 1..=4 {
        agrees_with_gravity(4, 4, k, false);
    }
}

#[test]
fn four_by_four_with_gravity_misere() {
    for k in 1..=4 {
        agrees_with_gravity(4, 4, k, true);
    }
}

#[test]
fn the_4_4_3_game_is_a_win_for_the_first_player_in_5_plies() {
    let solution = solve(Mnk::new(4, 4, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let start = solution.probe(solution.game().start()).unwrap();
    assert_eq!((start.outcome, start.remoteness), (Outcome::Win, Some(5)));
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn the_largest_game_is_proven_from_the_rules_alone() {
    let solution = solve(Mnk::new(4, 4, 4).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    let proof = verify(&solution, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert_eq!(proof.positions(), Some(9_722_011));
}
