//! BOARD on the command line: a position that play can have led to, or what is wrong with it.

use std::ffi::OsStr;

use perfect_play_core::{Board, Game, Mnk, ParseBoardErrorKind, ProbeError};

use crate::{draw, exit::Trouble};

/// The position that BOARD names.
pub(crate) fn board(game: &Mnk, arg: &OsStr) -> Result<Board, Trouble> {
    let text = arg.to_string_lossy();
    let board = parse(game, &text)?;
    game.check(board).map_err(|error| bad_board(game, &text, board, error))?;
    Ok(board)
}

/// The position that BOARD names, which is not the end of the game.
pub(crate) fn unfinished_board(game: &Mnk, arg: &OsStr) -> Result<Board, Trouble> {
    let board = board(game, arg)?;
    if game.terminal(board).is_none() {
        return Ok(board);
    }
    let drawing = draw::plain_board(game.shape(), board).join("\n  ");
    Err(Trouble::new(format!(
        "the game is over on `{}`, {}: there is no move to look at\n  {drawing}",
        arg.to_string_lossy(),
        draw::end(game, board)
    )))
}

/// Reads the board; an error shows the place.
fn parse(game: &Mnk, text: &str) -> Result<Board, Trouble> {
    game.parse(text).map_err(|error| {
        let message = match error.kind() {
            ParseBoardErrorKind::TooShort { .. } | ParseBoardErrorKind::TooLong { .. } => {
                let (columns, rows) = (game.shape().columns(), game.shape().rows());
                format!("{error}: {game} is played on {columns} columns and {rows} rows")
            }
            _ => error.to_string(),
        };
        let before: String = text.chars().take(error.place() - 1).collect();
        Trouble::at(text, &before, "", message)
    })
}

/// What is wrong with a board that can be read but not be reached.
fn bad_board(game: &Mnk, text: &str, board: Board, error: ProbeError) -> Trouble {
    let drawing = draw::plain_board(game.shape(), board).join("\n  ");
    let hint = match error {
        ProbeError::NotAPosition(_) if text.starts_with('0') => {
            "\n`0` is read as the empty cell 0; for O type the letter"
        }
        _ => "",
    };
    Trouble::new(format!("`{text}` is {error}{hint}\n  {drawing}"))
}
