//! From a game to its solution.

use std::{error::Error, fmt};

use perfect_play_core::{
    BadValues, CodeTable, NO_CODES, Objective, Probe, Scheme, Solvable, Value,
};
use perfect_play_tiers::FindError;

use crate::{
    Inconsistency, InconsistencyKind, by_graph::by_graph, by_ply::by_ply, inconsistency::drawn,
    sweep::sweep,
};

/// A fresh strong solution by code. [`solve`] makes it.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Solution, solve};
///
/// let solution: Solution<Mnk> = solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// assert_eq!(solution.values().len(), 19_683);
/// # Ok::<(), perfect_play_generator::SolveError>(())
/// ```
pub type Solution<G> = CodeTable<G, Vec<u8>>;

/// The most codes that are solved: those of a board of 16 cells. One byte each, 43 MB.
///
/// ```
/// use perfect_play_core::{Game, Tabular};
/// use perfect_play_games::Mnk;
///
/// assert_eq!(Mnk::new(4, 4, 4).unwrap().codes(), perfect_play_generator::MAX_CODES);
/// ```
pub const MAX_CODES: u64 = 3_u64.pow(16);

/// Solves a game completely: by retrograde analysis if it can repeat a position, by the code sweep if its codes
/// rise with every move, otherwise ply by ply, or in the order of its moves if it counts no plies.
///
/// The same game and objective give the same bytes, always.
///
/// ```
/// use perfect_play_core::{Objective, Outcome, Probe};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
///
/// let game: Mnk = "mnk:4,3,3".parse()?;
/// let table = solve(game, Objective::Fastest)?;
/// let entry = table.probe(game.parse("............")?)?;
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is too large, or if its rules contradict themselves in a way that would make the
/// table wrong: see [`SolveError`]. [`crate::check_rules`] finds more.
pub fn solve<G: Solvable>(game: G, objective: Objective) -> Result<Solution<G>, SolveError> {
    solve_with_progress(game, objective, &mut |_, _| ())
}

/// [`solve`], telling `progress` now and then how much is done, and of how much.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve_with_progress;
///
/// let mut told = Vec::new();
/// let mut progress = |done, of| told.push(done as f64 / of as f64);
/// solve_with_progress(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut progress).unwrap();
/// assert!(told.is_sorted() && told.iter().all(|&part| part <= 1.0));
/// ```
///
/// # Errors
///
/// As [`solve`].
pub fn solve_with_progress<G: Solvable>(
    game: G,
    objective: Objective,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Solution<G>, SolveError> {
    let codes = game.codes();
    if codes > MAX_CODES {
        return Err(SolveError::TooLarge { codes });
    }
    let plies = game.max_plies();
    if plies > Value::MAX_PLIES {
        return Err(SolveError::TooLong { plies });
    }
    if game.repeats() && objective == Objective::Outcome {
        return Err(SolveError::OutcomeRepeats);
    }
    let values = if game.repeats() || plies == 0 {
        by_graph(&game, progress)?
    } else if game.codes_rise() {
        sweep(&game, progress)?
    } else {
        by_ply(&game, progress)?
    };
    let solution = CodeTable::by_code(game, objective, values)?;
    check_draws(&solution)?;
    Ok(solution)
}

/// Checks that every draw takes as long as the game says, which no entry does; also of the positions
/// that are better or worse than a draw but have a move that leads to one.
fn check_draws<G: Solvable>(solution: &Solution<G>) -> Result<(), SolveError> {
    let game = solution.game();
    if game.scheme() == Scheme::Score {
        return Ok(());
    }
    let is_drawn = |position| solution.value(position) == Ok(Value::DRAW);
    for position in solution.positions() {
        let Some(plies) = game.plies_to_draw(position) else { continue };
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            let after = game.plies_to_draw(child);
            if after.and_then(|after| after.checked_add(1)) != Some(plies) && is_drawn(child) {
                let kind = InconsistencyKind::OtherDraw { mv, plies, after };
                return Err(Inconsistency { position: drawn(game, position), kind }.into());
            }
        }
    }
    Ok(())
}

/// Why a game could not be solved.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{SolveError, solve};
///
/// let error = solve(Mnk::new(5, 4, 4).unwrap(), Objective::Fastest).unwrap_err();
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
    /// The game can repeat a position, and the objective is [`Objective::Outcome`]: who takes any move that keeps a
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
