//! The boards of games, as they are drawn.

use core::fmt;

/// The board of a game, as it is drawn: its cells, their places, and the lines between them. A cell is a place where a
/// piece can be, or by which a move can be chosen. Cells have numbers from 0.
///
/// ```
/// use perfect_play_core::{Game, Drawing, Outline};
/// use perfect_play_games::{Mnk, OneGap};
///
/// let board = Mnk::TICTACTOE.drawing();
/// assert_eq!(board, Drawing::Squares { columns: 3, rows: 3, falls: false });
/// assert_eq!(board.cells(), 9);
/// // The centre is one cell to the right of the top left cell, and one below it.
/// assert_eq!(board.place(4), Some([Drawing::UNIT, Drawing::UNIT]));
///
/// let board = OneGap::PONG_HAU_KI.drawing();
/// assert_eq!(board.outline(2), Some(Outline::Point));
/// assert_eq!(board.links().len(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Drawing {
    /// No board: a position is shown as text, and the moves are a list.
    List,
    /// Squares, row by row from the top left.
    Squares {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
        /// Whether a move is a column, in which a piece falls to the lowest free square.
        falls: bool,
    },
    /// Hexagons, row by row from the top left. Each row is half a hexagon further right than the row above it.
    Hexagons {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
    },
    /// Points, and the lines between them.
    Points {
        /// The place of each point, in the unit of [`Drawing::place`].
        places: &'static [[u8; 2]],
        /// The pairs of points that a line connects.
        links: &'static [[u8; 2]],
    },
    /// Boxes and their edges. First the edges from top to bottom: the edges above the first row of boxes, then the
    /// vertical edges of this row, and so on. Then the boxes, row by row.
    Boxes {
        /// The number of columns of boxes.
        columns: u8,
        /// The number of rows of boxes.
        rows: u8,
    },
    /// Two rows of pits with a store at each end. First X's pits in the lower row, from left to right, and X's store on
    /// the right. Then O's pits from right to left, and O's store on the left.
    Pits {
        /// The number of pits of each player.
        pits: u8,
    },
}

/// The shape of a cell of a [`Drawing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outline {
    /// A square next to other squares.
    Square,
    /// A hexagon next to other hexagons.
    Hexagon,
    /// A point where lines meet.
    Point,
    /// A horizontal edge of a box.
    Lying,
    /// A vertical edge of a box.
    Standing,
    /// A box between four edges.
    Box,
    /// A pit with a number of seeds.
    Pit,
    /// A store with a number of seeds.
    Store,
}

impl Outline {
    /// The name of the shape, such as `square`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hexagon => "hexagon",
            Self::Point => "point",
            Self::Lying => "lying",
            Self::Standing => "standing",
            Self::Box => "box",
            Self::Pit => "pit",
            Self::Store => "store",
        }
    }
}

impl Drawing {
    /// The side of a cell, in the unit of [`Drawing::place`].
    pub const UNIT: u8 = 4;

    /// The name of the kind of board, such as `squares`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Squares { .. } => "squares",
            Self::Hexagons { .. } => "hexagons",
            Self::Points { .. } => "points",
            Self::Boxes { .. } => "boxes",
            Self::Pits { .. } => "pits",
        }
    }

    /// Writes the name of a cell: column and row, `b3`, on squares and hexagons, with rows counted from the bottom;
    /// otherwise its number.
    pub(crate) fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Squares { columns: columns @ 1..=26, rows, .. }
            | Self::Hexagons { columns: columns @ 1..=26, rows } => {
                let column = cell.checked_rem(columns).unwrap_or(0);
                let row = cell.checked_div(columns).unwrap_or(0);
                let letter = char::from(b'a'.saturating_add(column));
                write!(f, "{letter}{}", rows.saturating_sub(row))
            }
            _ => write!(f, "{cell}"),
        }
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> u8 {
        match *self {
            Self::List => 0,
            Self::Squares { columns, rows, .. } | Self::Hexagons { columns, rows } => {
                columns.saturating_mul(rows)
            }
            Self::Points { places, .. } => {
                if places.len() < 255 {
                    places.len().to_le_bytes()[0]
                } else {
                    255
                }
            }
            Self::Boxes { columns, rows } => {
                Self::edges(columns, rows).saturating_add(columns.saturating_mul(rows))
            }
            Self::Pits { pits } => pits.saturating_add(1).saturating_mul(2),
        }
    }

    /// The number of edges of a grid of boxes.
    const fn edges(columns: u8, rows: u8) -> u8 {
        let step = columns.saturating_mul(2).saturating_add(1);
        rows.saturating_mul(step).saturating_add(columns)
    }

    /// The place of the centre of a cell, as two distances: to the right from the centre of the leftmost cell, and down
    /// from the centre of the topmost cell. The distances are in quarters of the side of a cell, so the side is
    /// [`Drawing::UNIT`]. `None` if there is no such cell.
    #[must_use]
    pub fn place(&self, cell: u8) -> Option<[u8; 2]> {
        if cell >= self.cells() {
            return None;
        }
        let in_row = |columns: u8| Some([cell.checked_rem(columns)?, cell.checked_div(columns)?]);
        let half = Self::UNIT / 2;
        let [right, down] = match *self {
            Self::List => return None,
            Self::Points { places, .. } => return places.get(usize::from(cell)).copied(),
            Self::Squares { columns, .. } => in_row(columns)?,
            Self::Hexagons { columns, .. } => {
                let [column, row] = in_row(columns)?;
                let right =
                    column.saturating_mul(Self::UNIT).saturating_add(row.saturating_mul(half));
                return Some([right, row.saturating_mul(Self::UNIT)]);
            }
            Self::Boxes { columns, rows } => match cell.checked_sub(Self::edges(columns, rows)) {
                None => edge(columns, cell)?,
                Some(of) => [
                    of.checked_rem(columns)?.saturating_mul(2).saturating_add(1),
                    of.checked_div(columns)?.saturating_mul(2).saturating_add(1),
                ],
            },
            Self::Pits { pits } => match cell.checked_sub(pits) {
                None => [cell.saturating_add(1), 1],
                Some(0) => return Some([pits.saturating_add(1).saturating_mul(Self::UNIT), half]),
                Some(of) if of <= pits => [pits.saturating_add(1).saturating_sub(of), 0],
                Some(_) => return Some([0, half]),
            },
        };
        Some([right.saturating_mul(Self::UNIT), down.saturating_mul(Self::UNIT)])
    }

    /// The shape of a cell, or `None` if there is no such cell.
    #[must_use]
    pub fn outline(&self, cell: u8) -> Option<Outline> {
        if cell >= self.cells() {
            return None;
        }
        Some(match *self {
            Self::List => return None,
            Self::Squares { .. } => Outline::Square,
            Self::Hexagons { .. } => Outline::Hexagon,
            Self::Points { .. } => Outline::Point,
            Self::Boxes { columns, rows } if cell >= Self::edges(columns, rows) => Outline::Box,
            Self::Boxes { columns, .. } => {
                if edge(columns, cell)?[1] % 2 == 0 {
                    Outline::Lying
                } else {
                    Outline::Standing
                }
            }
            Self::Pits { pits } => {
                let is_pit = !cell.saturating_add(1).is_multiple_of(pits.saturating_add(1));
                if is_pit { Outline::Pit } else { Outline::Store }
            }
        })
    }

    /// The pairs of cells that a line connects.
    #[must_use]
    pub const fn links(&self) -> &'static [[u8; 2]] {
        match self {
            Self::Points { links, .. } => links,
            _ => &[],
        }
    }
}

/// The place of an edge in a grid of boxes with this many columns, in half boxes.
fn edge(columns: u8, edge: u8) -> Option<[u8; 2]> {
    let step = columns.saturating_mul(2).saturating_add(1);
    let (row, rest) = (edge.checked_div(step)?.saturating_mul(2), edge.checked_rem(step)?);
    Some(match rest.checked_sub(columns) {
        None => [rest.saturating_mul(2).saturating_add(1), row],
        Some(rest) => [rest.saturating_mul(2), row.saturating_add(1)],
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, vec::Vec};

    use super::*;

    #[test]
    fn every_cell_has_a_place_of_its_own_and_no_other_number_has_one() {
        let side = Drawing::UNIT;
        for drawing in [
            Drawing::Squares { columns: 7, rows: 6, falls: true },
            Drawing::Squares { columns: 63, rows: 1, falls: false },
            Drawing::Hexagons { columns: 5, rows: 5 },
            Drawing::Points { places: &[[0, 0], [6, 0], [3, 3]], links: &[[0, 1]] },
            Drawing::Boxes { columns: 3, rows: 2 },
            Drawing::Boxes { columns: 1, rows: 10 },
            Drawing::Pits { pits: 1 },
            Drawing::Pits { pits: 6 },
        ] {
            let places: Vec<_> =
                (0..drawing.cells()).map(|cell| drawing.place(cell).unwrap()).collect();
            let different: HashSet<_> = places.iter().collect();
            assert_eq!(different.len(), usize::from(drawing.cells()), "{drawing:?}");
            for at in [0, 1] {
                assert_eq!(places.iter().map(|place| place[at]).min(), Some(0), "{drawing:?}");
            }
            for cell in 0..=u8::MAX {
                let is_one = cell < drawing.cells();
                assert_eq!(drawing.place(cell).is_some(), is_one, "{drawing:?} {cell}");
                assert_eq!(drawing.outline(cell).is_some(), is_one, "{drawing:?} {cell}");
            }
        }
        for pits in 1..=6 {
            let drawing = Drawing::Pits { pits };
            let is_store = |cell: &u8| drawing.outline(*cell) == Some(Outline::Store);
            let stores: Vec<_> = (0..drawing.cells()).filter(is_store).collect();
            assert_eq!(stores, [pits, 2 * pits + 1]);
        }
        let boxes = Drawing::Boxes { columns: 2, rows: 1 };
        let outlines: Vec<_> = (0..9).map(|cell| boxes.outline(cell).unwrap().name()).collect();
        let (lying, standing) = ("lying", "standing");
        assert_eq!(
            outlines,
            [lying, lying, standing, standing, standing, lying, lying, "box", "box"]
        );
        assert_eq!(boxes.place(8), Some([3 * side, side]));
        let pits = Drawing::Pits { pits: 2 };
        let outlines: Vec<_> = (0..6).map(|cell| pits.outline(cell).unwrap().name()).collect();
        assert_eq!(outlines, ["pit", "pit", "store", "pit", "pit", "store"]);
        let rows: Vec<_> = (0..6).map(|cell| pits.place(cell).unwrap()[0] / side).collect();
        assert_eq!(rows, [1, 2, 3, 2, 1, 0]);
        assert_eq!((Drawing::List.cells(), Drawing::List.place(0)), (0, None));
    }
}
