//! The values of moves: ranked, by move, and as a list of serde.

use perfect_play_core::{MoveValue, MoveValues, Objective, Outcome, Value};
use perfect_play_games::Mnk;

#[test]
fn the_best_for_the_mover_ranks_first_and_of_equals_the_lowest() {
    let game = Mnk::TICTACTOE;
    let board = game.parse("X..O.....").unwrap();
    let mut values = [9, 2, 9, 3, 9, 1, 0].into_iter().filter_map(Value::win);
    let worths = MoveValues::new(&game, board, |_| values.next().ok_or(())).unwrap();
    // Every child is won for the opponent, so every move loses. The latest loss comes first.
    let ranked: Vec<_> = worths.ranked().map(|worth| (worth.mv, worth.remoteness)).collect();
    assert_eq!(
        ranked,
        [(1, 10), (4, 10), (6, 10), (5, 4), (2, 3), (7, 2), (8, 1)]
            .map(|(mv, plies)| (mv, Some(plies)))
    );
}

#[test]
fn worths_are_seen_by_move() {
    let game = Mnk::TICTACTOE;
    let board = game.parse("XOXXOOO.X").unwrap();
    let value = |_| Value::loss(0).ok_or(());
    let worths = MoveValues::new(&game, board, value).unwrap();
    let worth = MoveValue { mv: 7, outcome: Outcome::Win, remoteness: Some(1), score: None };
    assert_eq!(worths.get(7), Some(worth));
    assert_eq!([worths.get(0), worths.get(63), worths.get(255)], [None; 3]);
    assert_eq!(format!("{worths:?}"), format!("[{worth:?}]"));
    assert_eq!(format!("{:?}", worths.optimal(Objective::Fastest)), "{7}");
}

#[cfg(feature = "serde")]
#[test]
fn worths_are_listed() {
    use perfect_play_core::Game;

    let game = Mnk::TICTACTOE;
    let board = game.parse("XOXXOOO.X").unwrap();
    let values: Result<_, ()> =
        MoveValues::new(&game, board, |child| Ok(Value::terminal(game.terminal(child).ok_or(())?)));
    assert_eq!(
        serde_json::to_string(&values.unwrap()).unwrap(),
        r#"[{"mv":7,"outcome":"draw","remoteness":1,"score":null}]"#
    );
}
