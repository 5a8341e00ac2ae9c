//! Why a game could not be solved.

use std::{error::Error, fmt};

use perfect_play_core::{BadValues, NO_CODES, Value};
use perfect_play_tiers::FindError;

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
    /// It has more than [`MAX_CODES`] codes, or none.
    TooLarge {
        /// How many it has; [`NO_CODES`] if none.
        codes: u64,
    },
    /// A play can be longer than [`Value::MAX_PLIES`].
    TooLong {
        /// How long, in plies.
        plies: u8,
    },
    /// Its positions could not be found.
    NotFound(FindError),
    /// A position is decided only in more than [`Value::MAX_PLIES`] plies.
    TooFar {
        /// The position, drawn.
        position: String,
    },
    /// The game is played for points, and can repeat a position: points are defined only where play ends.
    ScoresRepeat,
    /// The game can repeat a position, and the objective is [`Objective::Outcome`](perfect_play_core::Objective::Outcome): who takes any move that keeps a
    /// win may never win.
    OutcomeRepeats,
    /// It is of no kind that can be solved in tiers.
    NoMethod,
    /// The numbering is that of another game.
    OtherNumbering,
    /// There is not enough memory.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: u64,
    },
    /// Its rules contradict themselves, or play can return to a position.
    Inconsistent(Inconsistency),
    /// The solution's values are not those of a table.
    BadValues(BadValues),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { codes: NO_CODES } => f.write_str(
                "the game has no codes, so it cannot be solved code by code: solve an m,n,k-game with \
                 `solve_tiers`",
            ),
            Self::TooLarge { codes } => write!(
                f,
                "the game has {codes} codes, and at most {MAX_CODES} are solved: number its positions \
                 more closely, or solve an m,n,k-game with `solve_tiers`"
            ),
            Self::TooLong { plies } => write!(
                f,
                "a play can take {plies} plies, and a table counts at most {}: leave out `max_plies` and \
                 `ply`, or let a longer play end in a draw",
                Value::MAX_PLIES
            ),
            Self::NotFound(reason) => reason.fmt(f),
            Self::TooFar { position } => write!(
                f,
                "this position is won or lost in more than {} plies, and a table counts no more:\n{position}",
                Value::MAX_PLIES
            ),
            Self::ScoresRepeat => f.write_str(
                "the game is played for points and can repeat a position, and who plays on for ever has \
                 none: let every play end, or let it be won, drawn and lost without points",
            ),
            Self::OutcomeRepeats => f.write_str(
                "the game can repeat a position, and who takes any move that keeps a win may never win: \
                 use the objective `fastest`",
            ),
            Self::NoMethod => f.write_str(
                "only games where marks are placed, or fall, to make a line are solved in tiers: use \
                 `solve`",
            ),
            Self::OtherNumbering => f.write_str(
                "the numbering is that of another game: give the one that `Tiers::of` makes for this \
                 game",
            ),
            Self::OutOfMemory { bytes } => write!(
                f,
                "there is not enough memory: {bytes} bytes more are needed; free some, or use a \
                 machine with more"
            ),
            // The rules may be right: they are those of a game that this library does not solve.
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
