//! The graph of all reachable positions and all moves, stored in reverse. It is for games whose plies do not
//! give an order to solve positions in, or whose positions are found by playing.
//!
//! Positions are divided into *shards* by a hash of their keys. A thread works on one shard without
//! synchronisation, and the memory it touches is small. It does not matter which thread works on a shard,
//! because a shard receives its messages in a fixed order.

mod backward_induction;
mod by_code;
mod by_image;
mod grow;
mod keys;
mod retrograde;
mod rules_by_key;
mod shard;
mod wave;

pub(crate) use self::{
    backward_induction::BackwardInduction,
    by_code::ByCode,
    by_image::ByImage,
    grow::{Room, grow},
    retrograde::Retrograde,
    rules_by_key::{Checks, RulesByKey, ask},
    shard::{OPEN, Shard},
    wave::waves,
};

use std::hash::Hash;

use self::{
    keys::{Keys, shard_of},
    shard::{SHARDS, shard_and_place},
};

/// All positions, by shard. The number of a position is made of its place in the shard and the number of the
/// shard.
pub(crate) struct Graph<K> {
    keys: Vec<Keys<K>>,
    pub(crate) shards: Vec<Shard>,
}

impl<K: Copy + Hash + Eq> Graph<K> {
    fn new() -> Self {
        let keys = (0..SHARDS).map(|_| Keys::new()).collect();
        let shards = (0..SHARDS).map(|_| Shard::new()).collect();
        Self { keys, shards }
    }

    /// The number of positions found.
    fn len(&self) -> u64 {
        self.keys.iter().map(|keys| keys.by_place().len() as u64).sum()
    }

    /// The memory in bytes.
    fn bytes(&self) -> u64 {
        let of_keys = self.keys.iter().map(|keys| keys.bytes() as u64).sum::<u64>();
        of_keys + self.shards.iter().map(|shard| shard.bytes() as u64).sum::<u64>()
    }

    /// The positions of a shard that have not been answered ([`Shard::answer`]), with their places, but at most `most`
    /// of them.
    fn waiting(&self, shard: usize, most: usize) -> impl Iterator<Item = (K, u32)> {
        let first = self.shards[shard].values.len();
        let waiting = self.keys[shard].by_place().get(first..).unwrap_or(&[]);
        // There are fewer than `shard::MOST`.
        #[expect(clippy::cast_possible_truncation, reason = "a place")]
        waiting.iter().copied().zip(first as u32..).take(most)
    }

    /// The key of a number.
    pub(crate) fn key(&self, number: u32) -> Option<K> {
        let (shard, place) = shard_and_place(number);
        self.keys[shard].by_place().get(place as usize).copied()
    }

    /// The value of a key, as far as it is known.
    pub(crate) fn value(&self, key: K) -> u8 {
        let shard = shard_of(key);
        let place = self.keys[shard].place(key);
        place.map_or(OPEN, |place| self.shards[shard].values[place as usize])
    }

    /// All keys with the bytes of their values. Frees the memory of each shard after it was visited.
    pub(crate) fn into_solved(self) -> impl Iterator<Item = (K, u8)> {
        let shards = self.keys.into_iter().zip(self.shards);
        shards.flat_map(|(keys, shard)| keys.into_keys().into_iter().zip(shard.values))
    }

    /// All keys with the bytes of their values, which may be [`OPEN`].
    pub(crate) fn solved(&self) -> impl Iterator<Item = (K, u8)> {
        let shards = self.keys.iter().zip(&self.shards);
        shards.flat_map(|(keys, shard)| {
            keys.by_place().iter().copied().zip(shard.values.iter().copied())
        })
    }
}
