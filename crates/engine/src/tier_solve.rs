//! A game solved tier by tier, into memory or into a file.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use perfect_play_core::{Board, Entry, Game, MoveValues, Objective, Probe, Values};
use perfect_play_file::{
    CopyError, FileSections, Header, ReadError, Settings, TierPacker, TierWriter, Unreadable,
    WriteError, write,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    SolveError, TierSolver, TierStore,
    numbering::{NotNumbered, Runs, Sections, Tier, TierTable, Tiers},
    solve_tiers,
};
use perfect_play_parallel::{ParallelIterator, parallel};
use thiserror::Error;

use crate::{FolderSolve, Plan};

/// A solve that goes tier by tier. Its plan is known before it begins.
///
/// ```
/// use perfect_play_core::{Objective, Outcome};
/// use perfect_play_engine::TierSolve;
///
/// let solve = TierSolve::new("connect:4,4,3".parse()?)?;
/// assert_eq!((solve.tiers(), solve.slots()), (276, 67_248));
///
/// let folder = tempfile::tempdir()?;
/// let start = solve.for_start(Objective::Fastest, folder.path(), &|_progress| ())?;
/// assert_eq!((start.entry.outcome, start.entry.remoteness), (Outcome::Win, Some(9)));
/// assert_eq!(start.moves.iter().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TierSolve {
    pub(crate) game: Mnk,
    pub(crate) tiers: Arc<Tiers>,
}

/// The values at a game's start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The entry of the start.
    pub entry: Entry,
    /// The values of the first moves.
    pub moves: MoveValues,
}

/// The progress of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierProgress {
    /// The slots that are solved, including those of an earlier run.
    pub slots: u64,
    /// The layer of tiers that is being solved, counted from 1.
    pub layer: u8,
    /// How many layers there are.
    pub layers: u8,
}

/// A function that is called on any thread after each tier, with the progress of the solve.
pub type OnTier<'p> = &'p (dyn Fn(TierProgress) + Sync);

/// Why a game could not be solved tier by tier.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum TierSolveError {
    /// The boards of the game cannot be numbered.
    NotNumbered(#[from] NotNumbered),
    /// The solver cannot solve the game.
    NotSolved(#[from] SolveError),
    /// A file cannot be written: another run uses it, or the disk is full. The tiers that were written are kept.
    Write(#[from] WriteError),
    /// Tiers that were written cannot be read again.
    Read(#[from] ReadError),
    /// The solved table cannot be read.
    Unreadable(#[from] Unreadable),
}

impl TierSolve {
    /// Prepares a solve.
    ///
    /// # Errors
    ///
    /// If the board is too large to number.
    pub fn new(game: Mnk) -> Result<Self, NotNumbered> {
        Ok(Self { game, tiers: Arc::new(Tiers::of(&game)?) })
    }

    /// The number of tiers.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.tiers.len()
    }

    /// The number of slots in all tiers.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.tiers.slots()
    }

    /// The estimated cost of the solve. Nothing is solved.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::of_tiers(&self.game, &self.tiers)
    }

    /// The runs into which several processes divide the tiers.
    #[must_use]
    pub fn runs(&self) -> Runs {
        Runs::of(&self.tiers)
    }

    /// Solves the game in memory, which must hold all slots.
    ///
    /// # Errors
    ///
    /// The errors of the solver.
    pub fn in_memory(
        &self,
        objective: Objective,
        progress: OnTier<'_>,
    ) -> Result<TierTable<Mnk, FileSections>, TierSolveError> {
        let done = self.counted(progress);
        let sections = solve_tiers(&self.game, &self.tiers, &|slots| done(slots, 0))?;
        self.table(objective, sections.into())
    }

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
    /// tiers ([`Runs`]). If an earlier run was interrupted, this one resumes from the files in the folder.
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

    /// A function that counts solved slots. Call it with the number of newly solved slots, and with the number of marks
    /// of their layer. It reports the progress of the solve.
    pub(crate) fn counted(&self, progress: OnTier<'_>) -> impl Fn(u64, u8) + Sync {
        let (layers, slots) = (self.tiers.layers(), AtomicU64::new(0));
        move |more, layer| {
            let slots = slots.fetch_add(more, Relaxed) + more;
            progress(TierProgress { slots, layer: layers - layer, layers });
        }
    }

    /// The table with these values.
    pub(crate) fn table<V>(
        &self,
        objective: Objective,
        values: V,
    ) -> Result<TierTable<Mnk, V>, TierSolveError> {
        let table = TierTable::new(self.game, objective, Arc::clone(&self.tiers).into(), values);
        table.ok_or(TierSolveError::NotSolved(SolveError::OtherNumbering))
    }
}

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
                let header = write(&table, &path).map_err(|error| match error {
                    CopyError::Write(error) => error.into(),
                    // The table is in memory.
                    CopyError::Unreadable(error) => TierSolveError::Unreadable(error),
                })?;
                Ok((header, start_of(&table)?))
            }
            Form::File { solve, file } => {
                let done = solve.counted(progress);
                let kept = |tier| done(slots_of(&solve.tiers, tier), solve.tiers.layer_of(tier));
                let first = file.next_tier();
                (0..first).for_each(kept);
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

/// The number of slots of a tier.
pub(crate) fn slots_of(tiers: &Tiers, tier: u32) -> u64 {
    tiers.lens()[tier as usize].iter().map(|&len| u64::from(len)).sum()
}

/// The entry of a table's start, and the values of the first moves.
pub(crate) fn start_of<S: Values<Error = ReadError>>(
    table: &TierTable<Mnk, S>,
) -> Result<Start, TierSolveError> {
    let start: Board = table.game().start();
    Ok(Start { entry: table.probe(start)?, moves: table.move_values(start)? })
}

/// How many compressed tiers are held in memory while a table is copied.
const COPIED_AT_ONCE: u32 = 64;

/// Writes a table to a file. The bytes are the same as those of solving into the file.
pub(crate) fn write_tier_table(
    table: &TierTable<Mnk, FileSections>,
    path: &Path,
) -> Result<Header, CopyError> {
    let tiers = table.numbering().tiers();
    if tiers.slots() <= Settings::MAX_HELD_BYTES {
        return write(table, path);
    }
    let writer = TierWriter::create(path, table.game(), table.objective(), Arc::clone(tiers))?;
    while (writer.next_tier() as usize) < tiers.len() {
        let first = writer.next_tier();
        let end = tiers.numbers().end.min(first.saturating_add(COPIED_AT_ONCE));
        let pack = |tier| table.values().pack(tier, &writer);
        let packed: Vec<_> = parallel(first..end).map(pack).collect();
        for packed in packed {
            writer.append(packed?)?;
        }
    }
    Ok(writer.finish()?)
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
        band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), TierSolveError> {
        Ok(packer.push(tier, band, values)?)
    }

    fn keep(&self, tier: u32, packer: TierPacker) -> Result<(), TierSolveError> {
        self.file.append(packer.finish()?)?;
        (self.report)(tier);
        Ok(())
    }
}
