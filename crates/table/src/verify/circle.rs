//! Whether play can come back to a position.

use perfect_play_core::{Moves, Tabular};

use super::{Codes, VerifyError};

/// A position to which play can come back, or that breaks what a game says of its codes. `None` if there is none.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn on_a_circle<G: Tabular>(game: &G) -> Result<Option<G::Position>, VerifyError> {
    let mut met = Codes::none(game.codes())?;
    let mut left = Codes::none(game.codes())?;
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    // Where play stands, and how it came there: each position with the moves that were not tried yet.
    let mut way: Vec<(G::Position, Moves)> = Vec::new();
    for start in starts {
        if met.insert(game.encode(start)) {
            way.push((start, game.legal_moves(start)));
        }
        while let Some((position, moves)) = way.last_mut() {
            let Some(mv) = moves.first() else {
                left.insert(game.encode(*position));
                way.pop();
                continue;
            };
            *moves = moves.without(mv);
            let child = game.play(*position, mv);
            let code = game.encode(child);
            if code >= game.codes() {
                return Ok(Some(child));
            }
            if met.insert(code) {
                way.push((child, game.legal_moves(child)));
            } else if !left.contains(code) {
                return Ok(Some(child));
            }
        }
    }
    Ok(None)
}
