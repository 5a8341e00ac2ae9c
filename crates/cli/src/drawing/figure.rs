//! The parts that all pictures share: paper, ink, text, and boards as small grids.
//!
//! A picture draws its own paper, so it can be read on white and on black pages. Its colours are those of [`PALETTE`]:
//! the attributes hold the light colours, and a style replaces them where the reader prefers dark ones. A viewer that
//! ignores the style shows the light picture.
//! Units are whole pixels. A poster has four units to a millimetre.

use std::io::{self, Write};

use perfect_play_core::{Board, Moves, Player, Shape};
use perfect_play_games::Mnk;
use svg::{
    Document,
    node::element::{Group, Line, Path, Rectangle, Style, Text, Title, path::Data},
};

pub(crate) const PAPER: &str = "#fcfcfa";
pub(crate) const INK: &str = "#222222";
/// Ink for secondary text; dark enough for small text.
pub(crate) const PENCIL: &str = "#666666";
pub(crate) const BLUE: &str = "#1f5fa8";
pub(crate) const ORANGE: &str = "#c0480b";
/// The background of the last move.
pub(crate) const LAST: &str = "#f3dc9b";
/// The grid lines behind a chart.
pub(crate) const FAINT: &str = "#dddddd";
/// The colour of moves that are cut off.
pub(crate) const RED: &str = "#b3261e";
/// The backgrounds of positions that X wins, that O wins, and of draws.
const GROUNDS: [&str; 3] = ["#dbe7f4", "#fae3d4", "#e8e8e4"];

/// Every colour of the pictures, with its replacement in dark mode.
const PALETTE: [(&str, &str); 11] = [
    (PAPER, "#16181d"),
    (INK, "#ececea"),
    (PENCIL, "#a9aeb8"),
    (BLUE, "#82b6f2"),
    (ORANGE, "#f59a62"),
    (LAST, "#57481a"),
    (FAINT, "#3a3e47"),
    (RED, "#ff8a80"),
    (GROUNDS[0], "#1c3047"),
    (GROUNDS[1], "#472a18"),
    (GROUNDS[2], "#2c2f36"),
];

/// The colour that replaces a light one in dark mode.
#[cfg(test)]
pub(crate) fn in_dark(colour: &str) -> &'static str {
    PALETTE.iter().find(|(light, _)| *light == colour).unwrap().1
}

/// The style for readers who prefer dark pictures: it replaces every colour wherever it is used.
fn dark() -> Style {
    let rules = PALETTE.map(|(light, dark)| {
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    });
    Style::new(format!("@media screen and (prefers-color-scheme:dark){{{}}}", rules.concat()))
}

/// The height of ordinary text.
pub(crate) const TEXT: i32 = 12;

/// A picture of this size. A screen reader says its title.
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
        .add(dark())
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("rx", 8)
                .set("fill", PAPER),
        )
}

/// Units in a millimetre of a poster. Ordinary text is three millimetres high.
pub(crate) const PER_MM: i32 = 4;

/// A picture to print, on a sheet of this size in millimetres.
pub(crate) fn poster((width, height): (i32, i32), title: &str) -> Document {
    figure(width * PER_MM, height * PER_MM, title)
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
}

/// Writes a picture.
pub(crate) fn write(out: &mut dyn Write, figure: &Document) -> io::Result<()> {
    writeln!(out, "{figure}")
}

/// Text that begins at this point.
pub(crate) fn text(x: i32, y: i32, content: impl Into<String>) -> Text {
    Text::new(content).set("x", x).set("y", y)
}

/// Text that is centred at this point.
pub(crate) fn centred(x: i32, y: i32, content: impl Into<String>) -> Text {
    text(x, y, content).set("text-anchor", "middle")
}

/// The approximate width of a text. In most typefaces, most letters are narrower than assumed here.
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

/// A rectangle without a fill.
pub(crate) fn frame((left, top): (i32, i32), (width, height): (i32, i32)) -> Rectangle {
    Rectangle::new()
        .set("x", left)
        .set("y", top)
        .set("width", width)
        .set("height", height)
        .set("rx", 3)
        .set("fill", "none")
}

/// The font size of the lines that [`lines`] draws.
pub(crate) fn lines_size(lines: &[String]) -> (i32, i32) {
    let width = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    (width, LINE * i32::try_from(lines.len()).unwrap_or(i32::MAX / LINE))
}

/// The distance between two lines of text.
pub(crate) const LINE: i32 = 4 * TEXT / 3;

/// Lines of text in a monospaced font, placed by their top left corner.
pub(crate) fn lines((left, top): (i32, i32), lines: &[String]) -> Group {
    let group = Group::new().set("font-family", "monospace");
    (1..).zip(lines).fold(group, |group, (line, content)| {
        // A renderer would drop blanks at the beginning of a text.
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

/// The background of a position that this player wins, or of a draw if there is no player.
pub(crate) const fn ground(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::X) => GROUNDS[0],
        Some(Player::O) => GROUNDS[1],
        None => GROUNDS[2],
    }
}

/// The size of a board with cells of this width.
pub(crate) fn board_size(shape: Shape, cell: i32) -> (i32, i32) {
    (i32::from(shape.columns()) * cell, i32::from(shape.rows()) * cell)
}

/// A board, placed by its top left corner. The cell of the last move has a background of its own.
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
                .set("fill", LAST),
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
        // The lines between the cells do not show the edge of the board.
        grid = grid
            .move_to((left, top))
            .horizontal_line_by(width)
            .vertical_line_by(height)
            .horizontal_line_by(-width)
            .close();
    }
    grid
}

/// The strokes through the complete lines of a board; `None` if there is no complete line.
pub(crate) fn strike((left, top): (i32, i32), cell: i32, game: &Mnk, board: Board) -> Option<Path> {
    let players = [Player::X, Player::O].into_iter();
    let lines = players.flat_map(|player| game.lines().within(board.marks(player)));
    let drawing = lines.fold(Data::new(), |drawing, line| {
        let middle = |index: Option<u8>| {
            let (x, y) = corner(game.shape(), index.unwrap_or_default(), cell);
            (left + x + cell / 2, top + y + cell / 2)
        };
        let cells = Moves::from_low_bits(line);
        let (from, to) = (middle(cells.first()), middle(cells.last()));
        // A line of one mark is struck from left to right.
        let (right, down) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let right = if (right, down) == (0, 0) { 1 } else { right };
        let (right, down) = (right * cell * 2 / 5, down * cell * 2 / 5);
        drawing.move_to((from.0 - right, from.1 - down)).line_to((to.0 + right, to.1 + down))
    });
    (!drawing.is_empty()).then(|| {
        Path::new()
            .set("d", drawing)
            .set("fill", "none")
            .set("stroke", INK)
            .set("stroke-width", 1 + cell / 14)
            .set("stroke-linecap", "round")
    })
}

/// The top left corner of a cell, relative to that of the board.
pub(crate) fn corner(shape: Shape, index: u8, cell: i32) -> (i32, i32) {
    let (column, row) = (index % shape.columns(), index / shape.columns());
    (i32::from(column) * cell, i32::from(row) * cell)
}

/// A mark in a cell, placed by the cell's top left corner.
fn mark((x, y): (i32, i32), cell: i32, player: Player) -> Path {
    let near = cell / 4;
    let shape = with_mark(Data::new(), (x + near, y + near), cell - 2 * near, player);
    Path::new()
        .set("d", shape)
        .set("fill", "none")
        .set("stroke", colour(player))
        .set("stroke-width", 1 + cell / 16)
}

/// Adds a mark of this size to a drawing, placed by its top left corner.
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
