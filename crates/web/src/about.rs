//! The description of a table.

use perfect_play_analysis::noun;
use perfect_play_core::{Game, Objective, Probe, Scheme};
use perfect_play_engine::{AnyTable, DrawnBoard};
use serde::Serialize;

/// The description of a table, in JSON.
#[derive(Serialize)]
pub(crate) struct About {
    name: String,
    objective: Objective,
    start: String,
    positions: Option<u64>,
    /// How many plies are stored; none if all positions are.
    plies: Option<u16>,
    board: Option<BoardSize>,
    /// How the board is drawn; none if the game has no board.
    drawing: Option<DrawnBoard>,
    moves: &'static str,
    scores: bool,
    /// Whether answers need no further bytes of the file.
    held: bool,
}

#[derive(Serialize)]
struct BoardSize {
    columns: u8,
    rows: u8,
}

impl About {
    pub(crate) fn of(table: &AnyTable) -> Self {
        let game = table.game();
        let header = table.header();
        let board = game
            .mnk()
            .map(|game| BoardSize { columns: game.shape().columns(), rows: game.shape().rows() });
        Self {
            name: game.to_string(),
            objective: table.objective(),
            start: game.notation(game.start()).to_string(),
            positions: header.and_then(perfect_play_file::Header::positions),
            plies: table.plies(),
            board,
            drawing: DrawnBoard::of(game),
            moves: noun(game),
            scores: game.scheme() == Scheme::Score,
            held: table.is_held(),
        }
    }
}
