//! The graph of all reachable positions and all moves, stored in reverse. It is for games whose plies do not
//! give an order to solve positions in, or whose positions are found by playing.
//!
//! Positions are divided into *shards* by a hash of their keys. A thread works on one shard without
//! synchronisation, and the memory it touches is small. It does not matter which thread works on a shard,
//! because a shard receives its messages in a fixed order.

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
