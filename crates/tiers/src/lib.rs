#![doc = include_str!("../README.md")]

mod blocks;
mod cache;
mod found;
mod not_numbered;
mod part;
mod promise;
mod reach;
mod sections;
mod site;
mod strips;
mod sums;
mod tiers;

pub use blocks::{Blocks, MAX_CODES_IN_ORDER, TierTable, section_number};
pub use cache::Cache;
pub use found::{FindError, Found};
pub use not_numbered::NotNumbered;
pub use reach::is_reachable;
pub use sections::{HeldSections, Sections};
pub use strips::{Strip, StripRow};
pub use tiers::{Limits, Tier, TierBlock, TierOf, Tiers, to_baked};
