//! BOARD on the command line: a position that play can reach, or an explanation of what is wrong with it.

use std::{collections::HashSet, ffi::OsStr};

use perfect_play_analysis::canonical;
use perfect_play_core::{
    Board, Game, Move, ParseBoardErrorKind, ParsePositionError, Probe, ProbeError, ProbeFailure,
    Shape, Shown, Unreachable,
};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_games::{Family, Mnk};
use perfect_play_generator::numbering::{FindError, RankNumbering, is_reachable};

use crate::{
    drawing::plain_board,
    positions::{move_name, outcome_text},
    tables::memory::Bound,
    terminal::{exit::Trouble, progress},
};

/// The position that BOARD names.
pub(crate) fn board(game: &Mnk, arg: &OsStr) -> Result<Board, Trouble> {
    let text = without_blanks(game, &arg.to_string_lossy());
    let board = match parse(game, &text) {
        Ok(board) => board,
        Err(trouble) => {
            let any = AnyGame::from(*game);
            let after = after_moves(&any, &text)?.ok_or(trouble)?;
            return after.read().ok_or_else(|| unread(&any, &text, "no board has this text"));
        }
    };
    if game.is_columns(&text) {
        return Ok(board);
    }
    game.check(board).map_err(|error| bad_board(game, &text, board, error))?;
    if !is_reachable(game, board) {
        let drawing = plain_board::plain_board(game.shape(), board).join("\n  ");
        return Err(Trouble::new(format!(
            "`{}` is unreachable: X and O cannot have placed these marks by taking turns\n  \
             {drawing}",
            Shown(text)
        )));
    }
    Ok(board)
}

/// Returns an error if BOARD names no position of a game, as far as its rules alone tell.
pub(crate) fn check(game: &AnyGame, arg: &OsStr) -> Result<(), Trouble> {
    position(game, arg, |_| Ok(true), |_| Ok(Some(game.start()))).map(drop)
}

/// The position of any game that BOARD names. The table knows which positions of a game without codes are reachable.
pub(crate) fn in_table(table: &AnyTable, arg: &OsStr) -> Result<AnyPosition, Trouble> {
    let game = table.game();
    let has = |position| {
        // Below the cut of a table, the rules alone say what is a position.
        if table.plies().is_some() {
            return Ok(game.check(position).is_ok());
        }
        // An end of the game may have an entry and no code.
        Ok(match table.value(position).err().and_then(|error| error.no_entry()) {
            Some(why) => table.code(position).is_some() && why != RankNumbering::UNREACHED.into(),
            None => true,
        })
    };
    let find =
        |text: &str| Ok(table.positions().find_map(|position| image_called(game, position, text)));
    position(game, arg, has, find)
}

/// The position of any game that BOARD names, without a table: the game is played until it gets there.
pub(crate) fn in_game(game: &AnyGame, arg: &OsStr) -> Result<AnyPosition, Trouble> {
    let reached = |ply: Option<u16>, is_it: &dyn Fn(AnyPosition) -> Option<AnyPosition>| {
        let found = progress::waiting("finding positions", || reached(game, ply, is_it));
        found.map_err(|error| {
            let board = arg.to_string_lossy();
            Trouble::new(format!("whether play leads to `{}` is unknown: {error}", Shown(board)))
        })
    };
    let has = |position| {
        let wanted = canonical(game, position);
        let is_it = |other| (other == wanted).then_some(position);
        Ok(reached(game.ply(position), &is_it)?.is_some())
    };
    position(game, arg, has, |text| reached(None, &|position| image_called(game, position, text)))
}

/// The image of a position that is written like this.
fn image_called(game: &AnyGame, position: AnyPosition, text: &str) -> Option<AnyPosition> {
    let mut images = (0..game.symmetries()).map(|symmetry| game.image(position, symmetry));
    images.find(|&image| game.notation(image).to_string() == text)
}

/// The position of any game that BOARD names. A game without cells reads positions in its own notation. `has` says
/// whether such a game has a position that was read. If it reads none, `find` finds the position that is written so.
fn position(
    game: &AnyGame,
    arg: &OsStr,
    has: impl FnOnce(AnyPosition) -> Result<bool, Trouble>,
    find: impl FnOnce(&str) -> Result<Option<AnyPosition>, Trouble>,
) -> Result<AnyPosition, Trouble> {
    if let Some(game) = game.mnk() {
        return board(&game, arg).map(AnyPosition::from);
    }
    let text = arg.to_string_lossy();
    match game.parse_position(&text) {
        Ok(position) if has(position)? => Ok(position),
        Ok(_) => {
            let note = match game.family() {
                Some(Family::Quixo) => {
                    " (`X` are the cubes of the side to move, so after the first move the only cube is an `O`)"
                }
                _ => "",
            };
            Err(Trouble::new(format!(
                "`{}` is unreachable: no play of {game} leads to it{note}",
                Shown(text)
            )))
        }
        Err(ParsePositionError::NotRead) => match find(&text)? {
            Some(position) => Ok(position),
            None => after_moves(game, &text)?
                .ok_or_else(|| unread(game, &text, "play leads to no position of this text")),
        },
        Err(error) => {
            after_moves(game, &text)?.ok_or_else(|| unread(game, &text, &error.to_string()))
        }
    }
}

/// The position after the moves that the text lists. `None` if it does not begin with a move of the start; an error if a later
/// word is no legal move.
fn after_moves(game: &AnyGame, text: &str) -> Result<Option<AnyPosition>, Trouble> {
    match move_name::after_moves(game, text) {
        None => Ok(None),
        Some(Ok(position)) => Ok(Some(position)),
        Some(Err((number, position))) => {
            let legal = move_name::list_any(game, position, game.legal_moves(position), "and");
            let why = match game.end(position) {
                None => format!("is not legal; legal are {legal}"),
                Some(_) => "comes after the end of the game".to_owned(),
            };
            Err(Trouble::new(format!(
                "`{}`: move {number} {why}\n  {}",
                Shown(text),
                plain_board::position(game, position).join("\n  ")
            )))
        }
    }
}

/// The error for a text that is neither a position nor moves from the start.
fn unread(game: &AnyGame, text: &str, why: &str) -> Trouble {
    Trouble::new(format!(
        "`{}` is no position of {game}: {why}; write a position, as the start `{}`, or the moves from the start, as \
         `{}`",
        Shown(text),
        game.notation(game.start()),
        move_name::example(game)
    ))
}

/// The board without the blanks between its cells or columns, or with `.` in place of blanks that are its empty cells. A text
/// that is neither stays as it is: moves, for example.
fn without_blanks(game: &Mnk, text: &str) -> String {
    let cells = usize::from(game.shape().cells());
    let is_cell = |word: &str| word.parse().is_ok_and(|cell: usize| (1..=cells).contains(&cell));
    if !game.has_gravity() && text.split_whitespace().all(is_cell) {
        return text.to_owned();
    }
    let dense: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_board = dense.chars().filter(|&c| c != '/').count() == cells;
    let is_list = game.has_gravity()
        && game.shape().columns() <= Shape::MOST_ONE_DIGIT_COLUMNS
        && dense.bytes().all(|byte| byte.is_ascii_digit());
    if (is_board || is_list) && !dense.is_empty() {
        dense
    } else if text.len() == cells && text.chars().all(|c| "XxOo ".contains(c)) {
        text.replace(' ', ".")
    } else {
        text.to_owned()
    }
}

/// The position that is wanted, if play leads to it. Plays every move, from the starts on. Symmetric positions count as one:
/// `is_it` is asked about one of them. It is not before this ply, if the ply is known.
fn reached(
    game: &AnyGame,
    ply: Option<u16>,
    is_it: &dyn Fn(AnyPosition) -> Option<AnyPosition>,
) -> Result<Option<AnyPosition>, FindError> {
    /// The memory that a position takes while the lists of positions grow.
    const BYTES: usize = 6 * size_of::<AnyPosition>();

    let bytes = Bound::free().bytes();
    let most = usize::try_from(bytes).unwrap_or(usize::MAX) / BYTES;
    let (mut met, mut left) = (HashSet::new(), Vec::new());
    let mut next = vec![game.start()];
    game.other_starts(&mut |start| next.push(start));
    loop {
        for position in next.drain(..) {
            let position = canonical(game, position);
            if let Some(wanted) = is_it(position) {
                return Ok(Some(wanted));
            }
            let positions = met.len() as u64;
            if met.len() >= most {
                return Err(FindError::TooLarge { game: game.to_string(), positions, bytes });
            }
            if met.try_reserve(1).is_err() || left.try_reserve(1).is_err() {
                return Err(FindError::OutOfMemory { positions });
            }
            // Later positions do not lead to an earlier one.
            if (ply.is_none() || game.ply(position) < ply) && met.insert(position) {
                left.push(position);
            }
        }
        let Some(position) = left.pop() else { return Ok(None) };
        next.extend(game.legal_moves(position).iter().map(|mv| game.play(position, mv)));
    }
}

/// Returns an error if the game is over on the position that BOARD names.
pub(crate) fn unfinished(
    game: &AnyGame,
    position: AnyPosition,
    arg: &OsStr,
) -> Result<AnyPosition, Trouble> {
    if game.end(position).is_none() {
        return Ok(position);
    }
    Err(Trouble::new(format!(
        "the game is over on `{}`, {}: there is no move to look at\n  {}",
        Shown(arg.to_string_lossy()),
        outcome_text::any_end(game, position),
        plain_board::position(game, position).join("\n  ")
    )))
}

/// The whole game as the columns played, if these moves follow the position that BOARD names. `None` if BOARD does not
/// list columns and is not the start, or if a column needs more than one digit.
pub(crate) fn columns_after(
    game: &AnyGame,
    arg: &OsStr,
    from: AnyPosition,
    moves: &[Move],
) -> Option<String> {
    let (game, board) = game.board(from)?;
    if game.shape().columns() > Shape::MOST_ONE_DIGIT_COLUMNS {
        return None;
    }
    let text = arg.to_string_lossy();
    let played = if game.is_columns(&text) {
        text.chars().filter(char::is_ascii_digit).collect()
    } else {
        (game.parse("") == Ok(board)).then(String::new)?
    };
    Some(moves.iter().fold(played, |all, mv| format!("{all}{mv}")))
}

/// The same board with `.` in place of cell numbers that count from 1. Digits that count from 0 are kept, because the
/// library reads them. All digits of a board must count from the same number.
fn without_numbers(game: &Mnk, text: &str) -> Result<String, Trouble> {
    if game.has_gravity() {
        // In such games people use numbers of columns, not of cells.
        return Ok(text.to_owned());
    }
    let mut cells = 0..game.shape().cells();
    let mut counts_from = None;
    let mut plain = String::new();
    for (found, place) in text.chars().zip(1..) {
        let cell = if found == '/' { None } else { cells.next().map(u32::from) };
        let Some((cell, digit)) = cell.zip(found.to_digit(10)) else {
            plain.push(found);
            continue;
        };
        let first =
            digit.checked_sub(cell).filter(|&first| first <= 1 && game.shape().cells() <= 10);
        let Some(first) = first else {
            plain.push(found);
            continue;
        };
        if *counts_from.get_or_insert(first) != first {
            let message = format!(
                "character {place} is `{found}`, which counts cells from {first}, and a digit before it counts from \
                 {}: write `.` for an empty cell",
                1 - first
            );
            let before: String = text.chars().take(place - 1).collect();
            return Err(Trouble::at(text, &before, "", message));
        }
        plain.push(if first == 1 { '.' } else { found });
    }
    Ok(plain)
}

/// Reads the board. An error marks the wrong place, and for a wrong move shows the board before it.
fn parse(game: &Mnk, text: &str) -> Result<Board, Trouble> {
    if text.is_empty() && game.has_gravity() {
        return Err(Trouble::new(format!(
            "an empty text is not a position: the empty board of {game} is `{}`",
            game.notation(game.start())
        )));
    }
    let cells = usize::from(game.shape().cells());
    let is_list = text.len() < cells && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_list && !game.has_gravity() && !text.is_empty() {
        return Err(Trouble::new(format!(
            "`{text}` is no board: write all {cells} cells of {game}, as in `{}`, or the moves from the start with spaces \
             between, as in `1 2`",
            game.notation(game.start())
        )));
    }
    game.parse(&without_numbers(game, text)?).map_err(|error| {
        let message = match error.kind() {
            ParseBoardErrorKind::Digit { found, cell, cells: ..=10 } if !game.has_gravity() => {
                format!(
                    "character {} is `{found}`, but this is cell {}: a digit stands for the empty cell with its own \
                     number",
                    error.place(),
                    cell + 1
                )
            }
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
                let drawing = plain_board::plain_board(game.shape(), board).join("\n  ");
                Trouble::new(format!("{trouble}\n  {drawing}"))
            }
            _ => trouble,
        }
    })
}

/// The error for a board that can be read but cannot be reached.
fn bad_board(game: &Mnk, text: &str, board: Board, error: ProbeError) -> Trouble {
    let drawing = plain_board::plain_board(game.shape(), board).join("\n  ");
    let hint = match error {
        ProbeError::NotAPosition(_) if text.starts_with('0') => {
            "\n`0` is read as the empty cell 0; for O type the letter"
        }
        _ => "",
    };
    let reason = match error {
        // People count cells from 1.
        ProbeError::Unreachable(Unreachable::InTheAir { cell }) => {
            format!("unreachable: the mark on cell {} is in the air, above an empty cell", cell + 1)
        }
        error => error.to_string(),
    };
    Trouble::new(format!("`{}` is {reason}{hint}\n  {drawing}", Shown(text)))
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Probe;

    use super::*;
    use crate::args::table_arg;

    #[test]
    fn the_boards_that_are_read_are_those_that_play_reaches() {
        for name in ["tictactoe", "connect:3,3,3", "connect:3,3,2+misere", "connect:2,4,3"] {
            let table = table_arg::table(OsStr::new(name)).unwrap().table;
            let game: Mnk = name.parse().unwrap();
            let table = table.as_of(game);
            for code in 0..game.codes() {
                let text = game.shape().text(Board::from_code(code).unwrap()).to_string();
                let read = board(&game, OsStr::new(&text));
                let reached = game.decode(code).is_ok_and(|board| table.value(board).is_ok());
                assert_eq!(read.is_ok(), reached, "{name} {text}");
            }
        }
    }

    #[test]
    fn digits_count_cells_from_1_or_from_0() {
        let read = |name: &str, text: &str| {
            let game: Mnk = name.parse().unwrap();
            let read = parse(&game, text).map_err(|trouble| trouble.to_string());
            read.map(|board| game.notation(board).to_string())
        };
        let same = Ok("X.OX.XOO.".to_owned());
        for text in ["X2OX5XOO9", "X1OX4XOO8", "X.OX5XOO9", "X2O/X5X/OO9", "x-ox_xoo."] {
            assert_eq!(read("tictactoe", text), same, "{text}");
        }
        assert_eq!(read("tictactoe", "123456789"), read("tictactoe", "012345678"));
        // From 1, the last of ten cells would need two digits; larger boards accept no numbers.
        assert_eq!(read("mnk:5,2,2", "X23456789."), read("mnk:5,2,2", "X123456789"));
        for (name, text, error) in [
            (
                "tictactoe",
                "X2O34....",
                "character 4 is `3`, which counts cells from 0, and a digit before it counts from 1: write `.` for \
                 an empty cell\n  X2O34....\n     ^",
            ),
            (
                "tictactoe",
                "XO5......",
                "character 3 is `5`, but this is cell 3: a digit stands for the empty cell with its own number\n  \
                 XO5......\n    ^",
            ),
            (
                "tictactoe",
                "XO0......",
                "character 3 is `0`, a zero: for O type the letter\n  XO0......\n    ^",
            ),
            (
                "mnk:4,3,3",
                "X23.........",
                "character 2 is `2`: on a board of 12 cells write `.` for an empty cell (digits are for boards of up \
                 to 10)\n  X23.........\n   ^",
            ),
        ] {
            assert_eq!(read(name, text), Err(error.to_owned()));
        }
    }

    #[test]
    fn blanks_stand_between_cells_or_for_empty_ones_and_moves_are_played() {
        for (name, text, position) in [
            ("tictactoe", "X.. .O. ..X", "X...O...X"),
            ("tictactoe", "X O   O X", "X.O...O.X"),
            ("tictactoe", "x../.o. / ..x", "X...O...X"),
            ("tictactoe", "1 5 9", "X...O...X"),
            // As many characters as cells, or as many digits.
            ("tictactoe", "1 2 3 5 4 7 6 9 8", "XOXXOXOXO"),
            ("mnk:4,3,4", "1 2 3 5 6 4 12 11 10", "XOXOOX...XOX"),
            ("tictactoe", "123 456 789", "........."),
            ("tictactoe", "1,5, 9", "X...O...X"),
            ("tictactoe", "5", "....X...."),
            ("connect:4,4,4", "2 2 33", "........."),
            ("connect:4,4,4", "2,2", "........."),
            ("othello:4,4", "b4", ""),
            ("krk:4", "Kc1-c2 Kc4-b4 Kc2-c1 Kb4-c4", ""),
            ("nim:1,2", "1-FROM-1, 1-from-2", "0,1"),
        ] {
            let game: AnyGame = name.parse().unwrap();
            let read = in_game(&game, OsStr::new(text)).map_err(|trouble| trouble.to_string());
            let read = read.map(|read| game.notation(read).to_string());
            assert!(read.as_ref().is_ok_and(|read| read.starts_with(position)), "{text}: {read:?}");
        }
        for (name, text, error) in [
            (
                "tictactoe",
                "1 1",
                "`1 1`: move 2 is not legal; legal are 2, 3, 4, 5, 6, 7, 8 and 9\n",
            ),
            ("othello:4,4", "b4 b4", "`b4 b4`: move 2 is not legal; legal are "),
            ("quixo:3,3,3", "X........", "so after the first move the only cube is an `O`"),
            ("othello:4,4", "b9", "or the moves from the start, as `b4 a4`"),
            ("tictactoe", "159", "or the moves from the start with spaces between, as in `1 2`"),
            ("tictactoe", "1 4 2 5 3 6", "move 6 comes after the end of the game\n"),
            ("tictactoe", "1 2 3 4 5 6 7 8 9", "move 8 comes after the end of the game\n"),
        ] {
            let read = in_game(&name.parse().unwrap(), OsStr::new(text));
            let message = read.unwrap_err().to_string();
            assert!(message.contains(error), "{text}: {message}");
        }
    }

    #[test]
    fn the_columns_of_a_game_go_on_after_any_spelling() {
        for (name, text, columns) in [
            ("connect:4,4,4", "2233", Some("22331")),
            ("connect:4,4,4", "2,2,3,3", Some("22331")),
            ("connect:4,4,4", "2 2 33", Some("22331")),
            ("connect:4,4,4", "................", Some("1")),
            ("connect:4,4,4", "............X...", None),
            ("connect:10,1,3", "1 2", None),
        ] {
            let game: AnyGame = name.parse().unwrap();
            let text = OsStr::new(text);
            let from = in_game(&game, text).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            let after = columns_after(&game, text, from, &[1]);
            assert_eq!(after.as_deref(), columns, "{name} {text:?}");
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
                // Only this list is also a board: each empty cell has its own number.
                if list != "012345" {
                    assert_eq!(board(&game, OsStr::new(list)).ok(), *position, "{list}");
                }
            }
        }
    }
}
