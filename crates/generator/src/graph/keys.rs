//! The keys of the positions of a shard, and where each is.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::shard::{MOST, SHARDS, reserve};
use crate::SolveError;

pub(crate) struct Keys<K> {
    /// By place, in the order in which they were found.
    keys: Vec<K>,
    // It holds places and no keys, so each key is stored once: `keys` has the key of a place.
    places: HashTable<u32>,
}

#[inline]
fn hash_of<K: Hash>(key: K) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// The shard of a key.
#[inline]
pub(crate) fn shard_of<K: Hash>(key: K) -> usize {
    // The map within a shard uses the lowest bits and the highest seven. The shard must not use them: all keys of
    // a shard would agree in these bits, and would collide in the map.
    (hash_of(key) >> 32) as usize % SHARDS
}

impl<K: Copy + Hash + Eq> Keys<K> {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), places: HashTable::new() }
    }

    /// The keys by place.
    pub(crate) fn by_place(&self) -> &[K] {
        &self.keys
    }

    /// The keys by place. Frees the rest.
    pub(crate) fn into_keys(self) -> Vec<K> {
        self.keys
    }

    /// The memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + self.places.allocation_size()
    }

    /// The place of a key.
    pub(crate) fn place(&self, key: K) -> Option<u32> {
        let is_it = |&place: &u32| self.keys.get(place as usize) == Some(&key);
        self.places.find(hash_of(key), is_it).copied()
    }

    /// The place of a key, which is added if it is new, and whether it is new.
    #[inline]
    pub(crate) fn meet(&mut self, key: K) -> Result<(u32, bool), SolveError> {
        let hash = hash_of(key);
        let Self { keys, places } = self;
        let is_it = |&place: &u32| keys.get(place as usize) == Some(&key);
        match places.find(hash, is_it) {
            Some(&place) => Ok((place, false)),
            None => self.push(hash, key).map(|place| (place, true)),
        }
    }

    fn push(&mut self, hash: u64, key: K) -> Result<u32, SolveError> {
        let Self { keys, places } = self;
        let out_of_memory =
            |len: usize| SolveError::OutOfMemory { bytes: (len * size_of::<K>()) as u64 };
        let place = u32::try_from(keys.len()).ok().filter(|&place| place < MOST);
        let place = place.ok_or_else(|| out_of_memory(keys.len()))?;
        reserve(keys)?;
        keys.push(key);
        let rehash = |&place: &u32| keys.get(place as usize).map_or(0, |&key| hash_of(key));
        places.try_reserve(1, rehash).map_err(|_| out_of_memory(keys.len()))?;
        places.insert_unique(hash, place, rehash);
        Ok(place)
    }
}
