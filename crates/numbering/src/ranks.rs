//! Positions in the order of their keys, and their ranks in this order.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use perfect_play_core::Key;

use crate::FindError;

/// Positions in ascending order. The *rank* of a position in this order is looked up by a hash, with a key of this process:
/// a file may hold positions that were chosen to collide by any other hash.
#[derive(Debug)]
pub(crate) struct Ranks<P> {
    positions: Vec<P>,
    by_hash: HashTable<u32>,
    hasher: RandomState,
}

impl<P: Key> Ranks<P> {
    /// Creates the ranks of these positions, which must be in ascending order.
    pub(crate) fn of(positions: Vec<P>) -> Result<Self, FindError> {
        let out_of_memory = || FindError::OutOfMemory { positions: positions.len() as u64 };
        let (mut ranks, hasher) = (HashTable::new(), RandomState::new());
        let hash = |&rank: &u32| positions.get(rank as usize).map_or(0, |of| hasher.hash_one(of));
        ranks.try_reserve(positions.len(), hash).map_err(|_| out_of_memory())?;
        for (rank, &position) in (0_u64..).zip(&positions) {
            let rank = u32::try_from(rank).map_err(|_| out_of_memory())?;
            // The table holds four bytes for each position, and the positions are held once, in the list.
            ranks.insert_unique(hasher.hash_one(position), rank, hash);
        }
        Ok(Self { positions, by_hash: ranks, hasher })
    }

    pub(crate) fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The rank of a position, or `None` if it is not one of these positions.
    #[inline]
    pub(crate) fn of_position(&self, position: P) -> Option<u32> {
        let is_it = |&rank: &u32| self.positions.get(rank as usize) == Some(&position);
        self.by_hash.find(self.hasher.hash_one(position), is_it).copied()
    }
}
