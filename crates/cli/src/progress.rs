//! A progress bar for what takes longer than a moment, on a terminal only.

use std::{
    fmt::Write,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// What is done within this time shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Does a task, named in a word, with a progress bar on standard error. The bar appears after a
/// moment, is not drawn where there is no terminal, and is gone at the end.
pub(crate) fn during<T>(task: &'static str, work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let mut progress = Progress { task, started: Instant::now(), bar: None };
    work(&mut |done, total| progress.report(done, total))
}

/// Does a task of so much work, which may be done by many threads: as [`during`], but each tells
/// how much more it has done.
pub(crate) fn counting<T>(task: String, work: u64, run: impl FnOnce(&Counter) -> T) -> T {
    let counter = Counter {
        task: Mutex::new(task),
        work,
        done: AtomicU64::new(0),
        started: Instant::now(),
        bar: OnceLock::new(),
    };
    let result = run(&counter);
    if let Some(bar) = counter.bar.get() {
        bar.finish_and_clear();
    }
    result
}

/// How much of a task is done.
pub(crate) struct Counter {
    task: Mutex<String>,
    work: u64,
    done: AtomicU64,
    started: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Counter {
    /// This is what is being done now.
    pub(crate) fn name(&self, task: String) {
        if let Some(bar) = self.bar.get() {
            bar.set_message(task.clone());
        }
        *self.task.lock().unwrap_or_else(PoisonError::into_inner) = task;
    }

    /// So much more is done.
    pub(crate) fn add(&self, done: u64) {
        let done = self.done.fetch_add(done, Relaxed) + done;
        if self.started.elapsed() >= PATIENCE {
            let bar = || {
                let bar = ProgressBar::new(self.work).with_elapsed(self.started.elapsed());
                let template = "{msg} {wide_bar} {percent}% {rate} {eta} left";
                let style = ProgressStyle::with_template(template);
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                bar.set_style(style.with_key(
                    "rate",
                    |state: &ProgressState, out: &mut dyn Write| {
                        // An error here is one of the line that is being put together: there is none.
                        let _ = write!(out, "{:.0} M/s", state.per_sec() / 1e6);
                    },
                ));
                let task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
                bar.set_message(task.clone());
                bar
            };
            self.bar.get_or_init(bar).set_position(done);
        }
    }
}

/// Does a task of which nobody knows how much is done: as [`during`], but the bar only turns.
pub(crate) fn waiting<T>(task: &'static str, work: impl FnOnce() -> T) -> T {
    let (working, done) = mpsc::channel::<()>();
    // Nothing is ever sent: the channel is closed when the work ends.
    let is_working = move |time| done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    thread::scope(|scope| {
        let turn = move || {
            if is_working(PATIENCE) {
                let bar = ProgressBar::new_spinner().with_message(task);
                while is_working(PATIENCE / 4) {
                    bar.tick();
                }
                bar.finish_and_clear();
            }
        };
        // Where no thread can be started, there is no bar.
        let _ = thread::Builder::new().spawn_scoped(scope, turn);
        let result = work();
        drop(working);
        result
    })
}

struct Progress {
    task: &'static str,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// So much of so much is done.
    fn report(&mut self, done: u64, total: u64) {
        if self.bar.is_none() && self.started.elapsed() >= PATIENCE {
            let bar = ProgressBar::new(total).with_elapsed(self.started.elapsed());
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(self.task);
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
