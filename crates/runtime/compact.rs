//! The baked tables in a tenth of the space: canonical boards alone, in a perfect hash map.
//!
//! The answers are those of the direct tables. A probe takes longer, as it has to find the board's
//! canonical image and to turn the moves back, and it is not `const`.
//!
//! ```
//! use perfect_play::{Probe, compact};
//!
//! let board = compact::TICTACTOE.game().parse("XO..X....")?;
//! assert_eq!(compact::TICTACTOE.probe(board)?.best_move(), Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use perfect_play_games::Mnk;

use crate::{Baked, CompactWords};

crate::include_table!(mod tictactoe_compact, Mnk = Mnk::TICTACTOE);
crate::include_table!(mod tictactoe_misere_compact, Mnk = Mnk::TICTACTOE_MISERE);

/// Tic-tac-toe, solved: objective [`Objective::Fastest`](crate::Objective::Fastest).
///
/// ```
/// use perfect_play::compact::TICTACTOE;
///
/// assert_eq!((TICTACTOE.facts().entries, TICTACTOE.facts().bytes), (765, 5100));
/// ```
pub use tictactoe_compact::TABLE as TICTACTOE;

/// Tic-tac-toe in misère play, where completing a line loses, solved: objective
/// [`Objective::Fastest`](crate::Objective::Fastest).
///
/// ```
/// use perfect_play::{Board, Probe, compact::TICTACTOE_MISERE};
///
/// assert_eq!(TICTACTOE_MISERE.probe(Board::EMPTY)?.best_move(), Some(4));
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub use tictactoe_misere_compact::TABLE as TICTACTOE_MISERE;

/// A table of canonical boards.
///
/// ```
/// use perfect_play::{Board, Probe, compact};
///
/// let table: &compact::Compact = &compact::TICTACTOE;
/// assert_eq!(table.probe(Board::EMPTY)?.remoteness, Some(9));
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub type Compact = Baked<Mnk, CompactWords>;

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Compact> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The baked table of the game with this name, exactly as the game prints; `None` if it is not
/// baked.
///
/// ```
/// assert!(perfect_play::compact::baked("tictactoe").is_some());
/// assert!(perfect_play::compact::baked("chess").is_none());
/// ```
#[must_use]
pub fn baked(name: &str) -> Option<&'static Compact> {
    REGISTRY.get(name).copied()
}

/// All baked tables, in no particular order.
///
/// ```
/// assert_eq!(perfect_play::compact::baked_tables().len(), 2);
/// ```
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Compact> {
    REGISTRY.values().copied()
}
