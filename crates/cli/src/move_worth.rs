//! What each move of a position is worth, for programs.

use perfect_play_core::{Move, MoveValues, Outcome, Printable};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

use crate::place::Place;

/// What a move is worth to the player who makes it.
#[derive(Serialize)]
pub(crate) struct MoveWorth {
    #[serde(flatten)]
    place: Place,
    /// The move as the game writes it, if that is not the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    outcome: Outcome,
    remoteness: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i8>,
}

impl MoveWorth {
    /// All moves of a position.
    pub(crate) fn of(game: &AnyGame, position: AnyPosition, worths: &MoveValues) -> Vec<Self> {
        let moves = worths.iter().map(|worth| Self {
            place: Place::new(game, worth.mv),
            text: text(game, position, worth.mv),
            outcome: worth.outcome,
            remoteness: worth.remoteness,
            score: worth.score,
        });
        moves.collect()
    }
}

/// The move as the game writes it, if that is not the number.
fn text(game: &AnyGame, position: AnyPosition, mv: Move) -> Option<String> {
    let text = game.move_text(position, mv).to_string();
    (text != mv.to_string()).then_some(text)
}
