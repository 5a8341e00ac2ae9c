//! A position together with the side to move, because positions of impartial games do not contain it.

use perfect_play_core::{Game, Move, Outcome, Player};

/// A position and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PositionInPlay<P> {
    pub(crate) position: P,
    /// The side to move. If the game is over, the side that would move next.
    pub(crate) player: Player,
}

impl<P: Copy> PositionInPlay<P> {
    /// The beginning of a play from a position.
    pub(crate) fn first<G: Game<Position = P>>(game: &G, position: P) -> Self {
        Self { position, player: game.to_move(position) }
    }

    /// The turn after a legal move.
    pub(crate) fn after<G: Game<Position = P>>(self, game: &G, mv: Move) -> Self {
        let position = game.play(self.position, mv);
        let player = game.next(self.position, position).player(self.player);
        Self { position, player }
    }

    /// The winner if the game is over; the inner `None` is a draw.
    #[expect(clippy::option_option, reason = "a game goes on, is drawn, or somebody has won it")]
    pub(crate) fn end<G: Game<Position = P>>(self, game: &G) -> Option<Option<Player>> {
        Some(match game.end(self.position)?.outcome() {
            Outcome::Win => Some(self.player),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.player.opponent()),
        })
    }
}
