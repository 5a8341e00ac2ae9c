//! A game solved tier by tier into a folder, by any number of processes together.

use std::path::Path;

use perfect_play_core::Objective;
use perfect_play_file::{Header, ReadError, TierFolder, TierPacker};
use perfect_play_generator::{
    TierSolver, TierStore, TierValues,
    numbering::{Runs, Sections, Tier, Tiers},
};

use crate::{
    OnTier, Start, TierSolve, TierSolveError, band_cache::BandCache, tier_solve::start_of,
};

/// A process's part of a solve into a folder, by [`TierSolve::into_shared_folder`]. Any number of processes can solve the
/// same game into the same folder. They communicate only through the folder.
///
/// A solve waits for the tiers of other processes. While it waits, it occupies the threads of this process. So run only
/// one solve in a process. A second solve would get no threads, and the first solve might wait for it forever.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, TierSolve};
///
/// let folder = tempfile::tempdir()?;
/// let solve = TierSolve::new("connect:4,4,4".parse()?)?;
/// let solve = solve.into_shared_folder(folder.path(), Objective::Fastest)?;
/// // Several processes would divide these runs among them.
/// solve.run(solve.missing()?, &|_event| ())?;
/// let (header, start) = solve.finish(Objective::Fastest)?;
/// assert_eq!((header.game.as_str(), start.entry.remoteness), ("connect:4,4,4", Some(16)));
/// assert!(AnyTable::open(folder.path())?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FolderSolve {
    solve: TierSolve,
    folder: TierFolder,
    cache: BandCache,
}

/// An event in a solve into a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderEvent {
    /// A tier is solved.
    Tier {
        /// The number of the tier.
        tier: u32,
        /// The number of its slots.
        slots: u64,
    },
    /// A run is finished.
    Run {
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
pub type OnFolder<'p> = &'p (dyn Fn(FolderEvent) + Sync);

impl TierSolve {
    /// Prepares to solve a part of the game into a folder, which is created if it does not exist. Other processes, on
    /// this machine or others, may do the same at the same time.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or has another table.
    pub fn into_shared_folder(
        self,
        folder: &Path,
        objective: Objective,
    ) -> Result<FolderSolve, TierSolveError> {
        let folder = TierFolder::create(folder, &self.game, objective, self.tiers.clone())?;
        Ok(FolderSolve { solve: self, folder, cache: BandCache::new(0) })
    }

    /// Solves the game for its start only, with files in this folder, which is created if it does not exist. A layer of
    /// tiers is removed as soon as no other layer needs it. If an earlier run was interrupted, this one resumes from
    /// the tiers in the folder.
    ///
    /// The last files stay in the folder. Remove the folder if you only need the answer.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used. The tiers that were written are kept.
    pub fn for_start(
        &self,
        objective: Objective,
        folder: &Path,
        progress: OnTier<'_>,
    ) -> Result<Start, TierSolveError> {
        let folder = TierFolder::scratch(folder, &self.game, self.tiers.clone())?;
        let solve = FolderSolve { solve: self.clone(), folder, cache: BandCache::new(0) };
        solve.run_alone(&solve.missing()?, progress)?;
        start_of(&self.table(objective, solve.folder)?)
    }
}

impl FolderSolve {
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
        &self.solve.tiers
    }

    /// The path of the folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The unfinished runs, in ascending order. This reads the finished runs, on all cores.
    ///
    /// # Errors
    ///
    /// If a run cannot be read.
    pub fn missing(&self) -> Result<Vec<usize>, TierSolveError> {
        Ok(self.folder.missing()?)
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
        report: OnFolder<'_>,
    ) -> Result<(), TierSolveError> {
        self.run_waiting(runs, report, true)
    }

    fn run_waiting(
        &self,
        runs: impl IntoIterator<Item = usize, IntoIter: Send>,
        report: OnFolder<'_>,
        waits: bool,
    ) -> Result<(), TierSolveError> {
        let solver = TierSolver::new(&self.solve.game, &self.solve.tiers)?;
        let tiers = runs.into_iter().flat_map(|run| self.runs().tiers(run));
        let (folder, cache) = (&self.folder, &self.cache);
        solver.run(tiers, &Store { folder, cache, solver: &solver, report, waits })
    }

    /// Solves all [missing](Self::missing) runs in this process.
    pub(crate) fn run_alone(
        &self,
        missing: &[usize],
        progress: OnTier<'_>,
    ) -> Result<(), TierSolveError> {
        let done = self.solve.counted(progress);
        let left: u64 = missing.iter().map(|&run| self.runs().slots(self.tiers(), run)).sum();
        done(self.tiers().slots() - left, missing.first().map_or(0, |&run| self.layer_of(run)));
        let report = |event| {
            if let FolderEvent::Tier { tier, slots } = event {
                done(slots, self.tiers().layer_of(tier));
            }
        };
        self.run_waiting(missing.iter().copied(), &report, false)
    }

    fn layer_of(&self, run: usize) -> u8 {
        self.tiers().layer_of(self.runs().tiers(run).start)
    }

    /// Finishes the table. Returns the header that a file of the whole table would have, and the values at the start.
    ///
    /// # Errors
    ///
    /// If runs are missing, or cannot be read.
    pub fn finish(self, objective: Objective) -> Result<(Header, Start), TierSolveError> {
        let table = self.solve.table(objective, self.folder)?;
        let start = start_of(&table)?;
        Ok((table.into_values().finish()?, start))
    }
}

/// The folder, as the solver uses it.
struct Store<'s> {
    folder: &'s TierFolder,
    cache: &'s BandCache,
    solver: &'s TierSolver<'s>,
    report: OnFolder<'s>,
    /// Whether other processes may solve tiers that are not there.
    waits: bool,
}

impl Store<'_> {
    /// Solves a damaged run again, on this thread. If two threads do so at once, they write the same bytes.
    fn mend(&self, tier: u32) -> Result<(), TierSolveError> {
        let run = self.folder.runs().of_tier(tier);
        if self.folder.is_whole(run)? {
            return Ok(());
        }
        (self.report)(FolderEvent::Damaged { run });
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
            // The tiers from which it was solved are not in a scratch folder any more.
            Err(ReadError::Damaged { .. }) if !self.folder.is_scratch() => {
                self.mend(tier)?;
                Ok(read()?)
            }
            read => Ok(read?),
        }
    }
}

impl Sections for Store<'_> {
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

impl TierStore for Store<'_> {
    type Packed = TierPacker;

    fn begin(&self, tier: &Tier<'_>) -> TierPacker {
        self.folder.packer(tier)
    }

    fn pack(
        &self,
        packer: &mut TierPacker,
        tier: &Tier<'_>,
        _band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), TierSolveError> {
        Ok(packer.push(tier, values)?)
    }

    fn keep(&self, tier: u32, packer: TierPacker) -> Result<(), TierSolveError> {
        let whole = self.folder.append(packer.finish()?)?;
        (self.report)(FolderEvent::Tier {
            tier,
            slots: self.solver.tiers().slots_in(tier..tier + 1),
        });
        if let Some(run) = whole {
            (self.report)(FolderEvent::Run { run });
        }
        Ok(())
    }

    fn is_there(&self, tier: u32) -> Result<bool, TierSolveError> {
        Ok(!self.waits || self.folder.is_there(tier)?)
    }
}
