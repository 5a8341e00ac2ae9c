//! What a table of tiers says of the start.

use std::error::Error;

use perfect_play_core::{Board, Entry, MoveValues, Objective, Player, Solvable, Value};
use perfect_play_tiers::{Sections, Tiers};

use crate::{Contradiction, TableError, Unreadable};

/// The entry of the start.
pub(super) fn entry<G, S>(
    game: &G,
    objective: Objective,
    tiers: &Tiers,
    sections: &S,
) -> Result<Entry, TableError>
where
    G: Solvable<Position = Board>,
    S: Sections<Error: Error + Send + Sync + 'static>,
{
    let start = game.start();
    let value = |board| value(game, tiers, sections, board);
    let worth = value(start)?;
    let optimal = MoveValues::new(game, start, value)?.optimal(objective);
    Ok(Entry::new(game, start, worth, optimal))
}

fn value<G, S>(game: &G, tiers: &Tiers, sections: &S, board: Board) -> Result<Value, TableError>
where
    G: Solvable<Position = Board>,
    S: Sections<Error: Error + Send + Sync + 'static>,
{
    if let Some(settled) = game.kind().settled(board) {
        return Ok(settled);
    }
    let byte = match tiers.locate(board) {
        Some((tier, player, rank)) => {
            let mover = usize::from(player == Player::X);
            sections.byte(tier, mover, rank).map_err(Unreadable::new)?
        }
        None => None,
    };
    let value = byte.and_then(Value::from_byte);
    value.ok_or_else(|| Contradiction::at(game, board).into())
}
