//! Work on all threads, if there are threads.

#[cfg(feature = "rayon")]
use std::sync::{Mutex, PoisonError};

/// Applies `work` to each item, and returns the results in order. With the feature `rayon`, all threads work.
#[cfg(feature = "rayon")]
pub(crate) fn in_parallel<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    // An item, and then its result. One thread locks it, once. rayon's own iterators would be compiled for every type
    // of item and of work, which took a third of the time to compile a program that solves several games.
    let jobs: Vec<Mutex<(Option<T>, Option<R>)>> =
        items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    perfect_play_parallel::each(jobs.len(), &|number| {
        let mut job = jobs[number].lock().unwrap_or_else(PoisonError::into_inner);
        job.1 = job.0.take().map(&work);
    });
    let result = |job: Mutex<(Option<T>, Option<R>)>| {
        job.into_inner().unwrap_or_else(PoisonError::into_inner).1
    };
    jobs.into_iter().filter_map(result).collect()
}

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
