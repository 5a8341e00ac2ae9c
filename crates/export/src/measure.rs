//! The measure of an end besides the outcome.

use perfect_play_core::{Game, Scheme};

/// The measure of an end besides the outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The plies to the end, also for draws.
    Remoteness,
    /// The plies to the end, except for draws.
    RemotenessOfWins,
    /// The points.
    Score,
}

impl Measure {
    pub(crate) fn of<G: Game>(game: &G) -> Self {
        match game.scheme() {
            Scheme::Score => Self::Score,
            Scheme::Remoteness if game.plies_to_draw(game.start()).is_none() => {
                Self::RemotenessOfWins
            }
            Scheme::Remoteness => Self::Remoteness,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Remoteness | Self::RemotenessOfWins => "remoteness",
            Self::Score => "score",
        }
    }
}
