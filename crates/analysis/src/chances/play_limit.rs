//! The limit on the plies of a play.

use perfect_play_core::Game;

use crate::chances::results::Results;

/// The default limit for games in which play can repeat a position.
const WHERE_PLAY_REPEATS: u16 = 200;

/// The default limit for other games.
const WHERE_PLAY_ENDS: u16 = 1_000;

/// The limit on plays, and why there is one.
///
/// ```
/// use perfect_play_analysis::PlayLimit;
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// assert_eq!(PlayLimit::new(&game, None).plies(), 9);
/// assert_eq!(PlayLimit::new(&game, Some(4)).plies(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLimit {
    plies: u16,
    /// Whether play can repeat a position.
    repeats: bool,
    /// Whether a play may need more plies, as far as this is known.
    is_cut: bool,
}

impl PlayLimit {
    /// The longest play of a game, limited to the given number of plies. By default the limit is 200 plies if play can repeat
    /// a position, otherwise 1000.
    pub fn new<G: Game>(game: &G, limit: Option<u16>) -> Self {
        let repeats = game.repeats();
        let most = match game.max_plies() {
            _ if repeats => u64::MAX,
            // Each ply leads to a new position.
            0 => game.codes().saturating_sub(1),
            plies => plies.into(),
        };
        let usual = if repeats { WHERE_PLAY_REPEATS } else { WHERE_PLAY_ENDS };
        let bound = limit.unwrap_or(usual);
        let (plies, is_cut) = match u16::try_from(most) {
            Ok(most) if most <= bound => (most, false),
            _ => (bound, true),
        };
        Self { plies, repeats, is_cut }
    }

    /// The most plies. A play that is not over then counts as a draw.
    #[must_use]
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// The most plies of any play. `None` if they are not known, or more than the limit.
    pub(crate) fn longest(self) -> Option<u16> {
        (!self.is_cut).then_some(self.plies)
    }

    /// The limit, if some of these games may have reached it or if play can repeat a position. `None` if it did not matter.
    #[must_use]
    pub fn shown<W>(self, games: &Results<W>) -> Option<u16> {
        let is_reached =
            || games.ends().any(|(end, _)| end.winner.is_none() && end.plies == self.plies);
        (self.repeats || self.is_cut && is_reached()).then_some(self.plies)
    }
}
