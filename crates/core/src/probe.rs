//! The trait to probe a table, and the two reasons why a position has no entry.

use core::{error::Error, fmt};

use crate::{
    CodeNumbering, Entry, Game, MoveValues, Moves, NO_CODES, Numbering, Objective, Player, Value,
    numbering::shown_code, shown::Quoted,
};

/// A type that answers probes: a baked table, an opened file, or a new solution.
///
/// Statistics, dumps, comparisons and checks are written once, for this trait.
///
/// An implementation has to provide [`value`](Self::value). The other methods use the values of the position
/// and its children. A table whose slots contain whole entries can override [`probe`](Self::probe).
///
/// ```
/// use perfect_play_core::{Board, Game, Objective, Outcome, Probe, ProbeError, Value};
/// use perfect_play_games::Mnk;
///
/// /// The game on one row of two cells, where one mark is a line. X wins with the first move.
/// struct Trivial(Mnk);
///
/// impl Probe for Trivial {
///     type Game = Mnk;
///     type Error = ProbeError;
///
///     fn game(&self) -> &Mnk {
///         &self.0
///     }
///     fn objective(&self) -> Objective {
///         Objective::Fastest
///     }
///     fn value(&self, board: Board) -> Result<Value, ProbeError> {
///         self.0.check(board)?;
///         let value = if board == Board::EMPTY { Value::win(1) } else { Value::loss(0) };
///         Ok(value.unwrap())
///     }
/// }
///
/// let table = Trivial(Mnk::new(2, 1, 1)?);
/// let entry = table.probe(Board::EMPTY)?;
/// assert_eq!((entry.outcome, entry.optimal_moves.to_string()), (Outcome::Win, "0 1".to_owned()));
/// assert_eq!(table.positions().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe {
    /// The game that the table solves.
    type Game: Game;

    /// The error of a probe: [`ProbeError`], unless probing reads from a file or a network.
    type Error: ProbeFailure;

    /// The game that the table solves.
    fn game(&self) -> &Self::Game;

    /// The objective: which moves the table calls optimal.
    fn objective(&self) -> Objective;

    /// The value of a position for the side to move.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn value(&self, position: <Self::Game as Game>::Position) -> Result<Value, Self::Error>;

    /// The entry of a position.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn probe(&self, position: <Self::Game as Game>::Position) -> Result<Entry, Self::Error> {
        let (game, value) = (self.game(), self.value(position)?);
        let moves = MoveValues::new(game, position, |child| self.value(child))?;
        Ok(Entry::new(game, position, value, moves.optimal(self.objective())))
    }

    /// [`probe`](Self::probe), for a caller that already has the values of the children. `value` returns them, and is called
    /// for each child once at most. By default it is not called.
    ///
    /// # Errors
    ///
    /// The errors of [`probe`](Self::probe), and of `value`.
    fn probe_with(
        &self,
        position: <Self::Game as Game>::Position,
        value: &mut dyn FnMut(<Self::Game as Game>::Position) -> Result<Value, Self::Error>,
    ) -> Result<Entry, Self::Error> {
        let _ = value;
        self.probe(position)
    }

    /// The value of each legal move for the side to move. Empty in a terminal position.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn move_values(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<MoveValues, Self::Error> {
        self.value(position)?;
        MoveValues::new(self.game(), position, |child| self.value(child))
    }

    /// The moves that keep the outcome, whatever their remoteness. This is a superset of the optimal moves.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn outcome_preserving_moves(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<Moves, Self::Error> {
        Ok(self.move_values(position)?.outcome_preserving())
    }

    /// The positions for which the table has an entry. If the table cannot be read for a position, the position is
    /// included, too. The positions are in ascending order of their codes, or in an order that the table defines. The
    /// default implementation yields nothing if the positions have no codes.
    fn positions(&self) -> impl Iterator<Item = <Self::Game as Game>::Position> {
        let has_no_entry = |error: Self::Error| error.no_entry().is_some();
        let codes = Some(self.codes()).filter(|&codes| codes != NO_CODES);
        (0..codes.unwrap_or(0))
            .filter_map(|code| self.decode(code))
            .filter(move |&position| !self.value(position).is_err_and(has_no_entry))
    }

    /// The positions of [`positions`](Self::positions), each with its value. Many values are found faster so than one by one.
    ///
    /// # Errors
    ///
    /// An item's error is the one of [`value`](Self::value).
    fn entries(
        &self,
    ) -> impl Iterator<Item = (<Self::Game as Game>::Position, Result<Value, Self::Error>)> {
        self.positions().map(|position| (position, self.value(position)))
    }

    /// The number of codes, or [`NO_CODES`] if the positions have no codes. Defaults to the game's. A table can give
    /// codes to the positions of a game without codes: its [`Numbering`](crate::Numbering) does.
    fn codes(&self) -> u64 {
        self.game().codes()
    }

    /// The code of a position, or `None` if the positions have no codes.
    fn code(&self, position: <Self::Game as Game>::Position) -> Option<u64> {
        shown_code(&CodeNumbering, self.game(), position)
    }

    /// The position with this code, reachable or not. `None` if no position has it.
    fn decode(&self, code: u64) -> Option<<Self::Game as Game>::Position> {
        CodeNumbering.decode(self.game(), code)
    }

    /// The smallest code among the images of a position (the position itself included), and a symmetry that leads to that
    /// image.
    fn canonical(&self, position: <Self::Game as Game>::Position) -> (u64, u8) {
        self.game().canonical(position)
    }

    /// Whether no image of the position has a smaller code.
    fn is_canonical(&self, position: <Self::Game as Game>::Position) -> bool {
        self.game().is_canonical(position)
    }
}

/// Why a probe got no answer: there is no entry, or the table could not be read. Reading can fail only if a probe reads
/// from a file or a network. All other tables use [`ProbeError`].
pub trait ProbeFailure: From<ProbeError> + Error + Send + Sync + 'static {
    /// The reason why there is no entry, or `None` if the table could not be read.
    fn no_entry(&self) -> Option<ProbeError>;
}

impl ProbeFailure for ProbeError {
    fn no_entry(&self) -> Option<ProbeError> {
        Some(*self)
    }
}

/// Why a table has no entry for a position. There are only these two reasons.
///
/// A program that returns this error from `main` prints it with [`fmt::Debug`], which therefore prints the same text
/// as [`fmt::Display`].
///
/// ```
/// use perfect_play_core::{NotAPosition, ProbeError, Unreachable};
///
/// let reason: ProbeError = NotAPosition::Unbalanced { x: 3, o: 1 }.into();
/// let text = "not a position: it has 3 X and 1 O, but X must have as many marks as O, or one more";
/// assert_eq!(reason.to_string(), text);
/// // A reason that your own game gives.
/// let reason = ProbeError::from(Unreachable::Rules("the king was taken"));
/// assert_eq!(reason.to_string(), "unreachable: the king was taken");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ProbeError {
    /// The argument is not a position of the game.
    NotAPosition(NotAPosition),
    /// The argument is a position, but no legal play leads to it.
    Unreachable(Unreachable),
}

/// Why something is not a position.
///
/// ```
/// use perfect_play_core::{Game, NotAPosition};
/// use perfect_play_games::Mnk;
///
/// let error = Mnk::TICTACTOE.decode(19_683).unwrap_err();
/// assert_eq!(error, NotAPosition::CodeTooLarge { code: 19_683, codes: 19_683 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum NotAPosition {
    /// The code is not below the number of codes. If the positions are boards, this means that a mark is outside the
    /// cells of the game.
    CodeTooLarge {
        /// The code.
        code: u64,
        /// The number of codes of the game.
        codes: u64,
    },
    /// X must have as many marks as O, or one more.
    Unbalanced {
        /// The number of marks of X.
        x: u8,
        /// The number of marks of O.
        o: u8,
    },
    /// A reason that the game gives, as part of a sentence.
    #[cfg_attr(feature = "serde", serde(skip_deserializing))]
    Rules(#[cfg_attr(feature = "serde", serde(skip_deserializing))] &'static str),
    /// The table is of another game: the game given to `include_table!` is not the one that was baked.
    OtherGame,
}

/// Why no legal play leads to a position.
///
/// ```
/// use perfect_play_core::{Game, Unreachable};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let both = game.check(game.parse("XXXOOO...")?);
/// assert_eq!(both, Err(Unreachable::BothHaveLines.into()));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Unreachable {
    /// Both players have a complete line.
    BothHaveLines,
    /// A mark was placed after the end of the game.
    MoveAfterEnd {
        /// The player who placed it.
        by: Player,
    },
    /// More than one line is complete, and no single last move completes them all.
    NoSingleLastMove {
        /// The player who has the lines.
        lines_of: Player,
    },
    /// A falling mark lies above an empty cell.
    InTheAir {
        /// The cell of the mark.
        cell: u8,
    },
    /// A reason that the game gives, as part of a sentence.
    #[cfg_attr(feature = "serde", serde(skip_deserializing))]
    Rules(#[cfg_attr(feature = "serde", serde(skip_deserializing))] &'static str),
    /// The table has no entry, and the rules alone do not explain why.
    NotInTable,
}

/// Prints what [`fmt::Display`] prints.
impl fmt::Debug for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints what a derived implementation would print, but uses [`Quoted`].
impl fmt::Debug for NotAPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CodeTooLarge { code, codes } => {
                f.debug_struct("CodeTooLarge").field("code", code).field("codes", codes).finish()
            }
            Self::Unbalanced { x, o } => {
                f.debug_struct("Unbalanced").field("x", x).field("o", o).finish()
            }
            Self::Rules(reason) => f.debug_tuple("Rules").field(&Quoted(reason)).finish(),
            Self::OtherGame => f.write_str("OtherGame"),
        }
    }
}

/// Prints what a derived implementation would print, but uses [`Quoted`].
impl fmt::Debug for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BothHaveLines => f.write_str("BothHaveLines"),
            Self::MoveAfterEnd { by } => f.debug_struct("MoveAfterEnd").field("by", by).finish(),
            Self::NoSingleLastMove { lines_of } => {
                f.debug_struct("NoSingleLastMove").field("lines_of", lines_of).finish()
            }
            Self::InTheAir { cell } => f.debug_struct("InTheAir").field("cell", cell).finish(),
            Self::Rules(reason) => f.debug_tuple("Rules").field(&Quoted(reason)).finish(),
            Self::NotInTable => f.write_str("NotInTable"),
        }
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPosition(reason) => reason.fmt(f),
            Self::Unreachable(reason) => reason.fmt(f),
        }
    }
}

impl fmt::Display for NotAPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CodeTooLarge { code, codes } => {
                write!(f, "not a position: code {code} is not below {codes}")
            }
            Self::Unbalanced { x, o } => {
                write!(f, "not a position: it has {x} X and {o} O, but ")?;
                if x.checked_add(1) == Some(o) {
                    f.write_str("X moves first; if O began, swap the letters")
                } else {
                    f.write_str("X must have as many marks as O, or one more")
                }
            }
            Self::Rules(reason) => write!(f, "not a position: {reason}"),
            Self::OtherGame => f.write_str(
                "the table is of another game: give `include_table!` the game that was baked",
            ),
        }
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unreachable: ")?;
        match *self {
            Self::BothHaveLines => f.write_str(
                "both X and O have completed a line, but the first completed line ends the game",
            ),
            Self::MoveAfterEnd { by } => {
                write!(f, "{by} moved after {} had completed a line", by.opponent())
            }
            Self::NoSingleLastMove { lines_of } => write!(
                f,
                "{lines_of} has completed several lines, and no single last move completes them all"
            ),
            Self::InTheAir { cell } => {
                write!(f, "the mark on cell {cell} is in the air, above an empty cell")
            }
            Self::Rules(reason) => f.write_str(reason),
            Self::NotInTable => f.write_str("the table has no entry for this position"),
        }
    }
}

impl Error for ProbeError {}
impl Error for NotAPosition {}
impl Error for Unreachable {}

impl From<NotAPosition> for ProbeError {
    fn from(reason: NotAPosition) -> Self {
        Self::NotAPosition(reason)
    }
}

impl From<Unreachable> for ProbeError {
    fn from(reason: Unreachable) -> Self {
        Self::Unreachable(reason)
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::ToString};

    use super::*;

    #[test]
    fn any_numbers_of_marks_are_printed() {
        for (x, o) in (0..=u8::MAX).flat_map(|x| (0..=u8::MAX).map(move |o| (x, o))) {
            let text = NotAPosition::Unbalanced { x, o }.to_string();
            assert!(text.starts_with(&format!("not a position: it has {x} X and {o} O, but ")));
            let o_began = u16::from(x) + 1 == u16::from(o);
            assert_eq!(text.ends_with("if O began, swap the letters"), o_began, "{text}");
        }
    }

    #[test]
    fn reasons_print_as_derived_implementations_would() {
        for (reason, printed) in [
            (
                NotAPosition::CodeTooLarge { code: 9, codes: 3 }.into(),
                "CodeTooLarge { code: 9, codes: 3 }",
            ),
            (NotAPosition::Unbalanced { x: 3, o: 1 }.into(), "Unbalanced { x: 3, o: 1 }"),
            (NotAPosition::Rules("no \"king\"").into(), r#"Rules("no \"king\"")"#),
            (NotAPosition::OtherGame.into(), "OtherGame"),
            (Unreachable::BothHaveLines.into(), "BothHaveLines"),
            (Unreachable::MoveAfterEnd { by: Player::X }.into(), "MoveAfterEnd { by: X }"),
            (
                Unreachable::NoSingleLastMove { lines_of: Player::O }.into(),
                "NoSingleLastMove { lines_of: O }",
            ),
            (Unreachable::InTheAir { cell: 7 }.into(), "InTheAir { cell: 7 }"),
            (Unreachable::Rules("in check").into(), r#"Rules("in check")"#),
            (Unreachable::NotInTable.into(), "NotInTable"),
        ] {
            let reason: ProbeError = reason;
            let derived = match reason {
                ProbeError::NotAPosition(reason) => format!("{reason:?}"),
                ProbeError::Unreachable(reason) => format!("{reason:?}"),
            };
            assert_eq!(derived, printed);
            // `main` prints the error with `Debug`.
            assert_eq!(format!("{reason:?}"), reason.to_string());
        }
    }
}
