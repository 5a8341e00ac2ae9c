//! The worth of each move of a position.

use std::fmt;

use perfect_play_core::{Game, Move, MoveValue};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

use crate::positions::{move_name, move_number::MoveNumber, value_text::ValueText};

/// The worth of a move to the player who makes it.
#[derive(Serialize)]
pub(crate) struct MoveAnswer {
    #[serde(flatten)]
    pub(crate) place: MoveNumber,
    /// The move as the game writes it, if that differs from the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(flatten)]
    pub(crate) worth: ValueText,
    #[serde(skip)]
    name: String,
}

/// The name of the move, for people.
impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl MoveAnswer {
    /// The worth of these moves of a position.
    pub(crate) fn of(
        game: &AnyGame,
        position: AnyPosition,
        worths: impl Iterator<Item = MoveValue>,
    ) -> Vec<Self> {
        let moves = worths.map(|worth| Self {
            place: MoveNumber::new(game, worth.mv),
            text: text(game, position, worth.mv),
            worth: worth.into(),
            name: move_name::name(game, position, worth.mv),
        });
        moves.collect()
    }
}

/// The move as the game writes it, if that differs from the number.
fn text(game: &AnyGame, position: AnyPosition, mv: Move) -> Option<String> {
    if game.mnk().is_some() {
        // These games write a move as its number.
        return None;
    }
    let text = game.move_text(position, mv).to_string();
    (text != mv.to_string()).then_some(text)
}
