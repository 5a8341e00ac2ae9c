//! How the positions of a game are written.

use core::fmt;

use crate::Game;

/// A game whose positions can be written as text: `impl Printable for MyGame {}` writes them as their
/// [`fmt::Debug`] does.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how its positions are written",
    label = "implement `Printable` for it: without any method to write them as their `Debug` does",
    note = "crates of two versions of `perfect-play-core` have two different `Printable` traits"
)]
pub trait Printable: Game {
    /// Writes the position as text: in one line, or as a drawing of several in the alternate form
    /// (`{:#}`). Unless the game says otherwise, in one line as its [`fmt::Debug`] does.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position:?}")
    }

    /// The position as text, to print.
    fn notation(&self, position: Self::Position) -> Notation<'_, Self> {
        Notation { game: self, position }
    }
}

/// Prints a position. Made by [`Printable::notation`].
///
/// ```
/// use perfect_play_core::{Game, Printable};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let position = game.play(game.start(), 4);
/// assert_eq!(game.notation(position).to_string(), "....X....");
/// ```
pub struct Notation<'a, G: Printable + ?Sized> {
    game: &'a G,
    position: G::Position,
}

impl<G: Printable + ?Sized> fmt::Display for Notation<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(self.position, f)
    }
}
