//! Positions written as the columns played, one digit for each move: `2233`. For games with gravity.

use perfect_play_core::{Board, Game, ParseBoardError, ParseBoardErrorKind, Shape};

use crate::Mnk;

impl Mnk {
    /// Whether [`Self::parse`] reads the text as played columns. All of these conditions must hold:
    ///
    /// * The game has gravity.
    /// * The text is empty, begins with a digit from 1 to 9, or has only digits.
    /// * The text is not a board ([`Shape::parse`]). For example, `012345` is an empty board of six cells.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    ///
    /// let game: Mnk = "connect:3,2,2".parse().unwrap();
    /// assert!(game.is_columns("2233") && game.is_columns(""));
    /// assert!(!game.is_columns(".../.X.") && !game.is_columns("012345"));
    /// assert!(!Mnk::TICTACTOE.is_columns("2233"));
    /// ```
    #[must_use]
    pub fn is_columns(&self, text: &str) -> bool {
        let first = text.starts_with(|first| matches!(first, '1'..='9'));
        let digits = || text.bytes().all(|byte| byte.is_ascii_digit());
        self.has_gravity() && (first || digits()) && self.shape().parse(text).is_err()
    }

    /// The position after playing these columns in this order.
    pub(crate) fn after_columns(&self, text: &str) -> Result<Board, ParseBoardError> {
        let columns = self.shape().columns();
        if columns > Shape::MOST_ONE_DIGIT_COLUMNS {
            return Err(ParseBoardError::new(1, ParseBoardErrorKind::ManyColumns { columns }));
        }
        let mut board = self.start();
        for (found, place) in text.chars().zip(1..) {
            let error = |kind| Err(ParseBoardError::new(place, kind));
            let digit = found.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
            let Some(column) = digit else {
                return error(ParseBoardErrorKind::NoDigit { found });
            };
            if column == 0 || column > columns {
                return error(ParseBoardErrorKind::NoColumn { column, columns });
            }
            if self.terminal(board).is_some() {
                let last = self.to_move(board).opponent();
                let line_of = self.winner(board).map(|_| last);
                return error(ParseBoardErrorKind::AfterEnd { line_of });
            }
            if self.cell_of_move(board, column).is_none() {
                return error(ParseBoardErrorKind::FullColumn { column });
            }
            board = self.play(board, column);
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        string::{String, ToString},
        vec::Vec,
    };

    use super::*;

    #[test]
    fn every_line_of_play_is_read_and_nothing_else_is() {
        for name in ["connect:3,2,2", "connect:3,2,2+misere", "connect:2,3,3", "connect:3,3,3"] {
            let game: Mnk = name.parse().unwrap();
            let mut lines = Vec::from([(String::new(), game.start())]);
            let mut read = 0;
            while let Some((line, board)) = lines.pop() {
                assert_eq!(game.parse(&line), Ok(board), "{name} {line}");
                read += 1;
                for column in 0..=9 {
                    let longer = line.clone() + &column.to_string();
                    if game.legal_moves(board).contains(column) {
                        lines.push((longer, game.play(board, column)));
                    } else if game.is_columns(&longer) {
                        let error = game.parse(&longer).unwrap_err();
                        assert_eq!(error.place(), longer.len(), "{name} {longer}");
                    }
                }
            }
            assert!(read > 50, "{name} {read}");
        }
    }

    #[test]
    fn each_mistake_is_named_with_its_place() {
        let said = |game: &str, text| {
            let game: Mnk = game.parse().unwrap();
            game.parse(text).unwrap_err().to_string()
        };
        for (game, text, message) in [
            ("connect:4,4,4", "5", "move 1: there is no column 5: the columns are 1 to 4"),
            ("connect:4,4,4", "0123", "move 1: there is no column 0: the columns are 1 to 4"),
            ("connect:4,4,4", "11111", "move 5: column 1 is full"),
            (
                "connect:4,4,4",
                "12121212",
                "move 8: the game is already over: X has completed a line",
            ),
            (
                "connect:3,3,3+misere",
                "121213",
                "move 6: the game is already over: X has completed a line",
            ),
            ("connect:2,1,2", "121", "move 3: the game is already over: the board is full"),
            ("connect:4,4,4", "1,2", "character 2 is `,`: a list of columns has only digits"),
            (
                "connect:4,4,4",
                "1\u{662}",
                "character 2 is `\u{662}` (U+0662): a list of columns has only digits",
            ),
            (
                "connect:10,1,3",
                "12",
                "a list of columns is for boards of up to 9 columns, and this board has 10: write it \
                 row by row",
            ),
            (
                "connect:10,1,3",
                "",
                "a list of columns is for boards of up to 9 columns, and this board has 10: write it \
                 row by row",
            ),
            // These texts are boards.
            ("connect:4,4,4", "XO", "the board ends after 2 of 16 cells"),
            (
                "tictactoe",
                "5",
                "character 1 is `5`, but this is cell 0: a digit stands for the empty cell with its \
                 own number",
            ),
            ("tictactoe", "", "the board ends after 0 of 9 cells"),
        ] {
            assert_eq!(said(game, text), message, "{game} {text}");
        }
    }
}
