//! A game solved tier by tier into a folder, by several processes together.

use std::{path::Path, sync::Arc};

use perfect_play_core::Objective;
use perfect_play_games::Mnk;
use perfect_play_generator::{
    TierSolver, TierStore, TierValues,
    tiers::{Runs, Sections, Tier, Tiers},
};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_table::{ReadError, SharedFolder, TierPacker};

use crate::{TierSolve, TierSolveError, Worker, band_cache::BandCache};

/// A solve into a folder in which other processes solve the same game, by [`TierSolve::into_shared`]. The processes
/// communicate only through the folder.
///
/// A solve waits for the tiers of other processes. While it waits, it occupies the threads of this process. So run only
/// one solve in a process. A second solve would get no threads, and the first solve might wait for it forever.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, TierSolve, Worker};
///
/// let folder = tempfile::tempdir()?;
/// // The only worker. The first of two workers would be `1/2`.
/// let worker: Worker = "1/1".parse()?;
/// let solve = TierSolve::new("connect:4,4,4".parse()?)?;
/// let solve = solve.into_shared(folder.path(), Objective::Fastest, "my-host-1")?;
/// let share = solve.missing(Some(worker))?;
/// solve.run(share, &|_event| ())?;
/// assert!(AnyTable::open(folder.path())?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedSolve {
    game: Mnk,
    tiers: Arc<Tiers>,
    folder: SharedFolder,
    cache: BandCache,
}

/// An event in a process's part of a shared solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedEvent {
    /// A tier is solved.
    Tier {
        /// The number of its slots.
        slots: u64,
    },
    /// A run is finished.
    Run {
        /// The number of the run.
        run: usize,
    },
    /// The next tier waits for a run that another process has to solve.
    Waits {
        /// The number of the run.
        run: usize,
    },
    /// A finished run is damaged and is solved again.
    Damaged {
        /// The number of the run.
        run: usize,
    },
}

/// A function that is called on any thread for each event.
pub type OnShared<'p> = &'p (dyn Fn(SharedEvent) + Sync);

impl TierSolve {
    /// Prepares to solve a part of the game into a folder, which is created if it does not exist. Other processes, on
    /// this machine or others, do the same at the same time. `writer` is a name of this process, such as its host and
    /// process number.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or has another table.
    pub fn into_shared(
        self,
        folder: &Path,
        objective: Objective,
        writer: &str,
    ) -> Result<SharedSolve, TierSolveError> {
        let Self { game, tiers } = self;
        let folder = SharedFolder::create(folder, &game, objective, Arc::clone(&tiers), writer)?;
        Ok(SharedSolve { game, tiers, folder, cache: BandCache::new(0) })
    }
}

impl SharedSolve {
    /// Keeps up to this many bytes of child tiers in memory.
    #[must_use]
    pub fn with_cache(self, bytes: usize) -> Self {
        Self { cache: BandCache::new(bytes), ..self }
    }

    /// The runs into which the tiers are divided.
    #[must_use]
    pub fn runs(&self) -> &Runs {
        self.folder.runs()
    }

    /// The numbering.
    #[must_use]
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// The unfinished runs of a worker's share, or of all runs if `share` is `None`, in ascending order. This reads
    /// the finished runs, on all cores.
    ///
    /// # Errors
    ///
    /// If a run cannot be read.
    pub fn missing(&self, share: Option<Worker>) -> Result<Vec<usize>, TierSolveError> {
        let its = |&run: &usize| share.is_none_or(|worker| worker.has(run));
        let runs: Vec<usize> = (0..self.runs().len()).filter(its).collect();
        let if_missing = |run| Ok((!self.folder.is_whole(run)?).then_some(run));
        let missing = parallel(runs).map(if_missing).collect::<Result<Vec<_>, TierSolveError>>()?;
        Ok(missing.into_iter().flatten().collect())
    }

    /// Whether a run is finished and undamaged. This reads it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_whole(&self, run: usize) -> Result<bool, TierSolveError> {
        Ok(self.folder.is_whole(run)?)
    }

    /// Solves these runs, on all cores. It waits for tiers that other processes solve. It solves a damaged run again.
    /// In `runs`, each run must come after the runs to which its moves lead. Ascending order is always right. When a
    /// thread is free, it takes the next run from the iterator. The iterator may block.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written. Finished runs are kept.
    pub fn run(
        &self,
        runs: impl IntoIterator<Item = usize, IntoIter: Send>,
        report: OnShared<'_>,
    ) -> Result<(), TierSolveError> {
        let solver = TierSolver::new(&self.game, &self.tiers)?;
        let tiers = runs.into_iter().flat_map(|run| self.runs().tiers(run));
        let (folder, cache) = (&self.folder, &self.cache);
        solver.run(tiers, &Shared { folder, cache, solver: &solver, report })
    }
}

/// The folder, as the solver uses it.
struct Shared<'s> {
    folder: &'s SharedFolder,
    cache: &'s BandCache,
    solver: &'s TierSolver<'s>,
    report: OnShared<'s>,
}

impl Shared<'_> {
    /// Solves a damaged run again, on this thread. If two threads do so at once, they write the same bytes.
    fn mend(&self, tier: u32) -> Result<(), TierSolveError> {
        let run = self.folder.runs().of_tier(tier);
        if self.folder.is_whole(run)? {
            return Ok(());
        }
        (self.report)(SharedEvent::Damaged { run });
        let (mut values, mut whole) = (TierValues::default(), Vec::new());
        for tier in self.folder.runs().tiers(run) {
            whole.push(self.solver.solve_for(self, tier, &mut values)?.finish()?);
        }
        Ok(self.folder.write(run, whole)?)
    }

    /// Reads from a run, and solves the run again if it is damaged.
    fn or_mend(
        &self,
        tier: u32,
        mut read: impl FnMut() -> Result<(), ReadError>,
    ) -> Result<(), TierSolveError> {
        match read() {
            Err(ReadError::Damaged { .. }) => {
                self.mend(tier)?;
                Ok(read()?)
            }
            read => Ok(read?),
        }
    }
}

impl Sections for Shared<'_> {
    type Error = TierSolveError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), TierSolveError> {
        self.or_mend(tier, || self.folder.section(tier, mover, values))
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), TierSolveError> {
        let key = (tier.number(), mover, band);
        if !self.cache.get(key, values) {
            self.or_mend(tier.number(), || self.folder.band(tier, band, mover, values))?;
            self.cache.put(key, values);
        }
        Ok(())
    }
}

impl TierStore for Shared<'_> {
    type Packed = TierPacker;

    fn begin(&self, tier: &Tier<'_>) -> TierPacker {
        self.folder.packer(tier)
    }

    fn pack(
        &self,
        packer: &mut TierPacker,
        tier: &Tier<'_>,
        band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), TierSolveError> {
        Ok(packer.push(tier, band, values)?)
    }

    fn keep(&self, tier: u32, packer: TierPacker) -> Result<(), TierSolveError> {
        let whole = self.folder.append(packer.finish()?)?;
        let lens = self.solver.tiers().lens()[tier as usize];
        (self.report)(SharedEvent::Tier { slots: lens.iter().map(|&len| u64::from(len)).sum() });
        if let Some(run) = whole {
            (self.report)(SharedEvent::Run { run });
        }
        Ok(())
    }

    fn is_there(&self, tier: u32) -> Result<bool, TierSolveError> {
        let is_there = self.folder.is_there(tier);
        if !is_there {
            (self.report)(SharedEvent::Waits { run: self.folder.runs().of_tier(tier) });
        }
        Ok(is_there)
    }
}
