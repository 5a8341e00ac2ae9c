//! What a file says of an end besides the outcome.

use perfect_play_core::{Scheme, Tabular};

/// What is said of an end besides the outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The plies to it, always.
    Remoteness,
    /// The plies to it, unless it is a draw.
    RemotenessOfWins,
    /// The points.
    Score,
}

impl Measure {
    pub(crate) fn of<G: Tabular>(game: &G) -> Self {
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
