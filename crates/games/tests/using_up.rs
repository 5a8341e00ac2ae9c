//! Games that use up the board, or the stones, in every position, against the rules in `independent/using_up.py`, and
//! against what others have found.

mod brute_force;

use brute_force::{Worth, agree, solve};
use perfect_play_core::Game;
use perfect_play_games::{Chomp, Clobber, Domineering, Hex, Isolation, Nim};

const PRINTED: &str = include_str!("independent/using_up.txt");

#[test]
fn clobber() {
    agree::<Clobber>(PRINTED, &["clobber"]);
}

#[test]
fn domineering() {
    agree::<Domineering>(PRINTED, &["domineering"]);
}

#[test]
fn isolation() {
    agree::<Isolation>(PRINTED, &["isolation"]);
}

#[test]
fn hex() {
    agree::<Hex>(PRINTED, &["hex"]);
}

#[test]
fn chomp() {
    agree::<Chomp>(PRINTED, &["chomp"]);
}

#[test]
fn nim() {
    agree::<Nim>(PRINTED, &["nim"]);
}
