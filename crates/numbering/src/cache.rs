//! A cache of recent results.

use std::sync::{Arc, Mutex, PoisonError};

/// Keeps recent results by key. It has a fixed number of places, each of which holds one result. The caller gives a
/// number with each key. The place of the result is this number modulo the number of places. Any number of threads can
/// use it.
///
/// ```
/// use perfect_play_numbering::Cache;
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

/// The key and the result at a place, if there is one.
type Kept<K, T> = Option<(K, Arc<T>)>;

impl<K: Copy + PartialEq, T> Cache<K, T> {
    /// An empty cache with this many places, but at least one.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self((0..places.max(1)).map(|_| Mutex::default()).collect())
    }

    /// Removes everything.
    pub fn forget(&self) {
        self.0
            .iter()
            .for_each(|place| *place.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    /// The result for a key at the place of `number`. If the result is not there, `make` computes it, and the cache
    /// keeps it.
    ///
    /// # Errors
    ///
    /// The errors of `make`.
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
        // The place is not locked meanwhile. Two threads may compute the same result.
        let content = Arc::new(make()?);
        *lock() = Some((key, Arc::clone(&content)));
        Ok(content)
    }
}
