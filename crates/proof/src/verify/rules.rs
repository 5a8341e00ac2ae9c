//! What is known about the rules of a game before a proof.

use perfect_play_core::Game;
use perfect_play_numbering::difference;

/// What is known about a game's rules before a table is proven from them. The caller states it. The game cannot state
/// it, because the game could be wrong. The default is [`Rules::Unknown`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Nothing is known. The rules are called for every board, and for all images that share its slot.
    #[default]
    Unknown,
    /// Nothing is known, except that the rules cannot tell apart positions that are equal, because they are called with the bytes
    /// of a position, and equal positions have the same ones. So all is checked but this.
    OfBytes,
    /// The rules are tested, as those of `perfect-play-games` are. They keep the promises of their
    /// [`Kind`](perfect_play_core::Kind). The moves of an image are the images of the board's moves, and lead to the
    /// images of the board's children. The rules are called for a sample of boards. If a caller states this of other
    /// rules, a wrong table may be proven.
    Tested,
}

impl Rules {
    /// Whether the rules tell apart positions that are equal, as far as this is not known.
    pub(super) fn tell_apart<G: Game>(
        self,
        game: &G,
        known: G::Position,
        equal: G::Position,
    ) -> bool {
        self != Self::OfBytes && difference(game, known, equal).is_some()
    }
}
