//! The plies after which a play is given up, where it can come back to a position.

use perfect_play_core::{Game, Tabular};
use perfect_play_engine::AnyGame;

/// As many, unless others are asked for.
pub(crate) const MAX_PLIES: u16 = 200;

/// The longest play, on the command line.
#[derive(clap::Args)]
pub(crate) struct LongestArgs {
    /// Where play can come back to a position: count a game as a draw after so many plies
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
}

impl LongestArgs {
    /// The plies after which a play of the game counts as a draw.
    pub(crate) fn of(&self, game: &AnyGame) -> u16 {
        longest(game, self.max_plies)
    }
}

/// The plies after which a play counts as a draw: so many where play can come back to a position; elsewhere no play is
/// that long.
pub(crate) fn longest(game: &AnyGame, most: u16) -> u16 {
    match game.max_plies() {
        _ if game.repeats() => most,
        0 => u16::MAX,
        plies => plies.into(),
    }
}
