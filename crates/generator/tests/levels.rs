//! The level solver against the code sweep: on every game that both can do, every entry is equal.

use perfect_play_core::{Game, Mnk, Objective, Probe};
use perfect_play_generator::{index::Index, solve, solve_levels};

fn agrees(game: Mnk) {
    let sweep = solve(game, Objective::Fastest).unwrap();
    let index = Index::of(&game).unwrap();
    let levels = solve_levels(game, Objective::Fastest, index, &|_| ()).unwrap();
    for code in 0..game.codes() {
        if let Ok(board) = game.decode(code) {
            assert_eq!(levels.value(board), sweep.value(board), "{game}: {board:?}");
        }
    }
}

/// All games with so many cells, and every K.
fn every_game(cells: impl Fn(u8) -> bool) -> impl Iterator<Item = Mnk> {
    let shapes = (1..=16).flat_map(|m| (1..=16).map(move |n| (m, n)));
    shapes
        .filter(move |&(m, n): &(u8, u8)| m.checked_mul(n).is_some_and(&cells))
        .flat_map(|(m, n)| (1..=m.max(n)).filter_map(move |k| Mnk::new(m, n, k).ok()))
        .flat_map(|game| [game, game.misere(), game.gravity(), game.gravity().misere()])
}

#[test]
fn every_game_of_up_to_twelve_cells_is_the_same() {
    every_game(|cells| cells <= 12).for_each(agrees);
}
