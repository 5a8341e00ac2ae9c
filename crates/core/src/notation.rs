//! Boards as text: `XO..X....`, one character a cell.

use core::fmt;

use crate::{
    Board, Player, Shape,
    shown::{QuotedChar, Shown},
};

impl Shape {
    /// Reads a board: one character for each cell, row by row from the top left. `X` and `O` may be upper or
    /// lower case. An empty cell is `.`, `_` or `-`; on boards of up to ten cells it may also be the index of
    /// the cell. A `/` between rows is optional.
    ///
    /// ```
    /// use perfect_play_core::Shape;
    ///
    /// let shape = Shape::new(3, 3).unwrap();
    /// let board = shape.parse("X1OX4XOO8").unwrap();
    /// assert_eq!(shape.parse("x-o/x-x/oo-"), Ok(board));
    /// assert_eq!(shape.text(board).to_string(), "X.OX.XOO.");
    ///
    /// let error = shape.parse("XO0......").unwrap_err();
    /// assert_eq!(error.to_string(), "character 3 is `0`, a zero: for O type the letter");
    /// ```
    ///
    /// # Errors
    ///
    /// The first character that does not fit a board of this shape, or the position where a character is
    /// missing. This function does not check whether the rules allow the board.
    pub fn parse(self, text: &str) -> Result<Board, ParseBoardError> {
        let cells = self.cells();
        let mut board = Board::EMPTY;
        let mut cell = 0;
        let mut slash_allowed = false;
        let mut place = 0;
        for found in text.chars() {
            place += 1;
            let error = |kind| ParseBoardError { place, kind };
            if found == '/' && slash_allowed {
                slash_allowed = false;
                continue;
            }
            let mark = match found {
                '/' => {
                    return Err(error(ParseBoardErrorKind::Slash { columns: self.columns() }));
                }
                _ if cell == cells => return Err(error(ParseBoardErrorKind::TooLong { cells })),
                'X' | 'x' => Some(Player::X),
                'O' | 'o' => Some(Player::O),
                '.' | '_' | '-' => None,
                '0'..='9' if cells <= 10 && found.to_digit(10) == Some(cell.into()) => None,
                '0' => return Err(error(ParseBoardErrorKind::Zero)),
                '1'..='9' => return Err(error(ParseBoardErrorKind::Digit { found, cell, cells })),
                _ => return Err(error(ParseBoardErrorKind::Character { found })),
            };
            if let Some(player) = mark {
                // Every character is a new cell, so the cell is free.
                board = board.with(cell, player).unwrap_or(board);
            }
            cell += 1;
            slash_allowed = cell < cells && cell % self.columns() == 0;
        }
        if cell == cells {
            Ok(board)
        } else {
            let kind = ParseBoardErrorKind::TooShort { found: cell, cells };
            Err(ParseBoardError { place: place + 1, kind })
        }
    }

    /// The board as text: `X`, `O` or `.` for each cell. The alternate form (`{:#}`) has a `/` between rows.
    #[must_use]
    pub const fn text(self, board: Board) -> BoardText {
        BoardText { shape: self, board }
    }
}

/// Prints a board. Made by [`Shape::text`].
///
/// ```
/// use perfect_play_core::{Board, Player, Shape};
///
/// let board = Board::EMPTY.with(4, Player::X).unwrap();
/// let text = Shape::new(3, 3).unwrap().text(board);
/// assert_eq!(format!("{text}"), "....X....");
/// assert_eq!(format!("{text:#}"), ".../.X./...");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardText {
    shape: Shape,
    board: Board,
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..self.shape.cells() {
            if f.alternate() && cell > 0 && cell % self.shape.columns() == 0 {
                f.write_str("/")?;
            }
            f.write_str(match self.board.at(cell) {
                Some(Player::X) => "X",
                Some(Player::O) => "O",
                None => ".",
            })?;
        }
        Ok(())
    }
}

/// Why a text is not a board or not a list of played columns, and where in the text the mistake is.
///
/// ```
/// use perfect_play_core::ParseBoardErrorKind;
/// use perfect_play_games::Mnk;
///
/// let error = Mnk::TICTACTOE.parse("XO").unwrap_err();
/// assert_eq!(error.to_string(), "the board ends after 2 of 9 cells");
/// assert_eq!(error.place(), 3);
/// assert_eq!(error.kind(), ParseBoardErrorKind::TooShort { found: 2, cells: 9 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    place: usize,
    kind: ParseBoardErrorKind,
}

impl ParseBoardError {
    /// Creates an error from the position of the wrong character, counted from 1, and its kind. Use it to
    /// report errors in another notation.
    #[must_use]
    pub const fn new(place: usize, kind: ParseBoardErrorKind) -> Self {
        Self { place, kind }
    }

    /// The position of the wrong character, counted from 1. If a character is missing, this is the length of
    /// the text plus one.
    #[must_use]
    pub const fn place(self) -> usize {
        self.place
    }

    /// What is wrong with the character.
    #[must_use]
    pub const fn kind(self) -> ParseBoardErrorKind {
        self.kind
    }
}

/// What is wrong with a text that should be a board or a list of played columns.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardErrorKind {
    /// A character that has no meaning in a board.
    Character {
        /// The character.
        found: char,
    },
    /// A zero that is not the index of cell 0. Most likely the letter `O` was meant.
    Zero,
    /// A digit that is not the index of its own cell, or any digit on a board of more than ten cells.
    Digit {
        /// The digit.
        found: char,
        /// The cell at this position of the text.
        cell: u8,
        /// How many cells the board has.
        cells: u8,
    },
    /// A `/` that is not between two rows.
    Slash {
        /// How many cells a row has.
        columns: u8,
    },
    /// The text ends before the board does.
    TooShort {
        /// The number of cells in the text.
        found: u8,
        /// The number of cells of the board.
        cells: u8,
    },
    /// The text continues after the board's last cell.
    TooLong {
        /// How many cells the board has.
        cells: u8,
    },
    /// The board has too many columns to write each as one digit.
    ManyColumns {
        /// How many columns the board has.
        columns: u8,
    },
    /// A character other than a digit in a list of played columns.
    NoDigit {
        /// The character.
        found: char,
    },
    /// A move in a column that the board does not have.
    NoColumn {
        /// The column that was played.
        column: u8,
        /// How many columns the board has.
        columns: u8,
    },
    /// A move in a column without an empty cell.
    FullColumn {
        /// The column, from 1 at the left.
        column: u8,
    },
    /// A move after the end of the game.
    AfterEnd {
        /// The player who has completed a line. `None` if the board is full without one.
        line_of: Option<Player>,
    },
}

impl ParseBoardError {
    /// Prints which character is wrong.
    fn fmt_character(self, found: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} is `{}`", self.place, Shown(found))?;
        if found.is_ascii() {
            return Ok(());
        }
        write!(f, " (U+{:04X})", u32::from(found))
    }
}

/// Prints what a derived implementation would print, but uses [`Shown`].
impl fmt::Debug for ParseBoardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { found } => {
                f.debug_struct("Character").field("found", &QuotedChar(*found)).finish()
            }
            Self::Zero => f.write_str("Zero"),
            Self::Digit { found, cell, cells } => f
                .debug_struct("Digit")
                .field("found", &QuotedChar(*found))
                .field("cell", cell)
                .field("cells", cells)
                .finish(),
            Self::Slash { columns } => f.debug_struct("Slash").field("columns", columns).finish(),
            Self::TooShort { found, cells } => {
                f.debug_struct("TooShort").field("found", found).field("cells", cells).finish()
            }
            Self::TooLong { cells } => f.debug_struct("TooLong").field("cells", cells).finish(),
            Self::ManyColumns { columns } => {
                f.debug_struct("ManyColumns").field("columns", columns).finish()
            }
            Self::NoDigit { found } => {
                f.debug_struct("NoDigit").field("found", &QuotedChar(*found)).finish()
            }
            Self::NoColumn { column, columns } => f
                .debug_struct("NoColumn")
                .field("column", column)
                .field("columns", columns)
                .finish(),
            Self::FullColumn { column } => {
                f.debug_struct("FullColumn").field("column", column).finish()
            }
            Self::AfterEnd { line_of } => {
                f.debug_struct("AfterEnd").field("line_of", line_of).finish()
            }
        }
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place;
        match self.kind {
            ParseBoardErrorKind::Character { found } => {
                self.fmt_character(found, f)?;
                f.write_str(
                    ": a board is written with X, O and `.` for an empty cell; a `/` may stand between \
                     rows",
                )
            }
            ParseBoardErrorKind::NoDigit { found } => {
                self.fmt_character(found, f)?;
                f.write_str(": a list of columns has only digits")
            }
            ParseBoardErrorKind::Zero => {
                write!(f, "character {place} is `0`, a zero: for O type the letter")
            }
            ParseBoardErrorKind::Digit { found, cells, .. } if cells > 10 => {
                write!(
                    f,
                    "character {place} is `{found}`: on a board of {cells} cells write `.` for an \
                     empty cell (digits are for boards of up to 10)"
                )
            }
            ParseBoardErrorKind::Digit { found, cell, .. } => {
                write!(
                    f,
                    "character {place} is `{found}`, but this is cell {cell}: a digit stands for \
                     the empty cell with its own number"
                )
            }
            ParseBoardErrorKind::Slash { columns } => {
                write!(
                    f,
                    "character {place} is `/`, which stands only between two rows of {columns}"
                )
            }
            ParseBoardErrorKind::TooShort { found, cells } => {
                write!(f, "the board ends after {found} of {cells} cells")
            }
            ParseBoardErrorKind::TooLong { cells } => {
                write!(f, "the board goes on after its {cells} cells, at character {place}")
            }
            ParseBoardErrorKind::ManyColumns { columns } => {
                write!(
                    f,
                    "a list of columns is for boards of up to {} columns, and this board has \
                     {columns}: write it row by row",
                    Shape::MOST_ONE_DIGIT_COLUMNS
                )
            }
            ParseBoardErrorKind::NoColumn { column, columns } => {
                write!(
                    f,
                    "move {place}: there is no column {column}: the columns are 1 to {columns}"
                )
            }
            ParseBoardErrorKind::FullColumn { column } => {
                write!(f, "move {place}: column {column} is full")
            }
            ParseBoardErrorKind::AfterEnd { line_of } => {
                write!(f, "move {place}: the game is already over: ")?;
                match line_of {
                    Some(player) => write!(f, "{player} has completed a line"),
                    None => f.write_str("the board is full"),
                }
            }
        }
    }
}

impl core::error::Error for ParseBoardError {}

#[cfg(test)]
mod tests {
    use std::{format, string::ToString};

    use proptest::prelude::*;

    use super::*;

    fn any_board() -> impl Strategy<Value = (Shape, Board)> {
        (1_u8..=8, 1_u8..=5).prop_flat_map(|(columns, rows)| {
            let shape = Shape::new(columns, rows).unwrap();
            (0..3_u64.pow(shape.cells().into()))
                .prop_map(move |code| (shape, Board::from_code(code).unwrap()))
        })
    }

    proptest! {
        #[test]
        fn printing_and_parsing_come_back((shape, board) in any_board()) {
            let plain = shape.text(board).to_string();
            prop_assert_eq!(plain.len(), usize::from(shape.cells()));
            prop_assert_eq!(shape.parse(&plain), Ok(board));
            prop_assert_eq!(shape.parse(&plain.to_lowercase().replace('.', "_")), Ok(board));
            prop_assert_eq!(shape.parse(&format!("{:#}", shape.text(board))), Ok(board));
        }

        #[test]
        fn no_text_is_a_panic_and_every_error_has_a_place(text in "\\PC{0,20}") {
            let shape = Shape::new(3, 3).unwrap();
            if let Err(error) = shape.parse(&text) {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.place()));
            }
        }
    }

    #[test]
    fn every_mistake_is_named_with_its_place() {
        let shape = Shape::new(3, 3).unwrap();
        for (text, message) in [
            ("", "the board ends after 0 of 9 cells"),
            ("XO", "the board ends after 2 of 9 cells"),
            ("XO.......X", "the board goes on after its 9 cells, at character 10"),
            (".........0", "the board goes on after its 9 cells, at character 10"),
            ("XO0......", "character 3 is `0`, a zero: for O type the letter"),
            (
                "XO3......",
                "character 3 is `3`, but this is cell 2: a digit stands for the empty cell with \
                 its own number",
            ),
            ("X/O.......", "character 2 is `/`, which stands only between two rows of 3"),
            ("XO.//......", "character 5 is `/`, which stands only between two rows of 3"),
            ("XO......./", "character 10 is `/`, which stands only between two rows of 3"),
            (
                "X\u{41e}.......",
                "character 2 is `\u{41e}` (U+041E): a board is written with X, O and `.` for an \
                 empty cell; a `/` may stand between rows",
            ),
            (
                "X\u{1f600}.......",
                "character 2 is `\u{1f600}` (U+1F600): a board is written with X, O and `.` for \
                 an empty cell; a `/` may stand between rows",
            ),
            (
                "X O......",
                "character 2 is ` `: a board is written with X, O and `.` for an empty cell; a `/` may \
                 stand between rows",
            ),
        ] {
            assert_eq!(shape.parse(text).unwrap_err().to_string(), message);
        }
        let large = Shape::new(4, 4).unwrap().parse("0...............");
        assert_eq!(
            large.unwrap_err().to_string(),
            "character 1 is `0`, a zero: for O type the letter"
        );
        let large = Shape::new(4, 4).unwrap().parse(".1..............");
        assert_eq!(
            large.unwrap_err().to_string(),
            "character 2 is `1`: on a board of 16 cells write `.` for an empty cell (digits are \
             for boards of up to 10)"
        );
    }

    #[test]
    fn mistakes_print_as_derived_implementations_would() {
        let shape = Shape::new(3, 3).unwrap();
        for (text, printed) in [
            ("X\u{202e}.......", "Character { found: '\\u{202e}' }"),
            ("XO0......", "Zero"),
            ("XO3......", "Digit { found: '3', cell: 2, cells: 9 }"),
            ("X/O......", "Slash { columns: 3 }"),
            ("XO", "TooShort { found: 2, cells: 9 }"),
            ("..........", "TooLong { cells: 9 }"),
        ] {
            assert_eq!(format!("{:?}", shape.parse(text).unwrap_err().kind()), printed);
        }
    }

    #[test]
    fn a_cells_own_index_is_an_empty_cell() {
        let shape = Shape::new(3, 3).unwrap();
        assert_eq!(shape.parse("012345678"), Ok(Board::EMPTY));
        assert_eq!(shape.parse("0123/45678").unwrap_err().place(), 5);
        assert_eq!(shape.parse("012/345/678"), Ok(Board::EMPTY));
        assert_eq!(Shape::new(5, 2).unwrap().parse("0123456789"), Ok(Board::EMPTY));
    }
}
