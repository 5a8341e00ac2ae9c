//! Which positions of a game are images of one another.

use crate::{Game, Move, Tabular};

/// A game in which some positions are images of others. `impl Symmetric for MyGame {}` declares that the
/// identity is the only symmetry.
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
    /// The number of symmetries. Symmetry 0 is the identity. Defaults to 1.
    ///
    /// Each symmetry maps the start to the start, or to another start if there are several. So all images of a
    /// reachable position are reachable. Two symmetries in sequence must again be one of the symmetries. For
    /// example, the turns and reflections of a square satisfy this.
    ///
    /// An image of an unreachable position must be unreachable. Otherwise a compact table ([`Form`](crate::Form))
    /// would give an answer for the unreachable position, because it looks positions up by their canonical images.
    /// The check of the rules (`check_rules`) does not notice this, because it visits only reachable positions. The
    /// condition holds if every symmetry maps different positions, reachable or not, to different positions.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position under a symmetry.
    fn image(&self, position: Self::Position, symmetry: u8) -> Self::Position {
        let _ = symmetry;
        position
    }

    /// The move in the image of a position that corresponds to `mv` in the position itself.
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        let _ = symmetry;
        mv
    }

    /// The smallest code among the images of a position (the position itself included), and a symmetry that
    /// leads to that image.
    ///
    /// All images of a position must have the same canonical image. The default ensures this if [`Tabular::encode`]
    /// returns different numbers for different positions.
    ///
    /// In a game without codes, the number that `encode` returns takes the place of the code. If this number is always
    /// 0, which is the default, the result is `(0, 0)` and has no meaning. Found tables compare keys instead.
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
