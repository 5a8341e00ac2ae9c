//! The rules of Dots and Boxes.

use core::{fmt, num::NonZeroU8};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Scheme,
    split_once,
};

use crate::{
    grid::{bit, squares_of},
    margin::{margin, outcome},
    named::named,
    squares::{fmt_number, place, read_side},
};

#[doc = include_str!("rules/dots.md")]
///
/// The rules are those of Berlekamp, *The Dots and Boxes Game*, A K Peters, 2000.
///
/// A position is the edges drawn, the number of X's boxes, and the side to move. Edges are numbered from 0,
/// from top to bottom: the M edges above the first row of boxes, then the M + 1 vertical edges of this row, and
/// so on. A move is the number of the edge. People see edges numbered from 1.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Dots;
///
/// let game: Dots = "dots:2,1".parse()?;
/// let error = game.parse_position("-.||.-. 0:0 X").unwrap_err();
/// assert_eq!(error.to_string(), "the boxes of X and O do not add up to the complete boxes");
/// let position = game.parse_position("-.|..-. 0:0 O").unwrap();
/// let position = game.play(position, 3);
/// assert_eq!(game.notation(position).to_string(), "-.||.-. 0:1 O");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dots {
    columns: u8,
    rows: u8,
    /// The number of edges from a row of boxes to the next.
    step: NonZeroU8,
    /// The edges at the top of the boxes.
    boxes: u32,
    /// The images of edges, by symmetry.
    images: [[u8; 32]; 8],
}

named!(Dots(columns, rows));

impl Dots {
    const MAX_EDGES: u8 = 32;

    /// The game with these columns and rows of boxes. `None` if there are no boxes, or more than 32 edges.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        let edges = columns as u32 * (rows as u32 + 1) + (columns as u32 + 1) * rows as u32;
        if columns == 0 || rows == 0 || edges > Self::MAX_EDGES as u32 {
            return None;
        }
        let Some(step) = NonZeroU8::new(2 * columns + 1) else { return None };
        let (mut boxes, mut row) = (0, 0);
        while row < rows {
            boxes |= ((1 << columns) - 1) << (row * step.get());
            row += 1;
        }
        let mut game = Self { columns, rows, step, boxes, images: [[0; 32]; 8] };
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut edge = 0;
            while edge < Self::MAX_EDGES {
                game.images[symmetry as usize][edge as usize] = game.image_of_edge(edge, symmetry);
                edge += 1;
            }
            symmetry += 1;
        }
        Some(game)
    }

    /// The number of columns of boxes.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows of boxes.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of edges.
    const fn edges(&self) -> u8 {
        self.rows * self.step.get() + self.columns
    }

    /// All edges.
    const fn all(&self) -> u32 {
        u32::MAX >> ((32 - self.edges() as u32) & 31)
    }

    /// The column and row of an edge, both counted in half boxes. A horizontal edge has an odd column, a
    /// vertical edge an odd row.
    const fn place(&self, edge: u8) -> (u8, u8) {
        let (row, rest) = (edge / self.step.get(), edge % self.step.get());
        match rest.checked_sub(self.columns) {
            None => (2 * rest + 1, 2 * row),
            Some(rest) => (2 * rest, 2 * row + 1),
        }
    }

    /// The image of an edge. If the edge or the symmetry does not exist, the result is the edge itself.
    const fn image_of_edge(&self, edge: u8, symmetry: u8) -> u8 {
        if edge >= self.edges() || symmetry & 4 != 0 && self.columns != self.rows {
            return edge;
        }
        let (mut column, mut row) = self.place(edge);
        if symmetry & 1 != 0 {
            column = 2 * self.columns - column;
        }
        if symmetry & 2 != 0 {
            row = 2 * self.rows - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        // The reverse of `place`. The odd column of a horizontal edge is rounded down.
        row / 2 * self.step.get() + row % 2 * self.columns + column / 2
    }

    /// The edges at the top of the complete boxes.
    const fn complete_boxes(&self, edges: u32) -> u32 {
        // The edges of the box with edge e at the top, on a board with M columns:
        //
        //              e
        //     e + M  [    ]  e + M + 1
        //          e + 2M + 1
        //
        // So bit e of the shifted sets says whether the other three are drawn. `boxes` removes other edges than
        // tops. The masks of the shifts change nothing, because both numbers are below 32.
        let (below, left) = (edges >> (self.step.get() & 31), edges >> (self.columns & 31));
        edges & below & left & left >> 1 & self.boxes
    }

    /// The number of complete boxes.
    const fn complete(&self, edges: u32) -> u8 {
        self.complete_boxes(edges).count_ones().to_le_bytes()[0]
    }

    /// The boxes of the side to move, and the boxes of the other side.
    fn boxes(&self, (edges, x, to_move): (u32, u8, Player)) -> [u8; 2] {
        let o = self.complete(edges).saturating_sub(x);
        match to_move {
            Player::X => [x, o],
            Player::O => [o, x],
        }
    }
}

impl Game for Dots {
    /// The edges drawn, the number of X's boxes, and the side to move.
    type Position = (u32, u8, Player);

    fn start(&self) -> Self::Position {
        (0, 0, Player::X)
    }

    fn to_move(&self, (_, _, to_move): Self::Position) -> Player {
        to_move
    }

    #[inline]
    fn legal_moves(&self, (edges, ..): Self::Position) -> Moves {
        Moves::from_low_bits((self.all() & !edges).into())
    }

    #[inline]
    fn play(&self, (edges, x, to_move): Self::Position, mv: Move) -> Self::Position {
        let drawn = edges | bit(mv);
        let taken = self.complete(drawn).saturating_sub(self.complete(edges));
        match to_move {
            _ if taken == 0 => (drawn, x, to_move.opponent()),
            Player::X => (drawn, x.saturating_add(taken), Player::X),
            Player::O => (drawn, x, Player::O),
        }
    }

    fn ply(&self, (edges, ..): Self::Position) -> Option<u16> {
        u16::try_from(edges.count_ones()).ok()
    }

    fn max_plies(&self) -> u16 {
        self.edges().into()
    }

    #[inline]
    fn terminal(&self, position: Self::Position) -> Option<Outcome> {
        (position.0 & self.all() == self.all()).then(|| outcome(self.score(position)))
    }

    fn scheme(&self) -> Scheme {
        Scheme::Score
    }

    fn score(&self, position: Self::Position) -> i16 {
        margin(self.boxes(position))
    }

    fn symmetries(&self) -> u8 {
        if self.columns == self.rows { 8 } else { 4 }
    }

    fn image(&self, position: Self::Position, symmetry: u8) -> Self::Position {
        let (edges, x, to_move) = position;
        let image_of = |edge| bit(self.image_of_move(position, edge, symmetry));
        let image = squares_of(edges).fold(0, |image, edge| image | image_of(edge));
        (image, x, to_move)
    }

    /// A move is the edge that is drawn.
    fn image_of_move(&self, _: Self::Position, edge: Move, symmetry: u8) -> Move {
        let images = self.images.get(usize::from(symmetry));
        images.and_then(|images| images.get(usize::from(edge))).copied().unwrap_or(edge)
    }

    /// Writes the edges in order (`-` or `|` if drawn, `.` if not), the boxes of X and O, and the side to move.
    /// The drawing shows the numbers, from 1, of the edges that are not drawn.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edges, x, to_move) = position;
        let o = self.complete(edges).saturating_sub(x);
        for edge in 0..self.edges() {
            let (column, row) = self.place(edge);
            let (lies, drawn) = (row % 2 == 0, edges & bit(edge) != 0);
            if !f.alternate() {
                f.write_str(match (drawn, lies) {
                    (false, _) => ".",
                    (true, true) => "-",
                    (true, false) => "|",
                })?;
                continue;
            }
            if column <= 1 && edge > 0 {
                f.write_str("\n")?;
            }
            f.write_str(match (lies, column) {
                (true, 1) => " + ",
                (false, 1..) => "   ",
                _ => "",
            })?;
            match (drawn, lies) {
                (false, _) => write!(f, "{:^3}", edge.saturating_add(1)),
                (true, true) => f.write_str("---"),
                (true, false) => f.write_str(" | "),
            }?;
            f.write_str(if lies { " + " } else { "" })?;
        }
        if f.alternate() {
            write!(f, "\nX has {x}, O has {o}, {to_move} to move")
        } else {
            write!(f, " {x}:{o} {to_move}")
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let wrong = ParsePositionError::Wrong;
        let form =
            wrong("the edges are followed by X's boxes, a colon, O's boxes, and X or O, to move");
        let (drawn, rest) = split_once(text, b' ').ok_or(form)?;
        let (boxes, to_move) = read_side(rest)?;
        let (x, o) = split_once(boxes, b':').ok_or(form)?;
        let [x, o] = [x, o].map(str::parse::<u8>);
        let (x, o) = (x.map_err(|_| form)?, o.map_err(|_| form)?);
        let (mut edges, mut edge) = (0, 0);
        for found in drawn.chars() {
            if edge == self.edges() {
                return Err(wrong("there are too many edges"));
            }
            match found {
                '.' => {}
                '-' | '|' if (found == '-') == self.place(edge).1.is_multiple_of(2) => {
                    edges |= bit(edge);
                }
                '-' | '|' => {
                    return Err(wrong("a vertical edge is `|`, and a horizontal edge is `-`"));
                }
                _ => return Err(wrong("an edge is `-`, `|`, or `.` if it is not drawn")),
            }
            edge += 1;
        }
        if edge < self.edges() {
            return Err(wrong("there are too few edges"));
        }
        if x.checked_add(o) != Some(self.complete(edges)) {
            return Err(wrong("the boxes of X and O do not add up to the complete boxes"));
        }
        Ok((edges, x, to_move))
    }

    fn fmt_move(&self, _: Self::Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(mv, f)
    }

    /// Shows the drawn edges and the complete boxes. A position does not contain the owner of each box, unless one player
    /// owns all of them.
    fn drawing(&self) -> Drawing {
        Drawing::Boxes { columns: self.columns, rows: self.rows }
    }

    fn piece(&self, (edges, x, _): Self::Position, cell: u8) -> Option<Piece> {
        let Some(of) = cell.checked_sub(self.edges()) else {
            let is_drawn = edges & bit(cell) != 0;
            return is_drawn.then_some(Piece::named(None, "edge", '#'));
        };
        let (column, row) = place(self.columns, of);
        let first = bit(row.wrapping_mul(self.step.get()).wrapping_add(column));
        if row >= self.rows || self.complete_boxes(edges) & first == 0 {
            return None;
        }
        Some(match x {
            0 => Piece::mark(Player::O),
            x if x == self.complete(edges) => Piece::mark(Player::X),
            _ => Piece::named(None, "box", '#'),
        })
    }

    fn points_at(&self, _: Self::Position, mv: Move) -> MoveCells {
        MoveCells::to(mv)
    }

    fn fmt_cell(&self, edge: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(edge, f)
    }
}
