//! The scores in which the search of line games counts.
//!
//! A score is 0 for a draw. If the game ends by a line with the *t*-th mark on the board, it is ±⌊(cells + 2 − *t*) / 2⌋,
//! positive for the winner: ±1 if the last mark or the one before it completes the line. Only one of two consecutive numbers
//! *t* is possible, as X places the marks with odd numbers, and O the others. So a score tells *t*, and it does not depend on
//! the number of marks on the board from where it is seen. A window between two scores has half as many values as one
//! between two numbers of plies.

use perfect_play_core::Value;

/// The score of the winner if the mark with the number `last` ends the game. 0 if there are not so many cells.
#[inline(always)]
pub(crate) const fn of_last_mark(cells: u32, last: u32) -> i32 {
    if last > cells { 0 } else { ((cells + 2 - last) / 2).cast_signed() }
}

/// The value of a score for the side to move, on a board with so many marks.
pub(crate) fn value(score: i32, cells: u32, marks: u32, misere: bool) -> Value {
    // In misère play, the winner does not place the last mark.
    let x_wins = (score > 0) == marks.is_multiple_of(2);
    let odd = x_wins != misere;
    let last = cells + 2 - 2 * score.unsigned_abs();
    let last = if (last % 2 == 1) == odd { last } else { last - 1 };
    let plies = last.saturating_sub(marks).try_into().unwrap_or(0);
    let value = match score {
        0 => None,
        1.. => Value::win(plies),
        _ => Value::loss(plies),
    };
    value.unwrap_or(Value::DRAW)
}
