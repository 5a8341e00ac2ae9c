//! Many names, each stored once.

use std::{
    hash::{BuildHasher, RandomState},
    string::String,
    vec::Vec,
};

/// Names, numbered from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The names one after the other.
    text: String,
    /// The end of each name in the text.
    ends: Vec<u32>,
    /// An open-addressing hash table of hashes and numbers of names. At least half of the places are free.
    places: Vec<(u32, u32)>,
    hasher: RandomState,
}

/// The number in a free place.
const FREE: u32 = u32::MAX;

impl Names {
    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with this number. Empty if there is no such name.
    pub(super) fn get(&self, number: u32) -> &str {
        let end = |number: u32| self.ends.get(number as usize).copied();
        let first = number.checked_sub(1).map_or(Some(0), end);
        let Some((first, end)) = first.zip(end(number)) else { return "" };
        self.text.get(first as usize..end as usize).unwrap_or_default()
    }

    /// The number of a name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let &(_, number) = self.places.get(self.place(self.hash(name), Some(name))?)?;
        (number != FREE).then_some(number)
    }

    /// The number of a name. A new name is added. `None` if all names together would take 4 GiB or more.
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

    /// The place of a name, or the place where it would be added. Without a name: the first free place for this
    /// hash.
    fn place(&self, hash: u32, name: Option<&str>) -> Option<usize> {
        // The number of places is a power of two.
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
