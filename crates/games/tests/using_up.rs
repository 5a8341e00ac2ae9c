//! Games that use up the board, or the stones, in every position, against the rules in `independent/using_up.py`, and
//! against what others have found.

use super::brute_force::{Solved, Worth, agree, solve};
use perfect_play_core::{Game, Move};
use perfect_play_games::{Chomp, Clobber, Domineering, Hex, Nim};

const PRINTED: &str = include_str!("independent/using_up.txt");

#[test]
fn clobber() {
    agree(PRINTED, &["clobber"]);
}

/// Albert, Grossman, Nowakowski and Wolfe, *An Introduction to Clobber*, Integers 5(2), 2005, who
/// conjecture that among the rows of even length the first player loses only on the row of 6 squares.
#[test]
fn of_rows_of_clobber_one_is_lost() {
    for half in 1..=6 {
        let start = solve(Clobber::new(2 * half, 1).unwrap()).worths[0];
        assert_eq!(matches!(start, Worth::Loss(_)), half == 3, "{half}");
    }
}

#[test]
fn domineering() {
    agree(PRINTED, &["domineering"]);
}

/// Drummond-Cole, *An update on domineering on rectangular boards*, Integers 14, 2014: the first player wins on square
/// boards of 2, 3 and 4, and the second player on the board of 5.
#[test]
fn square_boards_of_domineering() {
    for side in 2..=5 {
        let start = solve(Domineering::new(side, side).unwrap()).worths[0];
        assert_eq!(matches!(start, Worth::Win(_)), side < 5, "{side}");
    }
}

#[test]
fn isolation() {
    agree(PRINTED, &["isolation"]);
}

#[test]
fn hex() {
    agree(PRINTED, &["hex"]);
}

/// The proof that there is no draw, as in Gale, *The Game of Hex and the Brouwer Fixed-Point Theorem*, American
/// Mathematical Monthly 86, 1979; and Nash's proof that the first player wins.
#[test]
fn in_hex_there_is_no_draw_and_the_first_player_wins() {
    for side in 1..=3 {
        let solved = solve(Hex::new(side).unwrap());
        assert!(matches!(solved.worths[0], Worth::Win(_)), "{side}");
        assert!(!solved.worths.contains(&Worth::Draw), "{side}");
        for (position, moves) in solved.positions.iter().zip(&solved.moves) {
            assert_eq!(moves.is_empty(), solved.game.terminal(*position).is_some());
        }
    }
}

#[test]
fn chomp() {
    agree(PRINTED, &["chomp"]);
}

/// Known since David Gale: the first player wins. In a square bar the winning move leaves one row and one column, in a
/// bar of two rows it bites off the last square.
#[test]
fn the_first_bite_that_wins_chomp() {
    for (columns, rows, winning) in [(2, 2, 3), (5, 5, 6), (6, 6, 7), (2, 7, 13), (15, 2, 29)] {
        let solved = solve(Chomp::new(columns, rows).unwrap());
        assert_eq!(winning_moves(&solved), [winning], "{columns}×{rows}");
    }
}

fn winning_moves(solved: &Solved) -> Vec<Move> {
    let wins = |to: usize| matches!(solved.worths[to], Worth::Loss(_));
    solved.moves[0].iter().filter(|(_, to, _)| wins(*to)).map(|(mv, ..)| *mv).collect()
}

#[test]
fn nim() {
    agree(PRINTED, &["nim"]);
}

/// Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3, 1901.
#[test]
fn nim_is_lost_where_the_binary_sum_is_zero() {
    for piles in [&[1, 2, 3, 4, 5][..], &[7, 6, 5], &[15, 9, 8], &[255, 1]] {
        let solved = solve(Nim::new(piles).unwrap());
        for (position, worth) in solved.positions.iter().zip(&solved.worths) {
            let piles: [u8; 8] = position.read().unwrap();
            let sum = piles.iter().fold(0, |sum, stones| sum ^ stones);
            assert_eq!(matches!(worth, Worth::Loss(_)), sum == 0, "{piles:?}");
        }
    }
}

#[test]
fn equal_piles_of_nim_can_be_exchanged() {
    for (piles, symmetries) in [
        (&[1, 2, 3][..], 1),
        (&[4, 4], 2),
        (&[3, 3, 3], 6),
        (&[2, 1, 2, 1], 4),
        (&[1; 5], 120),
        // 6! is more than 255.
        (&[1; 8], 120),
    ] {
        assert_eq!(Nim::new(piles).unwrap().symmetries(), symmetries, "{piles:?}");
    }
}
