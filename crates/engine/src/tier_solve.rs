//! A game solved tier by tier: into memory, into a file, or for its start alone.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use perfect_play_core::{
    Board, Entry, Game, Layout, MoveValues, Objective, Probe, Tabular, Values,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    MAX_CODES, SolveError, TierSolver, TierStore, TierValues, solve_tiers,
    tiers::{NotNumbered, Sections, TierTable, Tiers},
};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_table::{
    CopyError, FileSections, Header, PackedTier, ReadError, Settings, TierFiles, TierFolder,
    TierWriter, Unreadable, WriteError, write,
};
use thiserror::Error;

use crate::Plan;

/// A solve that goes tier by tier. What it takes is known before it begins.
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
#[derive(Debug)]
pub struct TierSolve {
    pub(crate) game: Mnk,
    pub(crate) tiers: Arc<Tiers>,
}

/// What is kept of a tier that is written: where its sections are, and a summary of each.
const MEMORY_OF_TIER: u64 = 64;

/// Whether a game is solved code by code, and its positions are numbered so. These are the games whose entries fit
/// words, which answer in one load, and those that cannot be numbered by tiers. All others are solved tier by tier.
///
/// ```
/// use perfect_play_engine::is_solved_by_code;
///
/// assert!(is_solved_by_code(&"tictactoe".parse()?));
/// assert!(!is_solved_by_code(&"connect:6,5,4".parse()?));
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[must_use]
pub fn is_solved_by_code(game: &Mnk) -> bool {
    Layout::of(game) == Layout::Words || game.codes() <= MAX_CODES && Tiers::of(game).is_err()
}

/// The values at a game's start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The entry of the start.
    pub entry: Entry,
    /// The values of the first moves.
    pub moves: MoveValues,
}

/// How far a solve is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierProgress {
    /// The slots that are solved, those of an earlier run included.
    pub slots: u64,
    /// The layer of tiers that is being solved, counted from 1.
    pub layer: u8,
    /// How many layers there are.
    pub layers: u8,
}

/// Is told after each tier how far a solve is, on any thread.
pub type OnTier<'p> = &'p (dyn Fn(TierProgress) + Sync);

/// Why a game could not be solved tier by tier.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum TierSolveError {
    /// Its boards cannot be numbered.
    NotNumbered(#[from] NotNumbered),
    /// The solver cannot solve it.
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

    /// How many tiers there are.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.tiers.len()
    }

    /// How many slots all tiers have.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.tiers.slots()
    }

    /// How many slots the largest tier has.
    #[must_use]
    pub fn largest_tier(&self) -> u64 {
        (0..self.tiers()).map(|tier| self.slots_of(tier)).max().unwrap_or(0)
    }

    /// How many slots a tier has.
    fn slots_of(&self, tier: usize) -> u64 {
        self.tiers.lens()[tier].iter().map(|&len| u64::from(len)).sum()
    }

    /// What the solve takes, told without solving.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::of_tiers(&self.game, self)
    }

    /// The numbering.
    pub(crate) fn numbering(&self) -> &Tiers {
        &self.tiers
    }

    /// What the program and the tables of the solver take.
    pub(crate) const MEMORY_OF_PROGRAM: u64 = 48 << 20;

    /// The bytes of memory of a solve into files besides those of its threads, and those of a thread: a tier, a section
    /// of a child tier, a copy of one that is compressed, and what comes of it.
    pub(crate) fn memory_of_tables_and_thread(&self) -> [u64; 2] {
        if self.slots() <= Settings::MAX_HELD_BYTES {
            return [Self::MEMORY_OF_PROGRAM + 3 * self.slots(), 0];
        }
        let tables = self.tiers.memory() + MEMORY_OF_TIER * self.tiers() as u64;
        let section = self.tiers.lens().iter().flatten().max().map_or(0, |&len| u64::from(len));
        // Compressed, without what the rules tell, both sections of a tier take no more than one of them.
        [Self::MEMORY_OF_PROGRAM + tables, self.largest_tier() + 3 * section]
    }

    /// Solves the game in memory. It must hold all slots.
    ///
    /// # Errors
    ///
    /// Those of the solver.
    pub fn in_memory(
        self,
        objective: Objective,
        progress: OnTier<'_>,
    ) -> Result<TierTable<Mnk, FileSections>, TierSolveError> {
        let slots = AtomicU64::new(0);
        let layers = self.tiers.layers();
        let done = |more| {
            let slots = slots.fetch_add(more, Relaxed) + more;
            progress(TierProgress { slots, layer: layers, layers });
        };
        let sections = solve_tiers(&self.game, &self.tiers, &done)?;
        let table = TierTable::new(self.game, objective, self.tiers.into(), sections.into());
        table.ok_or(TierSolveError::NotSolved(SolveError::OtherNumbering))
    }

    /// Prepares to solve the game into a file. A small table is solved in memory and written at once. If a run
    /// that wrote a larger one was interrupted, this one goes on from what there is of it, in `FILE.partial`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn into_file(self, path: &Path, objective: Objective) -> Result<FileSolve, TierSolveError> {
        let is_small = self.slots() <= Settings::MAX_HELD_BYTES;
        let create = || TierWriter::create(path, &self.game, objective, Arc::clone(&self.tiers));
        let files = if is_small { Files::Memory } else { Files::One(create()?) };
        Ok(FileSolve { solve: self, path: path.to_path_buf(), objective, files })
    }

    /// Prepares to solve the game into a folder, which is made if it is not there: a file for each layer of tiers. If
    /// a run that wrote it was interrupted, this one goes on from what there is of it.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub fn into_folder(
        self,
        folder: &Path,
        objective: Objective,
    ) -> Result<FileSolve, TierSolveError> {
        let files = TierFolder::create(folder, &self.game, objective, Arc::clone(&self.tiers))?;
        let files = Files::Folder(files);
        Ok(FileSolve { solve: self, path: folder.to_path_buf(), objective, files })
    }

    /// Solves the game for its start, with files in this folder, which is made if it is not there. A tier is
    /// dropped as soon as no other needs it. If an earlier run was interrupted, this one goes on from the tiers in
    /// the folder.
    ///
    /// The last files are left in the folder: remove it if the answer is all you want.
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
        let scratch = TierFolder::scratch(folder, &self.game, Arc::clone(&self.tiers))?;
        Ok(self.solve_in(scratch, objective, progress)?.0)
    }

    /// Solves the tiers that are not in these files yet. Gives the values at the start, and the files.
    fn solve_in<F: TierFiles>(
        &self,
        files: F,
        objective: Objective,
        progress: OnTier<'_>,
    ) -> Result<(Start, F), TierSolveError> {
        self.run(&files, progress)?;
        let table = TierTable::new(self.game, objective, Arc::clone(&self.tiers).into(), files);
        let table = table.ok_or(TierSolveError::NotSolved(SolveError::OtherNumbering))?;
        let start = start_of(&table)?;
        Ok((start, table.into_values()))
    }

    /// Solves the tiers that are not in these files yet.
    fn run<F: TierFiles>(&self, files: &F, progress: OnTier<'_>) -> Result<(), TierSolveError> {
        let (layers, slots) = (self.tiers.layers(), AtomicU64::new(0));
        let kept = |tier: u32| {
            let more = self.slots_of(tier as usize);
            let slots = slots.fetch_add(more, Relaxed) + more;
            progress(TierProgress { slots, layer: layers - self.tiers.layer_of(tier), layers });
        };
        let first = files.next_tier();
        (0..first).for_each(kept);
        let solver = TierSolver::new(&self.game, &self.tiers)?;
        solver.run(first..self.tiers.numbers().end, &Kept { files, report: &kept })
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
    solve: TierSolve,
    path: PathBuf,
    objective: Objective,
    files: Files,
}

/// Where solved tiers go.
#[derive(Debug)]
enum Files {
    /// A small table is solved in memory, and written at once.
    Memory,
    One(TierWriter),
    Folder(TierFolder),
}

impl FileSolve {
    /// How many tiers an earlier run has written that was interrupted.
    #[must_use]
    pub fn tiers_kept(&self) -> u32 {
        match &self.files {
            Files::Memory => 0,
            Files::One(file) => file.next_tier(),
            Files::Folder(folder) => folder.next_tier(),
        }
    }

    /// How many tiers there are.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.solve.tiers()
    }

    /// How many slots all tiers have.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.solve.slots()
    }

    /// The file under way, or the folder, that keeps the solved tiers. `None` if a small table is written to a file:
    /// then nothing is kept before all is there.
    #[must_use]
    pub fn kept_in(&self) -> Option<&Path> {
        match &self.files {
            Files::Memory => None,
            Files::One(file) => Some(file.partial_path()),
            Files::Folder(folder) => Some(folder.path()),
        }
    }

    /// Solves what is left and finishes the file. Gives what it says of itself, and the values at the start.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. What there is of a larger table is kept.
    pub fn run(self, progress: OnTier<'_>) -> Result<(Header, Start), TierSolveError> {
        let Self { solve, path, objective, files } = self;
        match files {
            Files::Memory => {
                let table = solve.in_memory(objective, progress)?;
                let header = write(&table, &path).map_err(|error| match error {
                    CopyError::Write(error) => error.into(),
                    // It is in memory.
                    CopyError::Unreadable(error) => TierSolveError::Unreadable(error),
                })?;
                Ok((header, start_of(&table)?))
            }
            Files::One(file) => {
                let (start, file) = solve.solve_in(file, objective, progress)?;
                Ok((file.finish()?, start))
            }
            Files::Folder(folder) => {
                let (start, folder) = solve.solve_in(folder, objective, progress)?;
                Ok((folder.finish()?, start))
            }
        }
    }
}

/// The entry of a table's start, and the values of the first moves.
fn start_of<S: Values<Error = ReadError>>(
    table: &TierTable<Mnk, S>,
) -> Result<Start, TierSolveError> {
    let start: Board = table.game().start();
    Ok(Start { entry: table.probe(start)?, moves: table.move_values(start)? })
}

/// So many compressed tiers are held in memory while a table is copied.
const COPIED_AT_ONCE: u32 = 64;

/// Writes a table to a file: the same bytes as solving into it would give.
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

/// Files to which solved tiers are appended.
struct Kept<'k, F> {
    files: &'k F,
    /// Told of each tier that is kept.
    report: &'k (dyn Fn(u32) + Sync),
}

impl<F: TierFiles> Sections for Kept<'_, F> {
    type Error = TierSolveError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), TierSolveError> {
        Ok(self.files.section(tier, mover, values)?)
    }
}

impl<F: TierFiles> TierStore for Kept<'_, F> {
    type Packed = PackedTier;

    fn pack(&self, tier: u32, values: &mut TierValues) -> Result<PackedTier, TierSolveError> {
        let [o, x] = &values.sections;
        Ok(self.files.pack(tier, [o, x])?)
    }

    fn keep(&self, tier: u32, packed: PackedTier) -> Result<(), TierSolveError> {
        self.files.append(packed)?;
        (self.report)(tier);
        Ok(())
    }
}
