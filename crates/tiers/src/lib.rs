#![doc = include_str!("../README.md")]

mod bit_layout;
pub mod bits;
mod blocks;
mod cache;
mod configuration;
mod difference;
mod find_error;
mod found;
mod glance;
mod not_numbered;
mod part;
mod promise;
mod ranks;
mod reach;
mod runs;
mod sections;
mod site;
mod strips;
mod sums;
mod symmetry;
mod tasks;
mod tiers;

pub use bit_layout::{BitLayout, StripBits};
pub use blocks::{Blocks, MAX_CODES_IN_ORDER, TierTable, section_number};
pub use cache::Cache;
pub use difference::{Difference, difference, difference_from_decoded, stranger_in_slot};
pub use find_error::FindError;
pub use found::{Found, canonical};
pub use glance::Glance;
pub use not_numbered::NotNumbered;
pub use reach::is_reachable;
pub use runs::Runs;
pub use sections::{HeldSections, Sections};
pub use strips::{Strip, StripRow};
pub use tasks::Tasks;
pub use tiers::{Limits, Tier, TierBlock, TierOf, Tiers, to_baked};
