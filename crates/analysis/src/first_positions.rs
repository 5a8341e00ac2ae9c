//! The positions of the first plies.

use std::collections::BTreeSet;

use perfect_play_core::Game;
use perfect_play_numbering::starts;

/// The positions to which at most this many plies lead from any start, each once, ply by ply. `None` if there are more than
/// `most`.
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
    let (mut known, mut first) = (BTreeSet::new(), starts(game));
    first.retain(|&start| known.insert(start));
    let mut ply = 0..first.len();
    for _ in 0..plies {
        for at in ply.clone() {
            if first.len() > most {
                return None;
            }
            let position = first[at];
            if game.end(position).is_some() {
                continue;
            }
            let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
            first.extend(children.filter(|&child| known.insert(child)));
        }
        ply = ply.end..first.len();
        if ply.is_empty() {
            break;
        }
    }
    (first.len() <= most).then_some(first)
}
