//! Games for points, in every position, against the rules in `independent/points.py`, and against what others have
//! found.

use super::brute_force::{Worth, agree, solve};
use perfect_play_games::{Dots, Kalah, Othello};

const PRINTED: &str = include_str!("independent/points.txt");

#[test]
fn othello() {
    agree(PRINTED, &["othello"]);
}

/// The second player wins on 4 by 4 squares. This has been known at least since Feinstein solved 6 by 6 in 1993. Most
/// programs give 11 to 3.
#[test]
fn four_by_four_squares_of_othello_are_lost() {
    assert_eq!(solve(Othello::new(4, 4).unwrap()).worths[0], Worth::Score(3 - 11));
}

#[test]
fn dots() {
    agree(PRINTED, &["dots"]);
}

/// Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*: the first player wins two by two boxes.
#[test]
fn two_by_two_boxes_are_won() {
    assert_eq!(solve(Dots::new(2, 2).unwrap()).worths[0], Worth::Score(2));
}

#[test]
fn kalah() {
    agree(PRINTED, &["kalah"]);
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000: the winners of the smallest
/// games, by the number of pits, with 1, 2, … seeds in each.
#[test]
fn kalah_as_it_was_solved() {
    for (pits, winners) in [(1, "DLWLWD"), (2, "WLLL"), (3, "DWW"), (4, "W")] {
        for (seeds, winner) in (1..).zip(winners.chars()) {
            let outcome = match solve(Kalah::new(pits, seeds).unwrap()).worths[0] {
                Worth::Score(1..) => 'W',
                Worth::Score(0) => 'D',
                _ => 'L',
            };
            assert_eq!(outcome, winner, "kalah:{pits},{seeds}");
        }
    }
}
