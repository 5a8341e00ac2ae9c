#![no_std]
#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | [`board`](Board) | a board as two bitboards with its base-3 code |
//! | [`cells`](Cells) | the cells of a bitboard, one after the other |
//! | [`shape`](Shape) | columns, rows, and the board's symmetries |
//! | `notation` | boards as text, read and written |
//! | [`game`](Game), [`parse_position_error`](ParsePositionError) | the formal definition of a game, and the texts that it prints; why a text is not read |
//! | [`drawing`](Drawing), [`piece`](Piece), [`move_cells`](MoveCells) | drawings of positions: boards, the pieces on them, the cells of moves |
//! | [`key`](Key) | positions as bytes |
//! | [`kind`](Kind) | the kind of a game, by which a solver chooses its method |
//! | [`code`] | codes made of parts: digits, pieces, the side to move |
//! | [`gravity`] | where falling marks land |
//! | [`lines`](Lines) | the lines that end a game |
//! | `static_value` | values that follow directly from the rules of a line game ([`Kind::static_value`]) |
//! | [`probe`](Probe), [`no_entry`](ProbeError) | the trait to probe a table; the two reasons why a position has no entry |
//! | [`value`](Value), [`entry`](Entry), [`word`](Word) | what a table stores for a position: its value, unpacked, and with its moves in 16 bits |
//! | [`scheme`](Scheme) | what values count: plies or points |
//! | [`move_values`](MoveValues) | the value of each legal move of a position |
//! | [`agreement`](Disagreement) | whether an entry follows from the values of the moves |
//! | [`level`](Level), [`policy`](Policy), [`chance`](Chance) | opponents of every strength: the probability of each move |
//! | [`table`](Table), [`numbering`](Numbering), [`code_numbering`](CodeNumbering) | the table: a game, a numbering and values; the numbering by code |
//! | [`tiering`](Tiering) | the tiers of a game, as its author numbers them |
//! | [`form`](Form) | how a baked table stores its entries |
//! | [`identifier`](Identifier), `printed` | names of games as identifiers; the comparison of printed texts |
//! | [`shown`](Shown), `split` | text from outside, made safe for a terminal; texts split without a panic |
//!
//! This crate must never know the rules of a game, a solver, a file, or an allocator.

#[cfg(test)]
extern crate std;

mod agreement;
mod board;
mod cells;
mod chance;
pub mod code;
mod code_numbering;
mod drawing;
mod entry;
mod form;
mod game;
pub mod gravity;
mod identifier;
mod key;
mod kind;
mod level;
mod lines;
mod move_cells;
mod move_list;
mod move_values;
mod moves;
mod no_entry;
mod notation;
mod numbering;
mod outcome;
mod parse_position_error;
mod piece;
mod policy;
mod printed;
mod probe;
mod scheme;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod shown;
mod slot;
mod split;
mod static_value;
mod table;
mod tiering;
mod value;
mod word;

#[cfg(feature = "serde")]
pub use self::serde::code_in_json;
pub use agreement::Disagreement;
pub use board::Board;
pub use cells::Cells;
pub use chance::{Chance, ParseChanceError};
pub use code_numbering::{BadValues, CodeNumbering};
pub use drawing::{Drawing, Outline};
pub use entry::{Entry, Objective, UnknownObjective};
pub use form::{Form, Layout};
pub use game::{CellText, Game, MoveText, NO_CODES, Notation};
pub use identifier::Identifier;
pub use key::{Key, MAX_KEY_BYTES};
pub use kind::Kind;
pub use level::{Level, ParseLevelError};
pub use lines::{InvalidLines, Lines};
pub use move_cells::MoveCells;
pub use move_list::MoveList;
pub use move_values::{MoveValue, MoveValues};
pub use moves::{Move, Moves, MovesIter};
pub use no_entry::{NotAPosition, ProbeError, ProbeFailure, Unreachable};
pub use notation::{BoardText, ParseBoardError, ParseBoardErrorKind};
pub use numbering::{Numbering, Place};
pub use outcome::{Outcome, Player};
pub use parse_position_error::ParsePositionError;
pub use piece::Piece;
pub use policy::{MoveChance, Policy};
pub use probe::Probe;
pub use scheme::{Best, Next, Scheme};
pub use shape::{Shape, Symmetries};
pub use shown::{Quoted, QuotedChar, Shown, ShownJson};
pub use slot::Slot;
pub use split::split_once;
pub use table::{CodeTable, Table, Values};
pub use tiering::{Backwards, Tiering};
pub use value::Value;
pub use word::Word;
