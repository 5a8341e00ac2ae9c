//! A position together with the side to move, because positions of impartial games do not contain it.

use perfect_play_core::{Game, Move, Outcome, Player};

/// A position and the side to move.
///
/// ```
/// use perfect_play_analysis::Turn;
/// use perfect_play_core::{Game, Player};
/// use perfect_play_games::Nim;
///
/// // One pile of two stones. X takes one, and O the last one. Who takes the last one wins.
/// let nim: Nim = "nim:2".parse()?;
/// let first = Turn::first(&nim, nim.start());
/// let second = first.after(&nim, 0);
/// assert_eq!((first.player, second.player, second.end(&nim)), (Player::X, Player::O, None));
/// assert_eq!(second.after(&nim, 0).end(&nim), Some(Some(Player::O)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn<P> {
    /// The position.
    pub position: P,
    /// The side to move. If the game is over, the side that would move next.
    pub player: Player,
}

impl<P: Copy> Turn<P> {
    /// The beginning of a play from a position.
    pub fn first<G: Game<Position = P>>(game: &G, position: P) -> Self {
        Self { position, player: game.to_move(position) }
    }

    /// The turn after a legal move.
    #[must_use]
    pub fn after<G: Game<Position = P>>(self, game: &G, mv: Move) -> Self {
        let position = game.play(self.position, mv);
        let player = game.next(self.position, position).player(self.player);
        Self { position, player }
    }

    /// The winner if the game is over; the inner `None` is a draw.
    pub fn end<G: Game<Position = P>>(self, game: &G) -> Option<Option<Player>> {
        Some(match game.end(self.position)?.outcome() {
            Outcome::Win => Some(self.player),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.player.opponent()),
        })
    }
}
