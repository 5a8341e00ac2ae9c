//! What a game solved by code is, and how large it may be.

use perfect_play_core::CodeTable;

/// A fresh strong solution by code. [`solve`](crate::solve()) makes it.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Solution, solve};
///
/// let solution: Solution<Mnk> = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
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
