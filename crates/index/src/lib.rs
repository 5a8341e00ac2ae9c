#![doc = include_str!("../README.md")]

mod index;
mod levels;
mod part;
mod promise;
mod rows;
mod sections;
mod site;
mod strips;
mod sums;
mod tiers;

pub use index::{Block, Index, Limits, MAX_ROW, Neighbour, NotNumbered};
pub use levels::{LevelTable, Levels, MAX_CODES_IN_ORDER};
pub use rows::BlockRow;
pub use sections::{HeldSections, Sections};
pub use strips::{Strip, StripRow};
pub use tiers::{Tier, TierBlock, TierOf, Tiers};
