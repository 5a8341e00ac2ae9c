//! An agent's answer as text or JSON.

use std::collections::BTreeMap;

use perfect_play_analysis::{Failure, Reply};
use perfect_play_core::{Game, Move};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Deserialize;

/// A move in JSON: a text or a number.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Text {
    Text(String),
    Number(u64),
}

impl Text {
    pub(super) fn into_string(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

/// An answer in JSON: one move, or the chance of each.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    Move(Text),
    Moves(BTreeMap<String, f64>),
}

impl Answer {
    pub(super) fn reply(self, game: &AnyGame, position: AnyPosition) -> Reply {
        match self {
            Self::Move(text) => reply_of(game, position, [(text.into_string(), 1.0)]),
            Self::Moves(moves) => reply_of(game, position, moves),
        }
    }
}

/// What an answer in a line says: a move, or an object.
pub(super) fn reply(game: &AnyGame, position: AnyPosition, line: &str) -> Reply {
    match serde_json::from_str::<Answer>(line) {
        Ok(answer) => answer.reply(game, position),
        Err(_) => reply_of(game, position, [(line.trim_matches(['"', ' ']).to_owned(), 1.0)]),
    }
}

/// These moves with these chances. It has failed if one of them is not legal.
pub(super) fn reply_of(
    game: &AnyGame,
    position: AnyPosition,
    moves: impl IntoIterator<Item = (String, f64)>,
) -> Reply {
    let numbers =
        moves.into_iter().map(|(text, chance)| Some((number_of(game, position, &text)?, chance)));
    numbers.collect::<Option<_>>().map_or(Reply::Failed(Failure::Illegal), Reply::Moves)
}

/// The number of a legal move that is written as the game writes it, or as its number.
pub(super) fn number_of(game: &AnyGame, position: AnyPosition, text: &str) -> Option<Move> {
    let number = || text.parse().ok().filter(|&mv| game.legal_moves(position).contains(mv));
    game.parse_move(position, text).or_else(number)
}
