//! Labels for graphviz.

use perfect_play_core::{Board, Shape};

use crate::drawing::plain_board;

/// The board for the label of a node. Graphviz centres the lines and drops the blanks at their ends; this form keeps the
/// columns aligned.
pub(crate) fn board(shape: Shape, board: Board, last: Option<u8>) -> String {
    lines(&plain_board::small_board(shape, board, last))
}

/// Lines of text for the label of a node, as [`board`].
pub(crate) fn lines(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| text(line)).collect();
    lines.join("\\n").replace(' ', "\u{a0}")
}

/// A text within the quotes of a label.
pub(crate) fn text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
