//! Codes from parts: what a position is made of is numbered part by part.
//!
//! A game with codes says how many there are, and turns positions into codes and back ([`Tabular`](crate::Tabular)).
//! These parts do both, and a tuple of parts numbers tuples of their values:
//!
//! | part | numbers |
//! |---|---|
//! | [`Digits`] | cells that each hold one of so many things |
//! | [`Pieces`] | so many pieces of each kind on cells of their own; with one kind, the ways to choose *k* of *n* cells |
//! | [`ToMove`] | who is to move |
//! | a tuple of two to four | one value of each |
//!
//! ```
//! use perfect_play_core::{
//!     Player,
//!     code::{Code, Digits, Pieces, ToMove},
//! };
//!
//! // Two rows of up to four sticks, and who is to move.
//! let sticks = (Digits::<2>::new(5), ToMove);
//! assert_eq!(sticks.codes(), 5 * 5 * 2);
//! let code = sticks.encode(([3, 1], Player::O));
//! assert_eq!(sticks.decode(code), Ok(([3, 1], Player::O)));
//!
//! // Three stones of X and three of O on nine points: 1680 ways, where nine digits in base 3 have 19,683.
//! let stones = Pieces::new(9, [3, 3]).unwrap();
//! assert_eq!(stones.codes(), 1680);
//! assert_eq!(stones.decode(stones.encode([0b111, 0b111_000])), Ok([0b111, 0b111_000]));
//! ```

mod digits;
mod pieces;
mod product;
mod to_move;

pub use self::{digits::Digits, pieces::Pieces, to_move::ToMove};
use crate::NotAPosition;

/// Numbers values from 0 up, without gaps.
pub trait Code {
    /// What is numbered.
    type Value;

    /// How many values are numbered. [`NO_CODES`](crate::NO_CODES) if they are too many for 64 bits.
    fn codes(&self) -> u64;

    /// The number of a value. What the type can hold besides these gets [`Code::codes`].
    fn encode(&self, value: Self::Value) -> u64;

    /// The value with this number.
    ///
    /// # Errors
    ///
    /// [`NotAPosition::CodeTooLarge`] if it is not below [`Code::codes`].
    fn decode(&self, code: u64) -> Result<Self::Value, NotAPosition>;
}
