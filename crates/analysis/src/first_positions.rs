//! The positions of the first plies.

use std::collections::BTreeSet;

use perfect_play_core::Game;

/// The positions to which at most this many plies lead, each once, ply by ply. `None` if there are more than `most`.
///
/// ```
/// use perfect_play_analysis::first_positions;
/// use perfect_play_games::Mnk;
///
/// let first = first_positions(&Mnk::TICTACTOE, 2, 100).unwrap();
/// assert_eq!(first.len(), 1 + 9 + 9 * 8);
/// assert_eq!(first_positions(&Mnk::TICTACTOE, 2, 81), None);
/// ```
#[must_use]
pub fn first_positions<G: Game>(game: &G, plies: u16, most: usize) -> Option<Vec<G::Position>> {
    let mut known = BTreeSet::from([game.start()]);
    let mut first = Vec::from([game.start()]);
    let mut ply = 0..1;
    for _ in 0..plies {
        for at in ply.clone() {
            let position = first[at];
            if game.end(position).is_some() {
                continue;
            }
            for mv in game.legal_moves(position) {
                let child = game.play(position, mv);
                if known.insert(child) {
                    first.push(child);
                }
            }
            if first.len() > most {
                return None;
            }
        }
        ply = ply.end..first.len();
        if ply.is_empty() {
            break;
        }
    }
    Some(first)
}
