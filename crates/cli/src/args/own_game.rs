//! The game whose author made the program with `run_game`. The command line names it like a built-in game.

use std::sync::OnceLock;

use perfect_play_engine::{AnyGame, TypedName};

static OWN: OnceLock<(String, AnyGame)> = OnceLock::new();

/// Makes this the program's own game, once.
pub(crate) fn set(game: AnyGame) {
    let _ = OWN.set((game.to_string(), game));
}

/// The program's own game. `None` in `perfect-play`.
pub(crate) fn own_game() -> Option<&'static AnyGame> {
    OWN.get().map(|(_, game)| game)
}

/// The program's own game, if this is a spelling of its name. It comes before a built-in game of the same name.
pub(crate) fn called(name: &str) -> Option<&'static AnyGame> {
    let typed = TypedName::read(name);
    OWN.get().filter(|(own, _)| typed.is_spelling_of(own)).map(|(_, game)| game)
}

/// The game of a command that names none.
pub(crate) fn default_name() -> &'static str {
    OWN.get().map_or("tictactoe", |(name, _)| name)
}
