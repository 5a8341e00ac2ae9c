//! Solutions, and the limit on codes.

use perfect_play_numbering::SmallTable;

/// A strong solution, as a table in one section. [`solve`](crate::solve()) returns this type.
pub type Solution<G> = SmallTable<G>;

/// The largest number of codes that can be solved: the number of codes of a board of 16 cells. With one byte for each
/// code, a table takes 43 MB.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// assert_eq!(Mnk::new(4, 4, 4).unwrap().codes(), perfect_play_generator::MAX_CODES);
/// ```
pub const MAX_CODES: u64 = 3_u64.pow(16);
