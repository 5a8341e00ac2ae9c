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

#[cfg(test)]
extern crate std;

mod columns;
mod family;
mod mnk;
mod mnk_name;
mod name;
#[cfg(feature = "serde")]
mod serde;

pub use family::Family;
pub use mnk::Mnk;
pub use name::{ParseNameError, ParseNameErrorKind};
