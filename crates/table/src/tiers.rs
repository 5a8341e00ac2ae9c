//! Passes over tables that are cut into tiers ([`Tiers`](perfect_play_tiers::Tiers)), tier by tier, with the memory
//! of a few of them.

mod diff;
mod stats;
mod verify;

pub use diff::diff_of_the_same;
pub use stats::{CountError, reachable, stats};
pub use verify::{Rules, TierVerification, verify};
