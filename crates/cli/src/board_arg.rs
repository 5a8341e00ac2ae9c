//! BOARD on the command line: a position that play can have led to, or what is wrong with it.

use std::ffi::OsStr;

use perfect_play_core::{Board, Game, ParseBoardErrorKind, Printable, ProbeError, Shown, Tabular};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;
use perfect_play_generator::tiers::is_reachable;

use crate::{draw, exit::Trouble};

/// The position that BOARD names.
pub(crate) fn board(game: &Mnk, arg: &OsStr) -> Result<Board, Trouble> {
    let text = arg.to_string_lossy();
    let board = parse(game, &text)?;
    if game.is_columns(&text) {
        return Ok(board);
    }
    game.check(board).map_err(|error| bad_board(game, &text, board, error))?;
    if !is_reachable(game, board) {
        let drawing = draw::plain_board(game.shape(), board).join("\n  ");
        return Err(Trouble::new(format!(
            "`{}` is unreachable: in no order can X and O have taken turns at these marks\n  \
             {drawing}",
            Shown(text)
        )));
    }
    Ok(board)
}

/// The position of any game that BOARD names: of one without cells as the game writes its positions.
pub(crate) fn position(game: &AnyGame, arg: &OsStr) -> Result<AnyPosition, Trouble> {
    let found = match game {
        AnyGame::Mnk(game) => return board(game, arg).map(AnyPosition::Board),
        AnyGame::Found(found) => found,
    };
    let text = arg.to_string_lossy();
    let example = game.notation(game.start());
    match game.parse_position(&text) {
        Ok(position) if game.is_position(position) => Ok(position),
        Ok(_) => Err(Trouble::new(format!(
            "`{}` is unreachable: no play of {game} leads to it",
            Shown(text)
        ))),
        Err(error) => Err(Trouble::new(format!(
            "`{}` is no position of {found}: {error}; the start is `{example}`",
            Shown(text)
        ))),
    }
}

/// The position that BOARD names, which is not the end of the game.
pub(crate) fn unfinished(game: &AnyGame, arg: &OsStr) -> Result<AnyPosition, Trouble> {
    let position = position(game, arg)?;
    if game.end(position).is_none() {
        return Ok(position);
    }
    Err(Trouble::new(format!(
        "the game is over on `{}`, {}: there is no move to look at\n  {}",
        Shown(arg.to_string_lossy()),
        draw::any_end(game, position),
        draw::position(game, position).join("\n  ")
    )))
}

/// The columns that were played up to the board which BOARD names, as a list of digits: if it says
/// them, or is the start. Only where a column is one digit.
pub(crate) fn columns_played(game: &Mnk, arg: &OsStr, board: Board) -> Option<String> {
    let text = arg.to_string_lossy();
    if game.is_columns(&text) {
        return Some(text.into_owned());
    }
    (game.parse("") == Ok(board)).then(String::new)
}

/// Reads the board; an error shows the place, and where a move is wrong the board before it.
fn parse(game: &Mnk, text: &str) -> Result<Board, Trouble> {
    if text.is_empty() && game.has_gravity() {
        return Err(Trouble::new(format!(
            "an empty list of columns is no board: that of {game} without a mark is `{}`",
            game.notation(game.start())
        )));
    }
    game.parse(text).map_err(|error| {
        let message = match error.kind() {
            ParseBoardErrorKind::TooShort { .. } | ParseBoardErrorKind::TooLong { .. } => {
                let (columns, rows) = (game.shape().columns(), game.shape().rows());
                format!("{error}: {game} is played on {columns} columns and {rows} rows")
            }
            _ => error.to_string(),
        };
        let before: String = text.chars().take(error.place() - 1).collect();
        let trouble = Trouble::at(text, &before, "", &message);
        match error.kind() {
            ParseBoardErrorKind::ManyColumns { .. } => Trouble::new(message),
            ParseBoardErrorKind::FullColumn { .. } | ParseBoardErrorKind::AfterEnd { .. } => {
                let board = game.parse(&before).unwrap_or_default();
                let drawing = draw::plain_board(game.shape(), board).join("\n  ");
                Trouble::new(format!("{trouble}\n  {drawing}"))
            }
            _ => trouble,
        }
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
    Trouble::new(format!("`{}` is {error}{hint}\n  {drawing}", Shown(text)))
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Probe;

    use super::*;
    use crate::table_arg;

    #[test]
    fn the_boards_that_are_read_are_those_that_play_reaches() {
        for name in ["tictactoe", "connect:3,3,3", "connect:3,3,2+misere", "connect:2,5,3"] {
            let table = table_arg::table(OsStr::new(name)).unwrap().table;
            let game: Mnk = name.parse().unwrap();
            let table = table.boards(game);
            for code in 0..game.codes() {
                let text = game.shape().text(Board::from_code(code).unwrap()).to_string();
                let read = board(&game, OsStr::new(&text));
                let reached = game.decode(code).is_ok_and(|board| table.value(board).is_ok());
                assert_eq!(read.is_ok(), reached, "{name} {text}");
            }
        }
    }

    #[test]
    fn a_list_of_columns_is_read_or_wrong_as_the_rules_say() {
        let game: Mnk = "connect:3,2,2".parse().unwrap();
        let mut lists = vec![(String::new(), Some(game.start()))];
        for _ in 0..6 {
            let longer = lists.into_iter().flat_map(|(list, position)| {
                (0..=4).map(move |column| {
                    let legal = |&before: &Board| game.legal_moves(before).contains(column);
                    let after = position.filter(legal).map(|before| game.play(before, column));
                    (format!("{list}{column}"), after)
                })
            });
            lists = longer.collect();
            for (list, position) in &lists {
                // The one list that is a board: each empty cell by its own number.
                if list != "012345" {
                    assert_eq!(board(&game, OsStr::new(list)).ok(), *position, "{list}");
                }
            }
        }
    }
}
