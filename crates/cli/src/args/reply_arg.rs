//! What an agent plays, as text or JSON: its answers, its moves, and whole plays.

use std::{collections::BTreeMap, convert::Infallible, fmt, vec};

use perfect_play_analysis::{Agent, Failure, Reply};
use perfect_play_core::{Game, Move, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Deserialize;

/// A move in JSON: its number, as in the answers of this program, or its text, as the game writes it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a move: its number or its text")]
pub(crate) enum MoveName {
    Number(Move),
    Text(String),
}

impl MoveName {
    /// The legal move that has this name.
    fn find(&self, game: &AnyGame, position: AnyPosition) -> Option<Move> {
        match self {
            Self::Number(mv) => Some(*mv).filter(|&mv| game.legal_moves(position).contains(mv)),
            Self::Text(text) => game.parse_move(position, text),
        }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(mv) => mv.fmt(f),
            Self::Text(text) => Shown(text).fmt(f),
        }
    }
}

/// An answer in JSON: one move, or the chance of each.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Move(MoveName),
    Moves(BTreeMap<String, f64>),
}

impl Answer {
    fn reply(self, game: &AnyGame, position: AnyPosition) -> Reply {
        match self {
            Self::Move(mv) => reply_of(game, position, [(mv, 1.0)]),
            Self::Moves(moves) => {
                let moves = moves.into_iter().map(|(mv, chance)| (MoveName::Text(mv), chance));
                reply_of(game, position, moves)
            }
        }
    }
}

/// What an answer in a line says: the text of a move, or an object.
pub(crate) fn reply(game: &AnyGame, position: AnyPosition, line: &str) -> Reply {
    let text = || MoveName::Text(line.trim_matches(['"', ' ']).to_owned());
    serde_json::from_str(line).unwrap_or_else(|_| Answer::Move(text())).reply(game, position)
}

/// These moves with these chances. What is never played may be no move at all. It has failed if another one is not legal.
pub(crate) fn reply_of(
    game: &AnyGame,
    position: AnyPosition,
    moves: impl IntoIterator<Item = (MoveName, f64)>,
) -> Reply {
    let played = moves.into_iter().filter(|&(_, chance)| chance != 0.0);
    let numbers = played.map(|(mv, chance)| Some((mv.find(game, position)?, chance)));
    numbers.collect::<Option<_>>().map_or(Reply::Failed(Failure::Illegal), Reply::Moves)
}

/// Moves in JSON: that of a position, or those of a play from the start.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = r#"an object: {"position": …, "move": …} or {"play": [moves from the start]}"#
)]
pub(crate) struct Given {
    position: Option<String>,
    #[serde(rename = "move")]
    mv: Option<MoveName>,
    /// The chances of moves, in place of one move.
    moves: Option<BTreeMap<String, f64>>,
    play: Option<Vec<MoveName>>,
}

impl Given {
    /// The positions in which somebody moves, and each move. `position` finds the position that a text names. The error says
    /// what is wrong.
    pub(crate) fn replies(
        self,
        game: &AnyGame,
        position: impl FnOnce(&str) -> Result<AnyPosition, String>,
    ) -> Result<Vec<(AnyPosition, Reply)>, String> {
        let (text, answer) = match self {
            Self { play: Some(moves), position: None, mv: None, moves: None } => {
                return played(game, &moves);
            }
            Self { position: Some(text), mv: Some(mv), moves: None, play: None } => {
                (text, Answer::Move(mv))
            }
            Self { position: Some(text), mv: None, moves: Some(moves), play: None } => {
                has_sum_of_one(&moves.values().copied().collect::<Vec<_>>())?;
                (text, Answer::Moves(moves))
            }
            _ => return Err(WANTED.to_owned()),
        };
        let at = unfinished(game, &text, position(&text)?)?;
        Ok(vec![(at, answer.reply(game, at))])
    }
}

/// What an object must have.
const WANTED: &str = r#"write {"position": …, "move": …} or {"position": …, "moves": {MOVE: CHANCE, …}}, or {"play": [moves from the start]}"#;

/// The moves of a play from the start.
fn played(game: &AnyGame, moves: &[MoveName]) -> Result<Vec<(AnyPosition, Reply)>, String> {
    let mut at = game.start();
    let mut replies = Vec::new();
    for (ply, mv) in (1..).zip(moves) {
        if game.end(at).is_some() {
            return Err(format!("the game is over before move {ply} of the play, `{mv}`"));
        }
        let number = mv.find(game, at);
        let number =
            number.ok_or_else(|| format!("move {ply} of the play, `{mv}`, is not legal"))?;
        replies.push((at, Reply::plays(number)));
        at = game.play(at, number);
    }
    Ok(replies)
}

/// Whether these chances of the moves of a position, which somebody has written down, add up to 1.
pub(crate) fn has_sum_of_one(chances: &[f64]) -> Result<(), String> {
    let sum: f64 = chances.iter().sum();
    if (sum - 1.0).abs() <= Reply::ROUNDING && chances.iter().all(|&chance| chance >= 0.0) {
        return Ok(());
    }
    Err(format!("the chances of the moves add up to {sum}, and must add up to 1"))
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
