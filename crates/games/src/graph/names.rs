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
    /// Numbers of names, each at the first free place from that which its hash gives. At least half of the places are
    /// free.
    places: Vec<u32>,
    hasher: RandomState,
}

/// A place without a name.
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
        let number = *self.places.get(self.place(name)?)?;
        (number != FREE).then_some(number)
    }

    /// The number of this name, which is added if it is new. `None` if there is no room for it: all names together
    /// have less than 4 GiB.
    pub(super) fn add(&mut self, name: &str) -> Option<u32> {
        if 2 * (self.ends.len() + 1) > self.places.len() {
            self.grow();
        }
        let place = self.place(name)?;
        let number = self.places.get_mut(place)?;
        if *number == FREE {
            let end = u32::try_from(self.text.len() + name.len()).ok()?;
            *number = u32::try_from(self.ends.len()).ok().filter(|&number| number != FREE)?;
            self.text.push_str(name);
            self.ends.push(end);
        }
        Some(*number)
    }

    /// Where this name is, or would be.
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits of a hash do as well")]
    fn place(&self, name: &str) -> Option<usize> {
        // As many as a power of two.
        let mask = self.places.len().checked_sub(1)?;
        let mut place = self.hasher.hash_one(name) as usize & mask;
        loop {
            match *self.places.get(place)? {
                FREE => return Some(place),
                number if self.get(number) == name => return Some(place),
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.places = std::vec![FREE; (4 * self.ends.len()).next_power_of_two().max(64)];
        for number in 0..self.ends.len() {
            let number = u32::try_from(number).unwrap_or(FREE);
            if let Some(place) = self.place(self.get(number))
                && let Some(free) = self.places.get_mut(place)
            {
                *free = number;
            }
        }
    }
}
