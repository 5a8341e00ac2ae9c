//! The progress of long tasks: a bar on a terminal, and elsewhere a line now and then.

use std::{
    env,
    io::{self, IsTerminal},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use bytesize::ByteSize;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    terminal::{exit::Trouble, interruption},
    text::numbers::grouped,
};

/// A task that takes less time than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Runs a task with its progress on standard error, labelled with a word. The task reports the amount of work done and
/// the total amount. Both must be proportional to the time that the work takes.
pub(crate) fn during<T>(task: &str, work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    counting(task.to_owned(), 0, |progress| work(&mut |done, of| progress.set(done, of)))
}

/// Runs a task that cannot say how far it is. The bar only spins.
pub(crate) fn waiting<T>(task: &str, work: impl FnOnce() -> T) -> T {
    counting(task.to_owned(), 0, |_| work())
}

/// Runs a task with this total amount of work, which may use many threads. Like [`during`], but each thread reports how
/// much more it has done.
pub(crate) fn counting<T>(task: String, work: u64, run: impl FnOnce(&Progress) -> T) -> T {
    Progress::new(task, work).during(run)
}

/// Like [`counting`], for work that is a number of things, such as games. The progress says how many of them are done.
pub(crate) fn counting_things<T>(
    task: &str,
    things: &'static str,
    work: u64,
    run: impl FnOnce(&Progress) -> T,
) -> T {
    let progress = Progress::new(task.to_owned(), 0);
    progress.count(things, work);
    progress.during(run)
}

/// Runs a task that shows no progress.
pub(crate) fn unseen<T>(run: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::new(String::new(), 0);
    progress.shown.lock().unwrap_or_else(PoisonError::into_inner).screen = Screen::Hidden;
    run(&progress)
}

/// Like [`counting`], but the task first finds positions, and their number is the total. They take so many bytes each; 0 if
/// that is not known.
pub(crate) fn finding<T>(task: String, bytes: u64, run: impl FnOnce(&Progress) -> T) -> T {
    Progress::of(task, 0, Some(bytes)).during(run)
}

/// The progress of a task.
///
/// On a terminal it is a bar, which appears after a moment and is removed at the end. Where standard error is no
/// terminal, a line is printed after a second and then every ten seconds, also if the task reports nothing meanwhile. As
/// long as the total is 0, it is not known: there is no percentage. Of tasks within one another, only the outermost is
/// shown.
pub(crate) struct Progress {
    done: AtomicU64,
    of: AtomicU64,
    /// The bytes of memory that a position takes, if positions are found while the total is not known.
    bytes: Option<u64>,
    started: Instant,
    shown: Mutex<Shown>,
}

/// How many tasks are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// What is shown.
struct Shown {
    task: String,
    /// What the work is a number of, if the progress counts it.
    things: Option<&'static str>,
    /// What was done at a time. The time that is left goes by what was done since then: a resumed task begins with what an
    /// earlier run has done, in no time.
    before: (Duration, u64),
    screen: Screen,
}

enum Screen {
    /// Nothing: the task is a part of another one.
    Hidden,
    /// The bar, and whether it shows how much of a known total is done.
    Terminal(Option<(ProgressBar, bool)>),
    /// The time from the last line, or from the start, to the next one.
    Lines { next: Duration, last: Instant },
}

/// The environment variable with the seconds between two lines.
const SECONDS: &str = "PERFECT_PLAY_PROGRESS_SECONDS";
const DEFAULT_SECONDS: f64 = 10.0;

/// The time before the first line, unless the environment variable is set.
const FIRST: Duration = Duration::from_secs(1);

/// The time between two lines.
fn every() -> Option<Duration> {
    let seconds = match env::var_os(SECONDS) {
        None => DEFAULT_SECONDS,
        Some(seconds) => seconds.to_str()?.parse().ok()?,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// Returns an error if the environment variable is not a time.
pub(crate) fn check_seconds() -> Result<(), Trouble> {
    every().map(drop).ok_or_else(|| {
        Trouble::new(format!(
            "the environment variable {SECONDS}: give a number of seconds, as in `10` or `60`"
        ))
    })
}

impl Progress {
    pub(crate) fn new(task: String, work: u64) -> Self {
        Self::of(task, work, None)
    }

    fn of(task: String, work: u64, bytes: Option<u64>) -> Self {
        let started = Instant::now();
        let screen = if UNDER_WAY.fetch_add(1, Relaxed) > 0 {
            Screen::Hidden
        } else if io::stderr().is_terminal() {
            Screen::Terminal(None)
        } else {
            let next = if env::var_os(SECONDS).is_some() { every() } else { Some(FIRST) };
            Screen::Lines { next: next.unwrap_or_default(), last: started }
        };
        Self {
            done: AtomicU64::new(0),
            of: AtomicU64::new(work),
            bytes,
            started,
            shown: Mutex::new(Shown { task, things: None, before: (Duration::ZERO, 0), screen }),
        }
    }

    /// Runs the task. Another thread shows how far it is, because the task may not report for long.
    fn during<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        self.show();
        let (working, done) = mpsc::channel::<()>();
        // No message is ever sent. The channel closes when the work ends.
        let is_working = move || done.recv_timeout(PATIENCE / 4) == Err(RecvTimeoutError::Timeout);
        thread::scope(|scope| {
            let turn = move || {
                while is_working() {
                    self.show();
                }
            };
            // If no thread can be started, only the reports of the task are shown.
            let _ = thread::Builder::new().spawn_scoped(scope, turn);
            let result = run(self);
            drop(working);
            result
        })
    }

    /// Sets the name of the current task.
    pub(crate) fn name(&self, task: String) {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).task = task;
    }

    /// From now on, the work is this number of things, and the progress says how many are done.
    pub(crate) fn count(&self, things: &'static str, work: u64) {
        self.of.store(work, Relaxed);
        self.begin(0);
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).things = Some(things);
    }

    /// Adds what a thread has done.
    pub(crate) fn add(&self, more: u64) {
        self.done.fetch_add(more, Relaxed);
        self.show();
    }

    /// Sets how much is done. A smaller value than before is ignored.
    pub(crate) fn reach(&self, done: u64) {
        self.done.fetch_max(done, Relaxed);
        self.show();
    }

    /// Sets how much is done, and the total. A smaller amount done than before is ignored, unless the total becomes known.
    pub(crate) fn set(&self, done: u64, of: u64) {
        if of > 0 && self.of.swap(of, Relaxed) == 0 {
            self.begin(done);
        }
        self.reach(done);
    }

    /// Begins again, with this much done.
    fn begin(&self, done: u64) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        self.done.store(done, Relaxed);
        shown.before = (self.started.elapsed(), done);
    }

    /// How much is done, and the total.
    #[cfg(test)]
    pub(crate) fn done_of(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.of.load(Relaxed))
    }

    /// Draws the bar or prints a line, unless it is too early, and handles signals.
    fn show(&self) {
        interruption::check();
        // If another thread is drawing, this one need not wait.
        let Ok(mut shown) = self.shown.try_lock() else { return };
        let elapsed = self.started.elapsed();
        // Read under the lock, so that the bar never goes back.
        let (done, of) = (self.done.load(Relaxed), self.of.load(Relaxed));
        let Shown { task, things, before, screen } = &mut *shown;
        if elapsed < PATIENCE {
            *before = (elapsed, done);
        }
        match screen {
            Screen::Terminal(bar) if elapsed >= PATIENCE => {
                let is_known = of > 0;
                if let Some((shown, _)) = bar.take_if(|(_, knew)| *knew != is_known) {
                    shown.finish_and_clear();
                }
                let new = || if is_known { new_bar() } else { ProgressBar::new_spinner() };
                let (bar, _) = bar.get_or_insert_with(|| (new(), is_known));
                bar.set_message(match (self.bytes, &things) {
                    (Some(bytes), _) if !is_known => {
                        format!("{task}: {}", found(done, elapsed, bytes))
                    }
                    (_, Some(things)) if is_known => {
                        format!("{task}: {}", counted((done, of), things))
                    }
                    _ => task.clone(),
                });
                bar.set_prefix(left(elapsed, (done, of), *before));
                bar.set_position(done);
                bar.set_length(of);
            }
            Screen::Lines { next, last } if last.elapsed() >= *next => {
                let line = line((done, of), elapsed, *before, self.bytes, *things);
                interruption::tell(&format!("{task}: {line}"));
                (*next, *last) = (every().unwrap_or_default(), Instant::now());
            }
            _ => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Relaxed);
        let shown = self.shown.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Screen::Terminal(Some((bar, _))) = &shown.screen {
            bar.finish_and_clear();
        }
    }
}

/// How far a task is: `40%, 3 min left`, `8 of 20 games, 3 min left`, the positions found, or only the time so far.
fn line(
    (done, of): (u64, u64),
    elapsed: Duration,
    before: (Duration, u64),
    bytes: Option<u64>,
    things: Option<&str>,
) -> String {
    let how_far = match (of, bytes, things) {
        (0, Some(bytes), _) => return found(done, elapsed, bytes),
        (0, None, _) => return format!("{} so far", about(elapsed)),
        (_, _, Some(things)) => counted((done, of), things),
        _ => format!("{}%", (100 * u128::from(done)) / u128::from(of)),
    };
    how_far + &left(elapsed, (done, of), before)
}

/// `, 3 min left`, or nothing if that is not known.
fn left(elapsed: Duration, done_of: (u64, u64), before: (Duration, u64)) -> String {
    let left = time_left(elapsed, done_of, before);
    left.map_or_else(String::new, |left| format!(", {} left", about(left)))
}

/// `8 of 20 games`.
fn counted((done, of): (u64, u64), things: &str) -> String {
    format!("{} of {} {things}", grouped(done), grouped(of))
}

/// `12,345,678 positions found, 410,000 a second, 1.2 GiB`, without the memory if the bytes of a position are not known.
fn found(positions: u64, elapsed: Duration, bytes: u64) -> String {
    let rate = (u128::from(positions) * 1000).checked_div(elapsed.as_millis()).unwrap_or(0);
    let rate = grouped(u64::try_from(rate).unwrap_or(u64::MAX));
    let memory = match bytes {
        0 => String::new(),
        bytes => format!(", {}", ByteSize(positions.saturating_mul(bytes))),
    };
    format!("{} positions found, {rate} a second{memory}", grouped(positions))
}

/// A bar for a known total. Its prefix is the time that is left: the bar's own estimate uses the most recent progress, and is
/// wrong by multiples if work is reported in large pieces.
fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}%{prefix}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The least progress for an estimate of the remaining time: a fiftieth of the work that was left, and at least 2 seconds.
const ENOUGH: (u64, Duration) = (50, Duration::from_secs(2));

/// The remaining time at the average speed since what was done before; `None` if there is not enough data.
fn time_left(
    elapsed: Duration,
    (done, of): (u64, u64),
    (until, done_before): (Duration, u64),
) -> Option<Duration> {
    let (part, time) = ENOUGH;
    let (elapsed, left) = (elapsed.saturating_sub(until), of.saturating_sub(done));
    let done = done.saturating_sub(done_before);
    if elapsed < time || done == 0 || done.saturating_mul(part - 1) < left {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "seconds are enough")]
    let ratio = left as f64 / done as f64;
    Some(elapsed.mul_f64(ratio))
}

/// A time, as precisely as it is known: `40 s`, `3 min`, `2 h`.
fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 90.0 {
        format!("{seconds:.0} s")
    } else if seconds < 90.0 * 60.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.0} h", seconds / 3600.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing had been done before.
    const FROM_START: (Duration, u64) = (Duration::ZERO, 0);

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn no_time_is_told_before_there_is_enough_to_say() {
        for (elapsed, done) in [(0, 0), (1, 900), (100, 0), (100, 19), (1, 1000)] {
            assert_eq!(
                time_left(seconds(elapsed), (done, 1000), FROM_START),
                None,
                "{elapsed} s: {done}"
            );
        }
        assert_eq!(time_left(seconds(100), (0, 0), FROM_START), None);
        assert_eq!(time_left(seconds(100), (20, 1000), FROM_START), Some(seconds(4900)));
        assert_eq!(time_left(seconds(2), (500, 1000), FROM_START), Some(seconds(2)));
    }

    #[test]
    fn the_time_goes_by_all_that_was_done_and_not_by_what_was_done_last() {
        // Half of the work is done, so the remaining time is the elapsed time.
        assert_eq!(time_left(seconds(30), (1 << 40, 1 << 41), FROM_START), Some(seconds(30)));
        assert_eq!(time_left(seconds(30), (1000, 1000), FROM_START), Some(seconds(0)));
        // More than the total gives a sensible result.
        assert_eq!(time_left(seconds(30), (2000, 1000), FROM_START), Some(seconds(0)));
        assert_eq!(time_left(seconds(30), (u64::MAX, u64::MAX), FROM_START), Some(seconds(0)));
    }

    #[test]
    fn what_an_earlier_run_has_done_took_no_time() {
        let resumed = (seconds(1), 600);
        assert_eq!(time_left(seconds(101), (700, 1000), resumed), Some(seconds(300)));
        // A fiftieth of what was left is enough, as from the start.
        assert_eq!(time_left(seconds(101), (608, 1000), resumed), Some(seconds(4900)));
        assert_eq!(time_left(seconds(101), (607, 1000), resumed), None);
        assert_eq!(time_left(seconds(101), (600, 1000), resumed), None);
    }

    #[test]
    fn times_are_told_as_exactly_as_they_are_known() {
        let times = [0, 8, 89, 90, 150, 5399, 5400, 100_000].map(|time| about(seconds(time)));
        assert_eq!(times, ["0 s", "8 s", "89 s", "2 min", "2 min", "90 min", "2 h", "28 h"]);
    }

    #[test]
    fn what_is_found_is_told_without_a_total() {
        assert_eq!(
            found(12_345_678, seconds(30), 100),
            "12,345,678 positions found, 411,522 a second, 1.1 GiB"
        );
        assert_eq!(found(0, seconds(0), 0), "0 positions found, 0 a second");
    }

    #[test]
    fn a_line_says_what_is_known() {
        let line = |done_of, bytes| line(done_of, seconds(30), FROM_START, bytes, None);
        assert_eq!(line((1, 4), None), "25%, 2 min left");
        assert_eq!(line((0, 4), Some(100)), "0%");
        assert_eq!(line((600, 0), Some(100)), "600 positions found, 20 a second, 58.6 KiB");
        assert_eq!(line((600, 0), None), "30 s so far");
        let games = |done| super::line((done, 1200), seconds(30), FROM_START, None, Some("games"));
        assert_eq!(games(0), "0 of 1,200 games");
        assert_eq!(games(400), "400 of 1,200 games, 60 s left");
    }

    #[test]
    fn a_task_that_reports_nothing_is_shown_and_its_parts_are_not() {
        let progress = Progress::new("testing".to_owned(), 0);
        let started = progress.started;
        progress.shown.lock().unwrap().screen =
            Screen::Lines { next: Duration::ZERO, last: started };
        let is_hidden = progress.during(|_| {
            thread::sleep(PATIENCE);
            let part = Progress::new("a part".to_owned(), 0);
            matches!(part.shown.lock().unwrap().screen, Screen::Hidden)
        });
        assert!(is_hidden);
        let shown = progress.shown.lock().unwrap();
        assert!(matches!(shown.screen, Screen::Lines { last, .. } if last > started));
    }

    #[test]
    fn what_begins_again_is_measured_from_there() {
        let progress = Progress::new("testing".to_owned(), 10);
        progress.shown.lock().unwrap().before = (Duration::ZERO, 7);
        progress.count("games", 5);
        let (_, before) = progress.shown.lock().unwrap().before;
        assert_eq!((before, progress.done_of()), (0, (0, 5)));
    }

    #[test]
    fn what_is_done_never_goes_back() {
        let progress = Progress::new("testing".to_owned(), 0);
        let reports = [(1, 10), (3, 10), (2, 10), (10, 10)];
        let shown = reports.map(|(done, of)| {
            progress.set(done, of);
            progress.done_of().0
        });
        assert_eq!(shown, [1, 3, 3, 10]);
    }
}
