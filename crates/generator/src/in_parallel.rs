//! Work on all threads, if there are threads.

#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel};

/// Applies `work` to each item, and returns the results in order. With the feature `rayon`, all threads work.
pub(crate) fn in_parallel<T: Send, R: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "rayon")]
    return parallel(items).map(work).collect();
    #[cfg(not(feature = "rayon"))]
    return items.into_iter().map(work).collect();
}

/// Sorts items. The order of equal items is not kept.
pub(crate) fn sort<T: Ord + Send>(items: &mut [T]) {
    #[cfg(feature = "rayon")]
    perfect_play_parallel::sort(items);
    #[cfg(not(feature = "rayon"))]
    items.sort_unstable();
}
