//! Where falling marks come to lie. Columns are numbered from 1 at the left.

use crate::{Cells, Move, Moves, Shape};

/// The lowest empty cell of each column that has one.
#[inline]
pub(crate) const fn open_cells(shape: Shape, occupied: u64) -> u64 {
    let empty = shape.all_cells() & !occupied;
    empty & (occupied >> shape.columns() | bottom_row(shape))
}

/// The cell above this one; none at the top.
#[inline]
pub(crate) const fn above(shape: Shape, cell: u8) -> u64 {
    (1 << cell) >> shape.columns() & shape.all_cells()
}

/// The columns whose top cell is empty.
#[inline]
pub(crate) const fn open_columns(shape: Shape, occupied: u64) -> Moves {
    Moves::from_low_bits((!occupied & top_row(shape)) << 1)
}

/// The highest mark of each column that has one.
#[inline]
pub(crate) const fn top_cells(shape: Shape, occupied: u64) -> u64 {
    occupied & !(occupied << shape.columns())
}

/// The first mark below which the cell is empty; `None` if there is none.
pub(crate) const fn first_in_the_air(shape: Shape, occupied: u64) -> Option<u8> {
    Cells::of(occupied & !(occupied >> shape.columns() | bottom_row(shape))).first()
}

/// The cells of a column; none if there is no such column.
#[inline]
pub(crate) const fn column(shape: Shape, column: Move) -> u64 {
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
pub(crate) const fn column_of(shape: Shape, cell: u8) -> Move {
    cell % shape.columns() + 1
}

const fn top_row(shape: Shape) -> u64 {
    (1 << shape.columns()) - 1
}

const fn bottom_row(shape: Shape) -> u64 {
    top_row(shape) << (shape.cells() - shape.columns())
}
