//! The tables of small games that this crate bakes itself.

use perfect_play_games::Mnk;

use crate::{Baked, Words};

crate::include_table!(
    /// Tic-tac-toe, solved.
    ///
    /// ```
    /// use perfect_play::{Level, TICTACTOE, tictactoe};
    ///
    /// let board = TICTACTOE.game().parse("XO..X....")?; // O to move
    /// assert_eq!(tictactoe::best_move(board)?, Some(8));
    /// assert_eq!(tictactoe::choose(Level::Master, board, || 0)?, Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    pub mod tictactoe, Mnk = Mnk::TICTACTOE
);
crate::include_table!(
    /// Tic-tac-toe in misère play, where completing a line loses, solved.
    ///
    pub mod tictactoe_misere, Mnk = Mnk::TICTACTOE_MISERE
);

/// Tic-tac-toe, solved: objective [`Objective::Fastest`](crate::Objective::Fastest).
///
/// ```
/// use perfect_play::{Probe, TICTACTOE};
///
/// let board = TICTACTOE.game().parse("XO..X....")?; // O to move
/// assert_eq!(TICTACTOE.probe(board)?.best_move(), Some(8));
/// assert_eq!(TICTACTOE.move_values(board)?.iter().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use tictactoe::TABLE as TICTACTOE;

/// Tic-tac-toe in misère play, where completing a line loses, solved: objective
/// [`Objective::Fastest`](crate::Objective::Fastest).
///
/// ```
/// use perfect_play::{Outcome, TICTACTOE_MISERE};
///
/// assert_eq!(TICTACTOE_MISERE.probe_code(0)?.outcome, Outcome::Draw);
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub use tictactoe_misere::TABLE as TICTACTOE_MISERE;

/// A table of a small m,n,k-game: a 16-bit entry in the slot of each board's code.
pub type Direct = Baked<Mnk, Words>;

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Direct> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The baked table of the game with this name. The name must be exactly the one that the game prints. `None` if the
/// game is not baked, or if its table has another type than [`Direct`].
///
/// ```
/// let table = perfect_play::baked("tictactoe+misere").unwrap();
/// assert!(table.game().is_misere());
/// assert!(perfect_play::baked("mnk:4,4,4").is_none());
/// ```
#[must_use]
pub fn baked(name: &str) -> Option<&'static Direct> {
    REGISTRY.get(name).copied()
}

/// All baked tables of the type [`Direct`], in no particular order.
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Direct> {
    REGISTRY.values().copied()
}
