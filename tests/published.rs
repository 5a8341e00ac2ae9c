//! Every number in `data/published.csv`, computed.

use perfect_play_generator::{
    core::{Game, Mnk, Objective, Outcome, Player, Probe},
    solve,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Published {
    game: String,
    quantity: String,
    number: i64,
    source: String,
}

/// How many positions of the table are as asked: canonical, terminal, with such a winner.
fn count(game: &Mnk, wanted: impl Fn(<Mnk as Game>::Position) -> bool) -> i64 {
    let table = solve(*game, Objective::Fastest).unwrap();
    i64::try_from(table.positions().filter(|&board| wanted(board)).count()).unwrap()
}

/// How many complete games end as asked.
fn games(
    game: &Mnk,
    board: <Mnk as Game>::Position,
    wanted: &dyn Fn(Option<Player>) -> bool,
) -> i64 {
    if game.terminal(board).is_some() {
        return wanted(game.winner(board)).into();
    }
    let moves = game.legal_moves(board);
    moves.iter().map(|mv| games(game, game.play(board, mv), wanted)).sum()
}

fn computed(game: &Mnk, quantity: &str) -> i64 {
    let canonical = |board| game.is_canonical(board);
    let terminal = |board| game.terminal(board).is_some();
    let (x, o) = (Some(Player::X), Some(Player::O));
    let start = || solve(*game, Objective::Fastest).unwrap().probe(game.start()).unwrap();
    match quantity {
        "codes" => game.codes().try_into().unwrap(),
        "positions" => count(game, |_| true),
        "canonical positions" => count(game, canonical),
        "terminal positions" => count(game, terminal),
        "terminal positions won by X" => count(game, |board| game.winner(board) == x),
        "canonical terminal positions" => count(game, |board| terminal(board) && canonical(board)),
        "canonical terminal positions won by X" => {
            count(game, |board| game.winner(board) == x && canonical(board))
        }
        "canonical terminal positions won by O" => {
            count(game, |board| game.winner(board) == o && canonical(board))
        }
        "canonical terminal positions drawn" => {
            count(game, |board| game.terminal(board) == Some(Outcome::Draw) && canonical(board))
        }
        "games" => games(game, game.start(), &|_| true),
        "games won by X" => games(game, game.start(), &|winner| winner == x),
        "games won by O" => games(game, game.start(), &|winner| winner == o),
        "games drawn" => games(game, game.start(), &|winner| winner.is_none()),
        "outcome" => start().outcome.number().into(),
        _ => panic!("data/published.csv asks for an unknown quantity: {quantity}"),
    }
}

#[test]
fn every_published_number_is_what_is_computed() {
    let mut rows = 0;
    for row in csv::Reader::from_path("data/published.csv").unwrap().deserialize() {
        let Published { game, quantity, number, source } = row.unwrap();
        let parsed: Mnk = game.parse().unwrap();
        assert_eq!(parsed.to_string(), game);
        assert_eq!(computed(&parsed, &quantity), number, "{game}: {quantity} ({source})");
        rows += 1;
    }
    assert_eq!(rows, 21);
}
