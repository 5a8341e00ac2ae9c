//! Cells of boards as text, and under symmetries: for boards of up to 32 cells, unless a function says otherwise.

use core::fmt::{self, Write};

use perfect_play_core::{Cells, ParsePositionError, Player, Symmetries};

/// Writes a board of any size; in the alternate form with the names of rows and columns, as [`square`] prints them.
pub(crate) fn write_board(
    f: &mut fmt::Formatter<'_>,
    [columns, rows]: [u8; 2],
    at: impl Fn(u8) -> char,
) -> fmt::Result {
    for row in 0..rows {
        if f.alternate() {
            write!(f, "{:>2}", rows.saturating_sub(row))?;
        }
        for column in 0..columns {
            if f.alternate() {
                f.write_char(' ')?;
            }
            f.write_char(at(row.wrapping_mul(columns).wrapping_add(column)))?;
        }
        if f.alternate() {
            f.write_char('\n')?;
        }
    }
    if f.alternate() { write_letters(f, columns, 2) } else { Ok(()) }
}

/// Writes the letters of columns, behind so many spaces.
pub(crate) fn write_letters(f: &mut fmt::Formatter<'_>, columns: u8, spaces: usize) -> fmt::Result {
    write!(f, "{:spaces$}", "")?;
    (b'a'..).take(columns.into()).try_for_each(|letter| write!(f, " {}", char::from(letter)))
}

/// Writes a board of marks whose cells have numbers; in the alternate form a line for each row.
pub(crate) fn write_marks(
    f: &mut fmt::Formatter<'_>,
    [columns, rows]: [u8; 2],
    marks: [u32; 2],
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 && f.alternate() {
            f.write_char('\n')?;
        }
        (0..columns).try_for_each(|column| f.write_char(mark(marks, row * columns + column)))?;
    }
    Ok(())
}

/// A cell as a character, given the marks.
pub(crate) fn mark([x, o]: [u32; 2], cell: u8) -> char {
    let holds = |cells: u32| cells.wrapping_shr(cell.into()) & 1 != 0;
    match (holds(x), holds(o)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '.',
    }
}

/// Writes the side to move, behind a board.
pub(crate) fn write_side(f: &mut fmt::Formatter<'_>, side: Player) -> fmt::Result {
    if f.alternate() { write!(f, "\n{side} to move") } else { write!(f, " {side}") }
}

/// Reads a board of marks.
pub(crate) fn read_marks(text: &str, cells: u8) -> Result<[u32; 2], ParsePositionError> {
    let mut read = [0_u32; 3];
    read_cells(text, cells, &['.', 'X', 'O'], |cell, mark| {
        if let Some(cells) = read.get_mut(mark) {
            *cells |= 1_u32.wrapping_shl(cell.into());
        }
    })?;
    let [_, x, o] = read;
    Ok([x, o])
}

/// Reads a board of any size: hands over each cell with the place of its mark among these.
pub(crate) fn read_cells(
    text: &str,
    cells: u8,
    marks: &[char],
    mut each: impl FnMut(u8, usize),
) -> Result<(), ParsePositionError> {
    let mut left = 0..cells;
    for found in text.chars() {
        let cell = left.next().ok_or(ParsePositionError::Wrong("it has too many cells"))?;
        let mark = marks.iter().position(|mark| *mark == found);
        each(cell, mark.ok_or(ParsePositionError::Wrong("a cell has a mark that is none"))?);
    }
    if left.is_empty() { Ok(()) } else { Err(ParsePositionError::Wrong("it has too few cells")) }
}

/// Takes the side to move from behind a board.
pub(crate) fn read_side(text: &str) -> Result<(&str, Player), ParsePositionError> {
    let split = text.len().checked_sub(2).and_then(|at| Some((text.get(..at)?, text.get(at..)?)));
    match split {
        Some((board, " X")) => Ok((board, Player::X)),
        Some((board, " O")) => Ok((board, Player::O)),
        _ => {
            Err(ParsePositionError::Wrong("it ends with a space and the side to move, `X` or `O`"))
        }
    }
}

/// Prints a cell of a board of any size by its column and its row from the top: `b3`.
pub(crate) struct Square {
    rows: u8,
    column: u8,
    row: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a'.saturating_add(self.column)))?;
        write!(f, "{}", self.rows.saturating_sub(self.row))
    }
}

/// Prints a cell of a board by its number.
pub(crate) fn square([columns, rows]: [u8; 2], cell: u8) -> Square {
    let (column, row) = place(columns, cell);
    Square { rows, column, row }
}

/// The column and the row, from 0, of a cell.
pub(crate) fn place(columns: u8, cell: u8) -> (u8, u8) {
    (cell.checked_rem(columns).unwrap_or(0), cell.checked_div(columns).unwrap_or(0))
}

/// The cells where a symmetry takes these.
pub(crate) fn image_of_cells(symmetries: &Symmetries, cells: u32, symmetry: u8) -> u32 {
    let images = Cells::of(cells.into()).map(|cell| symmetries.image_of_cell(cell, symmetry));
    images.fold(0, |images, cell| images | 1_u32.wrapping_shl(cell.into()))
}
