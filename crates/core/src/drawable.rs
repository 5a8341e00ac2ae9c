//! Drawings of the positions of a game.

use core::fmt;

use crate::{Drawing, Game, Move, Moves, Piece};

/// A game whose positions can be drawn: the cells of its board, the pieces on them, and the cells of its moves.
/// `impl Drawable for MyGame {}` declares that there is no board. Then a position is shown as text, and the moves
/// are a list.
///
/// ```
/// use perfect_play_core::{Drawable, Game, MoveCells, Piece, Player};
/// use perfect_play_games::Hexapawn;
///
/// let game: Hexapawn = "hexapawn:3,3".parse().unwrap();
/// let start = game.start();
/// assert_eq!(game.drawing().cells(), 9);
/// assert_eq!(game.piece(start, 7), Some(Piece::mark(Player::X)));
/// assert_eq!(game.cell_text(7).to_string(), "b1");
/// // The pawn on cell 7 moves straight forward.
/// assert_eq!(game.points_at(start, 64 + 7), MoveCells::between(7, 4));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how its positions are drawn",
    label = "implement `Drawable` for it: without any method to have no board, but a list of moves",
    note = "crates of two versions of `perfect-play-core` have two different `Drawable` traits"
)]
pub trait Drawable: Game {
    /// The board. Defaults to [`Drawing::List`], which is no board.
    fn drawing(&self) -> Drawing {
        Drawing::List
    }

    /// The piece on a cell. `None` if the cell is empty, or if there is no such cell.
    fn piece(&self, position: Self::Position, cell: u8) -> Option<Piece> {
        let _ = (position, cell);
        None
    }

    /// The cells by which a legal move can be chosen.
    fn points_at(&self, position: Self::Position, mv: Move) -> MoveCells {
        let _ = (position, mv);
        MoveCells::NONE
    }

    /// The cells of the line that ended the game, as a set of numbers. Empty if no line ended it.
    fn line(&self, position: Self::Position) -> Moves {
        let _ = position;
        Moves::EMPTY
    }

    /// Whether positions are drawn from the view of the side to move: [`Drawable::piece`] always returns the pieces of
    /// the side to move as X's. Defaults to `false`. If the result is `true`, a program that shows a whole play swaps
    /// the owners back ([`Piece::of_opponent`]) where O is to move. Otherwise each piece would seem to change its owner
    /// with every move.
    fn is_seen_by_mover(&self) -> bool {
        false
    }

    /// Writes the name of a cell, as moves use it. Defaults to column and row, `b3`, on squares and hexagons, with rows
    /// counted from the bottom. On other boards it defaults to the number of the cell.
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.drawing() {
            Drawing::Squares { columns: columns @ 1..=26, rows, .. }
            | Drawing::Hexagons { columns: columns @ 1..=26, rows } => {
                let column = cell.checked_rem(columns).unwrap_or(0);
                let row = cell.checked_div(columns).unwrap_or(0);
                let letter = char::from(b'a'.saturating_add(column));
                write!(f, "{letter}{}", rows.saturating_sub(row))
            }
            _ => write!(f, "{cell}"),
        }
    }

    /// The name of a cell. It implements [`fmt::Display`].
    fn cell_text(&self, cell: u8) -> CellText<'_, Self> {
        CellText { game: self, cell }
    }
}

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

/// Prints the name of a cell. Made by [`Drawable::cell_text`].
///
/// ```
/// use perfect_play_core::Drawable;
/// use perfect_play_games::Hex;
///
/// let game: Hex = "hex:3".parse()?;
/// assert_eq!(game.cell_text(0).to_string(), "a3");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
pub struct CellText<'a, G: Drawable + ?Sized> {
    game: &'a G,
    cell: u8,
}

impl<G: Drawable + ?Sized> fmt::Display for CellText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_cell(self.cell, f)
    }
}
