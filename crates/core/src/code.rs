//! Codes made of parts. Each part of a position is numbered, and the numbers are combined.
//!
//! A game with codes returns the number of codes, and converts positions to codes and back
//! ([`Game`](crate::Game)). Each part provides the number of codes and both conversions. A tuple of parts gives a
//! number to each tuple of the parts' values:
//!
//! | part | gives numbers to |
//! |---|---|
//! | [`Digits`] | cells that each hold one of several things |
//! | [`Pieces`] | the ways to place pieces on different cells, if the number of pieces of each kind is fixed; with one kind, the ways to choose *k* of *n* cells |
//! | [`ToMove`] | the side to move |
//! | a tuple of two to four parts | tuples with one value of each part |
//!
//! [`ways`], [`rank_of_choice`] and [`choice`] number the ways to choose some of any cells.
//!
//! ```
//! use perfect_play_core::{
//!     Player,
//!     code::{Code, Digits, Pieces, ToMove},
//! };
//!
//! // Two rows of up to four sticks, and the side to move.
//! let sticks = (Digits::<2>::new(5), ToMove);
//! assert_eq!(sticks.codes(), 5 * 5 * 2);
//! let code = sticks.encode(([3, 1], Player::O));
//! assert_eq!(sticks.decode(code), Ok(([3, 1], Player::O)));
//!
//! // Three stones of X and three of O on nine points: 1680 ways. Nine digits in base 3 would need 19,683.
//! let stones = Pieces::new(9, [3, 3]).unwrap();
//! assert_eq!(stones.codes(), 1680);
//! assert_eq!(stones.decode(stones.encode([0b111, 0b111_000])), Ok([0b111, 0b111_000]));
//! ```

mod choices;
mod digits;
mod pieces;
mod product;
mod to_move;

pub use self::{
    choices::{choice, rank_of_choice, ways},
    digits::Digits,
    pieces::Pieces,
    to_move::ToMove,
};
use crate::NotAPosition;

/// Numbers values from 0 upwards, without gaps.
pub trait Code {
    /// The type of the values.
    type Value;

    /// The number of values, or [`NO_CODES`](crate::NO_CODES) if they are too many for 64 bits.
    fn codes(&self) -> u64;

    /// The number of a value. If `value` is not one of the numbered values, the result is [`Code::codes`].
    fn encode(&self, value: Self::Value) -> u64;

    /// The value with this number.
    ///
    /// # Errors
    ///
    /// [`NotAPosition::CodeTooLarge`] if `code` is not below [`Code::codes`].
    fn decode(&self, code: u64) -> Result<Self::Value, NotAPosition>;
}
