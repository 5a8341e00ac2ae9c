//! What an agent plays, as text or JSON: its answers, its moves, and whole plays.

use std::{collections::BTreeMap, convert::Infallible, vec};

use perfect_play_analysis::{Agent, Failure, Reply};
use perfect_play_core::{Game, Move, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Deserialize;

/// A move in JSON: a text or a number.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Text(String),
    Number(u64),
}

impl Text {
    pub(crate) fn into_string(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

/// An answer in JSON: one move, or the chance of each.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    Move(Text),
    Moves(BTreeMap<String, f64>),
}

impl Answer {
    pub(crate) fn reply(self, game: &AnyGame, position: AnyPosition) -> Reply {
        match self {
            Self::Move(text) => reply_of(game, position, [(text.into_string(), 1.0)]),
            Self::Moves(moves) => reply_of(game, position, moves),
        }
    }
}

/// What an answer in a line says: a move, or an object.
pub(crate) fn reply(game: &AnyGame, position: AnyPosition, line: &str) -> Reply {
    match serde_json::from_str::<Answer>(line) {
        Ok(answer) => answer.reply(game, position),
        Err(_) => reply_of(game, position, [(line.trim_matches(['"', ' ']).to_owned(), 1.0)]),
    }
}

/// These moves with these chances. It has failed if one of them is not legal.
pub(crate) fn reply_of(
    game: &AnyGame,
    position: AnyPosition,
    moves: impl IntoIterator<Item = (String, f64)>,
) -> Reply {
    let numbers =
        moves.into_iter().map(|(text, chance)| Some((number_of(game, position, &text)?, chance)));
    numbers.collect::<Option<_>>().map_or(Reply::Failed(Failure::Illegal), Reply::Moves)
}

/// The number of a legal move that is written as the game writes it, or as its number.
pub(crate) fn number_of(game: &AnyGame, position: AnyPosition, text: &str) -> Option<Move> {
    let number = || text.parse().ok().filter(|&mv| game.legal_moves(position).contains(mv));
    game.parse_move(position, text).or_else(number)
}

/// Moves in JSON: that of a position, or those of a play from the start.
#[derive(Deserialize)]
pub(crate) struct Given {
    position: Option<String>,
    #[serde(flatten)]
    answer: Option<Answer>,
    play: Option<Vec<Text>>,
}

impl Given {
    /// The positions in which somebody moves, and each move. `position` finds the position that a text names. The error says
    /// what is wrong.
    pub(crate) fn replies(
        self,
        game: &AnyGame,
        position: impl FnOnce(&str) -> Result<AnyPosition, String>,
    ) -> Result<Vec<(AnyPosition, Reply)>, String> {
        match self {
            Self { position: Some(text), answer: Some(answer), play: None } => {
                let at = unfinished(game, &text, position(&text)?)?;
                Ok(vec![(at, answer.reply(game, at))])
            }
            Self { position: None, play: Some(moves), .. } => {
                let mut at = game.start();
                let mut replies = Vec::new();
                for (ply, mv) in (1..).zip(moves) {
                    let text = mv.into_string();
                    let mv = number_of(game, at, &text).filter(|_| game.end(at).is_none());
                    let mv = mv.ok_or_else(|| {
                        format!("move {ply} of the play, `{}`, is not legal", Shown(text))
                    })?;
                    replies.push((at, Reply::plays(mv)));
                    at = game.play(at, mv);
                }
                Ok(replies)
            }
            _ => Err(r#"write {"position": …, "move": …}, or {"play": [moves from the start]}"#
                .to_owned()),
        }
    }
}

/// The position, if somebody has to move there.
pub(crate) fn unfinished(
    game: &AnyGame,
    text: &str,
    at: AnyPosition,
) -> Result<AnyPosition, String> {
    match game.end(at) {
        Some(_) => Err(format!("the game is over in `{}`", Shown(text))),
        None => Ok(at),
    }
}

/// Replies, in the order in which they are asked for.
#[derive(Default)]
pub(crate) struct GivenReplies(vec::IntoIter<Reply>);

impl Agent<AnyGame> for GivenReplies {
    type Error = Infallible;

    fn replies(
        &mut self,
        _: &AnyGame,
        positions: &[AnyPosition],
    ) -> Result<Vec<Reply>, Infallible> {
        Ok(self.0.by_ref().take(positions.len()).collect())
    }
}

impl GivenReplies {
    pub(crate) fn new(replies: Vec<Reply>) -> Self {
        Self(replies.into_iter())
    }
}
