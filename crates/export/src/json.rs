//! A table as one JSON object, which explains itself.

use std::fmt::Write;

use perfect_play_core::{Game, Kind, Move, Moves, Outcome, Player, Probe, ShownJson};
use serde::Serialize;

use crate::{
    ExportError,
    about::About,
    answers::{Answer, Known, answer},
    codes::Codes,
    fill::{head, terms},
};

/// The first members of the object. The positions follow them.
#[derive(Serialize)]
struct Head<'a> {
    format: &'static str,
    version: u8,
    about: Vec<String>,
    made_by: &'a str,
    game: &'a str,
    objective: &'static str,
    /// The meaning of a move's number.
    moves_are: &'static str,
    board: Option<Board>,
    codes: u64,
    position_count: u64,
}

#[derive(Serialize)]
struct Board {
    columns: u8,
    rows: u8,
}

/// Everything about a position.
#[derive(Serialize)]
struct Answered {
    position: String,
    to_move: Option<Player>,
    outcome: Outcome,
    #[serde(flatten)]
    measured: Measured,
    best_move: Option<Move>,
    optimal_moves: Moves,
    outcome_preserving_moves: Moves,
    moves: Vec<Worth>,
}

#[derive(Serialize)]
struct Worth {
    #[serde(rename = "move")]
    mv: Move,
    outcome: Outcome,
    #[serde(flatten)]
    measured: Measured,
}

/// The measure of an end besides the outcome.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Measured {
    Remoteness(Option<u16>),
    Score(i16),
}

impl Measured {
    fn new(remoteness: Option<u16>, score: Option<i16>) -> Self {
        score.map_or(Self::Remoteness(remoteness), Self::Score)
    }
}

pub(crate) fn write<P: Probe>(
    codes: &Codes<'_, P>,
    made_by: &str,
) -> Result<String, ExportError<P::Error>> {
    let game = codes.table.game();
    let mut about = About::new(codes, made_by)?;
    // One text, because so many short ones would take much more memory.
    let mut positions = String::new();
    for code in 0..codes.len() {
        let Answer::Entry(known) = answer(codes, code)? else { continue };
        let comma = if about.positions == 0 { "" } else { "," };
        let _ = write!(positions, "{comma}\n    \"{code}\": {}", json(&answered(game, &known)));
        about.positions += 1;
    }
    // The object is the head's object with one more member.
    let head = serde_json::to_string_pretty(&head_of(&about)).unwrap_or_default();
    let head = head.strip_suffix("\n}").unwrap_or_default();
    let text = format!("{head},\n  \"positions\": {{{positions}\n  }}\n}}\n");
    drop(positions);
    Ok(ShownJson(text).to_string())
}

fn head_of(about: &About) -> Head<'_> {
    Head {
        format: "perfect-play table",
        version: 1,
        about: [head(about), vec![String::new()], terms(about), vec![String::new()], members()]
            .concat(),
        made_by: &about.made_by,
        game: &about.game,
        objective: about.objective.name(),
        moves_are: match about.kind {
            Kind::Placement(_) => "cells",
            Kind::Falling(_) => "columns",
            _ => "numbers",
        },
        board: about.shape().map(|[columns, rows]| Board { columns, rows }),
        codes: about.codes,
        position_count: about.positions,
    }
}

/// The explanation of the object.
fn members() -> Vec<String> {
    [
        "In this object `positions` has an object for each position, under its code. `position` is the",
        "position as text. `moves` are all legal moves with their values, best first; among equals the lowest",
        "number is first. So `master` plays the first move, and `novice` one of the first two. If the game is",
        "over, there are no moves, and `best_move` is null. A code below `codes` without an object here is not",
        "that of a position, or the position is unreachable.",
    ]
    .map(str::to_owned)
    .into()
}

fn answered<G: Game>(game: &G, known: &Known<G::Position>) -> Answered {
    let Known { position, entry, ranked, .. } = known;
    let keeps = ranked.iter().filter(|worth| worth.outcome == entry.outcome);
    Answered {
        position: game.notation(*position).to_string(),
        to_move: (!game.is_impartial()).then(|| game.to_move(*position)),
        outcome: entry.outcome,
        measured: Measured::new(entry.remoteness, entry.score),
        best_move: entry.best_move(),
        optimal_moves: entry.optimal_moves,
        outcome_preserving_moves: keeps.map(|worth| worth.mv).collect(),
        moves: ranked
            .iter()
            .map(|&worth| Worth {
                mv: worth.mv,
                outcome: worth.outcome,
                measured: Measured::new(worth.remoteness, worth.score),
            })
            .collect(),
    }
}

/// A value as JSON. Serializing these types cannot fail; only a map with keys that are not texts would.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
