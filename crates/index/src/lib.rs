#![doc = include_str!("../README.md")]

mod index;
mod levels;
mod part;
mod promise;
mod rows;
mod site;

pub use index::{Block, Index, Limits, MAX_ROW, Neighbour, NotNumbered};
pub use levels::{LevelTable, Levels, MAX_CODES_IN_ORDER};
pub use rows::BlockRow;
