//! The books that the program contains: cut tables of games that are too large to be solved now.

use std::fmt::Display;

use perfect_play_engine::{AnyGame, AnyTable, OpenAnyError};

/// Whether there is a book of this game, or of the game with this name.
pub(crate) fn has(game: &impl Display) -> bool {
    perfect_play_book::of(&game.to_string()).is_some()
}

/// The book of a game, if there is one.
pub(crate) fn of(game: &AnyGame) -> Option<Result<AnyTable, OpenAnyError>> {
    let bytes = perfect_play_book::of(&game.to_string())?;
    Some(AnyTable::read_as(bytes, game.clone()))
}
