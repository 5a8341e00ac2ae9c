//! Stones on points and lines, in every position, against the rules in `independent/stones.py`.

mod brute_force;

use brute_force::{Worth, agree, never_panics, solve};
use perfect_play_games::{Morris, MuTorere, ParseNameErrorKind, PongHauKi};

const PRINTED: &str = include_str!("independent/stones.txt");

#[test]
fn nine_holes() {
    agree::<Morris>(PRINTED, &["nine-holes"]);
}

#[test]
fn three_mens_morris() {
    agree::<Morris>(PRINTED, &["three-mens-morris"]);
}

#[test]
fn tapatan() {
    agree::<Morris>(PRINTED, &["tapatan"]);
}

#[test]
fn achi() {
    agree::<Morris>(PRINTED, &["achi"]);
}

#[test]
fn mu_torere() {
    agree::<MuTorere>(PRINTED, &["mu-torere"]);
}

#[test]
fn pong_hau_ki() {
    agree::<PongHauKi>(PRINTED, &["pong-hau-ki"]);
}

/// Wikipedia, *Three men's morris*: the first player wins by the centre, and by nothing else.
#[test]
fn three_mens_morris_as_published() {
    let solved = solve(Morris::THREE_MENS_MORRIS);
    assert!(matches!(solved.worths[0], Worth::Win(_)));
    for &(mv, to, _) in &solved.moves[0] {
        assert_eq!(matches!(solved.worths[to], Worth::Loss(_)), mv == 4, "{mv}");
    }
}

/// Of 1,180 positions 208 are won, 128 lost and 844 drawn, the start with them: Gamescrafters, University of California,
/// Berkeley, *Mū Tōrere*.
#[test]
fn mu_torere_as_published() {
    let solved = solve(MuTorere);
    let count = |kind: fn(&Worth) -> bool| solved.worths.iter().filter(|worth| kind(worth)).count();
    assert_eq!(solved.worths.len(), 1180);
    assert_eq!(count(|worth| matches!(worth, Worth::Win(_))), 208);
    assert_eq!(count(|worth| matches!(worth, Worth::Loss(_))), 128);
    assert_eq!(solved.worths[0], Worth::Draw);
}

/// Philip Straffin, *Position Graphs for Pong Hau K'i and Mu Torere*: a draw.
#[test]
fn pong_hau_ki_as_published() {
    assert_eq!(solve(PongHauKi).worths[0], Worth::Draw);
}

#[test]
fn options_that_exclude_each_other_are_named() {
    let name = "achi+blocked-draw+rows+blocked-pass";
    let error = name.parse::<Morris>().unwrap_err();
    assert_eq!(&name[error.place()], "+blocked-draw+rows+blocked-pass");
    assert_eq!(error.to_string(), "`+blocked-pass` and `+blocked-draw` exclude each other");
    assert!(matches!(error.kind(), ParseNameErrorKind::ExclusiveOptions { .. }));
    let error = "achi:3".parse::<Morris>().unwrap_err();
    assert_eq!(error.to_string(), "achi takes no numbers, and one is given");
    let game: Morris = "achi+blocked-draw+rows".parse().unwrap();
    assert_eq!(game, Morris::ACHI.rows().blocked_draw());
    assert_eq!(game.to_string(), "achi+rows+blocked-draw");
}

#[test]
fn whatever_is_given_there_is_an_answer() {
    never_panics::<Morris>("nine-holes");
    never_panics::<Morris>("three-mens-morris+rows");
    never_panics::<Morris>("achi+blocked-pass");
    never_panics::<MuTorere>("mu-torere");
    never_panics::<PongHauKi>("pong-hau-ki");
}
