//! Why a game could not be solved.

use std::{error::Error, fmt};

use perfect_play_core::{BadValues, NO_CODES, ProbeError, Value};
use perfect_play_numbering::{FindError, LoadError, NotNumbered};

use crate::{Inconsistency, InconsistencyKind, MAX_CODES};

/// Why a game could not be solved.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{SolveError, solve};
///
/// let error = solve(Mnk::new(5, 4, 4).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap_err();
/// assert_eq!(error, SolveError::TooLarge { codes: 3_486_784_401 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The game has more than [`MAX_CODES`] codes, or it is a board that is too large for codes.
    TooLarge {
        /// The number of codes, or [`NO_CODES`].
        codes: u64,
    },
    /// A play can be longer than [`Value::MAX_BYTE_PLIES`].
    TooLong {
        /// The number of plies.
        plies: u16,
    },
    /// The positions could not be found.
    NotFound(FindError),
    /// A position is won or lost only after too many plies.
    TooFar {
        /// The position, drawn.
        position: String,
        /// The most plies: [`Value::MAX_BYTE_PLIES`], and in tiers more.
        most: u16,
    },
    /// The game is played for points, and can repeat a position. Points are defined only if play ends.
    ScoresRepeat,
    /// The game can repeat a position, and the objective is
    /// [`Objective::Outcome`](perfect_play_core::Objective::Outcome). A player who takes any move that keeps a
    /// win may never win.
    OutcomeRepeats,
    /// This kind of game cannot be solved in tiers.
    NoMethod,
    /// The numbering belongs to another game.
    OtherNumbering,
    /// The game's tiers cannot be numbered.
    NotRanked(NotNumbered),
    /// A unit has more than 2^31 slots and moves within it, which the game does not tell backwards.
    NeedsBackwards {
        /// The slots of the unit.
        slots: u32,
    },
    /// The values of units that were solved before cannot be read.
    Unread {
        /// The reason.
        reason: String,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// The number of bytes that were needed.
        bytes: u64,
    },
    /// The rules contradict themselves, or play can return to a position.
    Inconsistent(Inconsistency),
    /// The solver computed values that a table of the game cannot have.
    BadValues(BadValues),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { codes: NO_CODES } => f.write_str(
                "the board is too large for codes, so the game cannot be solved code by code: use `solve_tiers`",
            ),
            Self::TooLarge { codes } => write!(
                f,
                "the game has {codes} codes, but at most {MAX_CODES} can be solved: number its positions \
                 more closely, or solve an m,n,k-game with `solve_tiers`"
            ),
            Self::TooLong { plies } => write!(
                f,
                "a play can take {plies} plies, but a table counts at most {}: do not define `max_plies`, or let \
                 a longer play end in a draw",
                Value::MAX_BYTE_PLIES
            ),
            Self::NotFound(reason) => reason.fmt(f),
            Self::TooFar { position, most } => write!(
                f,
                "this position is won or lost in more than {most} plies, which is too far for the solver:\n{position}"
            ),
            Self::ScoresRepeat => f.write_str(
                "the game is played for points and can repeat a position, but endless play has no \
                 points: let every play end, or use wins, draws and losses without points",
            ),
            Self::OutcomeRepeats => f.write_str(
                "the game can repeat a position, and a player who takes any move that keeps a win may \
                 never win: use the objective `fastest`",
            ),
            Self::NoMethod => f.write_str(
                "only games in which marks are placed or fall to make a line are solved in tiers: use \
                 `solve`",
            ),
            Self::OtherNumbering => f.write_str(
                "the numbering belongs to another game: use the numbering that `Tiers::of` returns for \
                 this game",
            ),
            Self::NotRanked(reason) => reason.fmt(f),
            Self::NeedsBackwards { slots } => write!(
                f,
                "a tier, or tiers that are solved together, have {slots} slots, too many to keep all moves within them: \
                 define `Tiering::backwards`, or divide the positions into more tiers"
            ),
            Self::Unread { reason } => f.write_str(reason),
            Self::OutOfMemory { bytes } => write!(
                f,
                "there is not enough memory: there was no room for {bytes} bytes more; free some memory, or use \
                 a machine with more"
            ),
            // The rules may be right, but they need `repeats`.
            Self::Inconsistent(
                found @ Inconsistency { kind: InconsistencyKind::Circle { .. }, .. },
            ) => found.fmt(f),
            Self::Inconsistent(inconsistency) => {
                write!(f, "the rules contradict themselves: {inconsistency}")
            }
            Self::BadValues(reason) => reason.fmt(f),
        }
    }
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::BadValues(reason) => Some(reason),
            Self::NotFound(reason) => Some(reason),
            Self::NotRanked(reason) => Some(reason),
            _ => None,
        }
    }
}

impl From<FindError> for SolveError {
    fn from(reason: FindError) -> Self {
        Self::NotFound(reason)
    }
}

impl From<Inconsistency> for SolveError {
    fn from(inconsistency: Inconsistency) -> Self {
        Self::Inconsistent(inconsistency)
    }
}

impl From<BadValues> for SolveError {
    fn from(reason: BadValues) -> Self {
        Self::BadValues(reason)
    }
}

/// Values in memory can always be read.
impl From<ProbeError> for SolveError {
    fn from(reason: ProbeError) -> Self {
        Self::Unread { reason: reason.to_string() }
    }
}

impl<E: fmt::Display> From<LoadError<E>> for SolveError {
    fn from(reason: LoadError<E>) -> Self {
        Self::Unread { reason: reason.to_string() }
    }
}
