//! The rules of Othello.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Scheme,
};

use crate::{
    grid::{Grid, bit},
    margin::{margin, outcome},
    named::named,
    squares::{piece, read_marks, read_side},
};

#[doc = include_str!("rules/othello.md")]
///
/// The rules are those of the [World Othello
/// Federation](https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english), but the board is
/// smaller.
///
/// A position is X's discs and O's discs, as bitboards, and the side to move. A move is the number of the
/// square, from 0, row by row from the top left, or [`Othello::PASS`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Othello;
///
/// let game: Othello = "othello:4,4".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), ".....OX..XO..... X");
/// let position = game.play(start, game.parse_move(start, "b4").unwrap());
/// assert_eq!(game.notation(position).to_string(), ".X...XX..XO..... O");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    grid: Grid,
}

named!(Othello(columns, rows));

impl Othello {
    /// The move to pass.
    pub const PASS: Move = 255;

    /// The game on a board with these columns and rows. `None` if one of them is odd or there are no squares,
    /// more than 32 squares, or more than 26 columns.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        match Grid::new(columns, rows) {
            Some(grid) if columns.is_multiple_of(2) && rows.is_multiple_of(2) => {
                Some(Self { grid })
            }
            _ => None,
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.grid.columns()
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.grid.rows()
    }

    /// The squares where the owner of the discs `own` encloses some of the others.
    fn places(&self, own: u32, other: u32) -> u32 {
        let free = self.grid.all() & !(own | other);
        (0..8).fold(0, |places, direction| {
            let mut enclosed = 0;
            let mut next = self.grid.step(own, direction) & other;
            while next != 0 {
                enclosed |= next;
                next = self.grid.step(next, direction) & other;
            }
            places | self.grid.step(enclosed, direction) & free
        })
    }

    /// The discs that a new disc of the player on this square encloses.
    fn enclosed(&self, own: u32, other: u32, square: u32) -> u32 {
        (0..8).fold(0, |all, direction| {
            let mut enclosed = 0;
            let mut next = self.grid.step(square, direction);
            while next & other != 0 {
                enclosed |= next;
                next = self.grid.step(next, direction);
            }
            if next & own == 0 { all } else { all | enclosed }
        })
    }

    /// The symmetry of the board for this symmetry of the game. The discs in the centre must keep their
    /// colours.
    const fn symmetry_of_board(symmetry: u8) -> u8 {
        match symmetry {
            1 => 3,
            2 => 4,
            3 => 7,
            _ => 0,
        }
    }
}

/// The discs of the side to move, and the discs of the other side.
const fn sides((x, o, to_move): (u32, u32, Player)) -> [u32; 2] {
    match to_move {
        Player::X => [x, o],
        Player::O => [o, x],
    }
}

impl Game for Othello {
    /// X's discs, O's discs, and the side to move.
    type Position = (u32, u32, Player);

    fn start(&self) -> Self::Position {
        let (column, row) = (self.columns() / 2, self.rows() / 2);
        let square = |column, row: u8| bit(row.wrapping_mul(self.columns()).wrapping_add(column));
        let x = square(column, row.wrapping_sub(1)) | square(column.wrapping_sub(1), row);
        let o = square(column.wrapping_sub(1), row.wrapping_sub(1)) | square(column, row);
        (x, o, Player::X)
    }

    fn to_move(&self, (_, _, to_move): Self::Position) -> Player {
        to_move
    }

    fn legal_moves(&self, position: Self::Position) -> Moves {
        let [own, other] = sides(position);
        match self.places(own, other) {
            0 if self.places(other, own) != 0 => Moves::EMPTY.with(Self::PASS),
            places => Moves::from_low_bits(places.into()),
        }
    }

    fn play(&self, position: Self::Position, mv: Move) -> Self::Position {
        let (x, o, to_move) = position;
        let [own, other] = sides(position);
        let square = bit(mv);
        let turned = self.enclosed(own, other, square);
        match to_move {
            Player::X => (x | square | turned, o & !turned, Player::O),
            Player::O => (x & !turned, o | square | turned, Player::X),
        }
    }

    fn terminal(&self, position: Self::Position) -> Option<Outcome> {
        let [own, other] = sides(position);
        if self.places(own, other) | self.places(other, own) != 0 {
            return None;
        }
        Some(outcome(self.score(position)))
    }

    fn scheme(&self) -> Scheme {
        Scheme::Score
    }

    fn score(&self, position: Self::Position) -> i16 {
        let [own, other] = sides(position).map(|discs| discs.count_ones().to_le_bytes()[0]);
        margin([own, other])
    }

    fn symmetries(&self) -> u8 {
        if self.columns() == self.rows() { 4 } else { 2 }
    }

    fn image(&self, (x, o, to_move): Self::Position, symmetry: u8) -> Self::Position {
        let symmetry = Self::symmetry_of_board(symmetry);
        (self.grid.image(x, symmetry), self.grid.image(o, symmetry), to_move)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        self.grid.image_of_square(mv, Self::symmetry_of_board(symmetry))
    }

    fn fmt_position(
        &self,
        (x, o, to_move): Self::Position,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        self.grid.fmt_marks([x, o], to_move, f)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let (board, to_move) = read_side(text)?;
        let [x, o] = read_marks(board, self.grid.count())?;
        Ok((x, o, to_move))
    }

    fn fmt_move(&self, _: Self::Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if mv == Self::PASS { f.write_str("pass") } else { self.grid.fmt_square(mv, f) }
    }

    fn drawing(&self) -> Drawing {
        self.grid.drawing()
    }

    fn piece(&self, (x, o, _): Self::Position, square: u8) -> Option<Piece> {
        piece([x, o], square)
    }

    fn points_at(&self, _: Self::Position, mv: Move) -> MoveCells {
        if mv == Self::PASS { MoveCells::NONE } else { MoveCells::to(mv) }
    }
}
