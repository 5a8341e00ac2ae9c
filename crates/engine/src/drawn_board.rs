//! The drawing of a game's board, as JSON for other programs.

use perfect_play_core::{Drawing, Game, Outline};
use serde::Serialize;

/// The [`Drawing`] of a game in a form for JSON. Pages and other programs use it to draw positions. Cells are numbered
/// from 0.
///
/// ```
/// use perfect_play_engine::DrawnBoard;
/// use perfect_play_games::Mnk;
///
/// let board = DrawnBoard::of(&Mnk::TICTACTOE).unwrap();
/// assert_eq!((board.kind, board.places[5]), ("squares", [2.0, 1.0]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DrawnBoard {
    /// The kind of board: `squares` (row by row from the top left), `hexagons`, `points`, `boxes` or `pits`.
    pub kind: &'static str,
    /// The centre of each cell: its distance to the right and its distance down. The unit is the side of a cell. The
    /// leftmost and the topmost centre have the distance 0.
    pub places: Vec<[f32; 2]>,
    /// The pairs of cells that a line joins.
    pub links: &'static [[u8; 2]],
    /// What each cell looks like: `square`, `point`, and so on.
    pub outlines: Vec<&'static str>,
    /// How moves name each cell.
    pub names: Vec<String>,
    /// Whether a move is a column, in which a piece falls to the lowest free square.
    pub falls: bool,
    /// Whether the pieces of the side to move are always drawn as X's.
    pub seen_by_mover: bool,
}

impl DrawnBoard {
    /// The board of a game, or `None` if it has no board.
    pub fn of<G: Game>(game: &G) -> Option<Self> {
        let drawing = game.drawing();
        let cells = 0..drawing.cells();
        let places = cells.clone().filter_map(|cell| drawing.place(cell));
        let in_cells = |at| f32::from(at) / f32::from(Drawing::UNIT);
        let outlines = cells.clone().filter_map(|cell| drawing.outline(cell));
        (!cells.is_empty()).then(|| Self {
            kind: drawing.name(),
            places: places.map(|place| place.map(in_cells)).collect(),
            links: drawing.links(),
            outlines: outlines.map(Outline::name).collect(),
            names: cells.map(|cell| game.cell_text(cell).to_string()).collect(),
            falls: matches!(drawing, Drawing::Squares { falls: true, .. }),
            seen_by_mover: game.is_seen_by_mover(),
        })
    }
}
