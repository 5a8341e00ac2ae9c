//! Notes: small files in which processes report on their part of a solve.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use perfect_play_core::Objective;
use perfect_play_table::replace;
use serde::{Deserialize, Serialize};

use crate::SharedEvent;

/// The folder of the notes in a folder of tiers.
const FOLDER: &str = "workers";

/// How often a note is written.
const EVERY: Duration = Duration::from_secs(1);

/// The report of a process, in a folder that several processes write. Reports are for people. No process depends on
/// the report of another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The name of the process among the others: a share such as `2/5`, or the number of the process in MPI. A process
    /// with the same name replaces the note.
    pub worker: String,
    /// The name of its machine.
    pub host: String,
    /// Its process number on that machine.
    pub process: u32,
    /// The game's name.
    pub game: String,
    /// The objective of the table.
    pub objective: Objective,
    /// How many threads solve.
    pub threads: usize,
    /// How many runs it has finished.
    pub runs: u64,
    /// How many slots it has solved.
    pub slots: u64,
    /// For how many seconds it has been working, by its own clock.
    pub seconds: f64,
    /// The last run that it finished.
    pub last_run: Option<usize>,
    /// The run of another process for which it waits.
    pub waits_for: Option<usize>,
    /// Whether its share is done.
    pub is_done: bool,
    /// A counter that grows while the process lives.
    pub beat: u64,
}

impl Note {
    /// The note of a process that begins.
    #[must_use]
    pub fn new(
        worker: &str,
        host: &str,
        game: String,
        objective: Objective,
        threads: usize,
    ) -> Self {
        Self {
            worker: worker.to_owned(),
            host: host.to_owned(),
            process: std::process::id(),
            game,
            objective,
            threads,
            runs: 0,
            slots: 0,
            seconds: 0.0,
            last_run: None,
            waits_for: None,
            is_done: false,
            beat: 0,
        }
    }

    /// The notes in a folder, by the names of their files. Unreadable notes are left out.
    #[must_use]
    pub fn all(folder: &Path) -> Vec<Self> {
        let mut paths: Vec<_> = fs::read_dir(folder.join(FOLDER))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect();
        paths.sort();
        let read = |path: PathBuf| serde_json::from_slice(&fs::read(path).ok()?).ok();
        paths.into_iter().filter_map(read).collect()
    }
}

/// Writes the note of this process every second, until it is dropped. A failure to write it is ignored.
#[derive(Debug)]
pub struct NoteKeeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    began: Instant,
    slots: AtomicU64,
    note: Mutex<Note>,
    is_over: Mutex<bool>,
    changed: Condvar,
}

impl NoteKeeper {
    /// Begins to write the note in a folder of tiers.
    #[must_use]
    pub fn new(folder: &Path, note: Note) -> Self {
        let folder = folder.join(FOLDER);
        let _ = fs::create_dir_all(&folder);
        let name = note.worker.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let shared = Arc::new(Shared {
            path: folder.join(format!("{name}.json")),
            began: Instant::now(),
            slots: AtomicU64::new(0),
            note: Mutex::new(note),
            is_over: Mutex::new(false),
            changed: Condvar::new(),
        });
        shared.write();
        let writer = Arc::clone(&shared);
        let thread = thread::Builder::new().name("note".to_owned()).spawn(move || writer.keep());
        Self { shared, thread: thread.ok() }
    }

    /// Records an event in the note.
    pub fn hear(&self, event: SharedEvent) {
        match event {
            SharedEvent::Tier { slots } => {
                self.shared.slots.fetch_add(slots, Relaxed);
            }
            SharedEvent::Run { run } => {
                let mut note = self.shared.note();
                (note.runs, note.last_run) = (note.runs + 1, Some(run));
                note.waits_for = None;
            }
            SharedEvent::Waits { run } => self.shared.note().waits_for = Some(run),
            SharedEvent::Damaged { .. } => {}
        }
    }

    /// Records that the share of this process is done.
    pub fn is_done(self) {
        self.shared.note().is_done = true;
    }
}

impl Drop for NoteKeeper {
    fn drop(&mut self) {
        *self.shared.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.shared.write();
    }
}

impl Shared {
    fn keep(&self) {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_over {
            let waited = self.changed.wait_timeout(is_over, EVERY);
            (is_over, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if !*is_over {
                self.write();
            }
        }
    }

    fn write(&self) {
        let mut note = self.note();
        note.beat += 1;
        note.slots = self.slots.load(Relaxed);
        note.seconds = self.began.elapsed().as_secs_f64();
        let note = note.clone();
        // A failed write is ignored, because a note only informs its readers.
        let _ = replace(&self.path, |out| Ok(serde_json::to_writer(out, &note)?));
    }

    fn note(&self) -> MutexGuard<'_, Note> {
        self.note.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
