//! What tests of several crates share. It has no tests of its own, and nothing outside of tests uses it.

mod by_code;
mod frames;
mod index;
mod line_games;
mod listed;
mod listed_tiers;
mod lying;
mod read_back;
mod siege;
mod signals;
mod skip;
mod stones;

pub use by_code::by_code;
pub use frames::changed_frames;
pub use index::index;
pub use line_games::{MOST, THREE_PARTS, line_games};
pub use listed::{At, Blind, Listed, Node, open, over, to};
pub use listed_tiers::ListedTiers;
pub use lying::{Lies, Lying, OUT_OF_PATIENCE, lies, only};
pub use read_back::read_back;
pub use siege::{Case, Random, besiege};
pub use signals::heeding_signals;
pub use skip::skip;
pub use stones::{after, stones, taken};
