#![no_std]
#![expect(clippy::inline_always, reason = "the search of line games takes 5 % longer without")]
#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | [`search`](Search) | the search of a game: it chooses the method, and owns the table |
//! | [`errors`](SearchError) | why a game cannot be searched, and why a search ended without a value |
//! | `line_search` | the search of line games |
//! | `score` | the scores in which the search of line games counts |
//! | `geometry` | the layout of a board in 64 bits, and its lines |
//! | `pairing` | bounds without a search where marks fall |
//! | `bounds_table` | the table of line games: bounds by exact keys, one word an entry |
//! | `any_search` | the search of any other game |
//! | `key_table` | the table of other games: bounds by whole keys, several words an entry |
//! | `watched` | the count of nodes, by which a search can be interrupted |
//!
//! This crate must never know the rules of a game, a file, or an allocator. A value that it finds is exact: an entry of a
//! table is found only by the whole key of its position, never by a part or a hash of it.

mod any_search;
mod bounds_table;
mod errors;
mod geometry;
mod key_table;
mod line_search;
mod pairing;
mod score;
mod search;

mod watched;

pub use errors::{CannotSearch, SearchError};
pub use search::Search;

/// The largest number of plies that a search follows a play in games without lines. A deeper search would need more stack
/// than a thread has.
pub const MAX_DEPTH: u16 = 500;
