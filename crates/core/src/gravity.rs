//! Where falling marks land. Columns are numbered from 1 at the left. Sets of cells are bitboards of a
//! [`Board`](crate::Board).
//!
//! ```
//! use perfect_play_core::{Shape, gravity};
//!
//! let shape = Shape::new(3, 2).unwrap();
//! let occupied = 0b001_001; // both cells of the first column
//! assert_eq!(gravity::open_cells(shape, occupied), 0b110_000);
//! assert_eq!(gravity::top_cells(shape, occupied), 0b000_001);
//! assert!(gravity::open_columns(shape, occupied).iter().eq([2, 3]));
//! assert_eq!(gravity::first_in_the_air(shape, 0b000_010), Some(1));
//! assert_eq!(gravity::column(shape, 2), 0b010_010);
//! assert_eq!(gravity::column_of(shape, 4), 2);
//! ```

use crate::{Cells, Move, Moves, Shape};

/// The lowest empty cell of each column that has an empty cell.
#[inline]
#[must_use]
pub const fn open_cells(shape: Shape, occupied: u64) -> u64 {
    let empty = shape.all_cells() & !occupied;
    empty & (occupied >> shape.columns() | bottom_row(shape))
}

/// The cell above this cell, or 0 at the top.
#[inline]
pub(crate) const fn above(shape: Shape, cell: u8) -> u64 {
    (1 << cell) >> shape.columns() & shape.all_cells()
}

/// The columns whose top cell is empty.
#[inline]
#[must_use]
pub const fn open_columns(shape: Shape, occupied: u64) -> Moves {
    Moves::from_low_bits((!occupied & top_row(shape)) << 1)
}

/// The highest mark of each column that has a mark.
#[inline]
#[must_use]
pub const fn top_cells(shape: Shape, occupied: u64) -> u64 {
    occupied & !(occupied << shape.columns())
}

/// The first mark above an empty cell, or `None` if there is no such mark.
#[must_use]
pub const fn first_in_the_air(shape: Shape, occupied: u64) -> Option<u8> {
    Cells::of(occupied & !(occupied >> shape.columns() | bottom_row(shape))).first()
}

/// The cells of a column, or 0 if there is no such column.
#[inline]
#[must_use]
pub const fn column(shape: Shape, column: Move) -> u64 {
    if column == 0 || column > shape.columns() {
        return 0;
    }
    let mut cells = 0;
    let mut row = 0;
    while row < shape.rows() {
        cells |= 1 << (row * shape.columns() + column - 1);
        row += 1;
    }
    cells
}

/// The column of a cell.
#[inline]
#[must_use]
pub const fn column_of(shape: Shape, cell: u8) -> Move {
    cell % shape.columns() + 1
}

const fn top_row(shape: Shape) -> u64 {
    (1 << shape.columns()) - 1
}

const fn bottom_row(shape: Shape) -> u64 {
    top_row(shape) << (shape.cells() - shape.columns())
}
