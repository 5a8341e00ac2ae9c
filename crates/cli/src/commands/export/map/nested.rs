//! Boards in the cells of boards. Each board has its own scale.

use perfect_play_core::{Board, Game, Move, Moves, Player, Shape};
use perfect_play_games::Mnk;
use svg::node::element::{Group, Path, Rectangle, path::Data};

use super::boards::MapBoard;
use crate::drawing::figure::{self, PENCIL};

/// The width of a cell.
pub(super) const CELL: i32 = 100;
/// The share of a cell that the board in it takes.
const INNER: f64 = 0.88;
/// The distance from the edge of a cell to its mark.
const NEAR: i32 = 20;

/// When a mark was placed on its board.
#[derive(Clone, Copy)]
pub(super) enum Age {
    /// The answer that the map gives.
    Answer,
    /// The other side's move before the answer.
    Move,
    /// All earlier marks.
    Older,
}

impl Age {
    /// The width of the mark's strokes.
    fn pen(self) -> i32 {
        match self {
            Self::Answer => 15,
            Self::Move => 8,
            Self::Older => 4,
        }
    }
}

/// A board with the boards in its cells. `depth` boards enclose it.
pub(super) fn board(game: &Mnk, drawn: &MapBoard, depth: i32) -> Group {
    let (shape, marks) = (game.shape(), drawn.board);
    let mut group = named(game, drawn);
    let last = drawn.last();
    if let Some(last) = last {
        group = group.add(ground(figure::board_size(shape, CELL), game.winner(last.board)));
    }
    // Inner boards have heavier lines, because thin ones would be invisible at their scale.
    group = group.add(stroke(figure::grid((0, 0), CELL, shape), PENCIL, 1 + depth.min(3)));
    let newest: Moves = drawn.mv.into_iter().chain(drawn.answer).collect();
    for player in [Player::X, Player::O] {
        let older = Moves::from_low_bits(marks.marks(player)).difference(newest);
        if !older.is_empty() {
            group = group.add(mark(shape, older, player, Age::Older));
        }
    }
    for (newest, age) in [(drawn.mv, Age::Move), (drawn.answer, Age::Answer)] {
        group = add_newest(group, shape, marks, newest, age);
    }
    for reply in &drawn.replies {
        group = group.add(match last {
            // The board that fills the last empty cell is not drawn in it: its mark is enough.
            Some(last) => add_newest(named(game, last), shape, last.board, last.mv, Age::Move),
            None => inner(game, reply, depth + 1),
        });
    }
    let struck = last.and_then(|last| figure::strike((0, 0), CELL, game, last.board));
    struck.into_iter().fold(group, Group::add)
}

/// An example of a mark, in a cell by itself.
pub(super) fn sample(player: Player, age: Age) -> Path {
    let cell = figure::with_mark(Data::new(), (NEAR, NEAR), CELL - 2 * NEAR, player);
    stroke(cell, figure::colour(player), age.pen())
        .set("fill", "none")
        .set("stroke-linecap", "round")
}

/// An example of the background of a finished board with this winner.
pub(super) fn sample_ground(winner: Option<Player>) -> Rectangle {
    ground((CELL, CELL), winner)
}

/// The board after a reply, in the cell of the reply.
fn inner(game: &Mnk, reply: &MapBoard, depth: i32) -> Group {
    let shape = game.shape();
    let scale = INNER / f64::from(shape.columns().max(shape.rows()));
    let (width, height) = figure::board_size(shape, CELL);
    let (x, y) = figure::corner(shape, reply.mv.unwrap_or_default(), CELL);
    let [left, top] = [(x, width), (y, height)].map(|(corner, size)| {
        f64::from(corner) + (f64::from(CELL) - f64::from(size) * scale) / 2.0
    });
    board(game, reply, depth).set("transform", placed(left, top, scale))
}

/// A translation and a scale, rounded to a ten-thousandth.
pub(super) fn placed(left: f64, top: f64, scale: f64) -> String {
    let [left, top, scale] = [left, top, scale].map(|number| (number * 1e4).round() / 1e4);
    format!("translate({left} {top})scale({scale})")
}

/// A group with attributes that name the board, for scripts.
fn named(game: &Mnk, drawn: &MapBoard) -> Group {
    let board = game.notation(drawn.board).to_string();
    let mut group = Group::new().set("data-board", board);
    for (name, mv) in [("data-move", drawn.mv), ("data-answer", drawn.answer)] {
        if let Some(mv) = mv {
            group = group.set(name, mv);
        }
    }
    if drawn.replies.is_empty() {
        let winner = game.winner(drawn.board);
        group =
            group.set("data-winner", winner.map_or("none".to_owned(), |winner| winner.to_string()));
    }
    group
}

/// The background of a finished board: a shade of the winner's colour.
fn ground((width, height): (i32, i32), winner: Option<Player>) -> Rectangle {
    Rectangle::new().set("width", width).set("height", height).set("fill", figure::ground(winner))
}

fn add_newest(group: Group, shape: Shape, board: Board, cell: Option<Move>, age: Age) -> Group {
    match cell.and_then(|cell| Some((cell, board.at(cell)?))) {
        Some((cell, player)) => group.add(mark(shape, Moves::EMPTY.with(cell), player, age)),
        None => group,
    }
}

/// A player's marks in these cells.
fn mark(shape: Shape, cells: Moves, player: Player, age: Age) -> Path {
    let drawing = cells.iter().fold(Data::new(), |drawing, cell| {
        let (x, y) = figure::corner(shape, cell, CELL);
        figure::with_mark(drawing, (x + NEAR, y + NEAR), CELL - 2 * NEAR, player)
    });
    stroke(drawing, figure::colour(player), age.pen())
}

fn stroke(drawing: Data, colour: &str, pen: i32) -> Path {
    Path::new().set("d", drawing).set("stroke", colour).set("stroke-width", pen)
}
