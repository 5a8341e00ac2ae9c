//! Positions and moves as text.

use core::fmt;

use crate::{Game, Move, shown::Quoted};

/// Why a text cannot be read as a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The game does not read texts.
    NotRead,
    /// What is wrong with the text, as part of a sentence.
    Wrong(&'static str),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotRead => "the game does not read positions",
            Self::Wrong(why) => why,
        })
    }
}

/// Prints what a derived implementation would print, but uses [`Quoted`].
impl fmt::Debug for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRead => f.write_str("NotRead"),
            Self::Wrong(why) => f.debug_tuple("Wrong").field(&Quoted(why)).finish(),
        }
    }
}

impl core::error::Error for ParsePositionError {}

/// Prints a move. Made by [`Game::move_text`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// assert_eq!(game.move_text(game.start(), 4).to_string(), "4");
/// ```
pub struct MoveText<'a, G: Game + ?Sized> {
    game: &'a G,
    position: G::Position,
    mv: Move,
}

impl<'a, G: Game + ?Sized> MoveText<'a, G> {
    pub(crate) const fn new(game: &'a G, position: G::Position, mv: Move) -> Self {
        Self { game, position, mv }
    }
}

impl<G: Game + ?Sized> fmt::Display for MoveText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_move(self.position, self.mv, f)
    }
}

/// Prints a position. Made by [`Game::notation`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let position = game.play(game.start(), 4);
/// assert_eq!(game.notation(position).to_string(), "....X....");
/// assert_eq!(format!("{:#}", game.notation(position)), "...\n.X.\n...");
/// ```
pub struct Notation<'a, G: Game + ?Sized> {
    game: &'a G,
    position: G::Position,
}

impl<'a, G: Game + ?Sized> Notation<'a, G> {
    pub(crate) const fn new(game: &'a G, position: G::Position) -> Self {
        Self { game, position }
    }
}

impl<G: Game + ?Sized> fmt::Display for Notation<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(self.position, f)
    }
}
