//! Boards of squares as text: columns have letters from the left, rows numbers from the bottom.

use core::{fmt, num::NonZeroU8};

use perfect_play_core::{ParsePositionError, Player, split_once};

/// A board's columns and rows: at most 26 columns, as many as there are letters, and 255 squares. They are numbered
/// from 0, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Squares {
    // Not zero, so that the optimiser sees no division by zero.
    columns: NonZeroU8,
    rows: NonZeroU8,
}

impl Squares {
    pub(crate) const fn new(columns: u8, rows: u8) -> Option<Self> {
        match (NonZeroU8::new(columns), NonZeroU8::new(rows)) {
            (Some(columns), Some(rows))
                if columns.get() <= 26 && columns.get().checked_mul(rows.get()).is_some() =>
            {
                Some(Self { columns, rows })
            }
            _ => None,
        }
    }

    pub(crate) const fn columns(self) -> u8 {
        self.columns.get()
    }

    pub(crate) const fn rows(self) -> u8 {
        self.rows.get()
    }

    /// How many squares.
    pub(crate) const fn count(self) -> u8 {
        self.columns.get().wrapping_mul(self.rows.get())
    }

    /// The square's column and row, both from 0.
    pub(crate) const fn place(self, square: u8) -> (u8, u8) {
        (square % self.columns.get(), square / self.columns.get())
    }

    /// Writes a square's name: `b3`.
    pub(crate) fn fmt_square(self, square: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.place(square);
        write!(f, "{}{}", letter(column), self.rows().saturating_sub(row))
    }

    /// Writes a board: a character for each square, or a drawing with the names of rows and columns (`{:#}`).
    pub(crate) fn fmt_board(
        self,
        f: &mut fmt::Formatter<'_>,
        mark: impl Fn(u8) -> char,
    ) -> fmt::Result {
        for square in 0..self.count() {
            if f.alternate() {
                let (column, row) = self.place(square);
                if column == 0 {
                    write!(f, "{:>2}", self.rows().saturating_sub(row))?;
                }
                write!(f, " {}", mark(square))?;
                if column + 1 == self.columns() {
                    f.write_str("\n")?;
                }
            } else {
                write!(f, "{}", mark(square))?;
            }
        }
        if f.alternate() {
            f.write_str("  ")?;
            (0..self.columns()).try_for_each(|column| write!(f, " {}", letter(column)))?;
        }
        Ok(())
    }

    /// Writes a board, and who is to move.
    pub(crate) fn fmt_board_and_side(
        self,
        f: &mut fmt::Formatter<'_>,
        mark: impl Fn(u8) -> char,
        side: Player,
    ) -> fmt::Result {
        self.fmt_board(f, mark)?;
        if f.alternate() { write!(f, "\n{side} to move") } else { write!(f, " {side}") }
    }

    /// Reads a board: hands over each square with the place of its mark among these. A `/` between rows is
    /// optional.
    pub(crate) fn parse_board(
        self,
        text: &str,
        marks: &[char],
        mut each: impl FnMut(u8, usize),
    ) -> Result<(), ParsePositionError> {
        let mut square = 0;
        for found in text.chars() {
            if found == '/' && square > 0 && self.place(square).0 == 0 {
                continue;
            }
            if square == self.count() {
                return Err(ParsePositionError::Wrong("the board has too many cells"));
            }
            let mark = marks.iter().position(|mark| mark.eq_ignore_ascii_case(&found));
            each(square, mark.ok_or(ParsePositionError::Wrong("a cell has a mark that is none"))?);
            square += 1;
        }
        if square < self.count() {
            return Err(ParsePositionError::Wrong("the board has too few cells"));
        }
        Ok(())
    }
}

/// The letter of a column.
fn letter(column: u8) -> char {
    char::from(b'a' + column % 26)
}

/// Reads who is to move, behind the last space of a position.
pub(crate) fn parse_side(text: &str) -> Result<(&str, Player), ParsePositionError> {
    let wrong = ParsePositionError::Wrong("the board is followed by a space and X or O, to move");
    match split_once(text, b' ') {
        Some((board, "X" | "x")) => Ok((board, Player::X)),
        Some((board, "O" | "o")) => Ok((board, Player::O)),
        _ => Err(wrong),
    }
}
