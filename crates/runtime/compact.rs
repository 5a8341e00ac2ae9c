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

use perfect_play_core::Mnk;

use crate::{Baked, CompactWords};

crate::include_table!(mod tictactoe_compact, Mnk = Mnk::TICTACTOE);
crate::include_table!(mod tictactoe_misere_compact, Mnk = Mnk::TICTACTOE_MISERE);

pub use tictactoe_compact::TABLE as TICTACTOE;
pub use tictactoe_misere_compact::TABLE as TICTACTOE_MISERE;

/// A table of canonical boards.
pub type Compact = Baked<Mnk, CompactWords>;

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Compact> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The baked table of the game with this name, exactly as the game prints; `None` if it is not
/// baked.
#[must_use]
pub fn baked(name: &str) -> Option<&'static Compact> {
    REGISTRY.get(name).copied()
}

/// All baked tables, in no particular order.
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Compact> {
    REGISTRY.values().copied()
}
