//! How the positions of a game are written.

use core::fmt;

use crate::{Game, Move, printed::print_alike, shown::Quoted};

/// A game whose positions and moves can be written as text: `impl Printable for MyGame {}` writes positions as
/// their [`fmt::Debug`] does, and moves as their numbers.
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

    /// The position that a text of one line stands for, if the game reads texts. Unless it says otherwise, it does
    /// not: then who knows all positions compares what they print as.
    ///
    /// # Errors
    ///
    /// That it reads none, or what is wrong with this one.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let _ = text;
        Err(ParsePositionError::NotRead)
    }

    /// Writes a legal move as text, without spaces: its number, unless the game says otherwise.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn fmt_move(
        &self,
        position: Self::Position,
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let _ = position;
        write!(f, "{mv}")
    }

    /// The move as text, to print.
    fn move_text(&self, position: Self::Position, mv: Move) -> MoveText<'_, Self> {
        MoveText { game: self, position, mv }
    }

    /// The legal move that prints so. `None` if there is none.
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

/// Why a text is not read as a position.
///
/// ```
/// use perfect_play_core::{ParsePositionError, Printable};
/// use perfect_play_games::Mnk;
///
/// let error = Mnk::TICTACTOE.parse_position("XXXX").unwrap_err();
/// assert_eq!(error, ParsePositionError::Wrong("it is no board of this game"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The game does not read texts.
    NotRead,
    /// What is wrong with the text, as a part of a sentence.
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

/// As a derived implementation prints it, but for [`Quoted`].
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
