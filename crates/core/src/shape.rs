//! The columns and rows of a board, and its symmetries.

use core::num::NonZeroU8;

use crate::{Board, Cells};

/// The columns and rows of a board: at least one cell, at most [`Board::MAX_CELLS`].
///
/// ```
/// use perfect_play_core::Shape;
///
/// let shape = Shape::new(4, 3).unwrap();
/// assert_eq!((shape.cells(), shape.symmetries()), (12, 4));
/// // Symmetry 1 reflects left and right. The top left corner goes to the top right.
/// assert_eq!(shape.image_of_cell(0, 1), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shape {
    // Not zero, so that the optimiser sees no division by zero.
    columns: NonZeroU8,
    rows: NonZeroU8,
}

impl Shape {
    /// The largest number of columns that can each be written as one digit, from 1.
    pub const MOST_ONE_DIGIT_COLUMNS: u8 = 9;

    /// The shape with these columns and rows. `None` if it has no cells, or more than [`Board::MAX_CELLS`].
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        let cells = columns as u16 * rows as u16;
        match (NonZeroU8::new(columns), NonZeroU8::new(rows)) {
            (Some(columns), Some(rows)) if cells <= Board::MAX_CELLS as u16 => {
                Some(Self { columns, rows })
            }
            _ => None,
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns.get()
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows.get()
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> u8 {
        self.columns.get() * self.rows.get()
    }

    /// The set of all cells.
    #[must_use]
    pub const fn all_cells(self) -> u64 {
        (1 << self.cells()) - 1
    }

    /// The number of symmetries: 8 for a square, otherwise 4. Symmetry 0 is the identity. Bit 0 of the number
    /// reflects left and right, bit 1 reflects top and bottom, and bit 2 then swaps columns and rows.
    #[must_use]
    pub const fn symmetries(self) -> u8 {
        if self.columns.get() == self.rows.get() { 8 } else { 4 }
    }

    /// The image of a cell. If the cell is outside the board, or the number is not a symmetry of the shape, the
    /// result is the cell itself.
    #[must_use]
    pub const fn image_of_cell(self, cell: u8, symmetry: u8) -> u8 {
        if cell >= self.cells() || symmetry >= self.symmetries() {
            return cell;
        }
        let (columns, rows) = (self.columns.get(), self.rows.get());
        let (mut column, mut row) = (cell % columns, cell / columns);
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        row * columns + column
    }
}

/// The symmetries of a shape, with the images of all cells precomputed.
///
/// ```
/// use perfect_play_core::{Board, Shape, Symmetries};
///
/// let symmetries = Symmetries::new(Shape::new(3, 3).unwrap());
/// let board = Board::from_bitboards(1 << 8, 0).unwrap();
/// let (code, symmetry) = symmetries.canonical(board);
/// assert_eq!(code, 1); // a mark in the corner with the lowest number
/// assert_eq!(symmetries.image(board, symmetry).x(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetries {
    count: u8,
    /// Whether all boards of this shape have codes.
    has_codes: bool,
    /// Images, by cell and then by symmetry.
    // In this order `canonical` finds all images of a mark side by side.
    images: [[u8; 8]; Board::MAX_CELLS as usize],
}

impl Symmetries {
    /// All symmetries of the shape.
    #[must_use]
    pub const fn new(shape: Shape) -> Self {
        Self::first(shape, shape.symmetries())
    }

    /// The symmetries that keep top and bottom: the identity, and the reflection of left and right.
    #[must_use]
    pub const fn upright(shape: Shape) -> Self {
        Self::first(shape, 2)
    }

    /// The first `count` symmetries of the shape. Other numbers act as the identity.
    const fn first(shape: Shape, count: u8) -> Self {
        let mut images = [[0; 8]; Board::MAX_CELLS as usize];
        let mut cell = 0;
        while cell < Board::MAX_CELLS {
            let mut symmetry = 0;
            while symmetry < 8 {
                let image =
                    if symmetry < count { shape.image_of_cell(cell, symmetry) } else { cell };
                images[cell as usize][symmetry as usize] = image;
                symmetry += 1;
            }
            cell += 1;
        }
        Self { count, has_codes: shape.cells() <= Board::MAX_CODED_CELLS, images }
    }

    /// The number of symmetries.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The image of a cell. If the cell is outside the board, or the number is not one of the symmetries, the
    /// result is the cell itself.
    #[inline]
    #[must_use]
    pub fn image_of_cell(&self, cell: u8, symmetry: u8) -> u8 {
        self.images
            .get(usize::from(cell))
            .and_then(|images| images.get(usize::from(symmetry)))
            .copied()
            .unwrap_or(cell)
    }

    /// The image of a board.
    #[must_use]
    pub fn image(&self, board: Board, symmetry: u8) -> Board {
        let image = |cells| {
            let images = Cells::of(cells).map(|cell| self.image_of_cell(cell, symmetry));
            images.fold(0, |images, cell| images | 1 << cell)
        };
        // Different cells of a board have different images on the board, so this never fails.
        Board::from_bitboards(image(board.x()), image(board.o())).unwrap_or(board)
    }

    /// The smallest code among the images of a board, and the lowest symmetry that leads to it.
    ///
    /// If the shape has more than [`Board::MAX_CODED_CELLS`] cells, the images are compared in the order of [`Board`].
    /// The result is the number of the smallest image ([`Board::code`]), and the lowest symmetry that leads to it.
    #[must_use]
    pub fn canonical(&self, board: Board) -> (u64, u8) {
        if !self.has_codes || board.occupied() >> Board::MAX_CODED_CELLS != 0 {
            let images = (0..self.count).map(|symmetry| (self.image(board, symmetry), symmetry));
            let least = images.min().unwrap_or((board, 0));
            return (least.0.code(), least.1);
        }
        // Computes all images at once. Each mark adds the weight of its digit to the code of each image. Always
        // eight codes, so that the loop has a fixed length. The codes after the last symmetry are ignored in the
        // end.
        let mut codes = [0; 8];
        for (marks, digit) in [(board.x(), 1), (board.o(), 2)] {
            for cell in Cells::of(marks) {
                let Some(images) = self.images.get(usize::from(cell)) else {
                    continue;
                };
                for (code, &image) in codes.iter_mut().zip(images) {
                    *code += digit * Board::codes(image).unwrap_or(0);
                }
            }
        }
        let smallest = codes.into_iter().zip(0..self.count).min();
        smallest.unwrap_or((board.code(), 0))
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, vec::Vec};

    use super::*;

    fn permutation(shape: Shape, symmetry: u8) -> Vec<u8> {
        (0..shape.cells()).map(|cell| shape.image_of_cell(cell, symmetry)).collect()
    }

    #[test]
    fn symmetries_form_a_group_of_the_right_size() {
        for (columns, rows, size) in
            [(3, 3, 8), (4, 4, 8), (4, 3, 4), (2, 5, 4), (5, 1, 2), (1, 1, 1)]
        {
            let shape = Shape::new(columns, rows).unwrap();
            let all: BTreeSet<_> =
                (0..shape.symmetries()).map(|symmetry| permutation(shape, symmetry)).collect();
            assert_eq!(all.len(), size, "{columns}×{rows}");
            for first in &all {
                for second in &all {
                    let product: Vec<u8> =
                        first.iter().map(|&cell| second[usize::from(cell)]).collect();
                    assert!(all.contains(&product));
                }
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let shape = Shape::new(4, 4).unwrap();
        let place = |cell: u8| (cell % 4, cell / 4);
        let adjacent = |a: u8, b: u8| {
            let ((ac, ar), (bc, br)) = (place(a), place(b));
            ac.abs_diff(bc) + ar.abs_diff(br) == 1
        };
        for symmetry in 0..8 {
            let images = permutation(shape, symmetry);
            for a in 0..16_u8 {
                for b in 0..16_u8 {
                    let (image_a, image_b) = (images[usize::from(a)], images[usize::from(b)]);
                    assert_eq!(adjacent(a, b), adjacent(image_a, image_b));
                }
            }
        }
    }

    #[test]
    fn shapes_have_1_to_63_cells() {
        for (columns, rows) in [(0, 3), (3, 0), (64, 1), (8, 8), (255, 255)] {
            assert_eq!(Shape::new(columns, rows), None);
        }
        assert_eq!(Shape::new(8, 5).unwrap().all_cells(), (1 << 40) - 1);
        assert_eq!(Shape::new(9, 7).unwrap().all_cells(), (1 << 63) - 1);
    }

    #[test]
    fn the_canonical_image_has_the_smallest_code() {
        let symmetries = Symmetries::new(Shape::new(3, 3).unwrap());
        for code in 0..19_683 {
            let board = Board::from_code(code).unwrap();
            let codes = (0..8).map(|symmetry| symmetries.image(board, symmetry).code());
            let (canonical, symmetry) = symmetries.canonical(board);
            assert_eq!(Some(canonical), codes.min());
            assert_eq!(symmetries.image(board, symmetry).code(), canonical);
        }
    }
}
