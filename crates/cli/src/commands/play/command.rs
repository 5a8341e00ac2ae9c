//! Parses what the person typed, and explains what is wrong with it.

use std::ops::RangeInclusive;

use perfect_play_analysis::noun;
use perfect_play_core::{Board, Game, Level, Move, Shown};
use perfect_play_engine::{AnyGame, AnyPosition, nearest};
use perfect_play_games::Mnk;

use crate::{
    args::level_arg,
    positions::move_name::{self, list, number},
};

/// A command of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Make a legal move.
    Move(Move),
    /// Show the worth of each move.
    Hint,
    /// Take the last move back.
    Undo,
    /// List the levels.
    Levels,
    /// Play against this level.
    Level(Level),
    /// Change sides.
    Swap,
    /// Start again.
    New,
    /// Show the board again.
    Board,
    /// Show the rules of the game.
    Rules,
    /// List what can be typed.
    Help,
    /// End the program.
    Quit,
}

/// The commands' names. A prefix is enough if it is the prefix of one name only.
const NAMES: [(&str, Command); 9] = [
    ("hint", Command::Hint),
    ("undo", Command::Undo),
    ("level", Command::Levels),
    ("swap", Command::Swap),
    ("new", Command::New),
    ("board", Command::Board),
    ("rules", Command::Rules),
    ("help", Command::Help),
    ("quit", Command::Quit),
];

/// Words that people know from other programs.
const OTHER_NAMES: [(&str, Command); 6] = [
    ("?", Command::Help),
    ("h", Command::Help),
    ("exit", Command::Quit),
    ("restart", Command::New),
    ("show", Command::Board),
    ("back", Command::Undo),
];

/// The explanation for a move after the end of the game.
const OVER: &str = "The game is over: `new` plays again, `undo` takes your last move back.";

/// The approximate number of characters of an entry that a message repeats.
const SHOWN: usize = 30;

/// The command that a line means in this position, or an explanation of what is wrong with the line. A game that is given up
/// is over although its position still has moves.
pub(super) fn read(
    line: &str,
    game: &AnyGame,
    position: AnyPosition,
    is_over: bool,
) -> Result<Command, String> {
    let typed = line.trim();
    if typed.contains(|character: char| character.is_control() && character != '\t') {
        let what = if game.mnk().is_some() { "a number" } else { "a move" };
        let advice = format!("type {what}, or `help` to see what else there is.");
        return Err(format!("Arrows and other such keys do nothing here: {advice}"));
    }
    let line = typed.to_lowercase();
    let words: Vec<_> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else {
        return Err(match game.mnk() {
            _ if is_over => "The game is over: `new` plays again, `quit` ends.".to_owned(),
            Some(game) => {
                let noun = noun(&game);
                format!("Type the number of a free {noun}, or `help` to see what else there is.")
            }
            None => "Type a move, or `help` to see what else there is.".to_owned(),
        });
    };
    match mv(typed, game, position) {
        Some(Ok(_)) if is_over => return Err(OVER.to_owned()),
        Some(entry) => return entry,
        None => {}
    }
    match (named(first), rest) {
        (Some(command), []) => Ok(command),
        (Some(Command::Levels), level) => self::level(level),
        // `b 4` is rather a move that the game writes in another way.
        (Some(_), _) if game.mnk().is_none() && first.len() == 1 => {
            Err(unknown(typed, game, position, is_over))
        }
        (Some(_), _) => Err(format!("Type just `{}`: nothing goes after it.", shown(first))),
        (None, _) => Err(unknown(typed, game, position, is_over)),
    }
}

/// The move that a line names; an error if the line looks like a move but is not a legal move.
fn mv(line: &str, game: &AnyGame, position: AnyPosition) -> Option<Result<Command, String>> {
    match game.board(position) {
        Some((game, board)) => numbered(line, &game, board),
        None => move_name::read(game, position, line).map(|mv| Ok(Command::Move(mv))),
    }
}

/// The legal move that a line of numbers names on a board. `None` if the line contains anything else.
fn numbered(line: &str, game: &Mnk, board: Board) -> Option<Result<Command, String>> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if !line.split([' ', ',', ';', '\t']).all(is_number) {
        return None;
    }
    Some(if game.terminal(board).is_some() {
        Err(OVER.to_owned())
    } else if is_number(line) {
        of_number(line, game, board)
    } else {
        Err(format!("One number is enough: {}.", numbering(game)))
    })
}

/// The move with this number.
fn of_number(number: &str, game: &Mnk, board: Board) -> Result<Command, String> {
    let found = moves(game)
        .find(|&mv| number.trim_start_matches('0') == self::number(game, mv).to_string());
    let Some(mv) = found else {
        let noun = noun(game);
        return Err(format!("There is no {noun} {}: {}.", shown(number), numbering(game)));
    };
    let free = game.legal_moves(board);
    if free.contains(mv) {
        return Ok(Command::Move(mv));
    }
    let (number, free) = (self::number(game, mv), list(game, free, "and"));
    Err(match board.at(mv) {
        _ if game.has_gravity() => format!("Column {number} is full. Free: {free}."),
        Some(player) => format!("{player} is on {number} already. Free: {free}."),
        None => "The game is over.".to_owned(),
    })
}

/// All moves of the game.
fn moves(game: &Mnk) -> RangeInclusive<Move> {
    if game.has_gravity() { 1..=game.shape().columns() } else { 0..=game.shape().cells() - 1 }
}

/// The command with this name, or the only command with this prefix.
fn named(word: &str) -> Option<Command> {
    if let Some(&(_, command)) = OTHER_NAMES.iter().find(|(name, _)| *name == word) {
        return Some(command);
    }
    let mut beginning = NAMES.iter().filter(|(name, _)| name.starts_with(word));
    match (beginning.next(), beginning.next()) {
        (Some(&(_, command)), None) => Some(command),
        _ => None,
    }
}

/// The level that the words after `level` name.
fn level(words: &[&str]) -> Result<Command, String> {
    let name = match words {
        [name @ ("skill" | "lookahead"), number] if !number.starts_with(['(', ':']) => {
            format!("{name}({number})")
        }
        words => words.concat(),
    };
    level_arg::level(&name).map(Command::Level).map_err(|error| {
        let end = if error.ends_with('?') { "" } else { "." };
        format!("`{}` is no level: {error}{end}", shown(&name))
    })
}

/// The explanation for an entry that is neither a move nor a command.
fn unknown(typed: &str, game: &AnyGame, position: AnyPosition, is_over: bool) -> String {
    let levels = Level::NAMED.map(|level| level.to_string());
    let names = NAMES.iter().map(|&(name, _)| name);
    let known: Vec<_> = names.chain(levels.iter().map(String::as_str)).collect();
    let near = match (nearest(&typed.to_lowercase(), &known), game.mnk()) {
        (Some(level), _) if levels.iter().any(|name| name == level) => {
            format!("did you mean `level {level}`?")
        }
        (Some(name), _) => format!("did you mean `{name}`?"),
        (None, Some(game)) => {
            format!("type a number, 1 to {}, or `help`.", moves(&game).count())
        }
        (None, None) => match game.legal_moves(position).iter().next().filter(|_| !is_over) {
            None => "the game is over; `new` plays again.".to_owned(),
            Some(mv) => format!(
                "a move here is `{}`; `board` shows all, `help` the rest.",
                move_name::name(game, position, mv)
            ),
        },
    };
    let noun = match game.mnk() {
        Some(game) => noun(&game),
        None => "move here",
    };
    format!("`{}` is neither a {noun} nor a command: {near}", shown(typed))
}

/// How the moves are numbered.
fn numbering(game: &Mnk) -> String {
    let noun = noun(game);
    let order = if game.has_gravity() { "from the left" } else { "row by row" };
    match moves(game).count() {
        1 => format!("the only {noun} is 1"),
        count => format!("the {noun}s are 1 to {count}, {order}"),
    }
}

/// An entry that is safe to print: shortened, and without characters that act on a terminal.
pub(super) fn shown(text: &str) -> String {
    let mut shown = Shown(text).to_string();
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_in(board: &str, line: &str) -> Result<Command, String> {
        let game = Mnk::TICTACTOE;
        let board = game.parse(board).unwrap();
        read(line, &game.into(), board.into(), game.terminal(board).is_some())
    }

    #[test]
    fn moves_are_typed_as_the_game_writes_them() {
        let game: AnyGame = "nim:1,2".parse().unwrap();
        let read = |line: &str| read(line, &game, game.start(), false);
        let two = game.parse_move(game.start(), "2-from-2").unwrap();
        assert_eq!(read("2-from-2"), Ok(Command::Move(two)));
        assert_eq!(read(" 2-FROM-2 "), Ok(Command::Move(two)));
        assert_eq!(read("h"), Ok(Command::Help));
        let given_up = |line: &str| super::read(line, &game, game.start(), true);
        assert_eq!(given_up("2-from-2"), Err(OVER.to_owned()));
        assert!(given_up("").is_err_and(|message| message.starts_with("The game is over")));
        assert!(given_up("2-from-1").is_err_and(|message| message.contains("the game is over")));
        assert_eq!(given_up("undo"), Ok(Command::Undo));
        for (line, message) in [
            ("", "Type a move, or `help` to see what else there is."),
            (
                "2-from-1",
                "`2-from-1` is neither a move here nor a command: a move here is `1-from-1`; `board` shows all, `help` the rest.",
            ),
            (
                "b 4",
                "`b 4` is neither a move here nor a command: a move here is `1-from-1`; `board` shows all, `help` the rest.",
            ),
            ("hnt", "`hnt` is neither a move here nor a command: did you mean `hint`?"),
            ("HNT", "`HNT` is neither a move here nor a command: did you mean `hint`?"),
        ] {
            assert_eq!(read(line), Err(message.to_owned()));
        }
    }

    #[test]
    fn commands_may_be_shortened_and_in_any_case() {
        for (line, command) in [
            ("5", Command::Move(4)),
            ("  9\r\n", Command::Move(8)),
            ("05", Command::Move(4)),
            ("hint", Command::Hint),
            ("HI", Command::Hint),
            ("h", Command::Help),
            ("?", Command::Help),
            ("he", Command::Help),
            ("u", Command::Undo),
            ("Undo", Command::Undo),
            ("l", Command::Levels),
            ("s", Command::Swap),
            ("n", Command::New),
            ("q", Command::Quit),
            ("exit", Command::Quit),
            ("b", Command::Board),
            ("r", Command::Rules),
            ("Rules", Command::Rules),
            ("restart", Command::New),
            ("level Novice", Command::Level(Level::Novice)),
            ("l perfect", Command::Level(Level::Perfect)),
            ("level medium", Command::Level(Level::Medium)),
            ("level lookahead 3", Command::Level(Level::Lookahead(3))),
            ("level lookahead:3", Command::Level(Level::Lookahead(3))),
            ("level skill(0.5)", Command::Level("skill(0.5)".parse().unwrap())),
            ("level skill 0.5", Command::Level("skill(0.5)".parse().unwrap())),
            ("level skill (0.5)", Command::Level("skill(0.5)".parse().unwrap())),
        ] {
            assert_eq!(read_in("X........", line), Ok(command), "{line}");
        }
    }

    #[test]
    fn what_means_nothing_is_explained() {
        for line in [
            "",
            " ",
            "0",
            "00",
            "1",
            "10",
            "99999999999999999999999",
            "5 5",
            "1,2",
            ",",
            "-1",
            "+5",
            "5.",
            "a1",
            "hnt",
            "novice",
            "undo 2",
            "level 1",
            "level skill(2)",
            "é",
            "\u{1b}[2J",
        ] {
            let message = read_in("X........", line).unwrap_err();
            assert!(message.ends_with(['.', '?']), "{line}: {message}");
            assert!(!message.contains('\u{1b}'), "{message}");
        }
    }

    #[test]
    fn no_cell_is_free_when_the_game_is_over() {
        for line in ["", "1", "9", "5 5", "0"] {
            let message = read_in("XXXOO....", line).unwrap_err();
            assert!(message.starts_with("The game is over"), "{line}: {message}");
        }
        assert_eq!(read_in("XXXOO....", "u"), Ok(Command::Undo));
    }

    #[test]
    fn an_entry_is_shown_harmless_and_short() {
        assert_eq!(shown("a\u{1b}[31mb\u{7}"), "a\\u{1b}[31mb\\u{7}");
        assert_eq!(shown("it's"), "it's");
        assert_eq!(shown(&"x".repeat(31)), format!("{}…", "x".repeat(30)));
    }
}
