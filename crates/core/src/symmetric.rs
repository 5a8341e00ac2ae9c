//! Which positions of a game are images of one another.

use crate::{Game, Move, Tabular};

/// A game some of whose positions are images of one another, or none: `impl Symmetric for MyGame {}` says
/// that there is no symmetry but the identity.
///
/// ```
/// use perfect_play_core::{Game, Symmetric};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let (corner, other) = (game.play(game.start(), 0), game.play(game.start(), 8));
/// assert_eq!(game.canonical(corner).0, game.canonical(other).0);
/// assert!(game.is_canonical(corner) && !game.is_canonical(other));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which of its positions are images of one another",
    label = "implement `Symmetric` for it: without any method if there are none",
    note = "crates of two versions of `perfect-play-core` have two different `Symmetric` traits"
)]
pub trait Symmetric: Game {
    /// How many symmetries the game has. Symmetry 0 is the identity, and each leaves the start as it
    /// is, or takes it to another start if there are several: so of a reachable position all images are
    /// reachable. One after another they make one of them again, as turns and mirrors of a square do.
    ///
    /// No image of an unreachable position may be a reachable one: a compact table ([`crate::Form`])
    /// looks a position up by its canonical image, and would answer for the unreachable one, too. Rules
    /// are checked at reachable positions alone, so that nobody checks this. A symmetry that takes
    /// different positions to different ones, reachable or not, does not break it.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The position's image under a symmetry.
    fn image(&self, position: Self::Position, symmetry: u8) -> Self::Position {
        let _ = symmetry;
        position
    }

    /// The move in the image of a position that corresponds to this one in the position itself.
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        let _ = symmetry;
        mv
    }

    /// The smallest code among the position's images, its own included, and a symmetry that leads
    /// to it. In a game without codes: the number ([`Tabular::encode`]) of an image that is the same for all
    /// images, and a symmetry that leads to it.
    fn canonical(&self, position: Self::Position) -> (u64, u8)
    where
        Self: Tabular,
    {
        (0..self.symmetries())
            .map(|symmetry| (self.encode(self.image(position, symmetry)), symmetry))
            .min()
            .unwrap_or_else(|| (self.encode(position), 0))
    }

    /// Whether no image of the position has a smaller code.
    fn is_canonical(&self, position: Self::Position) -> bool
    where
        Self: Tabular,
    {
        self.canonical(position).0 == self.encode(position)
    }
}
