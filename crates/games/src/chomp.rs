//! The rules of Chomp.

use core::fmt;

use perfect_play_core::{
    Game, Move, Moves, Outcome, ParsePositionError, Player, Printable, Symmetric,
};

use crate::{
    named::named,
    squares::{place, read_cells, square, write_board},
};

/// Chomp with a bar of chocolate of M columns and N rows, both up to 15: `chomp:M,N`.
///
/// A move bites off a square with all that is not above it and not left of it. The square at the top left is bad: who
/// eats it loses.
///
/// The game is David Gale's. The rules are those of Doron Zeilberger, *Three-Rowed CHOMP* (Advances in Applied Mathematics
/// 26, 2001).
///
/// It is impartial, so that a position does not tell who is to move. It is how many squares each row still has, four bits a
/// row, from the lowest for the top row. A move is the number of the square, from 0 row by row from the top left.
///
/// ```
/// use perfect_play_core::{Game, Printable};
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
    /// The game with a bar of so many columns and rows. `None` if one of them is 0 or more than 15.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns == 0 || rows == 0 || columns > 15 || rows > 15 {
            return None;
        }
        Some(Self { columns, rows })
    }

    /// How many columns the bar has at the start.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows the bar has at the start.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The position whose rows are so long.
    fn of_rows(self, length: impl Fn(u8) -> u8) -> u64 {
        (0..self.rows()).fold(0, |rows, row| rows | u64::from(length(row) & 15) << (4 * (row & 15)))
    }
}

/// How many squares a row has.
const fn length(rows: u64, row: u8) -> u8 {
    (rows >> (4 * (row & 15))).to_le_bytes()[0] & 15
}

impl Game for Chomp {
    /// How many squares each row has.
    type Position = u64;

    fn start(&self) -> u64 {
        self.of_rows(|_| self.columns())
    }

    /// It does not matter.
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

    /// Who finds nothing left has won.
    fn terminal(&self, rows: u64) -> Option<Outcome> {
        (rows == 0).then_some(Outcome::Win)
    }
}

impl Symmetric for Chomp {
    /// In a square bar rows and columns can be exchanged.
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

    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        let (column, row) = place(self.columns, mv);
        if symmetry == 1 { column.wrapping_mul(self.columns()).wrapping_add(row) } else { mv }
    }
}

impl Printable for Chomp {
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
        let wrong =
            ParsePositionError::Wrong("a square is left without the one above or left of it");
        if legal { Ok(rows) } else { Err(wrong) }
    }

    fn fmt_move(&self, _: u64, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", square([self.columns, self.rows], mv))
    }
}
