//! The threads that do the work.

use std::{
    mem, process,
    sync::{Arc, Mutex, PoisonError},
};

use pyo3::{PyResult, Python, exceptions::PyOSError};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pool that all calls share, and the process that started it. A forked process does not have these threads.
static SHARED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// A pool of this many threads, or the shared pool. The shared pool has as many threads as there are cores, or
/// `RAYON_NUM_THREADS`.
///
/// The lock is only held together with the interpreter's lock, so it is never held during a fork.
pub(crate) fn pool(_py: Python<'_>, threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    if let Some(threads) = threads {
        return start(threads);
    }
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((process, pool)) = &*shared
        && *process == process::id()
    {
        return Ok(Arc::clone(pool));
    }
    let pool = start(0)?;
    // Dropping the pool of another process would wake threads that do not exist.
    mem::forget(shared.replace((process::id(), Arc::clone(&pool))));
    Ok(pool)
}

/// A pool of this many threads; 0 are as many as there are cores.
pub(crate) fn start(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let name = |number| format!("perfect_play {number}");
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
    pool.map(Arc::new).map_err(|error| PyOSError::new_err(format!("no threads: {error}")))
}
