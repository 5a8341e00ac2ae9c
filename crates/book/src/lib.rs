#![no_std]
#![doc = include_str!("../README.md")]

/// The books: the name of each game as the game prints it, and the bytes of its cut table (a `.perfect` file).
pub const ALL: &[(&str, &[u8])] = &[("connect:7,6,4", CONNECT4)];

/// The first plies of Connect Four on 7 columns by 6 rows.
pub const CONNECT4: &[u8] = include_bytes!("../connect4.perfect");

/// The book of the game with this name.
///
/// ```
/// assert_eq!(perfect_play_book::of("connect:7,6,4"), Some(perfect_play_book::CONNECT4));
/// assert_eq!(perfect_play_book::of("tictactoe"), None);
/// ```
#[must_use]
pub fn of(name: &str) -> Option<&'static [u8]> {
    ALL.iter().find(|(game, _)| *game == name).map(|&(_, book)| book)
}
