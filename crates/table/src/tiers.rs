//! Passes over tables that are cut into tiers ([`Tiers`](perfect_play_index::Tiers)), tier by tier, with the memory
//! of a few of them.

mod stats;
mod verify;

pub use stats::{CountError, reachable, stats};
pub use verify::{TierVerification, verify};
