//! The rules of a game return an answer for any arguments. Errors about names beyond the limits show the limits.

use std::{fmt::Debug, str::FromStr};

use super::brute_force::never_panics;
use perfect_play_core::Game;
use perfect_play_games::{
    Chomp, Clobber, Domineering, Dots, Hex, Isolation, Kalah, Nim, Othello, ParseNameErrorKind,
};

fn answers<G>(names: &[&str])
where
    G: Game + FromStr<Err: Debug>,
{
    for name in names {
        never_panics::<G>(name);
    }
}

#[test]
fn rules_answer_whatever_is_asked() {
    answers::<Othello>(&["othello:2,2", "othello:4,8"]);
    answers::<Dots>(&["dots:1,1", "dots:3,3", "dots:10,1", "dots:1,10"]);
    answers::<Kalah>(&["kalah:1,63", "kalah:3,2", "kalah:6,10"]);
    answers::<Nim>(&["nim:1", "nim:255,1", "nim:1,1,1,1,1,1,1,1"]);
    answers::<Chomp>(&["chomp:1,1", "chomp:15,15", "chomp:1,15"]);
    answers::<Domineering>(&["domineering:1,1", "domineering:26,1", "domineering:1,32"]);
    answers::<Clobber>(&["clobber:1,1", "clobber:4,8", "clobber:5,5"]);
    answers::<Hex>(&["hex:1", "hex:5"]);
    answers::<Isolation>(&["isolation:1,2", "isolation:16,2", "isolation:5,6"]);
}

#[test]
fn names_beyond_the_limits_say_which_these_are() {
    fn refused<G: FromStr<Err = perfect_play_games::ParseNameError>>(names: &[&str], limits: &str) {
        for name in names {
            let Err(error) = name.parse::<G>() else { panic!("{name} is read") };
            assert!(matches!(error.kind(), ParseNameErrorKind::Limits { .. }), "{name}: {error}");
            assert!(error.kind().to_string().ends_with(limits), "{name}: {error}");
            assert_eq!(&name[error.place()], name.split_once(':').unwrap().1);
        }
    }
    refused::<Othello>(
        &["othello:0,4", "othello:3,4", "othello:4,5", "othello:6,6", "othello:28,1"],
        "M and N are even, and M times N is at most 32",
    );
    refused::<Dots>(
        &["dots:0,1", "dots:1,0", "dots:4,4", "dots:11,1", "dots:255,255"],
        "M and N are at least 1, and M by N boxes have at most 32 edges",
    );
    refused::<Kalah>(
        &["kalah:0,3", "kalah:3,0", "kalah:7,1", "kalah:6,11", "kalah:255,255"],
        "PITS is 1 to 6, SEEDS at least 1, and 2 times PITS times SEEDS at most 127",
    );
    refused::<Nim>(
        &["nim:0", "nim:1,0", "nim:255,2", "nim:200,100"],
        "there are 1 to 8 piles of 1 to 255 stones, of at most 256 together",
    );
    refused::<Chomp>(
        &["chomp:0,1", "chomp:1,0", "chomp:16,1", "chomp:1,16"],
        "M and N are 1 to 15",
    );
    let board = "M is 1 to 26, N at least 1, and M times N at most 32";
    refused::<Domineering>(&["domineering:0,1", "domineering:27,1", "domineering:3,11"], board);
    refused::<Clobber>(&["clobber:1,0", "clobber:1,33", "clobber:255,255"], board);
    refused::<Hex>(&["hex:0", "hex:6", "hex:255"], "N is 1 to 5");
    refused::<Isolation>(
        &["isolation:1,1", "isolation:0,2", "isolation:6,6"],
        "M is 1 to 26, N at least 2, and M times N at most 32",
    );
}
