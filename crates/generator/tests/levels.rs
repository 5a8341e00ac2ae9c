//! The level solver against the code sweep: on every game that both can do, every entry is equal.

use std::ops::RangeInclusive;

use perfect_play_core::{Game, Mnk, Objective, Probe};
use perfect_play_generator::{
    SolveError,
    index::{Index, Limits},
    solve, solve_levels,
};

fn agrees(game: Mnk) {
    agrees_with_limits(game, Limits::default());
}

fn agrees_with_limits(game: Mnk, limits: Limits) {
    let sweep = solve(game, Objective::Fastest).unwrap();
    let index = Index::with_limits(&game, limits).unwrap();
    let levels = solve_levels(game, Objective::Fastest, index, &|_| ()).unwrap();
    for code in 0..game.codes() {
        if let Ok(board) = game.decode(code) {
            assert_eq!(levels.value(board), sweep.value(board), "{game}: {board:?}");
        }
    }
}

/// All games with so many cells, every K, with and without gravity, normal and misère.
fn every_game(cells: RangeInclusive<u8>) -> impl Iterator<Item = Mnk> {
    let shapes = (1..=16_u8).flat_map(|m| (1..=16 / m).map(move |n| (m, n)));
    shapes
        .filter(move |&(m, n)| cells.contains(&(m * n)))
        .flat_map(|(m, n)| (1..=m.max(n)).filter_map(move |k| Mnk::new(m, n, k).ok()))
        .flat_map(|game| [game, game.misere(), game.gravity(), game.gravity().misere()])
        .filter(|game| Index::of(game).is_ok())
}

#[test]
fn every_game_of_up_to_ten_cells_is_the_same() {
    every_game(1..=10).for_each(agrees);
}

#[test]
fn every_game_of_twelve_cells_is_the_same() {
    every_game(11..=12).for_each(agrees);
}

#[test]
fn a_choice_of_larger_games_is_the_same() {
    for name in [
        "mnk:7,2,2",
        "mnk:13,1,3+misere",
        "mnk:2,7,3",
        "mnk:5,3,3",
        "mnk:3,5,4+misere",
        "mnk:4,4,4",
        "connect:7,2,2",
        "connect:5,3,3+misere",
        "connect:3,5,3",
        "connect:2,8,4",
        "connect:4,4,4",
    ] {
        agrees(name.parse().unwrap());
    }
}

#[test]
fn three_parts_as_on_large_boards_are_the_same() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for (name, limits) in [
        ("tictactoe", limits(81, 81, 3)),
        ("mnk:4,3,3", limits(81, 81, 81)),
        ("mnk:4,3,3+misere", limits(81, 9, 729)),
        ("mnk:6,2,2", limits(81, 81, 81)),
        ("connect:5,2,2", limits(49, 49, 7)),
        ("connect:6,2,3+misere", limits(49, 49, 49)),
        ("connect:3,4,3", limits(31, 31, 31)),
    ] {
        agrees_with_limits(name.parse().unwrap(), limits);
    }
}

#[test]
fn the_numbering_of_another_game_is_refused() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    for other in ["mnk:4,3,4", "mnk:4,3,3+misere", "mnk:3,4,3", "connect:4,3,3"] {
        let index = Index::of(&other.parse::<Mnk>().unwrap()).unwrap();
        let error = solve_levels(game, Objective::Fastest, index, &|_| ()).unwrap_err();
        assert_eq!(error, SolveError::OtherNumbering, "{other}");
    }
}

/// `cargo test --release -p perfect-play-generator --all-features -- --ignored`: about twenty minutes
/// of CPU time, by what those of 13 cells take (14 seconds for 1.4 % of all the codes).
#[test]
#[ignore = "takes about twenty minutes"]
fn every_game_of_up_to_sixteen_cells_is_the_same() {
    every_game(13..=16).for_each(agrees);
}
