//! Cells of boards as text, and their images. The functions are for boards of up to 32 cells, unless they say
//! otherwise.

use core::fmt::{self, Write};

use perfect_play_core::{Cells, Lines, Moves, ParsePositionError, Piece, Player, Symmetries};

/// The inverse of each symmetry of a square ([`perfect_play_core::Shape::image_of_cell`]).
pub(crate) const INVERSES: [u32; 8] = [0, 1, 2, 3, 4, 6, 5, 7];

/// The lines of three cells on a board of nine: rows, columns, diagonals.
// Each octal digit is a row of three cells. The last digit is the top row.
pub(crate) const LINES_OF_NINE: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Writes a board of any size. The alternate form includes the names of rows and columns, as [`square`] prints
/// them.
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

/// Writes the letters of the columns after this many spaces.
pub(crate) fn write_letters(f: &mut fmt::Formatter<'_>, columns: u8, spaces: usize) -> fmt::Result {
    write!(f, "{:spaces$}", "")?;
    (b'a'..).take(columns.into()).try_for_each(|letter| write!(f, " {}", char::from(letter)))
}

/// Writes a board of marks whose cells have numbers, in columns and rows of this size ([`write_rows`]).
pub(crate) fn write_marks(
    f: &mut fmt::Formatter<'_>,
    size: [u8; 2],
    marks: [u32; 2],
) -> fmt::Result {
    write_rows(f, size, |cell| mark(marks, cell))
}

/// Writes the letter of each cell. In the alternate form, each row is on a line of its own.
pub(crate) fn write_rows(
    f: &mut fmt::Formatter<'_>,
    [columns, rows]: [u8; 2],
    letter: impl Fn(u8) -> char,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 && f.alternate() {
            f.write_char('\n')?;
        }
        (0..columns).try_for_each(|column| f.write_char(letter(row * columns + column)))?;
    }
    Ok(())
}

/// The character of a cell with these marks.
pub(crate) fn mark([x, o]: [u32; 2], cell: u8) -> char {
    piece([x, o], cell).map_or('.', Piece::letter)
}

/// The piece on a cell with these marks.
pub(crate) fn piece([x, o]: [u32; 2], cell: u8) -> Option<Piece> {
    let holds = |cells: u32| cells.checked_shr(cell.into()).unwrap_or(0) & 1 != 0;
    match (holds(x), holds(o)) {
        (true, _) => Some(Piece::mark(Player::X)),
        (_, true) => Some(Piece::mark(Player::O)),
        _ => None,
    }
}

/// The first complete line among these marks, as a set of cells. The lines of the first element come before those of
/// the second.
pub(crate) fn first_line(lines: &Lines, marks: [u64; 2]) -> Moves {
    let line = marks.into_iter().find_map(|marks| lines.within(marks).next());
    line.map_or(Moves::EMPTY, Moves::from_low_bits)
}

/// Writes the side to move after a board.
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

/// Reads a board of any size. Calls `each` with every cell and the index of its mark in `marks`.
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
        each(cell, mark.ok_or(ParsePositionError::Wrong("a cell has an unknown mark"))?);
    }
    if left.is_empty() { Ok(()) } else { Err(ParsePositionError::Wrong("it has too few cells")) }
}

/// Splits the side to move from the end of a text.
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

/// Reads a position that is seen from the side to move: its own side comes first, as `X`. A text may end with a space and `O`.
/// Then X and O are swapped. `read` reads the rest, X's first.
pub(crate) fn read_seen<T>(
    text: &str,
    read: impl FnOnce(&str) -> Result<[T; 2], ParsePositionError>,
) -> Result<[T; 2], ParsePositionError> {
    let (board, side) = read_side(text).unwrap_or((text, Player::X));
    let [x, o] = read(board)?;
    Ok(if side == Player::X { [x, o] } else { [o, x] })
}

/// Writes the number of a cell, counted from 1. `cell` is counted from 0.
pub(crate) fn fmt_number(cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", u16::from(cell).saturating_add(1))
}

/// Prints a cell of a board of any size as its column and its row, counted from the bottom: `b3`.
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

/// The images of cells.
pub(crate) fn image_of_cells(symmetries: &Symmetries, cells: u32, symmetry: u8) -> u32 {
    let images = Cells::of(cells.into()).map(|cell| symmetries.image_of_cell(cell, symmetry));
    images.fold(0, |images, cell| images | 1_u32.wrapping_shl(cell.into()))
}
