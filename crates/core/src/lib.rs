#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # What is where
//!
//! | module | holds |
//! |---|---|
//! | [`board`](Board) | a board as two bitboards with its base-3 code |
//! | [`cells`](Cells) | the cells of a bitboard, one after the other |
//! | [`shape`](Shape) | columns, rows, and the board's symmetries |
//! | `notation` | boards as text, read and written |
//! | [`game`](Game) | the formal definition of a game |
//! | [`tabular`](Tabular), [`symmetric`](Symmetric), [`printable`](Printable) | what makes a game tabular, which positions are images of one another, how they are written |
//! | [`solvable`](Solvable) | all of these together: what a table takes |
//! | [`key`](Key) | positions as bytes |
//! | [`kind`](Kind) | what a solver knows of a game to choose its method by |
//! | [`code`] | codes from parts: digits, pieces, who is to move |
//! | [`gravity`] | where falling marks come to lie |
//! | [`lines`](Lines) | the lines that end a game |
//! | `settled` | the values that the rules of a line game tell at a glance ([`Kind::settled`]) |
//! | [`probe`](Probe) | the one way to ask a table, and the two reasons for no answer |
//! | [`value`](Value), [`entry`](Entry), [`word`](Word) | what a table says of a position, in 8, unpacked, and in 16 bits |
//! | [`scheme`](Scheme) | what values count: plies or points |
//! | [`move_values`](MoveValues) | what each legal move of a position is worth |
//! | [`level`](Level), [`policy`](Policy), [`chance`](Chance) | opponents of every strength: which move with what chance |
//! | [`table`](Table), [`codes`](Codes) | the table: a game, a numbering and values; the numbering by code |
//! | [`form`](Form) | how a baked table holds its entries |
//! | [`identifier`](Identifier), `printed` | games' names as identifiers, and compared |
//! | [`shown`](Shown), `split` | text from outside, as it can be printed on a terminal; texts split without a panic |
//!
//! This crate is the floor: it must never know the rules of a game, a solver, a file, or an allocator.

#[cfg(test)]
extern crate std;

mod board;
mod cells;
mod chance;
pub mod code;
mod codes;
mod entry;
mod form;
mod game;
pub mod gravity;
mod identifier;
mod key;
mod kind;
mod level;
mod lines;
mod move_values;
mod moves;
mod notation;
mod outcome;
mod policy;
mod printable;
mod printed;
mod probe;
mod scheme;
#[cfg(feature = "serde")]
mod serde;
mod settled;
mod shape;
mod shown;
mod solvable;
mod split;
mod symmetric;
mod table;
mod tabular;
mod value;
mod word;

pub use board::Board;
pub use cells::Cells;
pub use chance::{Chance, ParseChanceError};
pub use codes::{BadValues, CodeTable, Codes};
pub use entry::{Entry, Objective, UnknownObjective};
pub use form::{Form, Layout};
pub use game::Game;
pub use identifier::Identifier;
pub use key::{Key, MAX_KEY_BYTES};
pub use kind::Kind;
pub use level::{Level, ParseLevelError};
pub use lines::{InvalidLines, Lines};
pub use move_values::{MoveValue, MoveValues};
pub use moves::{Move, Moves, MovesIter};
pub use notation::{BoardText, ParseBoardError, ParseBoardErrorKind};
pub use outcome::{Outcome, Player};
pub use policy::{MoveChance, Policy};
pub use printable::{MoveText, Notation, ParsePositionError, Printable};
pub use probe::{NotAPosition, Probe, ProbeError, ProbeFailure, Unreachable};
pub use scheme::{Best, Next, Scheme};
pub use shape::{Shape, Symmetries};
pub use shown::{Quoted, QuotedChar, Shown, ShownJson};
pub use solvable::Solvable;
pub use split::split_once;
pub use symmetric::Symmetric;
pub use table::{Lookup, Slot, Table, Values};
pub use tabular::{NO_CODES, Tabular};
pub use value::Value;
pub use word::Word;
