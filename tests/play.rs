//! Playing from the table: the worked boards of the tutorials, turned boards, and games against
//! every possible opponent.
#![cfg(all(feature = "direct", feature = "compact"))]

use perfect_play::{
    Board, Game, Mnk, Outcome, Player, Probe, TICTACTOE, TICTACTOE_MISERE, compact,
};
use perfect_play_generator::{ScoreRule, core::Objective, minimax, solve};

#[test]
fn the_two_worked_boards_of_the_tutorials() {
    for board in ["X1OX4XOO8", "O1XX4X6OO"] {
        let board = TICTACTOE.game().parse(board).unwrap();
        let live = minimax(TICTACTOE.game(), board, ScoreRule::Unit);
        assert_eq!((live.score, live.best_move, live.calls), (1, Some(4), 9));
        let entry = TICTACTOE.probe(board).unwrap();
        assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(1)));
        assert_eq!(entry.best_move(), Some(4));
    }
}

/// Checks that the answer for a rotated board is the rotated answer.
fn turns_with_the_board<T: Probe<Game = Mnk>>(table: &T) {
    let game = table.game();
    for board in table.positions() {
        let entry = table.probe(board).unwrap();
        let code = |symmetry| game.image(board, symmetry).code();
        assert_eq!(Some(game.canonical(board).0), (0..game.symmetries()).map(code).min());
        for symmetry in 0..game.symmetries() {
            let turned = table.probe(game.image(board, symmetry)).unwrap();
            assert_eq!((turned.outcome, turned.remoteness), (entry.outcome, entry.remoteness));
            let moves = entry.optimal_moves.iter();
            assert_eq!(
                turned.optimal_moves,
                moves.map(|mv| game.image_of_move(board, mv, symmetry)).collect()
            );
        }
    }
}

#[test]
fn the_answer_to_a_turned_board_is_the_turned_answer() {
    turns_with_the_board(&TICTACTOE);
    turns_with_the_board(&TICTACTOE_MISERE);
    turns_with_the_board(&compact::TICTACTOE);
    turns_with_the_board(
        &solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap(),
    );
    turns_with_the_board(
        &solve(Mnk::new(2, 4, 2).unwrap(), Objective::Outcome, &mut |_, _| ()).unwrap(),
    );
}

/// Lets the table play one side against everything the other can do; says how many games there
/// were. The table's side must get at least what each position on the way promised, and its own
/// moves must lose no ply of it.
fn play_all<T: Probe<Game = Mnk>>(table: &T, side: Player, board: Board, promised: Outcome) -> u64 {
    let game = table.game();
    if game.terminal(board).is_some() {
        let reached = match game.winner(board) {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        };
        assert!(reached >= promised, "{side} on {}", game.notation(board));
        return 1;
    }
    let entry = table.probe(board).unwrap();
    if game.to_move(board) == side {
        let next = game.play(board, entry.best_move().unwrap());
        let after = table.probe(next).unwrap();
        assert_eq!(after.outcome.reverse(), entry.outcome);
        assert_eq!(after.remoteness.map(|plies| plies + 1), entry.remoteness);
        return play_all(table, side, next, promised.max(entry.outcome));
    }
    let moves = game.legal_moves(board);
    moves.iter().map(|mv| play_all(table, side, game.play(board, mv), promised)).sum()
}

#[test]
fn the_best_move_never_loses_against_any_opponent() {
    let start = Board::EMPTY;
    for side in [Player::X, Player::O] {
        assert!(play_all(&TICTACTOE, side, start, Outcome::Draw) > 50);
        assert!(play_all(&TICTACTOE_MISERE, side, start, Outcome::Draw) > 50);
        assert!(play_all(&compact::TICTACTOE, side, start, Outcome::Draw) > 50);
    }
    // Here the first player wins, and must.
    let winning = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    assert_eq!(winning.probe(start).unwrap().remoteness, Some(7));
    assert!(play_all(&winning, Player::X, start, Outcome::Win) > 50);
}

#[test]
fn a_line_that_beats_other_programs_does_not_beat_the_table() {
    // X4 O0 X8 O1 X2 O5 X6 wins against a published "unbeatable" program that played O.
    let game = TICTACTOE.game();
    let board = game.parse("O...X...X").unwrap();
    let entry = TICTACTOE.probe(board).unwrap();
    assert_eq!(entry.outcome, Outcome::Draw);
    assert!(!entry.optimal_moves.contains(1));
    let lost = TICTACTOE.probe(game.parse("OO..X...X").unwrap()).unwrap();
    assert_eq!(lost.outcome, Outcome::Win, "for X, who is to move");
}
