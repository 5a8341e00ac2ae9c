//! What the service counts, as Prometheus reads it.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use hyper::StatusCode;

use super::memory::Memory;

/// The upper bounds of the histogram's buckets, in seconds.
const BOUNDS: [f64; 6] = [0.000_1, 0.001, 0.01, 0.1, 1.0, 10.0];

/// The counts of a service.
pub(super) struct Metrics {
    memory: Memory,
    connections: AtomicU64,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    requests: BTreeMap<u16, u64>,
    positions: u64,
    /// How many pieces of work took at most as long as each bound.
    work: [u64; BOUNDS.len()],
    work_count: u64,
    work_sum: Duration,
}

/// An open connection. It counts until it is dropped.
pub(super) struct Open<'m>(&'m Metrics);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    pub(super) fn new(memory: Memory) -> Self {
        Self { memory, connections: AtomicU64::new(0), counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection that has begun.
    pub(super) fn open(&self) -> Open<'_> {
        self.connections.fetch_add(1, Relaxed);
        Open(self)
    }

    /// Counts a request that is answered with this status.
    pub(super) fn answered(&self, status: StatusCode) {
        *self.counts().requests.entry(status.as_u16()).or_default() += 1;
    }

    /// Counts work that took this long and answered this many positions.
    pub(super) fn worked(&self, time: Duration, positions: usize) {
        let mut counts = self.counts();
        counts.positions += positions as u64;
        counts.work_count += 1;
        counts.work_sum += time;
        for (count, bound) in counts.work.iter_mut().zip(BOUNDS) {
            *count += u64::from(time.as_secs_f64() <= bound);
        }
    }

    /// The number of answered requests.
    pub(super) fn requests(&self) -> u64 {
        self.counts().requests.values().sum()
    }

    /// The counts in the text format of Prometheus.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let begin = |out: &mut String, name: &str, kind: &str, help: &str| {
            write!(out, "# HELP perfect_play_{name} {help}\n# TYPE perfect_play_{name} {kind}\n")
        };
        let counts = self.counts();
        begin(out, "requests_total", "counter", "Requests that were answered, by status.")?;
        for (status, count) in &counts.requests {
            writeln!(out, "perfect_play_requests_total{{status=\"{status}\"}} {count}")?;
        }
        let (open, held) = (self.connections.load(Relaxed), self.memory.held());
        for (name, kind, help, value) in [
            ("positions_total", "counter", "Positions that were answered.", counts.positions),
            ("connections", "gauge", "Open connections.", open),
            ("answer_memory_bytes", "gauge", "Memory that answers hold.", held),
            (
                "answer_memory_limit_bytes",
                "gauge",
                "Memory that answers may hold.",
                self.memory.all(),
            ),
        ] {
            begin(out, name, kind, help)?;
            writeln!(out, "perfect_play_{name} {value}")?;
        }
        begin(
            out,
            "work_seconds",
            "histogram",
            "Time of work on a request, or on a piece of a list.",
        )?;
        for (count, bound) in counts.work.iter().zip(BOUNDS) {
            writeln!(out, "perfect_play_work_seconds_bucket{{le=\"{bound}\"}} {count}")?;
        }
        let (count, sum) = (counts.work_count, counts.work_sum.as_secs_f64());
        writeln!(out, "perfect_play_work_seconds_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(out, "perfect_play_work_seconds_sum {sum}")?;
        writeln!(out, "perfect_play_work_seconds_count {count}")
    }
}
