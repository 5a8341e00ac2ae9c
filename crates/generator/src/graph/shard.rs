//! A part of the positions, with the moves that lead to them.

use std::{
    hash::{BuildHasher, Hash},
    mem,
};

use hashbrown::HashTable;
use perfect_play_core::{Best, Next, Value};
use rustc_hash::FxBuildHasher;

use crate::SolveError;

/// The number of shards.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 8;

/// The bit of a number that means that the same player moves again.
pub(crate) const SAME: u32 = 1 << 31;

/// Longer lists grow more slowly, because memory limits what can be solved.
const LONG: usize = 1 << 12;

/// The largest number of positions of a shard. A place and the number of a shard take 31 bits.
const MOST: u32 = 1 << (31 - SHARD_BITS);

/// The byte of a position whose value is not known yet.
pub(crate) const OPEN: u8 = Value::NONE;

/// The rules' answer about a position.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    /// The byte of its value if the game is over, or [`OPEN`].
    pub(crate) value: u8,
    pub(crate) moves: u16,
}

/// All positions, by shard. The number of a position is made of its place in the shard and the number of the
/// shard.
pub(crate) struct Graph<K> {
    pub(crate) shards: Vec<Shard<K>>,
}

pub(crate) struct Shard<K> {
    /// The keys by place, in the order in which they were met.
    keys: Vec<K>,
    places: HashTable<u32>,
    /// The value by place, or [`OPEN`]. Only for positions that have been answered ([`Shard::answer`]).
    pub(crate) values: Vec<u8>,
    /// By place: the number of moves to positions whose value is not known yet.
    pub(crate) left: Vec<u16>,
    /// By place: the best of the moves whose value is known, if the judge uses it.
    pub(crate) best: Vec<Best>,
    /// The moves that lead to this shard: the place, and the number of the parent, combined with [`SAME`] or
    /// not.
    moves: Vec<[u32; 2]>,
    /// The same moves, sorted by place: where the moves of each place begin, with the end as the last entry;
    /// and the numbers of the parents.
    first: Vec<u32>,
    parents: Vec<u32>,
}

#[inline]
fn hash_of<K: Hash>(key: K) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// The shard of a key.
#[inline]
pub(crate) fn shard_of<K: Hash>(key: K) -> usize {
    // The map within a shard uses the lowest bits and the highest seven.
    (hash_of(key) >> 32) as usize % SHARDS
}

/// The number of the position at this place in this shard.
#[expect(clippy::cast_possible_truncation, reason = "there are few shards")]
pub(crate) fn number(shard: usize, place: u32) -> u32 {
    place << SHARD_BITS | shard as u32
}

/// The shard and the place of a number.
#[inline]
pub(crate) fn shard_and_place(number: u32) -> (usize, u32) {
    let number = number & !SAME;
    (number as usize % SHARDS, number >> SHARD_BITS)
}

/// The side to move after a move from the position with this number.
#[inline]
pub(crate) fn next_of(number: u32) -> Next {
    if number & SAME == 0 { Next::Opponent } else { Next::Same }
}

impl<K: Copy + Hash + Eq> Graph<K> {
    pub(crate) fn new() -> Self {
        let mut shards = Vec::new();
        shards.resize_with(SHARDS, Shard::new);
        Self { shards }
    }

    /// The number of positions met.
    pub(crate) fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.keys.len() as u64).sum()
    }

    /// The memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bytes() as u64).sum()
    }

    /// The key of a number.
    pub(crate) fn key(&self, number: u32) -> Option<K> {
        let (shard, place) = shard_and_place(number);
        self.shards[shard].keys.get(place as usize).copied()
    }

    /// The value of a key, as far as it is known.
    pub(crate) fn value(&self, key: K) -> u8 {
        let shard = &self.shards[shard_of(key)];
        shard.place(key).map_or(OPEN, |place| shard.values[place as usize])
    }

    /// All keys with the bytes of their values. Frees the memory of each shard after it was visited.
    pub(crate) fn into_solved(self) -> impl Iterator<Item = (K, u8)> {
        self.shards.into_iter().flat_map(|Shard { keys, values, .. }| keys.into_iter().zip(values))
    }

    /// All keys with the bytes of their values, which may be [`OPEN`].
    pub(crate) fn solved(&self) -> impl Iterator<Item = (K, u8)> {
        self.shards
            .iter()
            .flat_map(|shard| shard.keys.iter().copied().zip(shard.values.iter().copied()))
    }
}

impl<K: Copy + Hash + Eq> Shard<K> {
    fn new() -> Self {
        Self {
            keys: Vec::new(),
            places: HashTable::new(),
            values: Vec::new(),
            left: Vec::new(),
            best: Vec::new(),
            moves: Vec::new(),
            first: Vec::new(),
            parents: Vec::new(),
        }
    }

    fn bytes(&self) -> usize {
        let Self { keys, places, values, left, best, moves, first, parents } = self;
        keys.capacity() * size_of::<K>()
            + places.allocation_size()
            + values.capacity()
            + left.capacity() * size_of::<u16>()
            + best.capacity() * size_of::<Best>()
            + moves.capacity() * size_of::<[u32; 2]>()
            + (first.capacity() + parents.capacity()) * size_of::<u32>()
    }

    fn place(&self, key: K) -> Option<u32> {
        let is_it = |&place: &u32| self.keys.get(place as usize) == Some(&key);
        self.places.find(hash_of(key), is_it).copied()
    }

    /// The positions that have not been answered ([`Shard::answer`]), with their places, but at most `most` of them.
    pub(crate) fn waiting(&self, most: usize) -> impl Iterator<Item = (K, u32)> {
        let first = self.values.len();
        let waiting = self.keys.get(first..).unwrap_or(&[]);
        // There are fewer than `MOST`.
        #[expect(clippy::cast_possible_truncation, reason = "a place")]
        waiting.iter().copied().zip(first as u32..).take(most)
    }

    /// Stores the rules' answer about the first waiting position.
    pub(crate) fn answer(&mut self, Answer { value, moves }: Answer) -> Result<(), SolveError> {
        reserve(&mut self.values)?;
        self.values.push(value);
        reserve(&mut self.left)?;
        self.left.push(moves);
        reserve(&mut self.best)?;
        self.best.push(Best::NONE);
        Ok(())
    }

    /// The place of a key, and whether it is new.
    #[inline]
    pub(crate) fn meet(&mut self, key: K) -> Result<(u32, bool), SolveError> {
        let hash = hash_of(key);
        let Self { keys, places, .. } = self;
        let is_it = |&place: &u32| keys.get(place as usize) == Some(&key);
        match places.find(hash, is_it) {
            Some(&place) => Ok((place, false)),
            None => self.push(hash, key).map(|place| (place, true)),
        }
    }

    /// Adds a move to this key from the position with this number. Returns whether the key is new.
    #[inline]
    pub(crate) fn meet_after(&mut self, key: K, parent: u32) -> Result<bool, SolveError> {
        let (place, is_new) = self.meet(key)?;
        reserve(&mut self.moves)?;
        self.moves.push([place, parent]);
        Ok(is_new)
    }

    fn push(&mut self, hash: u64, key: K) -> Result<u32, SolveError> {
        let Self { keys, places, .. } = self;
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

    /// Sorts the moves by the positions they lead to.
    pub(crate) fn turn_round(&mut self) -> Result<(), SolveError> {
        let mut first = zeros(self.keys.len() + 1)?;
        for &[place, _] in &self.moves {
            first[place as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut parents = zeros(self.moves.len())?;
        for [place, parent] in mem::take(&mut self.moves) {
            // Each takes the last free place, so that `first` is correct in the end.
            let place = &mut first[place as usize];
            *place -= 1;
            parents[*place as usize] = parent;
        }
        (self.first, self.parents) = (first, parents);
        Ok(())
    }

    /// The numbers of the parents of the position at this place, one for each move, combined with [`SAME`] or
    /// not.
    #[inline]
    pub(crate) fn parents(&self, place: u32) -> &[u32] {
        match self.first.get(place as usize..) {
            Some(&[first, end, ..]) => {
                self.parents.get(first as usize..end as usize).unwrap_or(&[])
            }
            _ => &[],
        }
    }
}

/// A list of this many zeros.
fn zeros(len: usize) -> Result<Vec<u32>, SolveError> {
    let mut zeros = Vec::new();
    let out_of_memory = |_| SolveError::OutOfMemory { bytes: 4 * len as u64 };
    zeros.try_reserve_exact(len).map_err(out_of_memory)?;
    zeros.resize(len, 0);
    Ok(zeros)
}

/// Makes room for one more item.
#[inline]
fn reserve<T>(list: &mut Vec<T>) -> Result<(), SolveError> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let more = if list.len() < LONG { list.len().max(4) } else { list.len() / 4 };
    list.try_reserve_exact(more)
        .map_err(|_| SolveError::OutOfMemory { bytes: (more * size_of::<T>()) as u64 })
}
