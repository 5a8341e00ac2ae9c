//! The cells of moves.

/// The cells by which a move can be chosen. A player who chooses a move by its cells chooses `from` first, then `to`,
/// then `then`. Cells that are `None` are skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCells {
    /// The cell where the move begins: the cell that a piece leaves, or the first of two cells.
    pub from: Option<u8>,
    /// The cell where the move ends: the cell that a piece enters.
    pub to: Option<u8>,
    /// A third cell, which is chosen last.
    pub then: Option<u8>,
}

impl MoveCells {
    /// No cell: a pass.
    pub const NONE: Self = Self { from: None, to: None, then: None };

    /// A piece is placed on this cell.
    #[must_use]
    pub const fn to(cell: u8) -> Self {
        Self { to: Some(cell), ..Self::NONE }
    }

    /// A piece is removed from this cell.
    #[must_use]
    pub const fn from(cell: u8) -> Self {
        Self { from: Some(cell), ..Self::NONE }
    }

    /// A piece moves from a cell to another cell.
    #[must_use]
    pub const fn between(from: u8, to: u8) -> Self {
        Self { from: Some(from), to: Some(to), then: None }
    }

    /// The cells, in the order in which they are chosen.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        [self.from, self.to, self.then].into_iter().flatten()
    }
}
