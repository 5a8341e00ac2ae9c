//! The built-in tables in about an eighth of the space. They contain only the canonical boards, in a perfect hash map.
//!
//! The answers are those of the direct tables. A probe takes longer, because it has to find the board's canonical
//! image and to map the moves back. It is not `const`.
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

/// Tic-tac-toe, solved: objective [`Objective::Fastest`](crate::Objective::Fastest). It has 765 entries in 5,100
/// bytes.
pub use tictactoe_compact::TABLE as TICTACTOE;

/// Tic-tac-toe in misère play, where completing a line loses, solved: objective
/// [`Objective::Fastest`](crate::Objective::Fastest).
pub use tictactoe_misere_compact::TABLE as TICTACTOE_MISERE;

/// A compact table of a small m,n,k-game: a 16-bit entry for each canonical board.
pub type Compact = Baked<Mnk, CompactWords>;

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Compact> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The compact table of the game with this name. The name must be exactly the one that the game prints. `None` if the
/// game is not baked.
#[must_use]
pub fn baked(name: &str) -> Option<&'static Compact> {
    REGISTRY.get(name).copied()
}

/// All compact tables, in no particular order.
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Compact> {
    REGISTRY.values().copied()
}
