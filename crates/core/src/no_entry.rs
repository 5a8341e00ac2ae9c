//! The reasons why a position has no entry.

use core::{error::Error, fmt};

use crate::{Player, shown::Quoted};

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

/// Why a table has no entry for a position. There are only these reasons.
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
    /// The argument is a position, but the table is cut and stores only the first plies. A search finds the value.
    NotStored,
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

impl Unreachable {
    /// A position of a line game whose marks have no order of play.
    pub const NO_ORDER_OF_MOVES: Self =
        Self::Rules("X and O cannot have placed these marks by taking turns");
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
            Self::NotStored => {
                f.write_str("the table stores only the first plies, and not this position")
            }
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
                ProbeError::NotStored => "NotStored".to_string(),
            };
            assert_eq!(derived, printed);
            // `main` prints the error with `Debug`.
            assert_eq!(format!("{reason:?}"), reason.to_string());
        }
    }
}
