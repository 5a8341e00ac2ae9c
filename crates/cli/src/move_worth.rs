//! What each move of a position is worth, for programs.

use perfect_play_core::{MoveValues, Outcome};
use perfect_play_games::Mnk;
use serde::Serialize;

use crate::place::Place;

/// What a move is worth to the player who makes it.
#[derive(Serialize)]
pub(crate) struct MoveWorth {
    #[serde(flatten)]
    place: Place,
    outcome: Outcome,
    remoteness: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i8>,
}

impl MoveWorth {
    /// All moves of a position.
    pub(crate) fn of(game: &Mnk, worths: &MoveValues) -> Vec<Self> {
        let moves = worths.iter().map(|worth| Self {
            place: Place::new(game, worth.mv),
            outcome: worth.outcome,
            remoteness: worth.remoteness,
            score: worth.score,
        });
        moves.collect()
    }
}
