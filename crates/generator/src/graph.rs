//! All positions that play leads to, and all moves between them, turned round: for games whose plies do not tell
//! in what order positions are solved, or whose positions are found by playing on.
//!
//! Positions lie in *shards* by a hash of their keys. So a thread works on a shard without asking anybody, and
//! what it touches is small. Which thread it is makes no difference: what a shard is told comes in a fixed order.

mod by_code;
mod by_image;
mod grow;
mod met;
mod shard;
mod wave;

pub(crate) use self::{
    by_code::ByCode,
    by_image::ByImage,
    grow::{Room, each_after_the_other, grow},
    met::{Met, ask, ask_all},
    shard::{Graph, OPEN, Shard},
    wave::{Judge, TooFar, waves},
};
