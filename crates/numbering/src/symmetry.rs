//! A symmetry of the board.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Cells, Lines};

/// A symmetry of the board: the image of each cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symmetry(Vec<u8>);

impl Symmetry {
    /// The symmetry with these images, by cell.
    pub(crate) fn new(images: Vec<u8>) -> Self {
        Self(images)
    }

    /// Whether this is the identity.
    pub(crate) fn is_identity(&self) -> bool {
        self.0.iter().zip(0..).all(|(&image, cell)| image == cell)
    }

    /// This symmetry followed by `second`.
    pub(crate) fn followed_by(&self, second: &Self) -> Self {
        Self(self.0.iter().map(|&cell| second.image_of_cell(cell)).collect())
    }

    /// Whether it maps each line to a line.
    pub(crate) fn takes_lines_to_lines(&self, lines: &Lines) -> bool {
        let all: BTreeSet<u64> = lines.within(lines.shape().all_cells()).collect();
        all.iter().all(|&line| all.contains(&self.image_of_cells(line)))
    }

    /// Whether `second` is the inverse of this symmetry.
    pub(crate) fn is_undone_by(&self, second: &Self) -> bool {
        self.followed_by(second).is_identity()
    }

    /// The image of a cell. A cell that is not on the board is its own image.
    pub(crate) fn image_of_cell(&self, cell: u8) -> u8 {
        self.0.get(usize::from(cell)).copied().unwrap_or(cell)
    }

    /// The images of cells.
    pub(crate) fn image_of_cells(&self, cells: u64) -> u64 {
        Cells::of(cells).fold(0, |image, cell| image | 1 << self.image_of_cell(cell))
    }

    /// The image of a board.
    pub(crate) fn image(&self, board: Board) -> Board {
        let image = [board.x(), board.o()].map(|marks| self.image_of_cells(marks));
        // Different cells have different images, so this never fails.
        Board::from_bitboards(image[0], image[1]).unwrap_or(board)
    }
}
