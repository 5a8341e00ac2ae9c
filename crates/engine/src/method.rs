//! How a game is solved, and into what.

use perfect_play_core::{Game, Layout};
use perfect_play_games::Mnk;
use perfect_play_generator::{MAX_CODES, numbering::Tiers};

use crate::AnyGame;

/// How a game is solved, and what numbers the positions of its table.
///
/// ```
/// use perfect_play_engine::{AnyGame, Method};
///
/// let method = |name: &str| Method::of(&name.parse::<AnyGame>().unwrap());
/// assert!(matches!(method("tictactoe"), Method::Codes(_)));
/// assert!(matches!(method("connect:6,5,4"), Method::Tiers(_)));
/// assert!(matches!(method("nim:1,2,3"), Method::Keys));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Code by code: small boards whose entries fit into 16-bit words ([`Layout::Words`]), because a probe then reads only
    /// one word; and boards of at most [`MAX_CODES`] codes that cannot be numbered by tiers.
    Codes(Mnk),
    /// Tier by tier: all other boards.
    Tiers(Mnk),
    /// Unit by unit: games that say their tiers ([`Game::tiering`]). They rank the positions themselves.
    Ranks,
    /// By graph, after every move has been played: all other games. The keys of the positions number them.
    Keys,
}

impl Method {
    /// How a game is solved.
    #[must_use]
    pub fn of(game: &AnyGame) -> Self {
        match game.mnk() {
            Some(game) => game.into(),
            None if game.ranked().is_some() => Self::Ranks,
            None => Self::Keys,
        }
    }

    /// The game, if it is solved tier by tier.
    #[must_use]
    pub fn tiers(self) -> Option<Mnk> {
        match self {
            Self::Tiers(game) => Some(game),
            Self::Codes(_) | Self::Ranks | Self::Keys => None,
        }
    }
}

impl From<Mnk> for Method {
    fn from(game: Mnk) -> Self {
        let is_small = Layout::of(&game) == Layout::Words;
        if is_small || game.codes() <= MAX_CODES && Tiers::of(&game).is_err() {
            Self::Codes(game)
        } else {
            Self::Tiers(game)
        }
    }
}
