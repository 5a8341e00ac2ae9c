//! Puzzles among all positions of a table, among those of the first plies, or among random ones.

use perfect_play_core::{Game, Probe};
use perfect_play_numbering::TableError;
use thiserror::Error;

use crate::{
    first_positions::{MOST_FIRST, first_positions},
    puzzles::{PuzzleKind, Puzzles, can_be_puzzle, puzzles},
    random_positions::draw_from,
};

/// The positions among which puzzles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// All that the table stores.
    Stored,
    /// Those to which at most this many plies lead ([`first_positions`]).
    First(u16),
    /// So many random ones that can be puzzles, drawn with a seed ([`draw_from`]).
    Sample(u64, u64),
}

/// Why puzzles cannot be found.
#[derive(Debug, Error)]
pub enum PuzzlesError {
    /// The first plies have more than [`MOST_FIRST`] positions.
    #[error("the first {plies} plies have more than {MOST_FIRST} positions")]
    TooMany {
        /// How many plies.
        plies: u16,
    },
    /// The table contradicts itself, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The [`puzzles`] of this kind among some positions of a table that stores about so many; `None` if it is cut. `progress` is
/// called now and then with the name of the task, how much of it is done, and how much there is; 0 if that is not known.
///
/// ```
/// use perfect_play_analysis::{Among, PuzzleKind, puzzles_among};
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let count = |among| {
///     let kind = PuzzleKind::OnlyMove;
///     puzzles_among(&table, kind, (among, Some(5478)), 10, &mut |_, _, _| ()).map(|found| found.count)
/// };
/// assert_eq!((count(Among::Stored)?, count(Among::First(1))?), (294, 1));
/// // Symmetric positions counted once, 627 positions are not terminal.
/// assert_eq!(count(Among::Sample(627, 1))?, 294);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the first plies have too many positions, or if the table contradicts itself or cannot be read.
pub fn puzzles_among<T: Probe>(
    table: &T,
    kind: PuzzleKind,
    (among, stored): (Among, Option<u64>),
    limit: usize,
    progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<Puzzles<<T::Game as Game>::Position>, PuzzlesError> {
    const LOOKING: &str = "looking for puzzles";
    let chosen = match among {
        Among::Stored => {
            let mut report = |_, position| {
                let (done, of) = table.reached(position).unwrap_or_default();
                progress(LOOKING, done, of);
            };
            return Ok(puzzles(table, kind, table.positions(), limit, &mut report)?);
        }
        Among::First(plies) => {
            progress("listing positions", 0, 0);
            let first = first_positions(table.game(), plies, MOST_FIRST);
            first.ok_or(PuzzlesError::TooMany { plies })?
        }
        Among::Sample(count, seed) => {
            progress("drawing positions", 0, 0);
            draw_from(table, stored, count, seed, |position| can_be_puzzle(table, position))
        }
    };
    let of = chosen.len() as u64;
    let mut report = |seen, _| progress(LOOKING, seen, of);
    Ok(puzzles(table, kind, chosen.into_iter(), limit, &mut report)?)
}
