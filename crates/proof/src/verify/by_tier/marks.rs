//! The marks of a board as two sets of cells.

use perfect_play_core::Lines;

/// The marks after a move of O (0) or X (1).
pub(super) fn marked(x: u64, o: u64, cell: u8, mover: usize) -> (u64, u64) {
    if mover == 1 { (x | 1 << cell, o) } else { (x, o | 1 << cell) }
}

/// Whether one of the players holds a line.
pub(super) fn holds_line(lines: &Lines, x: u64, o: u64) -> bool {
    lines.any_within(x) || lines.any_within(o)
}
