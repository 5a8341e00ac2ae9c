//! A game without codes has the same trees as the same game with codes.

use perfect_play_core::{Game, Kind, NO_CODES};
use perfect_play_games::Mnk;
use perfect_play_generator::{Algorithm, ScoreRule, calls_to_depth, count_calls, trace};
use perfect_play_test_kit::{Lying, lies};

const GAME: Mnk = Mnk::TICTACTOE;

#[test]
fn the_trees_are_the_same() {
    let rule = ScoreRule::Unit;
    let without_codes = Lying::new(GAME, lies().codes(|_| NO_CODES).kind(|_| Kind::Other));
    for algorithm in Algorithm::ALL {
        let board = GAME.parse("X...O....").unwrap();
        assert_eq!(
            trace(&without_codes, board, rule, algorithm, u8::MAX),
            trace(&GAME, board, rule, algorithm, u8::MAX)
        );
        let start = GAME.start();
        assert_eq!(
            count_calls(&without_codes, start, rule, algorithm),
            count_calls(&GAME, start, rule, algorithm)
        );
        assert_eq!(
            calls_to_depth(&without_codes, start, rule, algorithm, u64::MAX),
            calls_to_depth(&GAME, start, rule, algorithm, u64::MAX)
        );
    }
}
