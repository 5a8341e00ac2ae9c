//! The symmetries of a game, found from its moves.

use perfect_play_core::{Board, Cells, Game, Kind};

/// A symmetry of the board: by cell, the cell to which it is mapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(Vec<u8>);

impl Symmetry {
    /// The different symmetries of a game, in order. Empty if the game is not a line game with placed or falling marks.
    pub(super) fn all<G: Game<Position = Board>>(game: &G) -> Vec<Self> {
        let (lines, falling) = match game.kind() {
            Kind::Placement(lines) => (lines, false),
            Kind::Falling(lines) => (lines, true),
            _ => return Vec::new(),
        };
        let columns = lines.shape().columns();
        let mut symmetries: Vec<Self> = Vec::new();
        for number in 0..game.symmetries() {
            let image = |cell: u8| {
                if falling {
                    // A move is a column, counted from 1. A cell stays in its row.
                    let column = game.image_of_move(game.start(), cell % columns + 1, number);
                    cell - cell % columns + column.saturating_sub(1)
                } else {
                    game.image_of_move(game.start(), cell, number)
                }
            };
            let symmetry = Self((0..lines.shape().cells()).map(image).collect());
            if !symmetries.contains(&symmetry) {
                symmetries.push(symmetry);
            }
        }
        symmetries
    }

    /// The image of a set of cells.
    pub(super) fn image(&self, cells: u64) -> u64 {
        let image = |cell: u8| self.0.get(usize::from(cell)).map_or(0, |&image| 1 << (image & 63));
        Cells::of(cells).fold(0, |all, cell| all | image(cell))
    }

    /// The image of a board. `None` if two cells have the same image.
    pub(super) fn image_of(&self, board: Board) -> Option<Board> {
        Board::from_bitboards(self.image(board.x()), self.image(board.o()))
    }
}
