//! Boards as text, right and wrong.

use std::fmt::Write;

use perfect_play_core::{Game, Mnk};

/// Boards that are to be read, a line each: those of some cells as they are printed and with slashes,
/// and what may be mistaken for one.
pub(crate) fn boards(game: &Mnk) -> Vec<String> {
    let codes = game.codes();
    let mut boards = Vec::new();
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
    ];
    boards.extend(others.map(str::to_owned));
    boards
}

/// What comes of each board: its code, or what is wrong with it.
pub(crate) fn read(game: &Mnk, message: bool) -> String {
    let mut text = String::new();
    for board in boards(game) {
        match game.parse(&board) {
            Ok(board) => writeln!(text, "{}", game.encode(board)),
            Err(error) if message => writeln!(text, "{error}"),
            Err(error) => writeln!(text, "wrong at {}", error.place()),
        }
        .unwrap();
    }
    text
}
