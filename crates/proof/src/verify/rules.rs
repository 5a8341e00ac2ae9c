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
    /// Nothing is known, except that positions are bytes, and are equal only if all their bytes are. So the rules cannot tell
    /// equal positions apart, and are not asked whether they do. Rules that give another answer when they are asked again are
    /// noticed less often.
    OfBytes,
    /// The rules are tested, as those of `perfect-play-games` are. They keep the promises of their
    /// [`Kind`](perfect_play_core::Kind), [`Game::next`] is right, and they give the same answer whenever they are asked. The
    /// moves of an image are the images of the board's moves, and lead to the images of the board's children. The rules are
    /// called for a sample of boards. If a caller states this of other rules, a wrong table may be proven.
    Tested,
}

impl Rules {
    /// Whether the rules may tell apart a position and the one that the numbering knows in its place.
    pub(super) fn tell_apart<G: Game>(
        self,
        game: &G,
        known: G::Position,
        position: G::Position,
    ) -> bool {
        match self {
            // A numbering of the author's own type may take other bytes for the same position.
            Self::OfBytes => known != position,
            Self::Unknown | Self::Tested => difference(game, known, position).is_some(),
        }
    }
}
