//! A game that says its tiers, solved into a file.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Objective, Table};
use perfect_play_file::{CopyError, Header, RankWriter, Settings, WriteError, write};
use perfect_play_generator::{
    SolveError,
    numbering::{LoadedTiers, RankNumbering, UnitValues},
};
use thiserror::Error;

use crate::{
    AnyGame,
    ranked::{Ranked, memory_for_tiers},
};

/// A solve of a game that says its tiers ([`Game::tiering`](perfect_play_core::Game::tiering)) into a file.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, RankSolve};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small.perfect");
/// let solve = RankSolve::into_file(&"chess:KQK".parse()?, &path, Objective::Fastest)?;
/// solve.run(&|_done, _of| ())?;
/// assert!(AnyTable::open(&path)?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankSolve {
    game: AnyGame,
    ranked: Ranked,
    numbering: RankNumbering,
    objective: Objective,
    form: Form,
    /// How many bytes of tiers are kept in memory from one unit to the next.
    kept: u64,
}

/// What is written.
enum Form {
    /// A small table is solved in memory, and written in one step.
    Memory(PathBuf),
    File(Box<RankWriter>),
}

/// Why a game could not be solved into a file.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum RankSolveError {
    /// The game cannot be solved.
    Solve(#[from] SolveError),
    /// The file cannot be written. The units that were written are kept.
    Write(#[from] WriteError),
    /// The table cannot be copied into the file.
    Copy(#[from] CopyError),
}

impl RankSolve {
    /// Prepares to solve a game into a file. A small table is solved in memory and written in one step. A larger table is
    /// written to `FILE.partial` first, unit after unit. If an earlier run was interrupted, this run resumes from that file.
    ///
    /// # Errors
    ///
    /// If the game does not say its tiers, or if the file cannot be written.
    pub fn into_file(
        game: &AnyGame,
        path: &Path,
        objective: Objective,
    ) -> Result<Self, RankSolveError> {
        let ranked = game.ranked().ok_or(SolveError::NoMethod)?.clone();
        let numbering = ranked.numbering().map_err(SolveError::NotRanked)?;
        let form = if numbering.all_slots() <= Settings::MAX_HELD_BYTES {
            Form::Memory(path.to_path_buf())
        } else {
            let writer = RankWriter::create(path, game, objective, numbering.clone())?;
            Form::File(writer.into())
        };
        let kept = memory_for_tiers();
        Ok(Self { game: game.clone(), ranked, numbering, objective, form, kept })
    }

    /// Keeps about this many bytes of solved tiers in memory, for the units that lead to them. Others are read again. Defaults
    /// to half of the free memory.
    #[must_use]
    pub fn keeping(self, bytes: u64) -> Self {
        Self { kept: bytes, ..self }
    }

    /// The number of units.
    #[must_use]
    pub fn units(&self) -> u32 {
        self.numbering.units().end
    }

    /// How many units an earlier, interrupted run has written.
    #[must_use]
    pub fn units_kept(&self) -> u32 {
        match &self.form {
            Form::Memory(_) => 0,
            Form::File(writer) => writer.next_unit(),
        }
    }

    /// The unfinished file that keeps the solved units. `None` if the table is small: nothing is kept until all of it is
    /// solved.
    #[must_use]
    pub fn kept_in(&self) -> Option<&Path> {
        match &self.form {
            Form::Memory(_) => None,
            Form::File(writer) => Some(writer.partial_path()),
        }
    }

    /// Solves what is left and finishes the file. Returns its header. `progress` is called on any thread with the amount of
    /// work that is done and the total.
    ///
    /// # Errors
    ///
    /// If the game cannot be solved, or the file cannot be written. The finished units of a larger table are kept.
    pub fn run(self, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Header, RankSolveError> {
        let Self { game, ranked, numbering, objective, form, kept } = self;
        let writer = match form {
            Form::Memory(path) => {
                let (numbering, values) = ranked.solve(objective, u64::MAX, progress)?;
                let table = Table::new(game, objective, numbering, values);
                return Ok(write(&table.ok_or(SolveError::OtherNumbering)?, &path)?);
            }
            Form::File(writer) => writer,
        };
        let first = writer.next_unit();
        let before = numbering.tiers_of_units(first).start;
        let (done, all) = (AtomicU64::new(0), 2 * numbering.all_slots());
        let report = |slots| progress(done.fetch_add(slots, Relaxed) + slots, all);
        report(2 * numbering.unit_slots(0..before));
        let mut solved = LoadedTiers::new(&*writer, numbering.tiers(), kept);
        for unit in first..numbering.units().end {
            let tiers = numbering.tiers_of(unit);
            solved.begin_unit(tiers.clone());
            let values = ranked.solve_unit(&numbering, unit, &solved, &report)?;
            writer.append(&values)?;
            tiers.zip(values).for_each(|(tier, values)| solved.keep(tier, values));
            done.store(2 * numbering.unit_slots(0..numbering.tiers_of(unit).end), Relaxed);
        }
        drop(solved);
        Ok(writer.finish()?)
    }
}
