//! The solver of tiers against the oracle, on boards that the code sweep does not reach: every position
//! of Connect-K on up to twenty cells, misère too.

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Game, Objective, Probe},
    numbering::{TierTable, Tiers},
    solve_tiers,
};
use perfect_play_proof::reachable;

use crate::oracle::Oracle;

/// Every position has the oracle's value, and there are no others.
fn agrees(columns: u8, rows: u8, k: u8, misere: bool) {
    let oracle = Oracle::falling(columns.into(), rows.into(), k.into(), misere);
    let game = Mnk::new(columns, rows, k).unwrap().gravity();
    let game = if misere { game.misere() } else { game };
    let numbering = Tiers::of(&game).unwrap();
    let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
    let table = TierTable::new(game, Objective::Fastest, numbering.into(), sections).unwrap();
    let positions = oracle.positions();
    for &code in &positions {
        let board = game.decode(code).unwrap();
        let value = table.value(board).unwrap();
        let plies = value.plies().or_else(|| game.plies_to_draw(board)).unwrap();
        let verdict = Some((value.outcome().number(), plies));
        assert_eq!(verdict, oracle.verdict(code), "{game}, code {code}");
    }
    let by_ply = reachable(&game, table.numbering().tiers(), &mut |_, _| ());
    assert_eq!(by_ply.iter().sum::<u64>(), positions.len() as u64, "{game}");
}

fn connect_k_agrees(shapes: &[(u8, u8)]) {
    for &(columns, rows) in shapes {
        for k in 2..=4 {
            for misere in [false, true] {
                agrees(columns, rows, k, misere);
            }
        }
    }
}

#[test]
fn connect_k_of_fifteen_cells() {
    connect_k_agrees(&[(3, 5), (5, 3)]);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn connect_k_of_eighteen_and_twenty_cells() {
    connect_k_agrees(&[(3, 6), (6, 3), (4, 5), (5, 4)]);
}
