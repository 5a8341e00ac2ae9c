//! Games for points, in every position, against the rules in `independent/points.py`, and against what others have
//! found.

mod brute_force;

use brute_force::{Worth, agree, solve};
use perfect_play_games::{Dots, Kalah, Othello};

const PRINTED: &str = include_str!("independent/points.txt");

#[test]
fn othello() {
    agree::<Othello>(PRINTED, &["othello"]);
}

#[test]
fn dots() {
    agree::<Dots>(PRINTED, &["dots"]);
}

#[test]
fn kalah() {
    agree::<Kalah>(PRINTED, &["kalah"]);
}
