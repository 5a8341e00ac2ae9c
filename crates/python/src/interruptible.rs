//! Long work that Ctrl-C can end.

use std::{
    any::Any,
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use perfect_play_engine::Call;
use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python,
    exceptions::{PyOSError, PyRuntimeError},
};
use rayon::ThreadPool;

use crate::pool::{pool, start};

/// How often signals are checked and progress is reported.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// The payload that unwinds stopped work. It is not a panic: no hook is called, and nothing is printed.
struct Stopped;

/// Called with the amount of work that is done and the total. The call unwinds the work if it is to be stopped.
pub(crate) type Report<'r> = &'r (dyn Fn(u64, u64) + Sync);

/// Called between the parts of an errand with the number of parts that are done. It checks for signals and reports progress.
pub(crate) type Tell<'t> = &'t dyn Fn(Python<'_>, u64) -> PyResult<()>;

/// Something to be done on the calling thread.
type Errand = Box<dyn FnOnce(Python<'_>, Tell<'_>) + Send>;

/// What the work tells the calling thread.
enum Message {
    Ended,
    Errand(Errand),
}

/// The thread that called from Python. Code of the user runs there, as it would without this package.
pub(crate) struct Caller(Sender<Message>);

impl Caller {
    /// Runs an errand on the calling thread, with the interpreter's lock, and waits for its result. If the work is to be stopped,
    /// the call unwinds it.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        errand: impl FnOnce(Python<'_>, Tell<'_>) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let (done, result) = channel();
        let errand: Errand = Box::new(move |py, tell| {
            // The work waits for this message.
            let _ = done.send(errand(py, tell));
        });
        let _ = self.0.send(Message::Errand(errand));
        result.recv().unwrap_or_else(|_| resume_unwind(Box::new(Stopped)))
    }
}

/// Does work on a pool of threads, without the interpreter's lock. Meanwhile this thread checks for signals, and
/// calls `progress`. If a signal handler or `progress` raises, the work ends at its next report, a search of a cut table
/// ends at once, and the exception is returned.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Report<'_>) -> T + Send,
) -> PyResult<T> {
    on_a_pool(py, &*pool(py, threads)?, progress, |report, _| work(report))
}

/// [`interruptible`] work that calls Python. It has its own pool: what it calls may use the shared one.
pub(crate) fn interruptible_with_calls<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Report<'_>, &Caller) -> T + Send,
) -> PyResult<T> {
    on_a_pool(py, &*start(threads.unwrap_or(0))?, progress, work)
}

fn on_a_pool<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Report<'_>, &Caller) -> T + Send,
) -> PyResult<T> {
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
    let ask = |py: Python<'_>, more: u64| {
        py.check_signals()?;
        let (done, of) = (done.load(Relaxed) + more, of.load(Relaxed));
        match &progress {
            Some(progress) if of > 0 => progress.call1(py, (done.min(of), of)).map(drop),
            _ => Ok(()),
        }
    };
    let worked = py.detach(|| {
        let told = Cell::new(Instant::now());
        let tell = |py: Python<'_>, more: u64| {
            if told.get().elapsed() < ASK_EVERY {
                return Ok(());
            }
            told.set(Instant::now());
            ask(py, more)
        };
        thread::scope(|scope| {
            let (sender, messages) = channel();
            let (report, call) = (&report, &call);
            let on_the_pool = move || {
                let caller = &Caller(sender);
                let result = catch_unwind(AssertUnwindSafe(|| {
                    pool.install(|| call.during(|| work(report, caller)))
                }));
                // The calling thread waits for this message.
                let _ = caller.0.send(Message::Ended);
                result
            };
            let worker = thread::Builder::new()
                .spawn_scoped(scope, on_the_pool)
                .map_err(|error| PyOSError::new_err(format!("no thread: {error}")))?;
            let mut raised = None;
            loop {
                match messages.recv_timeout(ASK_EVERY) {
                    Ok(Message::Errand(errand)) if raised.is_none() => {
                        Python::attach(|py| errand(py, &tell));
                    }
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        if let Err(error) = Python::attach(|py| ask(py, 0)) {
                            call.stop();
                            raised = Some(error);
                        }
                    }
                    // The work is being stopped. It notices that its errand is dropped.
                    Ok(Message::Errand(_)) | Err(RecvTimeoutError::Timeout) => {}
                    Ok(Message::Ended) | Err(RecvTimeoutError::Disconnected) => break,
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
