//! Boards of marks, in every position, against the rules in `independent/marks.py`.

use super::brute_force::{Worth, agree, never_panics, solve};
use perfect_play_core::Game;
use perfect_play_games::{Notakto, Wild};

const PRINTED: &str = include_str!("independent/marks.txt");

#[test]
fn tic_tac_toe() {
    agree(PRINTED, &["tictactoe"]);
}

#[test]
fn wild() {
    agree(PRINTED, &["wild"]);
}

/// Wikipedia, *Wild tic-tac-toe*: the first player wins. In misère play it is a draw.
#[test]
fn wild_as_published() {
    let game: Wild = "wild:3,3,3".parse().unwrap();
    assert!(matches!(solve(game).worths[0], Worth::Win(_)));
    assert_eq!(solve(game.misere()).worths[0], Worth::Draw);
}

#[test]
fn notakto() {
    agree(PRINTED, &["notakto"]);
}

/// Plambeck and Whitehead, *The Secrets of Notakto*: the first player wins only with the centre.
#[test]
fn notakto_as_published() {
    let solved = solve("notakto:3,3,3");
    for &(mv, to, _) in &solved.moves[0] {
        assert_eq!(matches!(solved.worths[to], Worth::Loss(_)), mv == 4, "{mv}");
    }
    assert!(solved.game.parse_position("O........").is_err());
}

#[test]
fn whatever_is_given_there_is_an_answer() {
    never_panics::<Wild>("wild:3,3,3");
    never_panics::<Wild>("wild:8,4,4+misere");
    never_panics::<Notakto>("notakto:8,4,4");
}
