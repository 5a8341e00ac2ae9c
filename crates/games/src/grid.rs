//! Boards of up to 32 squares as bitboards. Neighbours and images are computed for whole sets of squares at
//! once.

use core::fmt;

use perfect_play_core::{Cells, Drawing, MoveCells, ParsePositionError, Player, Shape};

use crate::squares::{mark, read_cells, square, write_board, write_side};

/// A board of up to 32 squares. A set of squares is a number with one bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    shape: Shape,
    /// The first column.
    left: u32,
    /// The squares from the top left, each a row and a column after the previous one.
    diagonal: u32,
}

/// The steps to neighbours, as columns and rows: first along rows and columns, then diagonally.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Grid {
    pub(crate) const MAX_SQUARES: u8 = 32;

    /// A board with these columns and rows. `None` if it has no squares, more than 32 squares, or more than 26
    /// columns.
    pub(crate) const fn new(columns: u8, rows: u8) -> Option<Self> {
        match Shape::new(columns, rows) {
            // Columns are named by 26 letters.
            Some(shape) if shape.cells() <= Self::MAX_SQUARES && columns <= 26 => {
                let (mut left, mut diagonal, mut row) = (0, 0, 0);
                while row < rows {
                    left |= 1 << (row * columns);
                    let on_diagonal = row as u32 * (columns as u32 + 1);
                    if row < columns && on_diagonal < 32 {
                        diagonal |= 1 << on_diagonal;
                    }
                    row += 1;
                }
                Some(Self { shape, left, diagonal })
            }
            _ => None,
        }
    }

    /// The number of columns.
    pub(crate) const fn columns(&self) -> u8 {
        self.shape.columns()
    }

    /// The number of rows.
    pub(crate) const fn rows(&self) -> u8 {
        self.shape.rows()
    }

    /// The number of squares.
    pub(crate) const fn count(&self) -> u8 {
        self.shape.cells()
    }

    /// All squares.
    #[inline]
    pub(crate) const fn all(&self) -> u32 {
        u32::MAX >> ((32 - self.count() as u32) & 31)
    }

    /// The top row.
    #[inline]
    pub(crate) const fn top(&self) -> u32 {
        u32::MAX >> ((32 - self.columns() as u32) & 31)
    }

    /// The bottom row.
    #[inline]
    pub(crate) const fn bottom(&self) -> u32 {
        self.top() << ((self.count() - self.columns()) & 31)
    }

    /// The first column.
    #[inline]
    pub(crate) const fn left(&self) -> u32 {
        self.left
    }

    /// The last column.
    #[inline]
    pub(crate) const fn right(&self) -> u32 {
        self.left << ((self.columns() - 1) & 31)
    }

    /// The neighbours of these squares in one direction: 0 to 3 are up, right, down and left, 4 to 7 are up and
    /// right, down and right, down and left, up and left.
    #[inline]
    pub(crate) const fn step(&self, squares: u32, direction: u8) -> u32 {
        match direction {
            0 => self.up(squares),
            1 => self.rightwards(squares),
            2 => self.down(squares),
            3 => self.leftwards(squares),
            4 => self.up(self.rightwards(squares)),
            5 => self.down(self.rightwards(squares)),
            6 => self.down(self.leftwards(squares)),
            7 => self.up(self.leftwards(squares)),
            _ => 0,
        }
    }

    #[inline]
    const fn up(&self, squares: u32) -> u32 {
        squares >> (self.columns() & 31)
    }

    #[inline]
    const fn down(&self, squares: u32) -> u32 {
        (squares << (self.columns() & 31)) & self.all()
    }

    #[inline]
    const fn rightwards(&self, squares: u32) -> u32 {
        (squares & !self.right()) << 1
    }

    #[inline]
    const fn leftwards(&self, squares: u32) -> u32 {
        (squares & !self.left) >> 1
    }

    /// The images of these squares under a symmetry of the shape.
    #[inline]
    pub(crate) fn image(&self, squares: u32, symmetry: u8) -> u32 {
        let squares = match symmetry & 3 {
            0 => squares,
            1 => self.mirrored(squares),
            2 => self.mirrored(self.turned(squares)),
            _ => self.turned(squares),
        };
        if symmetry & 4 == 0 { squares } else { self.transposed(squares) }
    }

    /// Swaps left and right.
    fn mirrored(&self, squares: u32) -> u32 {
        let last = self.columns() - 1;
        (0..=last).fold(0, |image, column| {
            image | ((squares >> (column & 31)) & self.left) << ((last - column) & 31)
        })
    }

    /// Turns the board by half a turn.
    fn turned(&self, squares: u32) -> u32 {
        squares.reverse_bits() >> ((32 - u32::from(self.count())) & 31)
    }

    /// Swaps rows and columns if the board is square.
    fn transposed(&self, squares: u32) -> u32 {
        let side = u32::from(self.columns());
        if side != u32::from(self.rows()) {
            return squares;
        }
        (1..side).fold(squares & self.diagonal, |image, distance| {
            let diagonal = self.diagonal & (self.all() >> ((distance * side) & 31));
            let (above, below) = (diagonal << distance, diagonal << ((distance * side) & 31));
            let shift = distance * (side - 1);
            image | (squares & above) << (shift & 31) | (squares & below) >> (shift & 31)
        })
    }

    /// The image of a square.
    pub(crate) const fn image_of_square(&self, square: u8, symmetry: u8) -> u8 {
        self.shape.image_of_cell(square, symmetry)
    }

    /// The image of a direction.
    pub(crate) fn image_of_direction(direction: u8, symmetry: u8) -> u8 {
        let Some(&(mut column, mut row)) = DIRECTIONS.get(usize::from(direction)) else {
            return direction;
        };
        if symmetry & 1 != 0 {
            column = -column;
        }
        if symmetry & 2 != 0 {
            row = -row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        (0..8).zip(DIRECTIONS).find(|(_, to)| *to == (column, row)).map_or(direction, |(to, _)| to)
    }

    /// The drawing of the board.
    pub(crate) const fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.columns(), rows: self.rows(), falls: false }
    }

    /// The cells of a move from this square to its neighbour in this direction.
    pub(crate) fn points_at(&self, square: u8, direction: u8) -> MoveCells {
        let to = squares_of(self.step(bit(square), direction)).first();
        MoveCells { from: Some(square), to, then: None }
    }

    /// Writes a square: `b3`.
    pub(crate) fn fmt_square(&self, of: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", square([self.columns(), self.rows()], of))
    }

    /// Writes a square and its neighbour in this direction: `b3-c3`.
    pub(crate) fn fmt_pair(
        &self,
        square: u8,
        direction: u8,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let neighbour = self.points_at(square, direction).to.unwrap_or(square);
        self.fmt_square(square, f)?;
        f.write_str("-")?;
        self.fmt_square(neighbour, f)
    }

    /// Writes a board and the side to move.
    pub(crate) fn fmt_board(
        &self,
        f: &mut fmt::Formatter<'_>,
        at: impl Fn(u8) -> char,
        side: Player,
    ) -> fmt::Result {
        write_board(f, [self.columns(), self.rows()], at)?;
        write_side(f, side)
    }

    /// Writes a board with the marks of X and O, and the side to move.
    pub(crate) fn fmt_marks(
        &self,
        [x, o]: [u32; 2],
        side: Player,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        self.fmt_board(f, |square| mark([x, o], square), side)
    }

    /// Reads a board: for each of these marks, the squares that hold it.
    pub(crate) fn parse<const N: usize>(
        &self,
        text: &str,
        marks: [char; N],
    ) -> Result<[u32; N], ParsePositionError> {
        let mut read = [0; N];
        read_cells(text, self.count(), &marks, |square, mark| {
            if let Some(squares) = read.get_mut(mark) {
                *squares |= bit(square);
            }
        })?;
        Ok(read)
    }
}

/// The set of one square. Empty if the number is not a square.
#[inline]
pub(crate) const fn bit(square: u8) -> u32 {
    if square < 32 { 1 << square } else { 0 }
}

/// The squares of a set.
#[inline]
pub(crate) fn squares_of(squares: u32) -> Cells {
    Cells::of(squares.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_moved_as_their_squares_are() {
        for (columns, rows) in [(1, 1), (26, 1), (1, 32), (4, 8), (5, 5), (2, 2), (3, 5), (6, 4)] {
            let grid = Grid::new(columns, rows).unwrap();
            assert_eq!(grid.all().count_ones(), u32::from(columns) * u32::from(rows));
            for square in 0..grid.count() {
                for symmetry in 0..grid.shape.symmetries() {
                    let image = bit(grid.image_of_square(square, symmetry));
                    assert_eq!(grid.image(bit(square), symmetry), image, "{columns}×{rows}");
                }
                for (direction, (right, down)) in (0..).zip(DIRECTIONS) {
                    let (column, row) = (square % columns, square / columns);
                    let to = (column.checked_add_signed(right), row.checked_add_signed(down));
                    let to = match to {
                        (Some(column), Some(row)) if column < columns && row < rows => {
                            bit(row * columns + column)
                        }
                        _ => 0,
                    };
                    assert_eq!(grid.step(bit(square), direction), to, "{columns}×{rows} {square}");
                    for symmetry in 0..grid.shape.symmetries() {
                        let turned = Grid::image_of_direction(direction, symmetry);
                        let from = grid.image(bit(square), symmetry);
                        assert_eq!(grid.step(from, turned), grid.image(to, symmetry));
                    }
                }
            }
        }
        for (columns, rows) in [(0, 3), (3, 0), (33, 1), (27, 1), (6, 6)] {
            assert_eq!(Grid::new(columns, rows), None);
        }
    }
}
