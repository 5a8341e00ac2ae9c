//! The limit on the plies of a play.

use perfect_play_core::Game;
use perfect_play_engine::AnyGame;

use crate::chances::results::Results;

/// The default limit for games in which play can repeat a position.
const WHERE_PLAY_REPEATS: u16 = 200;

/// The default limit for other games.
const WHERE_PLAY_ENDS: u16 = 1_000;

/// The limit on the command line.
#[derive(clap::Args)]
pub(crate) struct PlayLimitArgs {
    /// Count a game as a draw after this many plies [default: 200 if the game can repeat a position, otherwise 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: Option<u16>,
}

impl PlayLimitArgs {
    /// The number of plies after which a play of the game, which has this many codes, counts as a draw.
    pub(crate) fn of(&self, game: &AnyGame, codes: u64) -> PlayLimit {
        PlayLimit::new(game, codes, self.max_plies)
    }
}

/// The limit on plays, and why there is one.
#[derive(Clone, Copy)]
pub(crate) struct PlayLimit {
    /// The most plies. A play that is not over then counts as a draw.
    pub(crate) plies: u16,
    /// Whether play can repeat a position.
    repeats: bool,
    /// Whether a play may need more plies, as far as this is known.
    is_cut: bool,
}

impl PlayLimit {
    /// The longest play of a game with this many codes, limited to this many plies or to the default.
    pub(crate) fn new(game: &AnyGame, codes: u64, asked: Option<u16>) -> Self {
        let repeats = game.repeats();
        let most = match game.max_plies() {
            _ if repeats => u64::MAX,
            // Each ply leads to a new position.
            0 => codes - 1,
            plies => plies.into(),
        };
        let usual = if repeats { WHERE_PLAY_REPEATS } else { WHERE_PLAY_ENDS };
        let bound = asked.unwrap_or(usual);
        let (plies, is_cut) = match u16::try_from(most) {
            Ok(most) if most <= bound => (most, false),
            _ => (bound, true),
        };
        Self { plies, repeats, is_cut }
    }

    /// The limit, if some games may have reached it or if play can repeat a position.
    pub(crate) fn told<W>(self, games: &Results<W>) -> Option<u16> {
        let is_reached =
            || games.ends().any(|(end, _)| end.winner.is_none() && end.plies == self.plies);
        (self.repeats || self.is_cut && is_reached()).then_some(self.plies)
    }
}
