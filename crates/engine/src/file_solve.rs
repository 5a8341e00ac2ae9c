//! A game solved tier by tier into a file, or into a folder by one process.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_core::Objective;
use perfect_play_file::{Header, Settings, TierPacker, TierWriter, write};
use perfect_play_generator::{
    TierSolver, TierStore,
    numbering::{Sections, Tier},
};

use crate::{FolderSolve, OnTier, Start, TierSolve, TierSolveError, tier_solve::start_of};

/// A solve into a file or a folder, by [`TierSolve::into_file`] or [`TierSolve::into_folder`].
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, TierSolve};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small.perfect");
/// let solve = TierSolve::new("connect:4,4,3".parse()?)?.into_file(&path, Objective::Fastest)?;
/// let (header, start) = solve.run(&|_progress| ())?;
/// assert_eq!((header.entry_bytes, start.entry.remoteness), (67_248, Some(9)));
/// assert!(AnyTable::open(&path)?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileSolve {
    objective: Objective,
    form: Form,
}

/// What is written.
#[derive(Debug)]
enum Form {
    /// A small table is solved in memory, and written in one step.
    Memory {
        solve: TierSolve,
        path: PathBuf,
    },
    File {
        solve: TierSolve,
        file: TierWriter,
    },
    Folder {
        solve: FolderSolve,
        missing: Vec<usize>,
    },
}

impl TierSolve {
    /// Prepares to solve the game into a file. A small table is solved in memory and written in one step. A larger
    /// table is written to `FILE.partial` first. If an earlier run was interrupted, this run resumes from that file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn into_file(self, path: &Path, objective: Objective) -> Result<FileSolve, TierSolveError> {
        let is_small = self.slots() <= Settings::MAX_HELD_BYTES;
        let create = || TierWriter::create(path, &self.game, objective, Arc::clone(&self.tiers));
        let form = if is_small {
            Form::Memory { solve: self, path: path.to_path_buf() }
        } else {
            Form::File { file: create()?, solve: self }
        };
        Ok(FileSolve { objective, form })
    }

    /// Prepares to solve the game into a folder, which is created if it does not exist. There is a file for each run of
    /// tiers ([`FolderSolve::runs`]). If an earlier run was interrupted, this one resumes from the files in the folder.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or has another table.
    pub fn into_folder(
        self,
        folder: &Path,
        objective: Objective,
    ) -> Result<FileSolve, TierSolveError> {
        let solve = self.into_shared_folder(folder, objective)?;
        Ok(FileSolve { objective, form: Form::Folder { missing: solve.missing()?, solve } })
    }
}

impl FileSolve {
    /// How many tiers an earlier, interrupted run has written.
    #[must_use]
    pub fn tiers_kept(&self) -> u32 {
        match &self.form {
            Form::Memory { .. } => 0,
            Form::File { file, .. } => file.next_tier(),
            Form::Folder { solve, missing } => {
                let left = missing.iter().flat_map(|&run| solve.runs().tiers(run));
                solve.tiers().numbers().end - u32::try_from(left.count()).unwrap_or(u32::MAX)
            }
        }
    }

    /// The unfinished file, or the folder, that keeps the solved tiers. `None` if a small table is written to a file.
    /// Then nothing is kept until the whole table is solved.
    #[must_use]
    pub fn kept_in(&self) -> Option<&Path> {
        match &self.form {
            Form::Memory { .. } => None,
            Form::File { file, .. } => Some(file.partial_path()),
            Form::Folder { solve, .. } => Some(solve.path()),
        }
    }

    /// Solves what is left and finishes the file. Returns its header, and the values at the start.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The finished tiers of a larger table are kept.
    pub fn run(self, progress: OnTier<'_>) -> Result<(Header, Start), TierSolveError> {
        let Self { objective, form } = self;
        match form {
            Form::Memory { solve, path } => {
                let table = solve.in_memory(objective, progress)?;
                Ok((write(&table, &path)?, start_of(&table)?))
            }
            Form::File { solve, file } => {
                let done = solve.counted(progress);
                let kept =
                    |tier| done(solve.tiers.slots_in(tier..tier + 1), solve.tiers.layer_of(tier));
                let first = file.next_tier();
                if let Some(last) = first.checked_sub(1) {
                    done(solve.tiers.slots_in(0..first), solve.tiers.layer_of(last));
                }
                let store = Store { file: &file, report: &kept };
                let solver = TierSolver::new(&solve.game, &solve.tiers)?;
                solver.run(first..solve.tiers.numbers().end, &store)?;
                let table = solve.table(objective, file)?;
                let start = start_of(&table)?;
                Ok((table.into_values().finish()?, start))
            }
            Form::Folder { solve, missing } => {
                solve.run_alone(&missing, progress)?;
                solve.finish(objective)
            }
        }
    }
}

/// The file, as the solver uses it.
struct Store<'s> {
    file: &'s TierWriter,
    /// Called for each tier that is kept.
    report: &'s (dyn Fn(u32) + Sync),
}

impl Sections for Store<'_> {
    type Error = TierSolveError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), TierSolveError> {
        Ok(self.file.section(tier, mover, values)?)
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), TierSolveError> {
        Ok(self.file.band(tier, band, mover, values)?)
    }
}

impl TierStore for Store<'_> {
    type Packed = TierPacker;

    fn begin(&self, tier: &Tier<'_>) -> TierPacker {
        self.file.packer(tier)
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
        self.file.append(packer.finish()?)?;
        (self.report)(tier);
        Ok(())
    }
}
