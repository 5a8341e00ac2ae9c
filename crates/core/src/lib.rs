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
//! | `notation`, `columns` | boards as text, read and written, and read as the columns played |
//! | [`game`](Game) | the formal definition of a game, and what makes it tabular |
//! | [`mnk`](Mnk), `gravity` | the rules of the m,n,k-games, where marks stay or fall; tic-tac-toe and Connect-Four are two of them |
//! | [`lines`](Lines) | the lines that end a game |
//! | `settled` | the values that the rules of a line game tell at a glance ([`Kind::settled`]) |
//! | [`probe`](Probe) | the one way to ask a table, and the two reasons for no answer |
//! | [`value`](Value), [`entry`](Entry), [`word`](Word) | what a table says of a position, in 8, unpacked, and in 16 bits |
//! | [`move_values`](MoveValues) | what each legal move of a position is worth |
//! | [`level`](Level), [`policy`](Policy), [`chance`](Chance) | opponents of every strength: which move with what chance |
//! | [`direct`](DirectTable) | the table whose slot number is the code |
//! | [`form`](Form) | how a baked table holds its entries |
//! | [`identifier`](Identifier), `printed` | games' names as identifiers, and compared |
//! | [`shown`](Shown), `split` | text from outside, as it can be printed on a terminal; texts split without a panic |
//!
//! This crate is the floor: it must never know a solver, a file, or an allocator.

#[cfg(test)]
extern crate std;

mod board;
mod cells;
mod chance;
mod columns;
mod direct;
mod entry;
mod form;
mod game;
mod gravity;
mod identifier;
mod level;
mod lines;
mod mnk;
mod move_values;
mod moves;
mod name;
mod notation;
mod outcome;
mod policy;
mod printed;
mod probe;
#[cfg(feature = "serde")]
mod serde;
mod settled;
mod shape;
mod shown;
mod split;
mod value;
mod word;

pub use board::Board;
pub use cells::Cells;
pub use chance::{Chance, ParseChanceError};
pub use direct::{BadSlots, DirectTable, Layout};
pub use entry::{Entry, Objective, UnknownObjective};
pub use form::Form;
pub use game::{Game, Kind, NO_CODES, Notation};
pub use identifier::Identifier;
pub use level::{Level, ParseLevelError};
pub use lines::{InvalidLines, Lines};
pub use mnk::Mnk;
pub use move_values::{MoveValue, MoveValues};
pub use moves::{Move, Moves, MovesIter};
pub use name::{Family, ParseNameError, ParseNameErrorKind};
pub use notation::{BoardText, ParseBoardError, ParseBoardErrorKind};
pub use outcome::{Outcome, Player};
pub use policy::{MoveChance, Policy};
pub use probe::{NotAPosition, Probe, ProbeError, ProbeFailure, Unreachable};
pub use shape::Shape;
pub use shown::{Quoted, Shown, ShownJson};
pub use value::Value;
pub use word::Word;
