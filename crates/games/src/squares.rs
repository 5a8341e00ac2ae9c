//! Cells of boards as text, and under symmetries: for boards of up to 32 cells, unless a function says otherwise.

use core::fmt::{self, Write};

use perfect_play_core::{Cells, ParsePositionError, Player, Symmetries};

/// Writes cells of a board of any size, row by row; in the alternate form a line for each row.
pub(crate) fn write_cells(
    f: &mut fmt::Formatter<'_>,
    columns: u8,
    rows: u8,
    at: impl Fn(u8, u8) -> char,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 && f.alternate() {
            f.write_char('\n')?;
        }
        (0..columns).try_for_each(|column| f.write_char(at(column, row)))?;
    }
    Ok(())
}

/// Writes a board of marks.
pub(crate) fn write_marks(
    f: &mut fmt::Formatter<'_>,
    [columns, rows]: [u8; 2],
    [x, o]: [u32; 2],
) -> fmt::Result {
    let holds = |cells: u32, cell: u8| cells.wrapping_shr(cell.into()) & 1 != 0;
    write_cells(f, columns, rows, |column, row| {
        let cell = row * columns + column;
        match (holds(x, cell), holds(o, cell)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        }
    })
}

/// Writes the side to move, behind a board.
pub(crate) fn write_side(f: &mut fmt::Formatter<'_>, side: Player) -> fmt::Result {
    if f.alternate() { write!(f, "\n{side} to move") } else { write!(f, " {side}") }
}

/// Reads a board of marks.
pub(crate) fn read_marks(text: &str, cells: u8) -> Result<[u32; 2], ParsePositionError> {
    if text.len() != usize::from(cells) {
        return Err(ParsePositionError::Wrong("it has too few or too many cells"));
    }
    let (mut x, mut o, mut bit) = (0, 0, 1_u32);
    for byte in text.bytes() {
        match byte {
            b'X' => x |= bit,
            b'O' => o |= bit,
            b'.' => {}
            _ => return Err(ParsePositionError::Wrong("a cell is `X`, `O` or `.`")),
        }
        bit = bit.wrapping_shl(1);
    }
    Ok([x, o])
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
    pub(crate) rows: u8,
    pub(crate) column: u8,
    pub(crate) row: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a'.saturating_add(self.column)))?;
        write!(f, "{}", self.rows.saturating_sub(self.row))
    }
}

/// Prints a cell of a board by its number.
pub(crate) fn square([columns, rows]: [u8; 2], cell: u8) -> Square {
    let (column, row) = (cell.checked_rem(columns), cell.checked_div(columns));
    Square { rows, column: column.unwrap_or(0), row: row.unwrap_or(0) }
}

/// The cells where a symmetry takes these.
pub(crate) fn image_of_cells(symmetries: &Symmetries, cells: u32, symmetry: u8) -> u32 {
    let images = Cells::of(cells.into()).map(|cell| symmetries.image_of_cell(cell, symmetry));
    images.fold(0, |images, cell| images | 1_u32.wrapping_shl(cell.into()))
}
