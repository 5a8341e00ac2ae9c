//! The perfect hash maps of compact tables.

use phf::{PhfEq, PhfHash};

/// A perfect hash map, and the lengths of its two lists in 32 bits, as the map's own lookup takes them.
///
/// The optimiser needs these lengths to see that the lookup of any map cannot panic.
pub(crate) struct Map<K: 'static, V: 'static> {
    perfect: phf::Map<K, V>,
    disps: u32,
    entries: u32,
}

impl<K, V: Copy> Map<K, V> {
    pub(crate) const fn new(map: phf::Map<K, V>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "no map in a program is so large")]
        let (disps, entries) = (map.disps.len() as u32, map.entries.len() as u32);
        Self { perfect: map, disps, entries }
    }

    /// The value stored under a key.
    pub(crate) fn get<T: Eq + PhfHash + ?Sized>(&self, key: &T) -> Option<V>
    where
        K: PhfEq<T>,
    {
        if self.disps == 0 || self.entries == 0 {
            return None;
        }
        let disps = self.perfect.disps.get(..self.disps as usize)?;
        let entries = self.perfect.entries.get(..self.entries as usize)?;
        phf::Map { key: self.perfect.key, disps, entries }.get(key).copied()
    }
}
