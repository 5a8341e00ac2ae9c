//! Whose turn it is where a play stands: positions of impartial games do not tell.

use perfect_play_core::{Game, Move, Outcome, Player};

/// Where a play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Turn<P> {
    pub(crate) position: P,
    /// Who is to move; where the game is over, who would be.
    pub(crate) player: Player,
}

impl<P: Copy> Turn<P> {
    /// At the beginning of a play from a position.
    pub(crate) fn first<G: Game<Position = P>>(game: &G, position: P) -> Self {
        Self { position, player: game.to_move(position) }
    }

    /// After a legal move.
    pub(crate) fn after<G: Game<Position = P>>(self, game: &G, mv: Move) -> Self {
        let position = game.play(self.position, mv);
        let player = game.next(self.position, position).player(self.player);
        Self { position, player }
    }

    /// Who has won, if the game is over: nobody in a draw.
    #[expect(clippy::option_option, reason = "a game goes on, is drawn, or somebody has won it")]
    pub(crate) fn end<G: Game<Position = P>>(self, game: &G) -> Option<Option<Player>> {
        Some(match game.end(self.position)?.outcome() {
            Outcome::Win => Some(self.player),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.player.opponent()),
        })
    }
}
