//! A game that no memory holds, solved for the values at its start.

use std::{
    path::Path,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Board, Entry, Game, Mnk, MoveValues, Objective, Player, Value};
use perfect_play_generator::{
    SolveError, TierSolver, TierStore, TierValues,
    index::{NotNumbered, Sections, Tiers},
};
use perfect_play_parallel::{ParallelIterator, parallel};
use perfect_play_table::{PackedTier, TierScratch, WriteError};
use thiserror::Error;

/// A solve that goes tier by tier and keeps solved tiers in a folder, as long as others need them. In the end it
/// has the values of the start and of the first moves, and no table.
///
/// ```
/// use perfect_play_core::{Objective, Outcome};
/// use perfect_play_engine::StartSolve;
///
/// let solve = StartSolve::new("connect:4,4,3".parse()?)?;
/// assert_eq!((solve.tiers(), solve.slots()), (276, 67_248));
///
/// let folder = tempfile::tempdir()?;
/// let start = solve.run(Objective::Fastest, folder.path(), &|_progress| ())?;
/// assert_eq!((start.entry.outcome, start.entry.remoteness), (Outcome::Win, 9));
/// assert_eq!(start.moves.iter().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StartSolve {
    game: Mnk,
    tiers: Tiers,
    /// By tier: its slots with O and with X to move.
    lens: Vec<[u64; 2]>,
}

/// What the numbering and the solver take for their tables.
const MEMORY_OF_TABLES: u64 = 48 << 20;

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
pub struct StartProgress {
    /// The slots that are solved, those of an earlier run included.
    pub slots: u64,
    /// The layer that is being solved, counted from 1.
    pub layer: u8,
    /// How many layers there are.
    pub layers: u8,
}

/// Why a game could not be solved for its start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// Its boards cannot be numbered.
    #[error(transparent)]
    NotNumbered(#[from] NotNumbered),
    /// The solver cannot solve it.
    #[error(transparent)]
    NotSolved(#[from] SolveError),
    /// The folder cannot be used.
    #[error(transparent)]
    Scratch(#[from] WriteError),
    /// A tier has no value for a board: this is a fault in the program.
    #[error("the solved tiers have no value for {board}: this is a fault in the program")]
    NoValue {
        /// The board.
        board: String,
    },
}

/// The solved tiers in a folder.
struct Solved<'s> {
    tiers: &'s Tiers,
    scratch: &'s TierScratch,
    /// Told of each tier that is kept.
    kept: &'s (dyn Fn(u32) + Sync),
}

impl Sections for Solved<'_> {
    type Error = WriteError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), WriteError> {
        self.scratch.read(self.tiers.layer_of(tier), tier, mover, values)
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, WriteError> {
        let mut section = Vec::new();
        self.section(tier, mover, &mut section)?;
        Ok(section.get(rank).copied())
    }
}

impl TierStore for Solved<'_> {
    type Packed = PackedTier;

    fn pack(&self, tier: u32, values: &mut TierValues) -> Result<PackedTier, WriteError> {
        let [o, x] = &values.sections;
        self.scratch.pack(tier, [o, x])
    }

    fn keep(&self, tier: u32, packed: PackedTier) -> Result<(), WriteError> {
        let layer = self.tiers.layer_of(tier);
        if tier == self.tiers.layer(layer).start {
            self.scratch.sync_layer(layer + 1)?;
            self.scratch.open_layer(layer)?;
            // The tiers that are solved now are in this layer, or in the next one as soon as this one is whole.
            // Their child tiers are in the layer before, or in this one.
            self.scratch.remove_layer(layer + 2)?;
        }
        self.scratch.keep(layer, packed)?;
        (self.kept)(tier);
        Ok(())
    }
}

impl StartSolve {
    /// Prepares a solve. This counts the slots of every tier.
    ///
    /// # Errors
    ///
    /// If the board is too large to number.
    pub fn new(game: Mnk) -> Result<Self, StartError> {
        let tiers = Tiers::of(&game)?;
        let lens = parallel(0..tiers.len()).map(|number| {
            let tier = tiers.tier(number);
            [0, 1].map(|mover| tier.len(mover) as u64)
        });
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

    /// The most bytes of memory that a solve with so many threads takes: for each a tier, a section of
    /// a child tier, and a section that is compressed. The tables of the solver come on top.
    #[must_use]
    pub fn memory(&self, threads: usize) -> u64 {
        let section = self.lens.iter().flatten().max().copied().unwrap_or(0);
        // Compressed, a section takes no more than its own size and a little.
        MEMORY_OF_TABLES + threads as u64 * (self.largest_tier() + 3 * section)
    }

    /// Solves the game with the files of this folder, which is made if it is not there. If an earlier run was
    /// interrupted, this one goes on from the tiers in the folder. `progress` is told after each tier.
    ///
    /// The files are left in the folder: remove it if the answer is all you want.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used: another run uses it, or the disk is full. The tiers that were written are
    /// kept.
    pub fn run(
        &self,
        objective: Objective,
        folder: &Path,
        progress: &(dyn Fn(StartProgress) + Sync),
    ) -> Result<Start, StartError> {
        let Self { game, tiers, .. } = self;
        let scratch = TierScratch::open(
            folder,
            &format!("{game}: {} tiers, {} slots", self.tiers(), self.slots()),
        )?;
        let layers = tiers.layers();
        let first = self.first_tier(&scratch)?;
        let slots = AtomicU64::new(0);
        let report = |tier: u32| {
            let more = self.lens[tier as usize].iter().sum();
            let slots = slots.fetch_add(more, Relaxed) + more;
            progress(StartProgress { slots, layer: layers - tiers.layer_of(tier), layers });
        };
        (0..first).for_each(report);
        let sections = Solved { tiers, scratch: &scratch, kept: &report };
        TierSolver::new(game, tiers)?.run(first, &sections)?;
        let value = |board| self.value(&sections, board);
        let moves = MoveValues::new(game, game.start(), value)?;
        let entry = Entry::new(game, game.start(), value(game.start())?, moves.optimal(objective));
        Ok(Start { entry, moves })
    }

    /// The tier to go on with: the first that is not in the lowest layer of an earlier run, if the layer above
    /// it is whole.
    fn first_tier(&self, scratch: &TierScratch) -> Result<u32, StartError> {
        let layers = self.tiers.layers();
        for layer in 0..layers {
            if !scratch.open_layer_if_there(layer)? {
                continue;
            }
            let above = layer + 1;
            let is_whole = above == layers
                || scratch.open_layer_if_there(above)?
                    && self.tiers.layer(above).all(|tier| scratch.has(above, tier));
            if is_whole {
                let mut tiers = self.tiers.layer(layer);
                let end = tiers.end;
                return Ok(tiers.find(|&tier| !scratch.has(layer, tier)).unwrap_or(end));
            }
            scratch.remove_layer(layer)?;
        }
        Ok(0)
    }

    fn value(&self, solved: &Solved<'_>, board: Board) -> Result<Value, StartError> {
        if let Some(outcome) = self.game.terminal(board) {
            return Ok(Value::terminal(outcome));
        }
        let no_value = || StartError::NoValue { board: self.game.notation(board).to_string() };
        let (tier, player, rank) = self.tiers.locate(board).ok_or_else(no_value)?;
        let byte = solved.byte(tier, usize::from(player == Player::X), rank)?;
        byte.and_then(Value::from_byte).ok_or_else(no_value)
    }
}
