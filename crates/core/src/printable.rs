//! How the positions of a game are written.

use core::fmt;

use crate::{Game, Move, printed::print_alike, shown::Quoted};

/// A game whose positions and moves can be written as text. With `impl Printable for MyGame {}`, positions are
/// written with [`fmt::Debug`], and moves as numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how its positions are written",
    label = "implement `Printable` for it: without any method to write them as their `Debug` does",
    note = "crates of two versions of `perfect-play-core` have two different `Printable` traits"
)]
pub trait Printable: Game {
    /// Writes a position as one line of text, or as a drawing of several lines in the alternate form (`{:#}`).
    /// Defaults to one line, with [`fmt::Debug`].
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position:?}")
    }

    /// The position as text. It implements [`fmt::Display`].
    fn notation(&self, position: Self::Position) -> Notation<'_, Self> {
        Notation { game: self, position }
    }

    /// Reads a position from one line of text. By default, a game reads no positions. A program that knows all
    /// positions can still find one by comparing the text with what each position prints.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::NotRead`] if the game does not read positions; otherwise a description of what is
    /// wrong with the text.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let _ = text;
        Err(ParsePositionError::NotRead)
    }

    /// Writes a legal move as text without spaces. Defaults to its number.
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_move(
        &self,
        position: Self::Position,
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let _ = position;
        write!(f, "{mv}")
    }

    /// The move as text. It implements [`fmt::Display`].
    fn move_text(&self, position: Self::Position, mv: Move) -> MoveText<'_, Self> {
        MoveText { game: self, position, mv }
    }

    /// The legal move that prints as `text`, or `None` if there is no such move.
    ///
    /// ```
    /// use perfect_play_core::{Game, Printable};
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// assert_eq!(game.parse_move(game.start(), "4"), Some(4));
    /// assert_eq!(game.parse_move(game.start(), "9"), None);
    /// ```
    fn parse_move(&self, position: Self::Position, text: &str) -> Option<Move> {
        let mut moves = self.legal_moves(position).iter();
        moves.find(|&mv| print_alike(&self.move_text(position, mv), text))
    }
}

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

/// Prints a move. Made by [`Printable::move_text`].
///
/// ```
/// use perfect_play_core::{Game, Printable};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// assert_eq!(game.move_text(game.start(), 4).to_string(), "4");
/// ```
pub struct MoveText<'a, G: Printable + ?Sized> {
    game: &'a G,
    position: G::Position,
    mv: Move,
}

impl<G: Printable + ?Sized> fmt::Display for MoveText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_move(self.position, self.mv, f)
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
/// assert_eq!(format!("{:#}", game.notation(position)), "...\n.X.\n...");
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
