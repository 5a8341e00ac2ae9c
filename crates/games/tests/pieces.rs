//! Pieces on boards of squares, in every position, against the rules in `independent/pieces.py`.

use super::brute_force::{Worth, agree, never_panics, solve};
use perfect_play_core::{Game, Player};
use perfect_play_games::{Dodgem, FoxAndHounds, Hexapawn, Krk, Quixo};

const PRINTED: &str = include_str!("independent/pieces.txt");

#[test]
fn hexapawn() {
    agree(PRINTED, &["hexapawn"]);
}

#[test]
fn dodgem() {
    agree(PRINTED, &["dodgem"]);
}

#[test]
fn fox_and_hounds() {
    agree(PRINTED, &["fox-and-hounds"]);
}

#[test]
fn quixo() {
    agree(PRINTED, &["quixo"]);
}

#[test]
fn krk() {
    agree(PRINTED, &["krk"]);
}

/// Martin Gardner, *How to build a game-learning machine*: on 3 by 3 the second player wins.
#[test]
fn hexapawn_as_published() {
    assert!(matches!(solve(Hexapawn::new(3, 3).unwrap()).worths[0], Worth::Loss(_)));
}

#[test]
fn in_hexapawn_a_side_with_a_pawn_on_its_far_row_does_not_move_again() {
    let game = Hexapawn::new(3, 3).unwrap();
    let check = |text: &str| game.check(game.parse_position(text).unwrap());
    for (again, over) in [("X.O...... X", "X.O...... O"), ("......O.X O", "......O.X X")] {
        let said = check(again).unwrap_err().to_string();
        assert_eq!(said, "unreachable: the side to move has won: it has a pawn on its far row");
        assert_eq!(check(over), Ok(()));
    }
}

/// Berlekamp, Conway and Guy, *Winning Ways*: on 3 by 3 the first player wins. David desJardins (1996): on 4 by 4 it is a
/// draw.
#[test]
fn dodgem_as_published() {
    assert!(matches!(solve(Dodgem::new(3).unwrap()).worths[0], Worth::Win(_)));
    assert_eq!(solve(Dodgem::new(4).unwrap()).worths[0], Worth::Draw);
}

/// *Winning Ways*, "Fox and Geese": on the chessboard the hounds win against every start of the fox.
#[test]
fn fox_and_hounds_as_published() {
    let solved = solve(FoxAndHounds::new(8).unwrap());
    for start in 0..4 {
        assert!(matches!(solved.worths[start], Worth::Loss(_)), "{start}");
    }
}

/// Tanaka, Bonnet, Tixeuil and Tamura, *Quixo Is Solved*: on 3 by 3 the first player wins.
#[test]
fn quixo_as_published() {
    assert!(matches!(solve(Quixo::new(3, 3, 3).unwrap()).worths[0], Worth::Win(_)));
}

/// The UCI data set *Chess (King-Rook vs. King)* of Michael Bain and Arthur van Hoff: the 28,056 positions with Black to
/// move, up to symmetry, by White's moves to mate. And White mates in at most 16 moves.
#[test]
fn krk_as_published() {
    let solved = solve(Krk::new(8).unwrap());
    let mut by_moves = [0; 17];
    let mut drawn = 0;
    for (&position, worth) in solved.positions.iter().zip(&solved.worths) {
        let ([_, rook, _], side): ([u8; 3], Player) = position.read().unwrap();
        let mut images = (0..8).map(|symmetry| solved.game.image(position, symmetry));
        if rook != u8::MAX && side == Player::O && images.all(|image| position <= image) {
            match *worth {
                Worth::Loss(plies) => by_moves[plies as usize / 2] += 1,
                _ => drawn += 1,
            }
        }
    }
    assert_eq!(drawn, 2796);
    assert_eq!(
        by_moves,
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
    );
}

#[test]
fn whatever_is_given_there_is_an_answer() {
    never_panics::<Hexapawn>("hexapawn:1,32");
    never_panics::<Hexapawn>("hexapawn:10,3");
    never_panics::<Hexapawn>("hexapawn:3,3");
    never_panics::<Dodgem>("dodgem:2");
    never_panics::<Dodgem>("dodgem:5+blocked-loses");
    never_panics::<FoxAndHounds>("fox-and-hounds:4");
    never_panics::<FoxAndHounds>("fox-and-hounds:10");
    never_panics::<Quixo>("quixo:16,2,3");
    never_panics::<Quixo>("quixo:2,16,2");
    never_panics::<Quixo>("quixo:5,5,5");
    never_panics::<Quixo>("quixo:8,4,4");
    never_panics::<Krk>("krk:3");
    never_panics::<Krk>("krk:15");
}
