//! The positions of the first plies.

use perfect_play_core::Game;
use perfect_play_numbering::{FirstPlies, each_start};

/// As many positions as are usually asked of [`first_positions`], at most. Each takes some hundred bytes.
pub const MOST_FIRST: usize = 5_000_000;

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
    // A game may have millions of starts, and all of them would be stored.
    let mut starts = 0_usize;
    each_start(game, &mut |_| starts += 1);
    if starts > most {
        return None;
    }
    let mut first = FirstPlies::of(game, |position| position);
    let mut all = first.last().to_vec();
    for _ in 0..plies {
        if !first.add_ply(|count| count <= most) {
            return None;
        }
        if first.last().is_empty() {
            break;
        }
        all.extend_from_slice(first.last());
    }
    (all.len() <= most).then_some(all)
}
