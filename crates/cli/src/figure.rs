//! What all pictures have in common: paper, ink, text, and boards as small grids.
//!
//! A picture brings its own paper, so that it reads the same on a white page and on a black one.
//! Units are pixels, all of them whole; on a poster there are four to a millimetre.

use std::io::{self, Write};

use perfect_play_core::{Board, Player, Shape};
use svg::{
    Document,
    node::element::{Group, Line, Path, Rectangle, Text, Title, path::Data},
};

pub(crate) const PAPER: &str = "#fcfcfa";
pub(crate) const INK: &str = "#222222";
/// For what is read second; dark enough for small text.
pub(crate) const PENCIL: &str = "#666666";
pub(crate) const BLUE: &str = "#1f5fa8";
pub(crate) const ORANGE: &str = "#c0480b";

/// The height of ordinary text.
pub(crate) const TEXT: i32 = 12;

/// A picture of this size with a title, which is what a screen reader says.
pub(crate) fn figure(width: i32, height: i32, title: &str) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", "system-ui, sans-serif")
        .set("font-size", TEXT)
        .set("fill", INK)
        .add(Title::new(title))
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("rx", 8)
                .set("fill", PAPER),
        )
}

/// Units to a millimetre of a poster: ordinary text is three millimetres high.
pub(crate) const PER_MM: i32 = 4;

/// A picture to print, as large as a sheet of so many millimetres.
pub(crate) fn poster((width, height): (i32, i32), title: &str) -> Document {
    figure(width * PER_MM, height * PER_MM, title)
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
}

/// Writes a picture.
pub(crate) fn write(out: &mut dyn Write, figure: &Document) -> io::Result<()> {
    writeln!(out, "{figure}")
}

/// Text from its left end on.
pub(crate) fn text(x: i32, y: i32, content: impl Into<String>) -> Text {
    Text::new(content).set("x", x).set("y", y)
}

/// Text around its middle.
pub(crate) fn centred(x: i32, y: i32, content: impl Into<String>) -> Text {
    text(x, y, content).set("text-anchor", "middle")
}

/// About how wide a text is: most letters of most typefaces are narrower than this says.
pub(crate) fn width_of(text: &str) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(i32::MAX / TEXT) * TEXT * 3 / 5
}

/// A straight line.
pub(crate) fn line(from: (i32, i32), to: (i32, i32), width: i32) -> Line {
    Line::new()
        .set("x1", from.0)
        .set("y1", from.1)
        .set("x2", to.0)
        .set("y2", to.1)
        .set("stroke", INK)
        .set("stroke-width", width)
        .set("stroke-linecap", "round")
}

/// The size of lines of text that [`lines`] draws.
pub(crate) fn lines_size(lines: &[String]) -> (i32, i32) {
    let width = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    (width, LINE * i32::try_from(lines.len()).unwrap_or(i32::MAX / LINE))
}

/// From a line of text to the next.
pub(crate) const LINE: i32 = 4 * TEXT / 3;

/// Lines of text of which each character is as wide as any other, from their top left corner on.
pub(crate) fn lines((left, top): (i32, i32), lines: &[String]) -> Group {
    let group = Group::new().set("font-family", "monospace");
    (1..).zip(lines).fold(group, |group, (line, content)| {
        // Blanks at the beginning of a text would be left out.
        group.add(text(left, top + line * LINE - TEXT / 3, content.replace(' ', "\u{a0}")))
    })
}

/// The colour of a player's marks.
pub(crate) fn colour(player: Player) -> &'static str {
    match player {
        Player::X => BLUE,
        Player::O => ORANGE,
    }
}

/// The size of a board whose cells are this wide.
pub(crate) fn board_size(shape: Shape, cell: i32) -> (i32, i32) {
    (i32::from(shape.columns()) * cell, i32::from(shape.rows()) * cell)
}

/// A board from its top left corner on, the cell of its last move on a ground of its own.
pub(crate) fn board(
    (left, top): (i32, i32),
    cell: i32,
    shape: Shape,
    board: Board,
    last: Option<u8>,
) -> Group {
    let mut group = Group::new().set("stroke-linecap", "round");
    if let Some(last) = last {
        let (x, y) = corner(shape, last, cell);
        group = group.add(
            Rectangle::new()
                .set("x", left + x)
                .set("y", top + y)
                .set("width", cell)
                .set("height", cell)
                .set("fill", "#f3dc9b"),
        );
    }
    let lines = grid((left, top), cell, shape);
    group = group.add(Path::new().set("d", lines).set("stroke", PENCIL).set("fill", "none"));
    for index in 0..shape.cells() {
        let (x, y) = corner(shape, index, cell);
        if let Some(player) = board.at(index) {
            group = group.add(mark((left + x, top + y), cell, player));
        }
    }
    group
}

/// The lines between the cells of a board.
pub(crate) fn grid((left, top): (i32, i32), cell: i32, shape: Shape) -> Data {
    let (width, height) = board_size(shape, cell);
    let mut grid = Data::new();
    for column in 1..i32::from(shape.columns()) {
        grid = grid.move_to((left + column * cell, top)).vertical_line_by(height);
    }
    for row in 1..i32::from(shape.rows()) {
        grid = grid.move_to((left, top + row * cell)).horizontal_line_by(width);
    }
    if shape.columns() == 1 || shape.rows() == 1 {
        // The lines between the cells do not show where the board ends.
        grid = grid
            .move_to((left, top))
            .horizontal_line_by(width)
            .vertical_line_by(height)
            .horizontal_line_by(-width)
            .close();
    }
    grid
}

/// The top left corner of a cell, from that of the board.
pub(crate) fn corner(shape: Shape, index: u8, cell: i32) -> (i32, i32) {
    let (column, row) = (index % shape.columns(), index / shape.columns());
    (i32::from(column) * cell, i32::from(row) * cell)
}

/// A mark in a cell, from the cell's top left corner on.
fn mark((x, y): (i32, i32), cell: i32, player: Player) -> Path {
    let near = cell / 4;
    let shape = with_mark(Data::new(), (x + near, y + near), cell - 2 * near, player);
    Path::new()
        .set("d", shape)
        .set("fill", "none")
        .set("stroke", colour(player))
        .set("stroke-width", 1 + cell / 16)
}

/// A drawing with one mark more, of this size from its top left corner on.
pub(crate) fn with_mark(drawing: Data, (left, top): (i32, i32), size: i32, player: Player) -> Data {
    match player {
        Player::X => drawing
            .move_to((left, top))
            .line_by((size, size))
            .move_to((left + size, top))
            .line_by((-size, size)),
        Player::O => {
            let radius = f64::from(size) / 2.0;
            let half = |width: i32| (radius, radius, 0, 1, 0, width, 0);
            drawing
                .move_to((left, top + size / 2))
                .elliptical_arc_by(half(size))
                .elliptical_arc_by(half(-size))
        }
    }
}
