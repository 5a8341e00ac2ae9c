//! What was worked out or read last.

use std::sync::{Arc, Mutex, PoisonError};

/// Keeps what was worked out last for some keys: one at each of its places, the place being a remainder of a
/// number. Any number of threads can use it.
///
/// ```
/// use perfect_play_tiers::Cache;
///
/// let cache: Cache<u32, String> = Cache::new(2);
/// let get = |key: u32| cache.get(key, key as usize, || Ok::<_, ()>(key.to_string()));
/// assert_eq!(*get(1)?, "1");
/// let never = || panic!("it is there");
/// assert_eq!(*cache.get(1, 1, || -> Result<_, ()> { never() })?, "1");
/// # Ok::<(), ()>(())
/// ```
#[derive(Debug)]
pub struct Cache<K, T>(Vec<Mutex<Kept<K, T>>>);

/// What is kept at a place, if anything is, with its key.
type Kept<K, T> = Option<(K, Arc<T>)>;

impl<K: Copy + PartialEq, T> Cache<K, T> {
    /// A cache with so many places, of which none is used; at least one.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self((0..places.max(1)).map(|_| Mutex::default()).collect())
    }

    /// Forgets everything.
    pub fn forget(&self) {
        self.0
            .iter()
            .for_each(|place| *place.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    /// What is kept for a key at the place of a number, or else what `make` gives, which is kept from now on.
    ///
    /// # Errors
    ///
    /// Those of `make`.
    pub fn get<E>(
        &self,
        key: K,
        number: usize,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let place = &self.0[number % self.0.len()];
        let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((found, content)) = &*lock()
            && *found == key
        {
            return Ok(Arc::clone(content));
        }
        // Not locked meanwhile: two threads that want the same both make it.
        let content = Arc::new(make()?);
        *lock() = Some((key, Arc::clone(&content)));
        Ok(content)
    }
}
