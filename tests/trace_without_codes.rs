//! A game without codes has the same trees as the same game with codes.

use std::fmt;

use perfect_play_games::Mnk;
use perfect_play_generator::{
    Algorithm, ScoreRule, calls_to_depth,
    core::{Board, Game, Move, Moves, Outcome, Player},
    count_calls, trace,
};

const GAME: Mnk = Mnk::TICTACTOE;

/// Tic-tac-toe without codes.
struct WithoutCodes;

impl fmt::Display for WithoutCodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tic-tac-toe without codes")
    }
}

impl Game for WithoutCodes {
    type Position = Board;

    fn start(&self) -> Board {
        GAME.start()
    }
    fn to_move(&self, board: Board) -> Player {
        GAME.to_move(board)
    }
    fn legal_moves(&self, board: Board) -> Moves {
        GAME.legal_moves(board)
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        GAME.play(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        GAME.terminal(board)
    }

    fn symmetries(&self) -> u8 {
        GAME.symmetries()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        GAME.image(board, symmetry)
    }
    fn image_of_move(&self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
        GAME.image_of_move(position, mv, symmetry)
    }
}

#[test]
fn the_trees_are_the_same() {
    let rule = ScoreRule::Unit;
    for algorithm in Algorithm::ALL {
        let board = GAME.parse("X...O....").unwrap();
        assert_eq!(
            trace(&WithoutCodes, board, rule, algorithm, u8::MAX),
            trace(&GAME, board, rule, algorithm, u8::MAX)
        );
        let start = GAME.start();
        assert_eq!(
            count_calls(&WithoutCodes, start, rule, algorithm),
            count_calls(&GAME, start, rule, algorithm)
        );
        assert_eq!(
            calls_to_depth(&WithoutCodes, start, rule, algorithm, u64::MAX),
            calls_to_depth(&GAME, start, rule, algorithm, u64::MAX)
        );
    }
}
