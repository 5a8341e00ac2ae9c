//! Line games: every board of small games, and boards of larger games that are solved by tiers.

use perfect_play_core::{Game, Objective, Probe};
use perfect_play_games::Mnk;
use perfect_play_generator::{numbering::TierNumbering, solve_tiers};
use perfect_play_numbering::TierTable;
use perfect_play_search::Search;
use perfect_play_test_kit::{Random, line_games};

use super::{memory, truth::agrees};

#[test]
fn every_board_of_small_line_games_has_its_value() {
    for name in line_games(9) {
        agrees(&name.parse::<Mnk>().unwrap(), 1 << 12);
    }
}

/// Compares the search with a table, on the boards of random plays.
fn agrees_with_tiers(name: &str, plays: u32) {
    let game: Mnk = name.parse().unwrap();
    let numbering = TierNumbering::of(&game).unwrap();
    let sections = solve_tiers(&game, numbering.tiers(), &|_| ()).unwrap();
    let table = TierTable::new(game, Objective::Fastest, numbering, sections).unwrap();
    let search = Search::new(game, memory(1 << 16)).unwrap();
    let mut random = Random::new(7);
    for _ in 0..plays {
        let mut board = game.start();
        while game.end(board).is_none() {
            let moves: Vec<_> = game.legal_moves(board).iter().collect();
            board = game.play(board, random.of(&moves));
            let (found, known) = (search.value_with_moves(board), table.value_with_moves(board));
            assert_eq!(found.unwrap(), known.unwrap(), "{name}: {board:?}");
        }
    }
}

/// Numbers of rows and of cells that are odd and even, and lines of different lengths.
#[test]
fn boards_of_larger_line_games_have_their_values() {
    for name in [
        "connect:4,4,4",
        "connect:4,4,3",
        "connect:5,4,4",
        "connect:4,5,4",
        "connect:3,5,3",
        "connect:5,3,3",
        "connect:4,4,3+misere",
        "mnk:4,3,3",
        "mnk:4,4,4",
        "mnk:4,3,3+misere",
    ] {
        agrees_with_tiers(name, 10);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn boards_of_large_line_games_have_their_values() {
    for name in [
        "connect:6,4,4",
        "connect:5,5,4",
        "connect:4,6,4",
        "connect:4,7,4",
        "connect:3,8,4",
        "connect:5,5,5",
        "connect:7,3,3",
        "connect:5,5,4+misere",
        "mnk:5,4,4",
    ] {
        agrees_with_tiers(name, 100);
    }
}
