//! A game solved tier by tier.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Board, Entry, Game, MoveValues, Objective, Probe, Values};
use perfect_play_file::{CopyError, FileSections, ReadError, Unreadable, WriteError};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    SolveError,
    numbering::{NotNumbered, Runs, TierTable, Tiers},
    solve_tiers,
};
use thiserror::Error;

use crate::Plan;

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

/// Why a game could not be solved tier by tier, or unit by unit.
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

impl From<CopyError> for TierSolveError {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Write(error) => error.into(),
            CopyError::Unreadable(error) => error.into(),
        }
    }
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

/// The entry of a table's start, and the values of the first moves.
pub(crate) fn start_of<S: Values<Error = ReadError>>(
    table: &TierTable<Mnk, S>,
) -> Result<Start, TierSolveError> {
    let start: Board = table.game().start();
    Ok(Start { entry: table.probe(start)?, moves: table.move_values(start)? })
}
