//! Stones on points and lines, in every position, against the rules in `independent/stones.py`.

use super::brute_force::{Worth, agree, never_panics, solve};
use perfect_play_games::{Morris, OneGap};

const PRINTED: &str = include_str!("independent/stones.txt");

#[test]
fn nine_holes() {
    agree(PRINTED, &["nine-holes"]);
}

#[test]
fn three_mens_morris() {
    agree(PRINTED, &["three-mens-morris"]);
}

#[test]
fn tapatan() {
    agree(PRINTED, &["tapatan"]);
}

#[test]
fn achi() {
    agree(PRINTED, &["achi"]);
}

#[test]
fn mu_torere() {
    agree(PRINTED, &["mu-torere"]);
}

#[test]
fn pong_hau_ki() {
    agree(PRINTED, &["pong-hau-ki"]);
}

/// Wikipedia, *Three men's morris*: the first player wins only with the centre.
#[test]
fn three_mens_morris_as_published() {
    let solved = solve(Morris::THREE_MENS_MORRIS);
    assert!(matches!(solved.worths[0], Worth::Win(_)));
    for &(mv, to, _) in &solved.moves[0] {
        assert_eq!(matches!(solved.worths[to], Worth::Loss(_)), mv == 4, "{mv}");
    }
}

/// 208 of 1,180 positions are won, 128 are lost and 844 are drawn, including the start: Gamescrafters, University of
/// California, Berkeley, *Mū Tōrere*.
#[test]
fn mu_torere_as_published() {
    let solved = solve(OneGap::MU_TORERE);
    let count = |kind: fn(&Worth) -> bool| solved.worths.iter().filter(|worth| kind(worth)).count();
    assert_eq!(solved.worths.len(), 1180);
    assert_eq!(count(|worth| matches!(worth, Worth::Win(_))), 208);
    assert_eq!(count(|worth| matches!(worth, Worth::Loss(_))), 128);
    assert_eq!(solved.worths[0], Worth::Draw);
}

/// Philip Straffin, *Position Graphs for Pong Hau K'i and Mu Torere*: a draw.
#[test]
fn pong_hau_ki_as_published() {
    assert_eq!(solve(OneGap::PONG_HAU_KI).worths[0], Worth::Draw);
}

#[test]
fn whatever_is_given_there_is_an_answer() {
    never_panics::<Morris>("nine-holes");
    never_panics::<Morris>("three-mens-morris+rows");
    never_panics::<Morris>("achi+blocked-pass");
    never_panics::<OneGap>("mu-torere");
    never_panics::<OneGap>("pong-hau-ki");
}
