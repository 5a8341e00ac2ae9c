//! Passes over tables that are cut into tiers ([`Tiers`](perfect_play_index::Tiers)).

mod stats;

pub use stats::{CountError, reachable, stats};
