#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # What is where
//!
//! | module | holds |
//! |---|---|
//! | [`mnk`](Mnk) | the rules of the m,n,k-games, where marks stay or fall; tic-tac-toe and Connect-Four are two of them |
//! | [`family`](Family) | the families of games: their names, their limits, what they are |
//! | `name`, `mnk_name` | names as text, taken apart; those of the m,n,k-games |
//! | `columns` | positions as the columns played |
//! | [`othello`](Othello), [`dots`](Dots), [`kalah`](Kalah) | games for points, with passes and extra turns |
//! | [`nim`](Nim), [`chomp`](Chomp) | impartial games |
//! | [`domineering`](Domineering), [`clobber`](Clobber), [`hex`](Hex), [`isolation`](Isolation) | games that use up the board |
//! | `graph` | any game as data, read from a file (feature `graph`, which needs `std`) |
//! | `named` | names that numbers alone make |
//! | `grid`, `squares`, `margin` | boards of up to 32 squares as bitboards; squares as text; the margin as payoff |

#[cfg(any(test, feature = "graph"))]
extern crate std;

mod chomp;
mod clobber;
mod columns;
mod domineering;
mod dots;
mod family;
#[cfg(feature = "graph")]
mod graph;
mod grid;
mod hex;
mod isolation;
mod kalah;
mod margin;
mod mnk;
mod mnk_name;
mod name;
mod named;
mod nim;
mod othello;
#[cfg(feature = "serde")]
mod serde;
mod squares;

pub use chomp::Chomp;
pub use clobber::Clobber;
pub use domineering::Domineering;
pub use dots::Dots;
pub use family::Family;
#[cfg(feature = "graph")]
pub use graph::{Graph, ReadGraphError, ReadGraphErrorKind};
pub use hex::Hex;
pub use isolation::Isolation;
pub use kalah::Kalah;
pub use mnk::Mnk;
pub use name::{ParseNameError, ParseNameErrorKind};
pub use nim::Nim;
pub use othello::Othello;
