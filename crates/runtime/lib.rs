#![no_std]
//! Solved board games as tables. A probe gives the perfect moves of any position, without a search, without allocation
//! and without `std`. In a small table a probe is one load.
//!
//! The tables are computed while this crate is built. The build script solves each game completely, and bakes the
//! solution into the crate.
//!
//! ```
//! # #[cfg(feature = "direct")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use perfect_play::{Outcome, Probe, TICTACTOE};
//!
//! let board = TICTACTOE.game().parse("XO..X....")?; // O to move
//! let entry = TICTACTOE.probe(board)?;
//! assert_eq!(entry.best_move(), Some(8)); // block the diagonal
//! assert_eq!((entry.outcome, entry.remoteness), (Outcome::Loss, Some(4))); // X still wins
//!
//! for worth in TICTACTOE.move_values(board)?.iter() {
//!     assert_eq!(worth.outcome, Outcome::Loss); // nothing else helps either
//! }
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "direct"))]
//! # fn main() {}
//! ```
//!
//! A [`Level`] is an opponent of some strength. It chooses moves from the same table. The source of randomness can be
//! any function that returns 32 random bits:
//!
//! ```
//! # #[cfg(feature = "direct")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use perfect_play::{Level, TICTACTOE};
//!
//! let mut state = 2463534242; // G. Marsaglia's xorshift: any source will do
//! let mut random = || {
//!     state ^= state << 13;
//!     state ^= state >> 17;
//!     state ^= state << 5;
//!     state
//! };
//! let board = TICTACTOE.game().parse("XO..X....")?;
//! assert_eq!(Level::Master.choose(&TICTACTOE, board, &mut random)?, Some(8));
//! let move_of_a_novice = Level::Novice.choose(&TICTACTOE, board, &mut random)?;
//! assert!([Some(8), Some(2)].contains(&move_of_a_novice)); // the best, or the next best
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "direct"))]
//! # fn main() {}
//! ```
//!
//! A probe by code also works in constants:
//!
//! ```
//! # #[cfg(feature = "direct")]
//! # fn main() {
//! use perfect_play::{Entry, Outcome, ProbeError, TICTACTOE};
//!
//! const EMPTY_BOARD: Result<Entry, ProbeError> = TICTACTOE.probe_code(0);
//! assert_eq!(EMPTY_BOARD.unwrap().outcome, Outcome::Draw);
//! # }
//! # #[cfg(not(feature = "direct"))]
//! # fn main() {}
//! ```
//!
#![cfg_attr(
    feature = "direct",
    doc = "[`minimax`] is a page that leads from the formal definition of a game to these tables.\n"
)]
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `direct` | yes | `TICTACTOE`, `TICTACTOE_MISERE` and `baked`: 39 KB a game, one load a probe |
//! | `compact` | no | the module `compact`: the same tables in 5 KB a game, some tens of nanoseconds a probe |
//! | `mnk-4-4-4` | no | `MNK_4_4_4`, the 4,4,4-game: 1.4 MB, some tens of nanoseconds for the value of a position |
//! | `games` | with each of the three above | the rules of our games (`Mnk`), and their names |
//! | `serde` | no | `Serialize` and `Deserialize` for boards, moves, entries, games, levels and the reasons for no entry |
//!
//! Without any of these features, the crate has only the types and [`include_table!`], for a table of your own. You
//! write the rules of a game, your build script solves it with `perfect-play-generator`, and [`include_table!`]
//! brings the table into your program.

#[cfg(all(doctest, feature = "direct"))]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(all(any(doc, doctest), feature = "direct"))]
#[doc = include_str!("minimax.md")]
pub mod minimax {}

mod baked;
#[cfg(feature = "direct")]
mod built_in;
#[cfg(feature = "mnk-4-4-4")]
mod built_in_tiered;
#[cfg(feature = "compact")]
pub mod compact;
mod facts;
mod include_table;
mod map;
mod slots;
mod tiered;

/// The parts of baked tables, for [`include_table!`].
#[doc(hidden)]
pub mod baking {
    pub use phf;
}

pub use baked::Baked;
#[cfg(feature = "direct")]
pub use built_in::{
    Direct, TICTACTOE, TICTACTOE_MISERE, baked, baked_tables, tictactoe, tictactoe_misere,
};
#[cfg(feature = "mnk-4-4-4")]
pub use built_in_tiered::{MNK_4_4_4, mnk_4_4_4};
pub use facts::Facts;
#[doc(inline)]
pub use perfect_play_core::{
    Best, Board, Cells, Chance, Drawing, Entry, Form, Game, InvalidLines, Key, Kind, Layout, Level,
    Lines, Move, MoveCells, MoveChance, MoveValue, MoveValues, Moves, MovesIter, Next,
    NotAPosition, Objective, Outcome, Outline, ParseBoardError, ParseBoardErrorKind,
    ParseChanceError, ParseLevelError, Piece, Player, Policy, Probe, ProbeError, ProbeFailure,
    Scheme, Shape, Unreachable, Value,
};
#[cfg(feature = "games")]
#[doc(inline)]
pub use perfect_play_games::{Family, Mnk, ParseNameError, ParseNameErrorKind};
pub use slots::{Bytes, CompactBytes, CompactKeys, CompactWords, Slots, Words};
pub use tiered::Tiered;
