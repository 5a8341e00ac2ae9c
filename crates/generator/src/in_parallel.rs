//! Work on all threads, if there are threads.

#[cfg(feature = "rayon")]
pub(crate) use perfect_play_parallel::in_parallel;

/// Applies `work` to each item, and returns the results in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn in_parallel<T, R>(items: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}

/// Sorts items by a key. The order of items with equal keys is not kept.
pub(crate) fn sort_by_key<T: Send, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K + Sync) {
    #[cfg(feature = "rayon")]
    perfect_play_parallel::sort_by_key(items, key);
    #[cfg(not(feature = "rayon"))]
    items.sort_unstable_by_key(key);
}
