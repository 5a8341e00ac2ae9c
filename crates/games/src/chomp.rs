//! The rules of Chomp.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    named::named,
    squares::{place, read_cells, square, write_board},
};

#[doc = include_str!("rules/chomp.md")]
///
/// The game was invented by David Gale. The rules are from Doron Zeilberger, *Three-Rowed CHOMP* (Advances in
/// Applied Mathematics 26, 2001).
///
/// The game is impartial, so a position does not contain the side to move. A position is the number of squares left in
/// each row. Each number takes four bits. The lowest four bits hold the number of the top row. A move is the number of
/// the square, from 0, row by row from the top left.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Chomp;
///
/// let game: Chomp = "chomp:3,2".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "######");
/// let position = game.play(start, game.parse_move(start, "b1").unwrap());
/// assert_eq!(game.notation(position).to_string(), "####..");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    columns: u8,
    rows: u8,
}

named!(Chomp(columns, rows));

impl Chomp {
    /// The game with a bar of these columns and rows. `None` if one of them is 0 or more than 15.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns == 0 || rows == 0 || columns > 15 || rows > 15 {
            return None;
        }
        Some(Self { columns, rows })
    }

    /// The number of columns at the start.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows at the start.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The position whose rows have these lengths.
    fn of_rows(self, length: impl Fn(u8) -> u8) -> u64 {
        (0..self.rows()).fold(0, |rows, row| rows | u64::from(length(row) & 15) << (4 * (row & 15)))
    }
}

/// The number of squares in a row.
const fn length(rows: u64, row: u8) -> u8 {
    (rows >> (4 * (row & 15))).to_le_bytes()[0] & 15
}

impl Game for Chomp {
    /// The number of squares in each row.
    type Position = u64;

    fn start(&self) -> u64 {
        self.of_rows(|_| self.columns())
    }

    /// Unused, because the game is impartial.
    fn to_move(&self, _: u64) -> Player {
        Player::X
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn legal_moves(&self, rows: u64) -> Moves {
        let squares = 0..self.columns.wrapping_mul(self.rows);
        let left = squares.filter(|&square| {
            let (column, row) = place(self.columns, square);
            column < length(rows, row)
        });
        left.collect()
    }

    fn play(&self, rows: u64, mv: Move) -> u64 {
        let (column, bitten) = place(self.columns, mv);
        self.of_rows(|row| {
            let length = length(rows, row);
            if row < bitten { length } else { length.min(column) }
        })
    }

    /// If nothing is left, the side to move has won.
    fn terminal(&self, rows: u64) -> Option<Outcome> {
        (rows == 0).then_some(Outcome::Win)
    }

    /// In a square bar, rows and columns can be swapped.
    fn symmetries(&self) -> u8 {
        if self.columns() == self.rows() { 2 } else { 1 }
    }

    fn image(&self, rows: u64, symmetry: u8) -> u64 {
        if symmetry != 1 {
            return rows;
        }
        let height = |column| (0..self.rows()).filter(|&row| length(rows, row) > column).count();
        self.of_rows(|row| height(row).try_into().unwrap_or_default())
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let (column, row) = place(self.columns, mv);
        if symmetry == 1 { column.wrapping_mul(self.columns()).wrapping_add(row) } else { mv }
    }

    fn fmt_position(&self, rows: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, [self.columns, self.rows], |square| {
            let (column, row) = place(self.columns, square);
            if column < length(rows, row) { '#' } else { '.' }
        })
    }

    fn parse_position(&self, text: &str) -> Result<u64, ParsePositionError> {
        let (mut rows, mut legal) = (0_u64, true);
        read_cells(text, self.columns.wrapping_mul(self.rows), &['.', '#'], |square, mark| {
            if mark == 1 {
                let (column, row) = place(self.columns, square);
                legal &= length(rows, row) == column;
                legal &= row == 0 || column < length(rows, row.wrapping_sub(1));
                rows = rows.wrapping_add(1 << (4 * (row & 15)));
            }
        })?;
        let wrong = ParsePositionError::Wrong(
            "a square is left although the square above it or left of it is gone",
        );
        if legal { Ok(rows) } else { Err(wrong) }
    }

    fn fmt_move(&self, _: u64, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", square([self.columns, self.rows], mv))
    }

    /// A move is chosen by the square that it bites off. The squares below it and to its right are eaten, too.
    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.columns, rows: self.rows, falls: false }
    }

    fn piece(&self, rows: u64, square: u8) -> Option<Piece> {
        let (column, row) = place(self.columns, square);
        if row >= self.rows || column >= length(rows, row) {
            return None;
        }
        let (name, letter) = if square == 0 { ("poison", '!') } else { ("chocolate", '#') };
        Some(Piece::named(None, name, letter))
    }

    fn points_at(&self, _: u64, mv: Move) -> MoveCells {
        MoveCells::from(mv)
    }
}
