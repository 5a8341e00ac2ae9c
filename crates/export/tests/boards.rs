//! Boards as text, right and wrong.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Write,
};

use perfect_play_core::{Game, ParseBoardError, ParseBoardErrorKind};
use perfect_play_games::Mnk;

/// Games whose boards are read. In two of them marks stay, and in the others they fall, so that columns are read too.
/// There are boards of up to ten cells and larger ones, games where lines win and lose, and a board with too many
/// columns.
pub(crate) const GAMES: [(&str, &str); 6] = [
    ("tictactoe", "tictactoe"),
    ("mnk:4,3,3", "mnk_4_3_3"),
    ("connect:3,3,3", "connect_3_3_3"),
    ("connect:3,2,2+misere", "connect_3_2_2_misere"),
    ("connect:4,3,3", "connect_4_3_3"),
    ("connect:10,1,3", "connect_10_1_3"),
];

/// The most lists of columns that are read for one game. connect:3,3,3 has fewer.
const LISTS: usize = 20_000;

/// Boards to read, one per line: boards with some marks, as they are printed and with slashes; texts that look like
/// boards; and columns played.
pub(crate) fn boards(game: &Mnk) -> Vec<String> {
    let codes = game.codes();
    let mut boards = columns(game);
    for code in (0..codes).step_by(usize::try_from(codes / 97).unwrap()) {
        if let Ok(board) = game.decode(code) {
            boards.push(game.shape().text(board).to_string());
            boards.push(format!("{:#}", game.shape().text(board)).to_lowercase());
        }
    }
    let others = [
        "",
        "XO",
        "XO.......X",
        ".........0",
        "XO0......",
        "XO3......",
        "X1OX4XOO8",
        "012345678",
        "0123/45678",
        "012/345/678",
        "x-o/x-x/oo-",
        "X_-_.....",
        "OOOOOOOOO",
        "X/O.......",
        "XO.//......",
        "XO......./",
        "X O......",
        "X?.......",
        "X\u{41e}.......",
        "X\u{1f600}.......",
        "X\u{e9}.......",
        "X\u{663}.......",
        "XO..X...",
        "0...........",
        "X1OX4XOO891.",
        "....-___.../",
        "1",
        "1/",
        "1,2",
        "12x",
        "2 ",
        "2\u{662}",
        "2\u{b2}",
        "x1",
        "0",
        "00",
        "01",
        "012345",
        "0123456",
        "0123456789",
        "01234567891",
        "1000000000000000000000",
    ];
    boards.extend(others.map(str::to_owned));
    let spaced: Vec<_> = boards.iter().step_by(7).map(|board| spaced(board)).collect();
    boards.extend(spaced);
    boards
}

/// Characters that are skipped. Line breaks are skipped too, but they end a board here.
const SPACES: [char; 5] = [' ', '\t', '\r', '\u{b}', '\u{c}'];

/// The text with spaces everywhere.
fn spaced(text: &str) -> String {
    let space = |at: usize| SPACES[(at + text.len()) % SPACES.len()];
    let spaced = text.chars().enumerate().flat_map(|(at, sign)| [space(at), sign]);
    spaced.chain([' ', '\t']).collect()
}

/// In games with falling marks, every line of play as the columns played, shorter ones first. Each line also appears
/// with one illegal move added: a full column, a column that does not exist, or a move after the end.
fn columns(game: &Mnk) -> Vec<String> {
    let mut lists = Vec::new();
    let mut lines = VecDeque::from([(String::new(), game.start())]);
    while let Some((line, board)) = lines.pop_front().filter(|_| game.has_gravity()) {
        for column in 0..=game.shape().columns() + 1 {
            let longer = format!("{line}{column}");
            if game.legal_moves(board).contains(column) {
                lines.push_back((longer, game.play(board, column)));
            } else {
                lists.push(longer);
            }
        }
        lists.push(line);
        if lists.len() > LISTS {
            break;
        }
    }
    lists
}

#[test]
fn all_lines_of_play_of_a_small_game_are_among_the_boards() {
    let game: Mnk = "connect:3,3,3".parse().unwrap();
    let lists = columns(&game);
    assert!(lists.len() < LISTS, "{}", lists.len());
    let mut said = BTreeMap::new();
    for list in &lists {
        let kind = match game.parse(list).map_err(ParseBoardError::kind) {
            Ok(board) if game.terminal(board).is_some() => "the end",
            Ok(_) => "a position",
            Err(ParseBoardErrorKind::NoColumn { .. }) => "no column",
            Err(ParseBoardErrorKind::FullColumn { .. }) => "a full column",
            Err(ParseBoardErrorKind::AfterEnd { line_of: None }) => "after a draw",
            Err(ParseBoardErrorKind::AfterEnd { .. }) => "after a line",
            Err(_) => "no list",
        };
        *said.entry(kind).or_insert(0) += 1;
    }
    let said: Vec<_> = said.into_iter().collect();
    // There are 3,278 lines of play, each with two columns that do not exist. 1,310 of them have ended, and each of
    // those is continued in three columns.
    assert_eq!(
        said,
        [
            ("a full column", 2627),
            ("a position", 1968),
            ("after a draw", 924),
            ("after a line", 3006),
            ("no column", 6556),
            ("the end", 1310)
        ]
    );
}

/// The result for each board: its code, or what is wrong with it. The rules in Rust do not read spaces, so spaces are
/// removed, and added again to the position of the error.
pub(crate) fn read(game: &Mnk, message: bool) -> String {
    let mut text = String::new();
    for board in boards(game) {
        let signs: Vec<_> =
            (1..).zip(board.chars()).filter(|(_, sign)| !SPACES.contains(sign)).collect();
        let packed: String = signs.iter().map(|(_, sign)| sign).collect();
        let error = match game.parse(&packed) {
            Ok(board) => {
                writeln!(text, "{}", game.encode(board)).unwrap();
                continue;
            }
            Err(error) => error,
        };
        let end = board.chars().count() + 1;
        let place = signs.get(error.place() - 1).map_or(end, |&(place, _)| place);
        let is_short = matches!(error.kind(), ParseBoardErrorKind::TooShort { .. });
        let hint = if is_short && board.contains(' ') {
            ": spaces are skipped, so write `.` for an empty cell"
        } else {
            ""
        };
        let said = error.to_string();
        let said =
            said.replace(&format!("character {}", error.place()), &format!("character {place}"));
        if message { writeln!(text, "{said}{hint}") } else { writeln!(text, "wrong at {place}") }
            .unwrap();
    }
    text
}
