//! Bounds without a search where marks fall: the opponent can answer each move by a fixed rule.
//!
//! Let an even number of cells be empty. Then the number of columns with an odd number of empty cells is even, too. The
//! opponent of the side to move divides the empty cells into pairs: the lowest empty cells of the odd columns, two by two, and
//! then two neighbours in a column each, from the top down. Whichever cell of a pair the side to move takes, the opponent can
//! take the other one: it is open. So the side to move gets, besides its own marks, at most one cell of each pair of odd
//! columns, and of the other pairs the lower cell. If that makes no line, the side to move cannot win. If in addition the
//! opponent has a line in its marks and all upper cells, it wins.
//!
//! The same holds for a part of the empty cells, if the rest is a column above a *threat*: a cell that completes a line of the
//! opponent at once. Nobody has to take the cell below the threat as long as there are others. The opponent pairs all other
//! cells, without that cell and those above it. Once they are full, the side to move must take the cell below the threat, and
//! loses. It loses as well if it takes that cell earlier.
//!
//! In Connect Four, this is how odd threats decide for X, and even ones for O. With these bounds, a search visits a third of
//! the nodes that it visits without them.

use crate::{geometry::Geometry, score};

/// The marks on a board, seen by the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub(crate) own: u64,
    pub(crate) others: u64,
    /// The number of marks.
    pub(crate) count: u32,
}

/// An upper bound of the score of the side to move, if a pairing of the opponent shows one that is not larger than `alpha`.
///
/// `threats`: the empty cells that complete a line of the opponent. The side to move has no move that completes a line.
#[inline(always)]
pub(crate) fn upper_bound<S: Geometry>(
    geometry: S,
    Marks { own, others, count }: Marks,
    threats: u64,
    alpha: i32,
) -> Option<i32> {
    let (cells, rows, stride) = (geometry.cells(), geometry.rows(), geometry.stride());
    let empty = geometry.all() & !(own | others);
    let open = ((own | others) + geometry.bottom()) & geometry.all();
    // The rows of the upper and the lower cells of pairs.
    let (uppers, lowers) = (geometry.every_second_row(true), geometry.every_second_row(false));
    let is_even = (cells - count).is_multiple_of(2);
    // A column has an odd number of empty cells if its lowest one is in a row of upper cells.
    let odd = open & uppers;
    if is_even && !geometry.any_line(own | empty & lowers | odd) {
        if alpha >= 0 {
            return Some(0);
        }
        // A pair whose upper cell the opponent still lacks is empty, with all cells above. So a line that lacks no cell above
        // row r is complete when at most rows − 1 − r cells are empty. That is a score of at least (rows + 1 − r) / 2.
        if let Some(r) = (rows + 1).checked_sub(2 * alpha.unsigned_abs()) {
            let up_to_r = geometry.bottom() * ((2 << r) - 1);
            if geometry.any_line(others | empty & uppers & !odd & up_to_r) {
                return Some(alpha);
            }
        }
    }
    // The cells that can be paired, without the column from below the threat upwards, are even in number for the threats of
    // every second row.
    let mut rest = threats & !open & if is_even { uppers } else { lowers };
    while rest != 0 {
        let threat = rest & rest.wrapping_neg();
        rest ^= threat;
        let row = threat.trailing_zeros() % stride;
        // The threat is completed with this mark at the latest: two cells after all that are paired.
        let bound = -score::of_last_mark(cells, cells + row + 1 - rows);
        if bound > alpha {
            continue;
        }
        let below = threat >> 1;
        // The column of the threat, and in it the cells under the one below the threat.
        let column = (u64::MAX >> (64 - stride)) << (threat.trailing_zeros() - row);
        let paired = empty & !(column & !(below - 1));
        // Whichever rows hold the threat, the lower cell of the uppermost pair is three rows below it.
        let threat_in_upper = threat & uppers != 0;
        let lower_in_column = if threat_in_upper { lowers } else { uppers };
        let lower = paired & (lowers & !column | lower_in_column & column);
        let odd = open & paired & !lower;
        if !geometry.any_line(own | lower | odd | below) {
            return Some(bound);
        }
    }
    None
}
