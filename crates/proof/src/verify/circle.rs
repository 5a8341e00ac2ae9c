//! Checks whether play can repeat a position.

use perfect_play_core::{Game, Moves};

use super::{VerifyError, slots::Slots};

/// A position to which play can return, or which breaks what a game says about its slots. `None` if there is none.
/// `slot` gives the slot of a position: any number of at least `slots` if it breaks that, and `None` if it needs no slot,
/// because the game is over. Play begins at `starts`.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn circle<G: Game>(
    game: &G,
    slots: u64,
    slot: impl Fn(G::Position) -> Option<u64>,
    starts: impl IntoIterator<Item = G::Position>,
) -> Result<Option<G::Position>, VerifyError> {
    // A search in depth. A position is on the current line of play if it was met and not left, and then a move to
    // it closes a circle. The line is a list, because it can be longer than the stack of a thread.
    let met = Slots::none(slots)?;
    let left = Slots::none(slots)?;
    // The current line of play: each position with the moves that have not been tried yet.
    let mut way: Vec<(G::Position, Moves)> = Vec::new();
    for start in starts {
        if slot(start).is_some_and(|slot| met.insert(slot)) {
            way.push((start, game.legal_moves(start)));
        }
        while let Some((position, moves)) = way.last_mut() {
            let Some(mv) = moves.first() else {
                if let Some(slot) = slot(*position) {
                    left.insert(slot);
                }
                way.pop();
                continue;
            };
            *moves = moves.without(mv);
            let child = game.play(*position, mv);
            let Some(slot) = slot(child) else { continue };
            if slot >= slots {
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
