//! Positions without colours and without names of cells: a board of marks has a character for each.

use perfect_play_core::{Board, Shape};
use perfect_play_engine::{AnyGame, AnyPosition};

use crate::{
    drawing::board::{self, Drawn},
    terminal::paint,
    text::wrap::{WIDTH, widest},
};

/// The board as lines of text. `label` gives the text of empty cells.
pub(crate) fn board(shape: Shape, board: Board, label: impl Fn(u8) -> String) -> Vec<String> {
    let cells: Vec<String> = (0..shape.cells())
        .map(|cell| board.at(cell).map_or_else(|| label(cell), |player| player.to_string()))
        .collect();
    let width = widest(&cells).max(1);
    let rule = vec!["-".repeat(width + 2); shape.columns().into()].join("+");
    let mut lines = Vec::new();
    for row in cells.chunks(shape.columns().into()) {
        if !lines.is_empty() {
            lines.push(rule.clone());
        }
        let row: Vec<String> = row.iter().map(|cell| paint::centred(cell, width + 2)).collect();
        lines.push(row.join("|").trim_end().to_owned());
    }
    lines
}

/// The board as lines of text, without labels. A wide board has no lines between its cells.
pub(crate) fn plain_board(shape: Shape, marks: Board) -> Vec<String> {
    let drawing = board(shape, marks, |_| ".".to_owned());
    if fits(&drawing) { drawing } else { small_board(shape, marks, None) }
}

/// Whether a drawing that is indented by two blanks fits a terminal.
pub(crate) fn fits(drawing: &[String]) -> bool {
    2 + widest(drawing) <= WIDTH
}

/// The board in few lines, one character for each cell. The last move is in brackets: ` X .[O]`.
pub(crate) fn small_board(shape: Shape, board: Board, last: Option<u8>) -> Vec<String> {
    let columns = shape.columns();
    let cell = |row, column| row * columns + column;
    let row = |row| {
        let mut line = String::new();
        for column in 0..columns {
            let (here, left) = (cell(row, column), column.checked_sub(1));
            line.push(match last {
                Some(last) if last == here => '[',
                Some(last) if left.is_some_and(|left| cell(row, left) == last) => ']',
                _ => ' ',
            });
            line.push_str(&board.at(here).map_or_else(|| ".".to_owned(), |mark| mark.to_string()));
        }
        line.push(if last == Some(cell(row, columns - 1)) { ']' } else { ' ' });
        line
    };
    (0..shape.rows()).map(row).collect()
}

/// A position in few lines; a board is drawn as by [`small_board`].
pub(crate) fn small_position(
    game: &AnyGame,
    position: AnyPosition,
    last: Option<u8>,
) -> Vec<String> {
    match game.board(position) {
        Some((game, board)) => small_board(game.shape(), board, last),
        None => board::text(game, position).iter().map(|line| format!(" {line}")).collect(),
    }
}

/// A position as lines of text.
pub(crate) fn position(game: &AnyGame, position: AnyPosition) -> Vec<String> {
    match game.board(position) {
        Some((game, board)) => plain_board(game.shape(), board),
        None => Drawn::new(game, position).lines(),
    }
}
