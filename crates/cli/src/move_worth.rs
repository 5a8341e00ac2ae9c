//! What each move of a position is worth.

use std::fmt;

use perfect_play_core::{Move, MoveValue, Printable, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

use crate::{place::Place, worth::Worth};

/// What a move is worth to the player who makes it.
#[derive(Serialize)]
pub(crate) struct MoveWorth {
    #[serde(flatten)]
    pub(crate) place: Place,
    /// The move as the game writes it, if that is not the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(flatten)]
    pub(crate) worth: Worth,
}

/// The move as people read it.
impl fmt::Display for MoveWorth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            Some(text) => Shown(text).fmt(f),
            None => self.place.fmt(f),
        }
    }
}

impl MoveWorth {
    /// These moves of a position.
    pub(crate) fn of(
        game: &AnyGame,
        position: AnyPosition,
        worths: impl Iterator<Item = MoveValue>,
    ) -> Vec<Self> {
        let moves = worths.map(|worth| Self {
            place: Place::new(game, worth.mv),
            text: text(game, position, worth.mv),
            worth: worth.into(),
        });
        moves.collect()
    }
}

/// The move as the game writes it, if that is not the number.
fn text(game: &AnyGame, position: AnyPosition, mv: Move) -> Option<String> {
    if game.mnk().is_some() {
        // There a move is written as its number.
        return None;
    }
    let text = game.move_text(position, mv).to_string();
    (text != mv.to_string()).then_some(text)
}
