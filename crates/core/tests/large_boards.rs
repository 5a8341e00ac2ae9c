//! Games on boards of 41 to 63 cells, which have no codes.

use perfect_play_core::{Board, Game, NO_CODES, NotAPosition, Outcome, Player};
use perfect_play_games::Mnk;

#[test]
fn a_large_board_has_no_codes() {
    let game: Mnk = "connect4".parse().unwrap();
    assert_eq!(game.codes(), NO_CODES);
    assert!(matches!(game.decode(0), Err(NotAPosition::Rules(_))));
    assert!(matches!(game.decode(u64::MAX), Err(NotAPosition::Rules(_))));
    let outside = Board::EMPTY.with(42, Player::X).unwrap();
    assert!(game.check(outside).is_err() && game.check(Board::EMPTY).is_ok());
    // A board of 40 cells has codes. Marks beyond its cells are not on the board.
    let game: Mnk = "connect:8,5,4".parse().unwrap();
    assert_eq!((game.codes(), game.code(Board::EMPTY)), (3_u64.pow(40), Some(0)));
    for cell in 40..63 {
        let outside = Board::EMPTY.with(cell, Player::X).unwrap();
        assert!(
            matches!(game.check_board(outside), Err(error) if error.to_string().contains("code"))
        );
    }
}

#[test]
fn columns_are_read_on_the_usual_board_of_connect_four() {
    let game: Mnk = "connect4".parse().unwrap();
    // A draw: forty-two marks and no line.
    let columns = "257771314744647214154617633623313656555222";
    let mut board = game.start();
    for column in columns.bytes() {
        assert!(game.terminal(board).is_none());
        board = game.play(board, column - b'0');
    }
    assert_eq!(game.parse(columns), Ok(board));
    assert_eq!((game.ply(board), game.terminal(board)), (Some(42), Some(Outcome::Draw)));
}
