//! The lines of a board: K cells in a row.

use core::fmt;

use crate::{Board, Cells, Outcome, Shape, Value};

/// The lines of a board: K cells in a row, straight or diagonal. The player who completes a line wins or, in
/// *misère* play, loses.
///
/// ```
/// use perfect_play_core::Lines;
///
/// let lines = Lines::new(3, 3, 3).unwrap();
/// let (row, column) = (0b111, 0b1_001_001);
/// assert!(lines.within(row | column).eq([row, column]));
/// assert_eq!(lines.completions(0b101), 0b010);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    shape: Shape,
    k: u8,
    misere: bool,
    directions: [Direction; 4],
}

impl Lines {
    /// The lines of `k` cells on a board with these columns and rows. Completing a line wins.
    ///
    /// # Errors
    ///
    /// [`InvalidLines`] if there is no such board, or no such line on it.
    pub const fn new(columns: u8, rows: u8, k: u8) -> Result<Self, InvalidLines> {
        if columns == 0 || rows == 0 {
            return Err(InvalidLines::NoCells);
        }
        let Some(shape) = Shape::new(columns, rows) else {
            let cells = columns as u16 * rows as u16;
            return Err(InvalidLines::TooManyCells { cells });
        };
        let longest = if columns > rows { columns } else { rows };
        if k == 0 || k > longest {
            return Err(InvalidLines::NoSuchLine { k, longest });
        }
        let (down, diagonal) = (columns, columns + 1);
        Ok(Self {
            shape,
            k,
            misere: false,
            directions: [
                Direction::new(shape, 1, Reach { left: 0, right: k - 1, down: 0 }),
                Direction::new(shape, down, Reach { left: 0, right: 0, down: k - 1 }),
                Direction::new(shape, diagonal, Reach { left: 0, right: k - 1, down: k - 1 }),
                Direction::new(shape, columns - 1, Reach { left: k - 1, right: 0, down: k - 1 }),
            ],
        })
    }

    /// The same lines in misère play: the player who completes a line loses.
    #[must_use]
    pub const fn misere(self) -> Self {
        Self { misere: true, ..self }
    }

    /// Whether completing a line loses.
    #[must_use]
    pub const fn is_misere(&self) -> bool {
        self.misere
    }

    /// The board's columns and rows.
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of cells of a line.
    #[must_use]
    pub const fn k(&self) -> u8 {
        self.k
    }

    /// The value, for the side to move, of a position in which the opponent has just completed a line.
    #[must_use]
    pub const fn worth_completed(&self) -> Value {
        Value::terminal(if self.misere { Outcome::Win } else { Outcome::Loss })
    }

    /// Whether the cells contain a complete line.
    #[inline]
    #[must_use]
    pub const fn any_within(&self, cells: u64) -> bool {
        let mut direction = 0;
        while direction < 4 {
            let Direction { step, starts } = self.directions[direction];
            // Bit *i* of `lines`: the cells so far of the line that begins at cell *i* are all in `cells`. All
            // lines of a direction grow by one cell at a time. `starts` leaves out the cells from which a line
            // would run over an edge and go on in the next row.
            let mut lines = cells & starts;
            let mut shift = step;
            let mut length = 1;
            while length < self.k {
                lines &= cells >> shift;
                shift += step;
                length += 1;
            }
            if lines != 0 {
                return true;
            }
            direction += 1;
        }
        false
    }

    /// The complete lines among the cells, each as a set of K cells. More than K cells in a row contain several
    /// lines, which overlap.
    pub fn within(&self, cells: u64) -> impl Iterator<Item = u64> + use<> {
        let k = self.k;
        // A single mark is the same line in every direction.
        let directions = if k == 1 { 1 } else { self.directions.len() };
        let lines = self.directions.into_iter().take(directions).flat_map(move |direction| {
            let line =
                move |start| (0..k).fold(0, |line, i| line | 1_u64 << (start + i * direction.step));
            Cells::of(direction.starts).map(line)
        });
        lines.filter(move |line| line & !cells == 0)
    }

    /// The cells that are not in `cells` and that each complete a line with them.
    #[inline]
    #[must_use]
    pub const fn completions(&self, cells: u64) -> u64 {
        let mut completions = 0;
        let mut direction = 0;
        while direction < 4 {
            let Direction { step, starts } = self.directions[direction];
            // Lines are stored by their first cell. `whole`: the lines whose cells so far are all in `cells`.
            // `lacking`: the lines of which exactly one cell so far is not in `cells`.
            let (mut whole, mut lacking) = (starts, 0);
            let mut shift = 0;
            let mut length = 0;
            while length < self.k {
                let marked = cells >> shift;
                lacking = lacking & marked | whole & !marked;
                whole &= marked;
                shift += step;
                length += 1;
            }
            // Add all cells of each line that lacks exactly one. Its other cells are in `cells`, and are removed
            // in the end. In most directions there is no such line.
            if lacking != 0 {
                while length > 0 {
                    shift -= step;
                    completions |= lacking << shift;
                    length -= 1;
                }
            }
            direction += 1;
        }
        completions & !cells
    }
}

/// The lines in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Direction {
    /// The distance from a cell to the next cell of its line. 0 if there is no line, so that no sum of steps
    /// leaves the board.
    step: u8,
    /// The first cells of the lines: the topmost cell, or the leftmost cell in a row.
    starts: u64,
}

/// The columns and rows that a line covers, beginning at its first cell.
#[derive(Clone, Copy)]
struct Reach {
    left: u8,
    right: u8,
    down: u8,
}

impl Direction {
    const fn new(shape: Shape, step: u8, reach: Reach) -> Self {
        let mut starts = 0;
        let mut row = 0;
        while row + reach.down < shape.rows() {
            let mut column = reach.left;
            while column + reach.right < shape.columns() {
                starts |= 1 << (row * shape.columns() + column);
                column += 1;
            }
            row += 1;
        }
        let step = if starts == 0 { 0 } else { step };
        Self { step, starts }
    }
}

/// Why a board with these numbers has no lines.
///
/// ```
/// use perfect_play_core::InvalidLines;
/// use perfect_play_games::Mnk;
///
/// let error = Mnk::new(3, 3, 4).unwrap_err();
/// assert_eq!(error, InvalidLines::NoSuchLine { k: 4, longest: 3 });
/// assert_eq!(error.to_string(), "no line of 4 exists: on this board K is 1 to 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidLines {
    /// There is no column or no row.
    NoCells,
    /// The board has more cells than [`Board::MAX_CELLS`].
    TooManyCells {
        /// The number of cells.
        cells: u16,
    },
    /// K is 0, or larger than both columns and rows.
    NoSuchLine {
        /// K.
        k: u8,
        /// The larger of columns and rows.
        longest: u8,
    },
}

impl fmt::Display for InvalidLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoCells => f.write_str("a board needs at least one column and one row"),
            Self::TooManyCells { cells } => {
                write!(f, "{cells} cells are too many: a board has at most {}", Board::MAX_CELLS)
            }
            Self::NoSuchLine { k, longest } => {
                write!(f, "no line of {k} exists: on this board K is 1 to {longest}")
            }
        }
    }
}

impl core::error::Error for InvalidLines {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// All lines within `cells` by definition, in coordinates: a cell and the `k` − 1 cells after it in some
    /// direction.
    fn lines_by_definition(game: &Lines, cells: u64) -> BTreeSet<u64> {
        let (columns, rows) = (i16::from(game.shape.columns()), i16::from(game.shape.rows()));
        let bit = |column: i16, row: i16| {
            let on_board = (0..columns).contains(&column) && (0..rows).contains(&row);
            on_board.then(|| 1 << (row * columns + column))
        };
        let from = |cell: i16, (right, down): (i16, i16)| {
            (0..i16::from(game.k)).try_fold(0, |line, i| {
                Some(line | bit(cell % columns + i * right, cell / columns + i * down)?)
            })
        };
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        (0..columns * rows)
            .flat_map(|cell| directions.into_iter().filter_map(move |way| from(cell, way)))
            .filter(|line| line & !cells == 0)
            .collect()
    }

    fn any_lines() -> impl Strategy<Value = Lines> {
        (1_u8..=63, 1_u8..=63, 1_u8..=63)
            .prop_filter_map("no such lines", |(m, n, k)| Lines::new(m, 1 + n % (63 / m), k).ok())
    }

    proptest! {
        #[test]
        fn lines_are_where_the_definition_finds_them(
            game in any_lines(),
            cells in 0..1_u64 << 63,
            more in 0..1_u64 << 63,
        ) {
            for cells in [cells, cells | more, cells & more] {
                let cells = cells & game.shape.all_cells();
                let lines = lines_by_definition(&game, cells);
                prop_assert_eq!(game.any_within(cells), !lines.is_empty());
                let completions = (0..game.shape.cells())
                    .filter(|cell| cells >> cell & 1 == 0)
                    .filter(|cell| lines_by_definition(&game, cells | 1 << cell).len() > lines.len())
                    .fold(0, |completions, cell| completions | 1 << cell);
                prop_assert_eq!(game.completions(cells), completions);
                // Each line occurs once.
                prop_assert_eq!(game.within(cells).count(), lines.len());
                prop_assert_eq!(game.within(cells).collect::<BTreeSet<_>>(), lines);
            }
        }
    }
}
