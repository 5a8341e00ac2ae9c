//! Boards within the cells of boards, each in units of its own.

use perfect_play_core::{Board, Game, Move, Moves, Player, Printable, Shape};
use perfect_play_games::Mnk;
use svg::node::element::{Group, Path, Rectangle, path::Data};

use super::boards::MapBoard;
use crate::figure::{self, INK, PENCIL};

/// The width of a cell.
pub(super) const CELL: i32 = 100;
/// The part of a cell that the board in it takes.
const INNER: f64 = 0.88;
/// From the edge of a cell to its mark.
const NEAR: i32 = 20;
/// How far a line is struck beyond the middle of its ends.
const BEYOND: i32 = 40;
/// How wide the stroke is.
const STRIKE: i32 = 8;

/// What a mark is to its board.
#[derive(Clone, Copy)]
pub(super) enum Age {
    /// The answer that the map gives.
    Answer,
    /// The other side's move before it.
    Move,
    /// All before that.
    Older,
}

impl Age {
    /// How wide the mark's lines are.
    fn pen(self) -> i32 {
        match self {
            Self::Answer => 15,
            Self::Move => 8,
            Self::Older => 4,
        }
    }
}

/// A board with all that is in its cells, around which stand so many others.
pub(super) fn board(game: &Mnk, drawn: &MapBoard, depth: i32) -> Group {
    let (shape, marks) = (game.shape(), drawn.board);
    let mut group = named(game, drawn);
    let last = drawn.last();
    if let Some(last) = last {
        group = group.add(ground(figure::board_size(shape, CELL), game.winner(last.board)));
    }
    // The further in, the heavier: thinner lines could not be seen there.
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
            // The last empty cell needs no board in it.
            Some(last) => add_newest(named(game, last), shape, last.board, last.mv, Age::Move),
            None => inner(game, reply, depth + 1),
        });
    }
    last.into_iter().fold(group, |group, last| strike(game, last.board, group))
}

/// What a mark looks like, in a cell alone.
pub(super) fn sample(player: Player, age: Age) -> Path {
    let cell = figure::with_mark(Data::new(), (NEAR, NEAR), CELL - 2 * NEAR, player);
    stroke(cell, figure::colour(player), age.pen())
        .set("fill", "none")
        .set("stroke-linecap", "round")
}

/// What the ground of a board looks like on which the game has ended so.
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

/// A place and a size, to a ten thousandth.
pub(super) fn placed(left: f64, top: f64, scale: f64) -> String {
    let [left, top, scale] = [left, top, scale].map(|number| (number * 1e4).round() / 1e4);
    format!("translate({left} {top})scale({scale})")
}

/// A group that says which board it is, for scripts.
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

/// What lies under a board on which the game has ended so: a shade of the winner's colour.
fn ground((width, height): (i32, i32), winner: Option<Player>) -> Rectangle {
    let shade = match winner {
        Some(Player::X) => "#dbe7f4",
        Some(Player::O) => "#fae3d4",
        None => "#e8e8e4",
    };
    Rectangle::new().set("width", width).set("height", height).set("fill", shade)
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

/// The group with the complete lines of a board struck through.
fn strike(game: &Mnk, end: Board, group: Group) -> Group {
    let lines = [Player::X, Player::O]
        .into_iter()
        .flat_map(|player| game.lines().within(end.marks(player)));
    let drawing = lines.fold(Data::new(), |drawing, line| {
        let middle = |cell: Option<Move>| {
            let (x, y) = figure::corner(game.shape(), cell.unwrap_or_default(), CELL);
            (x + CELL / 2, y + CELL / 2)
        };
        let cells = Moves::from_low_bits(line);
        let (from, to) = (middle(cells.first()), middle(cells.last()));
        // A line of one mark is struck from left to right.
        let (right, down) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let right = if (right, down) == (0, 0) { 1 } else { right };
        let (right, down) = (right * BEYOND, down * BEYOND);
        drawing.move_to((from.0 - right, from.1 - down)).line_to((to.0 + right, to.1 + down))
    });
    if drawing.is_empty() { group } else { group.add(stroke(drawing, INK, STRIKE)) }
}

fn stroke(drawing: Data, colour: &str, pen: i32) -> Path {
    Path::new().set("d", drawing).set("stroke", colour).set("stroke-width", pen)
}
