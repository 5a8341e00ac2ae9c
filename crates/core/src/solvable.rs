//! The traits that a game needs to be solved and to have a table.

use crate::{Printable, Symmetric, Tabular};

/// A game that can be solved, and whose table can be baked, written, proven and counted. Every type that
/// implements [`Tabular`], [`Symmetric`] and [`Printable`] implements this trait.
///
/// ```
/// use perfect_play_core::Solvable;
/// use perfect_play_games::Mnk;
///
/// /// The number of codes that belong to positions.
/// fn positions<G: Solvable>(game: &G) -> usize {
///     (0..game.codes()).filter(|&code| game.decode(code).is_ok()).count()
/// }
/// assert_eq!(positions(&Mnk::TICTACTOE), 6046);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` lacks something that a game with a table has: `Tabular`, `Symmetric` or `Printable`",
    label = "implement these three for it; they have defaults for every method",
    note = "crates of two versions of `perfect-play-core` have two different traits of each name"
)]
pub trait Solvable: Tabular + Symmetric + Printable {}

impl<G: Tabular + Symmetric + Printable + ?Sized> Solvable for G {}
