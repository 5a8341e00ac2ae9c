#![doc = include_str!("../README.md")]

use std::{
    error::Error,
    io, mem,
    num::NonZeroUsize,
    sync::{Mutex, OnceLock, PoisonError},
};

pub use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder, iter::IntoParallelIterator};

/// The items as a parallel iterator. Consume the iterator on the calling thread.
///
/// If the calling thread belongs to a rayon pool, this pool does the work, otherwise rayon's global pool. If the
/// threads of the global pool cannot be started, this function makes a new pool, which has only the calling thread.
/// Then this thread does all the work. If another thread, which belongs to no pool, consumes the iterator, rayon
/// panics.
///
/// ```
/// use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};
///
/// let numbers = vec![3, 1, 2];
/// let places: Vec<_> = parallel(numbers).enumerate().map(|(place, n)| (n, place)).collect();
/// assert_eq!(places, [(3, 0), (1, 1), (2, 2)]);
/// ```
///
/// # Panics
///
/// If other code of this process has tried to use rayon's global pool before, and its threads could not be
/// started.
pub fn parallel<T: IntoParallelIterator>(items: T) -> T::Iter {
    have_a_pool();
    items.into_par_iter()
}

/// Calls `work` with every number below `count`, on all threads, as [`parallel`] does. This function is compiled only
/// once, and calls `work` through a pointer. Each call is a task of its own. So use it where a call takes long.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// let sum = AtomicUsize::new(0);
/// perfect_play_parallel::each(10, &|number| _ = sum.fetch_add(number, Relaxed));
/// assert_eq!(sum.into_inner(), 45);
/// ```
///
/// # Panics
///
/// If `work` panics, and the panics of [`parallel`].
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    parallel(0..count).with_max_len(1).for_each(work);
}

/// Applies `work` to each item on all threads, as [`each`] does, and returns the results in order. A single item is done on the
/// calling thread.
///
/// ```
/// let lengths = perfect_play_parallel::in_parallel(vec!["one", "three"], str::len);
/// assert_eq!(lengths, [3, 5]);
/// ```
///
/// # Panics
///
/// As [`each`].
pub fn in_parallel<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    if items.len() <= 1 {
        return items.into_iter().map(work).collect();
    }
    // An item, and then its result. One thread locks it, once. rayon's own iterators would be compiled for every type
    // of item and of work, which took a third of the time to compile a program that solves several games.
    let jobs: Vec<Mutex<(Option<T>, Option<R>)>> =
        items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    each(jobs.len(), &|number| {
        let mut job = jobs[number].lock().unwrap_or_else(PoisonError::into_inner);
        job.1 = job.0.take().map(&work);
    });
    let result = |job: Mutex<(Option<T>, Option<R>)>| {
        job.into_inner().unwrap_or_else(PoisonError::into_inner).1
    };
    jobs.into_iter().filter_map(result).collect()
}

/// Sorts items by a key on all threads, as [`parallel`] does. The order of items with equal keys is not kept.
///
/// ```
/// let mut numbers = [3, 1, 2];
/// perfect_play_parallel::sort_by_key(&mut numbers, |&number| number);
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
///
/// # Panics
///
/// The panics of [`parallel`], and those of `key`. Also if the order of keys is not total.
pub fn sort_by_key<T: Send, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K + Sync) {
    have_a_pool();
    sort_halves(items, &key);
}

/// The sort of the standard library takes less than two thirds of the time of rayon's, which has no `select_nth_unstable`.
fn sort_halves<T: Send, K: Ord>(items: &mut [T], key: &(impl Fn(&T) -> K + Sync)) {
    if items.len() < 1 << 17 {
        return items.sort_unstable_by_key(key);
    }
    let (low, _, high) = items.select_nth_unstable_by_key(items.len() / 2, key);
    rayon::join(|| sort_halves(low, key), || sort_halves(high, key));
}

/// The number of threads that do the parallel work of this thread.
///
/// ```
/// perfect_play_parallel::set_threads(2.try_into()?)?;
/// assert_eq!(perfect_play_parallel::threads(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// The panics of [`parallel`].
#[must_use]
pub fn threads() -> usize {
    have_a_pool();
    rayon::current_num_threads()
}

fn have_a_pool() {
    if rayon::current_thread_index().is_none() && !global_pool_is_usable() {
        // A pool of one thread starts no thread, so this cannot fail.
        let _ = set_threads(NonZeroUsize::MIN);
    }
}

/// Sets the number of threads that do the parallel work of the calling thread. The calling thread is one of
/// them. The default is the number of cores, or the environment variable `RAYON_NUM_THREADS`.
///
/// ```
/// perfect_play_parallel::set_threads(2.try_into()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the threads cannot be started, or if the calling thread is already in a pool.
pub fn set_threads(threads: NonZeroUsize) -> io::Result<()> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.get()).use_current_thread();
    let pool = builder.build().map_err(|error| match io_error(&error) {
        Some(reason) => io::Error::new(reason.kind(), error),
        None => io::Error::other(error),
    })?;
    // Dropping the pool would end its other threads.
    mem::forget(pool);
    Ok(())
}

/// Whether rayon's global pool can be used. The first call starts it if it was not started before.
fn global_pool_is_usable() -> bool {
    static IS_USABLE: OnceLock<bool> = OnceLock::new();
    *IS_USABLE.get_or_init(|| match ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // If the error is not from the system, the pool already exists.
        Err(error) => io_error(&error).is_none(),
    })
}

/// The error of the system, if it started no thread.
fn io_error(error: &ThreadPoolBuildError) -> Option<&io::Error> {
    error.source()?.downcast_ref()
}
