//! What a picture may take from a table that nobody has verified.

use perfect_play_core::{Board, Entry, Game, Probe};
use perfect_play_table::Contradiction;

use crate::{draw, exit::Trouble, table_arg::Table};

/// What the table says of a position that play reaches: it calls legal moves optimal, and none
/// exactly where the game is over.
pub(super) fn entry(table: &Table, board: Board) -> Result<Entry, Trouble> {
    let game = table.table.game();
    let entry = table.table.probe(board);
    let entry = entry.map_err(|_| table.contradiction(Contradiction::at(game, board)))?;
    let (optimal, legal) = (entry.optimal_moves, game.legal_moves(board));
    let but = if !optimal.is_within(legal) {
        "against the rules"
    } else if optimal.is_empty() && !legal.is_empty() {
        "though the game is not over"
    } else {
        return Ok(entry);
    };
    let (board, optimal) = (game.notation(board), draw::optimal(optimal));
    Err(table.contradiction(format!("`{board}` has {optimal}, {but}")))
}
