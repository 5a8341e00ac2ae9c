//! Solutions by code, and the limit on their size.

use perfect_play_core::CodeTable;

/// A strong solution, as a table that is numbered by the game's codes. [`solve`](crate::solve()) returns this type.
pub type Solution<G> = CodeTable<G, Vec<u8>>;

/// The largest number of codes that can be solved: the number of codes of a board of 16 cells. With one byte for each
/// code, a table takes 43 MB.
///
/// ```
/// use perfect_play_core::{Game, Tabular};
/// use perfect_play_games::Mnk;
///
/// assert_eq!(Mnk::new(4, 4, 4).unwrap().codes(), perfect_play_generator::MAX_CODES);
/// ```
pub const MAX_CODES: u64 = 3_u64.pow(16);
