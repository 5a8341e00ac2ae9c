//! Whether play leads to one board.

use std::collections::HashSet;

use perfect_play_core::{Board, Cells, Kind, Symmetric, Tabular};

/// Whether some play from the start leads to this board of a line game, which must be one that
/// [`Tabular::check`](perfect_play_core::Tabular::check) does not object to.
///
/// Where marks are placed, play leads to all those boards. Where they fall, X and O may have no order in which to
/// take turns: then one mark after the other is taken back, from the tops of the columns, until none is left. All
/// boards on the way are the same marks up to some heights of the columns, so each set of heights is looked at
/// once. It takes time and memory for each of these sets.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::is_reachable;
///
/// let game: Mnk = "connect:2,4,4".parse()?;
/// let leads_to = |board| is_reachable(&game, game.shape().parse(board).unwrap());
/// assert!(leads_to("....O.X."));
/// // The lowest mark of all was X's.
/// assert!(!leads_to("....X.O."));
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[must_use]
pub fn is_reachable<G: Tabular<Position = Board> + Symmetric>(game: &G, board: Board) -> bool {
    let kind = game.kind();
    let Kind::Falling(lines) = kind else { return true };
    // The last mark has ended the game, if it is over.
    let is_over = |x: u64, o: u64| lines.any_within(x) || lines.any_within(o);
    let mut seen = HashSet::new();
    let mut unexplored = vec![(board.x(), board.o())];
    while let Some((x, o)) = unexplored.pop() {
        let occupied = x | o;
        if occupied == 0 {
            return true;
        }
        let x_moved_last = occupied.count_ones() & 1 == 1;
        let last = if x_moved_last { x } else { o };
        for cell in Cells::of(kind.last_cells(occupied) & last) {
            let (x, o) = (x & !(1 << cell), o & !(1 << cell));
            if !is_over(x, o) && seen.insert(x | o) {
                unexplored.push((x, o));
            }
        }
    }
    false
}
