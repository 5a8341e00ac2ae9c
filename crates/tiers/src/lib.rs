#![doc = include_str!("../README.md")]

mod cache;
mod not_numbered;
mod part;
mod promise;
mod reach;
mod sections;
mod site;
mod strips;
mod sums;
mod tier_table;
mod tiers;

pub use cache::Cache;
pub use not_numbered::NotNumbered;
pub use reach::is_reachable;
pub use sections::{HeldSections, Sections};
pub use strips::{Strip, StripRow};
pub use tier_table::{MAX_CODES_IN_ORDER, TierTable};
pub use tiers::{Limits, Tier, TierBlock, TierOf, Tiers};
