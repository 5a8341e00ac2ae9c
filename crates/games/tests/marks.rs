//! Boards of marks, in every position, against the rules in `independent/marks.py`.

mod brute_force;

use brute_force::agree;
use perfect_play_games::Mnk;

const PRINTED: &str = include_str!("independent/marks.txt");

#[test]
fn tic_tac_toe() {
    agree::<Mnk>(PRINTED, &["tictactoe"]);
}
