//! The rules of Isolation.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    grid::{Grid, bit, squares_of},
    named::named,
    squares::{piece, read_side},
};

#[doc = include_str!("rules/isolation.md")]
///
/// Like *Isola*, a board game by Bernd Kienitz (Ravensburger, 1972), which was also sold as *Isolation*. But here the
/// squares where the pieces begin may be removed as well, and the board may have other sizes.
///
/// A position is the removed squares, as a bitboard, and the squares of X's and O's pieces. The number of removed
/// squares determines the side to move. A move is the number of the removed square plus 32 times the direction.
/// Directions 0 to 3 are up, right, down and left; 4 to 7 are up and right, down and right, down and left, up and left.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Isolation;
///
/// let game: Isolation = "isolation:3,3".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), ".X.....O. X");
/// // Step to b2 and remove a1.
/// let position = game.play(start, game.parse_move(start, "b2-a1").unwrap());
/// assert_eq!(game.notation(position).to_string(), "....X.#O. O");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isolation {
    grid: Grid,
}

named!(Isolation(columns, rows));

impl Isolation {
    /// The game on a board with these columns and rows. `None` if there are no columns, fewer than two rows,
    /// more than 32 squares, or more than 26 columns.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        match Grid::new(columns, rows) {
            Some(grid) if rows > 1 => Some(Self { grid }),
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

    /// The square of the side to move, and the free squares.
    #[inline]
    fn own_and_free(&self, (removed, x, o): (u32, u8, u8)) -> (u32, u32) {
        let own = if self.to_move((removed, x, o)) == Player::X { x } else { o };
        (bit(own), self.grid.all() & !(removed | bit(x) | bit(o)))
    }
}

impl Game for Isolation {
    /// The removed squares, and the squares of X's and O's pieces.
    type Position = (u32, u8, u8);

    fn start(&self) -> Self::Position {
        let x = (self.columns() - 1) / 2;
        (0, x, self.grid.count().wrapping_sub(self.columns()).wrapping_add(x))
    }

    #[inline]
    fn to_move(&self, (removed, ..): Self::Position) -> Player {
        if removed.count_ones() % 2 == 0 { Player::X } else { Player::O }
    }

    fn legal_moves(&self, position: Self::Position) -> Moves {
        let (own, free) = self.own_and_free(position);
        let removable = |direction| {
            let to = self.grid.step(own, direction) & free;
            if to == 0 { 0 } else { u64::from((free | own) & !to) }
        };
        let pair = |direction| removable(direction) | removable(direction + 1) << 32;
        Moves::from_bits([pair(0), pair(2), pair(4), pair(6)])
    }

    fn play(&self, position: Self::Position, mv: Move) -> Self::Position {
        let (removed, x, o) = position;
        let (own, _) = self.own_and_free(position);
        let to = squares_of(self.grid.step(own, mv / 32)).first();
        let removed_then = removed | bit(mv % 32);
        match self.to_move(position) {
            Player::X => (removed_then, to.unwrap_or(x), o),
            Player::O => (removed_then, x, to.unwrap_or(o)),
        }
    }

    fn ply(&self, (removed, ..): Self::Position) -> Option<u16> {
        u16::try_from(removed.count_ones()).ok()
    }

    /// Each move removes a square.
    fn max_plies(&self) -> u16 {
        self.grid.count().into()
    }

    /// Always `None`. A player who cannot step loses.
    #[inline]
    fn terminal(&self, _: Self::Position) -> Option<Outcome> {
        None
    }

    /// If the pieces start in the middle column, left and right can be swapped.
    fn symmetries(&self) -> u8 {
        1 + self.columns() % 2
    }

    fn image(&self, (removed, x, o): Self::Position, symmetry: u8) -> Self::Position {
        if symmetry != 1 {
            return (removed, x, o);
        }
        let image = |square| self.grid.image_of_square(square, 1);
        (self.grid.image(removed, 1), image(x), image(o))
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if symmetry != 1 {
            return mv;
        }
        let removed = self.grid.image_of_square(mv % 32, 1);
        Grid::image_of_direction(mv / 32, 1) * 32 + removed % 32
    }

    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |square| self.piece(position, square).map_or('.', Piece::letter);
        self.grid.fmt_board(f, mark, self.to_move(position))
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [_, removed, x, o] = self.grid.parse(board, ['.', '#', 'X', 'O'])?;
        let piece = |squares: u32| {
            let one = squares.is_power_of_two();
            let piece = squares_of(squares).first().filter(|_| one);
            piece.ok_or(ParsePositionError::Wrong("each player has one piece"))
        };
        let position = (removed, piece(x)?, piece(o)?);
        if self.to_move(position) != side {
            return Err(ParsePositionError::Wrong(
                "the number of removed squares does not fit the side to move",
            ));
        }
        Ok(position)
    }

    /// Writes the square the piece steps to and the removed square: `b2-a1`.
    fn fmt_move(
        &self,
        position: Self::Position,
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let (own, _) = self.own_and_free(position);
        let to = squares_of(self.grid.step(own, mv / 32)).first().unwrap_or_default();
        self.grid.fmt_square(to, f)?;
        f.write_str("-")?;
        self.grid.fmt_square(mv % 32, f)
    }

    /// A move is chosen by the piece, the square that it steps to, and then the square that is removed.
    fn drawing(&self) -> Drawing {
        self.grid.drawing()
    }

    fn piece(&self, (removed, x, o): Self::Position, square: u8) -> Option<Piece> {
        if removed & bit(square) != 0 {
            return Some(Piece::named(None, "hole", '#'));
        }
        piece([bit(x), bit(o)], square)
    }

    fn points_at(&self, position: Self::Position, mv: Move) -> MoveCells {
        let (own, _) = self.own_and_free(position);
        let from = squares_of(own).first().unwrap_or_default();
        MoveCells { then: Some(mv % 32), ..self.grid.points_at(from, mv / 32) }
    }
}
