//! A position, for programs.

use perfect_play_core::{Game, Kind};
use serde::Serialize;

/// The text of a position: the JSON field `position`, and in games of cells also `board`.
#[derive(Serialize)]
pub(crate) struct PositionText {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
}

impl PositionText {
    pub(crate) fn new<G: Game>(game: &G, position: G::Position) -> Self {
        let text = game.notation(position).to_string();
        let has_cells = matches!(game.kind(), Kind::Placement(_) | Kind::Falling(_));
        Self { board: has_cells.then(|| text.clone()), position: text }
    }
}
