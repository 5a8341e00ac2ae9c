//! Positions in the order of their keys, and their ranks in this order.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use perfect_play_core::Key;
use rustc_hash::FxBuildHasher;

use crate::FindError;

/// Positions in ascending order. The *rank* of a position in this order is looked up by a hash.
#[derive(Debug)]
pub(crate) struct Ranks<P> {
    positions: Vec<P>,
    ranks: HashTable<u32>,
}

impl<P: Key> Ranks<P> {
    /// Creates the ranks of these positions, which must be in ascending order.
    pub(crate) fn of(positions: Vec<P>) -> Result<Self, FindError> {
        let out_of_memory = || FindError::OutOfMemory { positions: positions.len() as u64 };
        let mut ranks = HashTable::new();
        let hash = |&rank: &u32| positions.get(rank as usize).map_or(0, |&of| hash_of(of));
        ranks.try_reserve(positions.len(), hash).map_err(|_| out_of_memory())?;
        for (rank, &position) in (0_u64..).zip(&positions) {
            let rank = u32::try_from(rank).map_err(|_| out_of_memory())?;
            // The table holds four bytes for each position, and the positions are held once, in the list.
            ranks.insert_unique(hash_of(position), rank, hash);
        }
        Ok(Self { positions, ranks })
    }

    pub(crate) fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The rank of a position, or `None` if it is not one of these positions.
    #[inline]
    pub(crate) fn of_position(&self, position: P) -> Option<u32> {
        let is_it = |&rank: &u32| self.positions.get(rank as usize) == Some(&position);
        self.ranks.find(hash_of(position), is_it).copied()
    }
}

#[inline]
fn hash_of<P: Key>(position: P) -> u64 {
    FxBuildHasher.hash_one(position)
}
