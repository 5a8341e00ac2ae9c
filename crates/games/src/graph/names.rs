//! Many names, each kept once.

use std::{
    hash::{BuildHasher, RandomState},
    string::String,
    vec::Vec,
};

/// Names, numbered from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// One after the other.
    text: String,
    /// Where in the text each ends.
    ends: Vec<u32>,
    /// Each name's hash and number, at the first free place from that which the hash gives. At least half of the
    /// places are free.
    places: Vec<(u32, u32)>,
    hasher: RandomState,
}

/// The number in a place without a name.
const FREE: u32 = u32::MAX;

impl Names {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with this number; empty if there is none.
    pub(super) fn get(&self, number: u32) -> &str {
        let end = |number: u32| self.ends.get(number as usize).copied();
        let first = number.checked_sub(1).map_or(Some(0), end);
        let Some((first, end)) = first.zip(end(number)) else { return "" };
        self.text.get(first as usize..end as usize).unwrap_or_default()
    }

    /// The number of this name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let &(_, number) = self.places.get(self.place(self.hash(name), Some(name))?)?;
        (number != FREE).then_some(number)
    }

    /// The number of this name, which is added if it is new. `None` if there is no room for it: all names together
    /// have less than 4 GiB.
    pub(super) fn add(&mut self, name: &str) -> Option<u32> {
        if 2 * (self.ends.len() + 1) > self.places.len() {
            self.grow();
        }
        let hash = self.hash(name);
        let place = self.place(hash, Some(name))?;
        let place = self.places.get_mut(place)?;
        if place.1 == FREE {
            let end = u32::try_from(self.text.len() + name.len()).ok()?;
            let number = u32::try_from(self.ends.len()).ok().filter(|&number| number != FREE)?;
            *place = (hash, number);
            self.text.push_str(name);
            self.ends.push(end);
        }
        Some(place.1)
    }

    #[expect(clippy::cast_possible_truncation, reason = "half of a hash is one, too")]
    fn hash(&self, name: &str) -> u32 {
        self.hasher.hash_one(name) as u32
    }

    /// Where this name is, or would be. Without a name: the first free place for one of this hash.
    fn place(&self, hash: u32, name: Option<&str>) -> Option<usize> {
        // As many as a power of two.
        let mask = self.places.len().checked_sub(1)?;
        let mut place = hash as usize & mask;
        loop {
            let &(other, number) = self.places.get(place)?;
            let is_this = || other == hash && name.is_some_and(|name| self.get(number) == name);
            if number == FREE || is_this() {
                return Some(place);
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let places = (4 * self.ends.len()).next_power_of_two().max(64);
        let before = std::mem::replace(&mut self.places, std::vec![(0, FREE); places]);
        for (hash, number) in before {
            if number != FREE
                && let Some(place) = self.place(hash, None)
                && let Some(free) = self.places.get_mut(place)
            {
                *free = (hash, number);
            }
        }
    }
}
