//! Whether a board is reachable.

use std::{collections::HashSet, hash::BuildHasherDefault};

use perfect_play_core::{Board, Cells, Game, Kind, ProbeError, Unreachable};

use crate::mixed::Mixed;

/// After so many combinations of heights, a search for an order of moves ends.
const MOST_COMBINATIONS: usize = 1 << 20;

/// Whether a board of a line game is reachable from the start. The board must pass
/// [`Game::check`](perfect_play_core::Game::check).
///
/// If marks are placed, all such boards are reachable. If marks fall, a board may have no order of moves in which X
/// and O take turns. So for falling marks this function searches. It takes back one mark after the other from the
/// tops of the columns, until no mark is left. On the way, the marks that are left are the lowest marks of each
/// column of `board`. So the heights of the columns determine these marks, and the search visits each combination of
/// heights at most once. After a million of them it ends: then the board counts as reachable, and a table or a search gives
/// its value, which is right in any case. Boards of up to 7 columns and 6 rows have fewer combinations.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::is_reachable;
///
/// let game: Mnk = "connect:2,4,4".parse()?;
/// let leads_to = |board| is_reachable(&game, game.shape().parse(board).unwrap());
/// assert!(leads_to("....O.X."));
/// // The lowest mark must be an X.
/// assert!(!leads_to("....X.O."));
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[must_use]
pub fn is_reachable<G: Game<Position = Board>>(game: &G, board: Board) -> bool {
    let kind = game.kind();
    let Kind::Falling(lines) = kind else { return true };
    let is_over = |(x, o)| lines.any_within(x) || lines.any_within(o);
    // If the game is over, the last mark has ended it. Before that mark there was no line. Earlier boards have
    // no line either, because they have fewer marks.
    let before = |last| without(board.x(), board.o(), last);
    let (x, o) = (board.x(), board.o());
    let mut unexplored: Vec<_> = last_marks(kind, x, o).map(before).collect();
    unexplored.retain(|&marks| !is_over(marks));
    if x | o == 0 || unexplored.iter().any(|&(x, o)| are_levelled(kind, x, o)) {
        return true;
    }
    let mut seen: HashSet<u64, BuildHasherDefault<Mixed>> = HashSet::default();
    while let Some((x, o)) = unexplored.pop() {
        if x | o == 0 || seen.len() > MOST_COMBINATIONS {
            return true;
        }
        let before = last_marks(kind, x, o).map(|last| without(x, o, last));
        unexplored.extend(before.filter(|&(x, o)| seen.insert(x | o)));
    }
    false
}

/// Checks that a board of a line game is a reachable position.
///
/// # Errors
///
/// The errors of [`Game::check`](perfect_play_core::Game::check), or that no order of moves leads to the board.
pub(crate) fn check_reachable<G: Game<Position = Board>>(
    game: &G,
    board: Board,
) -> Result<(), ProbeError> {
    game.check(board)?;
    if is_reachable(game, board) { Ok(()) } else { Err(Unreachable::NO_ORDER_OF_MOVES.into()) }
}

/// The marks that the player who moved last may have placed last.
#[inline]
fn last_marks(kind: Kind, x: u64, o: u64) -> Cells {
    let x_moved_last = (x | o).count_ones() & 1 == 1;
    Cells::of(kind.last_cells(x | o) & if x_moved_last { x } else { o })
}

/// The board without the mark on this cell.
#[inline]
const fn without(x: u64, o: u64, cell: u8) -> (u64, u64) {
    (x & !(1 << cell), o & !(1 << cell))
}

/// Whether all marks can be taken back in turn, always the highest possible one. This avoids a column with too
/// many marks of one player. It is fast, and succeeds for most reachable boards.
fn are_levelled(kind: Kind, mut x: u64, mut o: u64) -> bool {
    while x | o != 0 {
        // The cells of a row come before the cells of the row below it.
        let Some(highest) = last_marks(kind, x, o).first() else { return false };
        (x, o) = without(x, o, highest);
    }
    true
}
