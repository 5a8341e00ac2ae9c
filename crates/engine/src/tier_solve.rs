//! A game solved tier by tier: into memory, into a file, or for its start alone.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use perfect_play_core::{Board, Entry, Game, Layout, MoveValues, Objective, Probe, Tabular};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    MAX_CODES, SolveError, TierSolver, TierStore, TierValues, solve_tiers,
    tiers::{NotNumbered, Sections, TierTable, Tiers},
};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_table::{
    CopyError, FileSections, Header, PackedTier, ReadError, Settings, TierFiles, TierScratch,
    TierWriter, Unreadable, WriteError, write_tiers,
};
use thiserror::Error;

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
/// assert_eq!((start.entry.outcome, start.entry.remoteness), (Outcome::Win, 9));
/// assert_eq!(start.moves.iter().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierSolve {
    game: Mnk,
    tiers: Arc<Tiers>,
    /// By tier: its slots with O and with X to move.
    lens: Vec<[u64; 2]>,
}

/// What the numbering and the solver take for their tables.
const MEMORY_OF_TABLES: u64 = 48 << 20;

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
    /// Prepares a solve. This counts the slots of every tier.
    ///
    /// # Errors
    ///
    /// If the board is too large to number.
    pub fn new(game: Mnk) -> Result<Self, NotNumbered> {
        let tiers = Arc::new(Tiers::of(&game)?);
        let lens =
            parallel(0..tiers.len()).map(|number| tiers.tier(number).lens().map(|len| len as u64));
        let lens = lens.collect();
        Ok(Self { game, tiers, lens })
    }

    /// How many tiers there are.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.lens.len()
    }

    /// How many slots all tiers have.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.lens.iter().flatten().sum()
    }

    /// How many slots the largest tier has.
    #[must_use]
    pub fn largest_tier(&self) -> u64 {
        self.lens.iter().map(|lens| lens.iter().sum()).max().unwrap_or(0)
    }

    /// The most bytes of memory that a solve into files with so many threads takes: for each a tier, a section
    /// of a child tier, and sections that are compressed. The tables of the solver are included.
    #[must_use]
    pub fn memory(&self, threads: usize) -> u64 {
        if self.slots() <= Settings::MAX_HELD_BYTES {
            return MEMORY_OF_TABLES + 3 * self.slots();
        }
        let section = self.lens.iter().flatten().max().copied().unwrap_or(0);
        // Compressed, a section takes no more than its own size and a little.
        MEMORY_OF_TABLES + threads as u64 * (self.largest_tier() + 3 * section)
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
        let table = TierTable::new(self.game, objective, self.tiers, sections.into());
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
        let create = || TierWriter::create(path, &self.game, objective, &self.tiers);
        let writer = if is_small { None } else { Some(create()?) };
        Ok(FileSolve { solve: self, path: path.to_path_buf(), objective, writer })
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
        let scratch = TierScratch::open(folder, &self.game, &self.tiers)?;
        self.run(&scratch, progress)?;
        let table = TierTable::new(self.game, objective, Arc::clone(&self.tiers), scratch);
        start_of(&table.ok_or(TierSolveError::NotSolved(SolveError::OtherNumbering))?)
    }

    /// Solves the tiers that are not in these files yet.
    fn run<F: TierFiles>(&self, files: &F, progress: OnTier<'_>) -> Result<(), TierSolveError> {
        let (layers, slots) = (self.tiers.layers(), AtomicU64::new(0));
        let kept = |tier: u32| {
            let more = self.lens[tier as usize].iter().sum();
            let slots = slots.fetch_add(more, Relaxed) + more;
            progress(TierProgress { slots, layer: layers - self.tiers.layer_of(tier), layers });
        };
        let first = files.next_tier();
        (0..first).for_each(kept);
        let solver = TierSolver::new(&self.game, &self.tiers)?;
        solver.run(first, &Kept { files, solver: &solver, report: &kept })
    }
}

/// A solve into a file, by [`TierSolve::into_file`].
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, TierSolve};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small.perfect");
/// let solve = TierSolve::new("connect:4,4,3".parse()?)?.into_file(&path, Objective::Fastest)?;
/// let (header, start) = solve.run(&|_progress| ())?;
/// assert_eq!((header.entry_bytes, start.entry.remoteness), (67_248, 9));
/// assert!(AnyTable::open(&path)?.verify(&mut |_, _| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileSolve {
    solve: TierSolve,
    path: PathBuf,
    objective: Objective,
    /// `None` for a small table.
    writer: Option<TierWriter>,
}

impl FileSolve {
    /// How many tiers an earlier run has written that was interrupted.
    #[must_use]
    pub fn tiers_kept(&self) -> u32 {
        self.writer.as_ref().map_or(0, TierFiles::next_tier)
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

    /// The file under way that keeps the solved tiers. `None` if the table is small: then nothing is kept before
    /// all is there.
    #[must_use]
    pub fn partial_path(&self) -> Option<&Path> {
        self.writer.as_ref().map(TierWriter::partial_path)
    }

    /// Solves what is left and finishes the file. Gives what it says of itself, and the values at the start.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. What there is of a larger table is kept.
    pub fn run(self, progress: OnTier<'_>) -> Result<(Header, Start), TierSolveError> {
        let Self { solve, path, objective, writer } = self;
        let Some(writer) = writer else {
            let table = solve.in_memory(objective, progress)?;
            let header = write_tiers(&table, &path).map_err(|error| match error {
                CopyError::Write(error) => error.into(),
                // It is in memory.
                CopyError::Unreadable(error) => TierSolveError::Unreadable(error),
            })?;
            return Ok((header, start_of(&table)?));
        };
        solve.run(&writer, progress)?;
        let table = TierTable::new(solve.game, objective, solve.tiers, writer);
        let table = table.ok_or(TierSolveError::NotSolved(SolveError::OtherNumbering))?;
        let start = start_of(&table)?;
        Ok((table.into_sections().finish()?, start))
    }
}

/// The entry of a table's start, and the values of the first moves.
fn start_of<S: Sections<Error = ReadError>>(
    table: &TierTable<Mnk, S>,
) -> Result<Start, TierSolveError> {
    let start: Board = table.game().start();
    Ok(Start { entry: table.probe(start)?, moves: table.move_values(start)? })
}

/// Writes a table to a file: the same bytes as solving into it would give.
pub(crate) fn write_tier_table(
    table: &TierTable<Mnk, FileSections>,
    path: &Path,
) -> Result<Header, CopyError> {
    let tiers = table.tiers();
    if tiers.slots() <= Settings::MAX_HELD_BYTES {
        return write_tiers(table, path);
    }
    let solver = || TierSolver::new(table.game(), tiers).map_err(Unreadable::new);
    // In a file they are filled.
    let solver = table.sections().are_held().then(solver).transpose()?;
    let solver = solver.filter(TierSolver::fills);
    let writer = TierWriter::create(path, table.game(), table.objective(), tiers)?;
    let mut values = TierValues::default();
    while (writer.next_tier() as usize) < tiers.len() {
        let tier = writer.next_tier();
        for (mover, section) in values.sections.iter_mut().enumerate() {
            table.sections().section(tier, mover, section).map_err(Unreadable::new)?;
        }
        if let Some(solver) = &solver {
            solver.fill(tier, &mut values);
        }
        let [o, x] = &values.sections;
        writer.append(writer.pack(tier, [o, x])?)?;
    }
    Ok(writer.finish()?)
}

/// Files to which solved tiers are appended.
struct Kept<'k, F> {
    files: &'k F,
    solver: &'k TierSolver<'k>,
    /// Told of each tier that is kept.
    report: &'k (dyn Fn(u32) + Sync),
}

impl<F: TierFiles> Sections for Kept<'_, F> {
    type Error = TierSolveError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), TierSolveError> {
        Ok(self.files.section(tier, mover, values)?)
    }

    fn keeps_ends(&self) -> bool {
        !self.solver.fills()
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, TierSolveError> {
        Ok(self.files.byte(tier, mover, rank)?)
    }
}

impl<F: TierFiles> TierStore for Kept<'_, F> {
    type Packed = PackedTier;

    fn pack(&self, tier: u32, values: &mut TierValues) -> Result<PackedTier, TierSolveError> {
        if self.solver.fills() {
            self.solver.fill(tier, values);
        }
        let [o, x] = &values.sections;
        Ok(self.files.pack(tier, [o, x])?)
    }

    fn keep(&self, tier: u32, packed: PackedTier) -> Result<(), TierSolveError> {
        self.files.append(packed)?;
        (self.report)(tier);
        Ok(())
    }
}
