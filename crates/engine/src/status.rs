//! The progress of a table in a folder, and its workers.

use std::{path::Path, thread, time::Duration};

use perfect_play_core::Objective;
use perfect_play_table::{WrittenTiers, written_tiers};
use serde::Serialize;
use thiserror::Error;

use crate::{AnyRules, Note, TierSolve};

/// The progress of a table in a folder: the finished tiers, and the reports of the processes that write it
/// ([`Note`]).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The game's name.
    pub game: String,
    /// The objective of the table.
    pub objective: Objective,
    /// How many tiers the table has.
    pub tiers: u64,
    /// How many of them are written.
    pub tiers_done: u64,
    /// How many slots the table has.
    pub slots: u64,
    /// How many slots the written tiers have.
    pub slots_done: u64,
    /// Bytes of the finished files.
    pub bytes: u64,
    /// Bytes of the unfinished files, including those of interrupted processes.
    pub bytes_under_way: u64,
    /// How many slots all workers solve in a second. 0 if no process works.
    pub slots_a_second: f64,
    /// The number of seconds until the table is done at this rate. `None` if no process works.
    pub seconds_left: Option<f64>,
    /// The processes that work on the table, or worked on it.
    pub workers: Vec<WorkerStatus>,
}

/// The state of a process that solves a part of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkerStatus {
    /// The report of the process.
    #[serde(flatten)]
    pub note: Note,
    /// The activity of the process.
    pub does: Does,
}

/// The activity of a process that solves a part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    /// It solves tiers.
    Solves,
    /// It waits for tiers of other processes.
    Waits,
    /// Its share is done, and it has ended.
    Done,
    /// It reported nothing new while it was watched: it was interrupted, or has lost the folder.
    Silent,
}

/// Why a folder has no status.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StatusError {
    /// The folder cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The folder has no tiers, and no report of a process.
    #[error("has no tiers of a table, and no worker reports that it writes some there")]
    Nothing,
    /// The folder has a table of a game that this program does not know.
    #[error("has a table of {0}, which this program cannot solve tier by tier")]
    UnknownGame(String),
}

impl Status {
    /// Watches a folder for this long. A worker that reports nothing new in this time is [`Does::Silent`]. The clocks
    /// of other machines are not used.
    ///
    /// # Errors
    ///
    /// If the folder has no table, or cannot be read.
    pub fn of(folder: &Path, watched: Duration) -> Result<Self, StatusError> {
        let before = Note::all(folder);
        let is_at_work = |note: &Note| !note.is_done;
        if before.iter().any(is_at_work) {
            thread::sleep(watched);
        }
        let notes = Note::all(folder);
        let WrittenTiers { header, sections, bytes, bytes_under_way, .. } = written_tiers(folder)?;
        let told = notes.first().map(|note| (note.game.clone(), note.objective));
        let (game, objective) = header
            .map(|header| (header.game, header.objective))
            .or(told)
            .ok_or(StatusError::Nothing)?;
        let unknown = || StatusError::UnknownGame(game.clone());
        let rules: AnyRules = game.parse().map_err(|_| unknown())?;
        let solve = rules.mnk().and_then(|game| TierSolve::new(game).ok()).ok_or_else(unknown)?;
        let lens = solve.tiers.lens();
        let len_of = |section: u64| -> u64 {
            let tier = usize::try_from(section / 2).ok().and_then(|tier| lens.get(tier));
            tier.map_or(0, |lens| lens.iter().map(|&len| u64::from(len)).sum())
        };
        let tiers_done =
            || sections.iter().flat_map(|part| (part.first..part.first + part.sections).step_by(2));
        let slots_done = tiers_done().map(len_of).sum();
        let workers: Vec<_> = notes
            .into_iter()
            .map(|note| {
                let moved = before.iter().all(|old| {
                    (&old.worker, &old.host, old.process)
                        != (&note.worker, &note.host, note.process)
                        || old.beat != note.beat
                });
                let does = match (note.is_done, moved, note.waits_for) {
                    (true, ..) => Does::Done,
                    (_, false, _) => Does::Silent,
                    (.., Some(_)) => Does::Waits,
                    _ => Does::Solves,
                };
                WorkerStatus { note, does }
            })
            .collect();
        let at_work = workers.iter().filter(|it| matches!(it.does, Does::Solves | Does::Waits));
        let slots_a_second = at_work.map(|it| rate(&it.note)).sum::<f64>();
        let left = solve.slots().saturating_sub(slots_done);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let seconds_left = (slots_a_second > 0.0).then(|| left as f64 / slots_a_second);
        Ok(Self {
            game,
            objective,
            tiers: solve.tiers() as u64,
            tiers_done: tiers_done().count() as u64,
            slots: solve.slots(),
            slots_done,
            bytes,
            bytes_under_way,
            slots_a_second,
            seconds_left,
            workers,
        })
    }

    /// Whether all tiers are written.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.tiers_done == self.tiers
    }
}

/// How many slots a process has solved in a second.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn rate(note: &Note) -> f64 {
    if note.seconds > 0.0 { note.slots as f64 / note.seconds } else { 0.0 }
}
