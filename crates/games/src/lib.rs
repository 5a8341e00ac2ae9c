#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # What is where
//!
//! | module | holds |
//! |---|---|
//! | [`mnk`](Mnk) | the rules of the m,n,k-games, where marks stay or fall; tic-tac-toe and Connect-Four are two of them |
//! | `name` | their names as text |
//! | `columns` | positions as the columns played |

#[cfg(test)]
extern crate std;

mod columns;
mod mnk;
mod name;
#[cfg(feature = "serde")]
mod serde;

pub use mnk::Mnk;
pub use name::{Family, ParseNameError, ParseNameErrorKind};
