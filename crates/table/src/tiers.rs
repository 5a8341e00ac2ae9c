//! Tables whose values are cut into tiers ([`perfect_play_index::Tiers`]).

mod verify;

pub use verify::{TierVerification, verify};
