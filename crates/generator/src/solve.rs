//! From a game to its solution.

use std::{error::Error, fmt};

use perfect_play_core::{BadSlots, DirectTable, Game, Layout, Objective, Probe, Value, Word};

use crate::sweep::sweep;

/// A fresh strong solution, in the layout that suits the game ([`Layout::of`]).
pub type Solution<G> = DirectTable<G, Vec<u8>>;

/// The most codes that are solved: those of a board of 16 cells. One byte each, 43 MB.
pub const MAX_CODES: u64 = 3_u64.pow(16);

/// Solves a game completely.
///
/// The same game and objective give the same bytes, always.
///
/// # Errors
///
/// If the game is too large or not of a kind that can be solved here, or if its rules contradict
/// themselves: see [`SolveError`].
pub fn solve<G: Game>(game: G, objective: Objective) -> Result<Solution<G>, SolveError> {
    solve_with_progress(game, objective, &mut |_, _| ())
}

/// [`solve`], telling `progress` now and then how much is done, and of how much.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_with_progress<G: Game>(
    game: G,
    objective: Objective,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Solution<G>, SolveError> {
    let codes = game.codes();
    if codes > MAX_CODES {
        return Err(SolveError::TooLarge { codes });
    }
    if !game.codes_rise() {
        return Err(SolveError::CodesDoNotRise);
    }
    let plies = game.max_plies();
    if plies > Value::MAX_PLIES {
        return Err(SolveError::TooLong { plies });
    }
    let values = sweep(&game, progress)?;
    let layout = Layout::of(&game);
    let solution = DirectTable::new(game, objective, Layout::Bytes, values)?;
    match layout {
        Layout::Bytes => Ok(solution),
        Layout::Words => in_words(solution),
    }
}

/// The same solution with the optimal moves in each slot beside the value.
fn in_words<G: Game>(solution: Solution<G>) -> Result<Solution<G>, SolveError> {
    let game = solution.game();
    let mut words = Vec::new();
    for position in solution.positions() {
        let code = game.encode(position);
        let word = solution.probe(position).ok().and_then(Word::pack);
        let word = word.ok_or(SolveError::Inconsistent { code })?;
        words.resize(slot(code), Word::NONE);
        words.push(word);
    }
    words.resize(slot(game.codes()), Word::NONE);
    let words = words.into_iter().flat_map(|word| word.bits().to_le_bytes()).collect();
    let (game, objective, ..) = solution.into_parts();
    Ok(DirectTable::new(game, objective, Layout::Words, words)?)
}

/// A code of a table of words as an index: there are at most 65,536.
fn slot(code: u64) -> usize {
    usize::try_from(code).unwrap_or(usize::MAX)
}

/// Why a game could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// It has more than [`MAX_CODES`] codes.
    TooLarge {
        /// How many it has.
        codes: u64,
    },
    /// A play can be longer than [`Value::MAX_PLIES`].
    TooLong {
        /// How long, in plies.
        plies: u8,
    },
    /// Its codes do not rise with every move, which the code sweep needs.
    CodesDoNotRise,
    /// It is of no kind that can be solved in levels.
    NoMethod,
    /// The numbering is that of another game.
    OtherNumbering,
    /// There is not enough memory.
    OutOfMemory {
        /// How many bytes were asked for.
        bytes: u64,
    },
    /// The game contradicts itself at the position with this code: it has moves although the game
    /// is over, or none although it is not; a move leads to a code that is not larger, or to a
    /// position where the same player moves again; the code does not decode to a position with
    /// this code; there are more moves or plies than the game says; a draw here is not over.
    Inconsistent {
        /// The code.
        code: u64,
    },
    /// The solution's slots are not those of a table.
    BadSlots(BadSlots),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { codes } => write!(
                f,
                "the game has {codes} codes, and at most {MAX_CODES} are solved (boards of up to \
                 16 cells)"
            ),
            Self::TooLong { plies } => write!(
                f,
                "a play can take {plies} plies, and a table counts at most {}",
                Value::MAX_PLIES
            ),
            Self::CodesDoNotRise => {
                f.write_str("only games whose codes rise with every move are solved")
            }
            Self::NoMethod => f.write_str(
                "only games where marks are placed, or fall, to make a line are solved in levels",
            ),
            Self::OtherNumbering => f.write_str("the numbering is that of another game"),
            Self::OutOfMemory { bytes } => {
                write!(f, "there is not enough memory: the table takes {bytes} bytes")
            }
            Self::Inconsistent { code } => {
                write!(f, "the game's rules contradict themselves at the position with code {code}")
            }
            Self::BadSlots(reason) => reason.fmt(f),
        }
    }
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::BadSlots(reason) => Some(reason),
            _ => None,
        }
    }
}

impl From<BadSlots> for SolveError {
    fn from(reason: BadSlots) -> Self {
        Self::BadSlots(reason)
    }
}
