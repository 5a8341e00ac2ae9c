//! A position as text, for programs.

use perfect_play_core::{Game, Kind};
use serde::Serialize;

/// The text of a position: the JSON field `position`, and in games of cells also `board`.
///
/// ```
/// use perfect_play_analysis::PositionText;
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
///
/// let text = PositionText::new(&Mnk::TICTACTOE, Board::EMPTY);
/// assert_eq!((&*text.position, text.board.as_deref()), (".........", Some(".........")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionText {
    /// The position in the game's notation.
    pub position: String,
    /// The same text, if positions are boards of marks ([`Kind::Placement`] or [`Kind::Falling`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

impl PositionText {
    /// The text of a position.
    pub fn new<G: Game>(game: &G, position: G::Position) -> Self {
        let text = game.notation(position).to_string();
        let has_cells = matches!(game.kind(), Kind::Placement(_) | Kind::Falling(_));
        Self { board: has_cells.then(|| text.clone()), position: text }
    }
}
