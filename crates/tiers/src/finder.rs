//! Positions that are found one after the other.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use perfect_play_core::{Key, MAX_KEY_BYTES};

use crate::FindError;

/// The most positions that are found: their numbers take 31 bits.
pub(crate) const MOST: u64 = (1 << 31) - 1;

/// Positions that are found one after the other, and numbered so.
///
/// ```
/// use perfect_play_tiers::Finder;
///
/// let mut finder = Finder::new("nim", 10)?;
/// let numbers = [3_u8, 1, 3].map(|piles| finder.insert(piles));
/// assert_eq!(numbers, [Ok(0), Ok(1), Ok(0)]);
/// assert_eq!(finder.positions(), [3, 1]);
/// # Ok::<(), perfect_play_tiers::FindError>(())
/// ```
#[derive(Debug)]
pub struct Finder<P> {
    /// In the order of their numbers.
    pub(crate) positions: Vec<P>,
    /// Their numbers, by a hash of them.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The game's name, for errors.
    game: String,
    most: u64,
}

impl<P: Key> Finder<P> {
    /// Finds at most so many positions of a game of this name.
    ///
    /// # Errors
    ///
    /// If a position's key takes more than [`MAX_KEY_BYTES`].
    pub fn new(game: &str, most: u64) -> Result<Self, FindError> {
        if P::BYTES > MAX_KEY_BYTES {
            return Err(FindError::LongKey { bytes: P::BYTES });
        }
        Ok(Self {
            positions: Vec::new(),
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            game: game.to_owned(),
            most: most.min(MOST),
        })
    }

    /// The positions, in the order of their numbers.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The number of a position; `None` if it was not found.
    #[inline]
    #[must_use]
    pub fn number(&self, position: P) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        let is_it = |&number: &u32| self.positions.get(number as usize) == Some(&position);
        self.numbers.find(hash, is_it).copied()
    }

    /// The number of a position, which is that behind the others if it was not found before.
    ///
    /// # Errors
    ///
    /// If there are too many, or there is not enough memory.
    #[inline]
    pub fn insert(&mut self, position: P) -> Result<u32, FindError> {
        let hash = self.hasher.hash_one(position);
        let Self { positions, numbers, .. } = self;
        let is_it = |&number: &u32| positions.get(number as usize) == Some(&position);
        match numbers.find(hash, is_it) {
            Some(&number) => Ok(number),
            None => self.push(hash, position),
        }
    }

    fn push(&mut self, hash: u64, position: P) -> Result<u32, FindError> {
        let Self { positions, numbers, hasher, game, most } = self;
        let count = positions.len() as u64;
        if count == *most {
            return Err(FindError::TooMany { game: game.clone(), most: *most });
        }
        let out_of_memory = FindError::OutOfMemory { positions: count };
        let Ok(number) = u32::try_from(count) else { return Err(out_of_memory) };
        if positions.try_reserve(1).is_err() {
            return Err(out_of_memory);
        }
        positions.push(position);
        let rehash = |&number: &u32| {
            positions.get(number as usize).map_or(0, |position| hasher.hash_one(position))
        };
        if numbers.try_reserve(1, rehash).is_err() {
            positions.pop();
            return Err(out_of_memory);
        }
        numbers.insert_unique(hash, number, rehash);
        Ok(number)
    }

    /// The same positions, numbered in ascending order; and values that were by their numbers, or none, as well.
    pub(crate) fn sorted(self, values: &mut [u8]) -> Result<Self, FindError> {
        let Self { positions, mut numbers, hasher, game, most } = self;
        let out_of_memory = || FindError::OutOfMemory { positions: positions.len() as u64 };
        let list = || {
            let mut list = Vec::new();
            list.try_reserve_exact(positions.len()).map_err(|_| out_of_memory())?;
            Ok::<Vec<u32>, FindError>(list)
        };
        // By new number: the old one; and the other way round.
        let (mut order, mut ranks) = (list()?, list()?);
        order.extend(0..u32::try_from(positions.len()).unwrap_or(u32::MAX));
        order.sort_unstable_by_key(|&number| positions[number as usize]);
        ranks.resize(positions.len(), 0);
        for (rank, &number) in (0..).zip(&order) {
            ranks[number as usize] = rank;
        }
        for number in &mut numbers {
            *number = ranks[*number as usize];
        }
        drop(ranks);
        let mut sorted = Vec::new();
        sorted.try_reserve_exact(positions.len()).map_err(|_| out_of_memory())?;
        sorted.extend(order.iter().map(|&number| positions[number as usize]));
        drop(positions);
        if values.len() == order.len() {
            let by_number = values.to_vec();
            for (value, &number) in values.iter_mut().zip(&order) {
                *value = by_number[number as usize];
            }
        }
        Ok(Self { positions: sorted, numbers, hasher, game, most })
    }
}
