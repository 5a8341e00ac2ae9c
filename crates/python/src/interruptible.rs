//! Long work that Ctrl-C can end.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use pyo3::{
    Bound, Py, PyAny, PyErr, PyResult, Python,
    exceptions::{PyOSError, PyRuntimeError},
};

use crate::{pool::pool, searching::Call};

/// How often signals are checked and progress is reported.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// The payload that unwinds stopped work. It is not a panic: no hook is called, and nothing is printed.
struct Stopped;

/// Called with the amount of work that is done and the total. The call unwinds the work if it is to be stopped.
pub(crate) type Report<'r> = &'r (dyn Fn(u64, u64) + Sync);

/// Does work on a pool of threads, without the interpreter's lock. Meanwhile this thread checks for signals, and
/// calls `progress`. If a signal handler or `progress` raises, the work ends at its next report, a search of a cut table
/// ends at once, and the exception is returned.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Report<'_>) -> T + Send,
) -> PyResult<T> {
    let pool = pool(py, threads)?;
    let progress = progress.map(|progress| progress.clone().unbind());
    let [done, of] = [AtomicU64::new(0), AtomicU64::new(0)];
    let call = Call::default();
    let report = |now_done, now_of| {
        if call.is_stopped() {
            resume_unwind(Box::new(Stopped));
        }
        done.store(now_done, Relaxed);
        of.store(now_of, Relaxed);
    };
    let ask = |progress: Option<&Py<PyAny>>| {
        Python::attach(|py| {
            py.check_signals()?;
            let (done, of) = (done.load(Relaxed), of.load(Relaxed));
            match progress {
                Some(progress) if of > 0 => progress.call1(py, (done.min(of), of)).map(drop),
                _ => Ok(()),
            }
        })
    };
    let worked = py.detach(|| {
        thread::scope(|scope| {
            let (ended, end) = channel();
            let (pool, report, call) = (&pool, &report, &call);
            let on_the_pool = move || {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    pool.install(|| call.during(|| work(report)))
                }));
                // The calling thread waits for this message.
                let _ = ended.send(());
                result
            };
            let worker = thread::Builder::new()
                .spawn_scoped(scope, on_the_pool)
                .map_err(|error| PyOSError::new_err(format!("no thread: {error}")))?;
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(ASK_EVERY) {
                if raised.is_none()
                    && let Err(error) = ask(progress.as_ref())
                {
                    call.stop();
                    raised = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(Err);
            match raised {
                Some(raised) => Err(raised),
                None => result.map_err(|payload| unexpected(&*payload)),
            }
        })
    });
    let result = worked?;
    // Signals that arrived during the last part of the work.
    py.check_signals()?;
    Ok(result)
}

/// A panic as an exception. It is a fault of this package.
fn unexpected(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    PyRuntimeError::new_err(format!("this is a fault of perfect_play, please report it: {text}"))
}
