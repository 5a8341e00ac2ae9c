//! The bands of sections that were read last, in bounded memory.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A band of a section: the tier, the player to move, and the number of the band.
type Key = (u32, usize, usize);

/// The bands of child tiers that were read last, up to a number of bytes. The least recently used band is removed
/// first.
#[derive(Debug)]
pub(crate) struct BandCache {
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The time of the last use, and the values.
    bands: HashMap<Key, (u64, Vec<u8>)>,
    bytes: usize,
    uses: u64,
}

impl BandCache {
    pub(crate) fn new(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::default() }
    }

    /// Replaces `values` by those of a band, if the band is kept.
    pub(crate) fn get(&self, key: Key, values: &mut Vec<u8>) -> bool {
        let mut kept = self.kept();
        kept.uses += 1;
        let now = kept.uses;
        let Some((used, band)) = kept.bands.get_mut(&key) else { return false };
        *used = now;
        values.clone_from(band);
        true
    }

    /// Keeps a band. It replaces the least recently used ones.
    pub(crate) fn put(&self, key: Key, values: &[u8]) {
        // A band without slots takes no space here, and reading it costs nothing.
        if values.is_empty() || values.len() > self.most_bytes {
            return;
        }
        let mut kept = self.kept();
        kept.uses += 1;
        let now = kept.uses;
        kept.bytes += values.len();
        if let Some((_, before)) = kept.bands.insert(key, (now, values.to_vec())) {
            kept.bytes -= before.len();
        }
        while kept.bytes > self.most_bytes {
            let oldest = kept.bands.iter().min_by_key(|(_, (used, _))| *used);
            let Some(key) = oldest.map(|(key, _)| *key) else { break };
            let removed = kept.bands.remove(&key).map_or(0, |(_, values)| values.len());
            kept.bytes -= removed;
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_what_was_used_last_and_never_too_much() {
        let cache = BandCache::new(10);
        let (mut values, key) = (Vec::new(), |tier| (tier, 0, 0));
        for tier in 0..3 {
            cache.put(key(tier), &[u8::try_from(tier).unwrap(); 4]);
            assert!(cache.get(key(0), &mut values));
        }
        // Among the first three, the second is the least recently used.
        assert!(!cache.get(key(1), &mut values));
        assert!(cache.get(key(2), &mut values));
        assert_eq!(values, [2; 4]);
        assert!(!cache.get((2, 1, 0), &mut values));
        cache.put(key(9), &[0; 11]);
        assert!(!cache.get(key(9), &mut values));
        assert!(cache.kept().bytes <= 10);
    }
}
