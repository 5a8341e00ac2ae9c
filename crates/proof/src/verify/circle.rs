//! Checks whether play can repeat a position.

use perfect_play_core::{Game, Moves, Numbering};
use perfect_play_numbering::starts;

use super::{VerifyError, numbered::Numbered, slots::Slots};

/// A position to which play can return, or which breaks what a game says about its slots. `None` if there is none.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn on_a_circle<G: Game, N: Numbering<G>>(
    numbered: Numbered<'_, G, N>,
) -> Result<Option<G::Position>, VerifyError> {
    let game = numbered.game;
    // A search in depth. A position is on the current line of play if it was met and not left, and then a move to
    // it closes a circle. The line is a list, because it can be longer than the stack of a thread.
    let mut met = Slots::none(numbered.slots())?;
    let mut left = Slots::none(numbered.slots())?;
    // The current line of play: each position with the moves that have not been tried yet.
    let mut way: Vec<(G::Position, Moves)> = Vec::new();
    for start in starts(game) {
        if met.insert(numbered.slot(start)) {
            way.push((start, game.legal_moves(start)));
        }
        while let Some((position, moves)) = way.last_mut() {
            let Some(mv) = moves.first() else {
                left.insert(numbered.slot(*position));
                way.pop();
                continue;
            };
            *moves = moves.without(mv);
            let child = game.play(*position, mv);
            let slot = numbered.slot(child);
            if slot >= numbered.slots() {
                return Ok(Some(child));
            }
            if met.insert(slot) {
                way.push((child, game.legal_moves(child)));
            } else if !left.contains(slot) {
                return Ok(Some(child));
            }
        }
    }
    Ok(None)
}
