//! A table by index, read from its file.

use std::{borrow::Cow, fmt};

use perfect_play_core::{Board, Game, Objective, Probe, ProbeFailure, Value};
use perfect_play_index::{Index, Levels};

use crate::{
    ReadError,
    file::Entries,
    left_out::{byte_of, restore},
    levels::to_usize,
};

/// The table in a file whose entries are those of the slots of an [`Index`]. It is held in memory
/// if it is small (up to [`crate::Settings::MAX_HELD_BYTES`]); otherwise a probe reads the block it
/// needs, and the blocks read last are kept.
///
/// ```
/// use perfect_play_core::{Mnk, Objective, Outcome, Probe};
/// use perfect_play_index::{Index, Levels};
/// use perfect_play_table::{LevelWriter, TableFile};
///
/// let game: Mnk = "connect:4,3,3".parse()?;
/// let index = Index::of(&game)?;
/// let solved = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("table.perfect");
/// let mut writer = LevelWriter::create(&path, game, Objective::Fastest, solved.index())?;
/// while let Some(level) = writer.next_level() {
///     writer.write_level(level, &solved.level(level)?)?;
/// }
/// writer.finish()?;
///
/// // Not held in memory: each probe reads the block that it needs.
/// let table = TableFile::open_holding(&path, 0)?.into_block_table(game)?;
/// let entry = table.probe(game.parse("..../X.../XO..")?)?;
/// assert_eq!((entry.outcome, entry.best_move()), (Outcome::Loss, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BlockTable<G> {
    game: G,
    objective: Objective,
    index: Index,
    /// What each level states of its positions, in the order of the file.
    counts: Vec<Vec<u64>>,
    entries: Entries,
}

impl<G: Game<Position = Board>> BlockTable<G> {
    pub(crate) fn new(
        game: G,
        objective: Objective,
        index: Index,
        counts: Vec<Vec<u64>>,
        entries: Entries,
    ) -> Self {
        Self { game, objective, index, counts, entries }
    }

    /// What is stored for a slot.
    fn byte(&self, slot: u64) -> Result<u8, ReadError> {
        let byte = match &self.entries {
            Entries::Held(entries) => {
                usize::try_from(slot).ok().and_then(|slot| entries.get(slot).copied())
            }
            Entries::Stored(store) => match self.index.level_of(slot) {
                Some((level, within)) => {
                    let (block, place) = store.plan().find(self.nth(level), within);
                    store.cached(block)?.get(place).copied()
                }
                None => None,
            },
        };
        Ok(byte.unwrap_or(Value::NONE))
    }

    /// Which one in the file a level is.
    fn nth(&self, level: usize) -> usize {
        self.index.levels() - 1 - level
    }
}

impl<G: Game<Position = Board>> Probe for BlockTable<G> {
    type Game = G;
    type Error = ReadError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        self.game.check(board)?;
        let stored = || self.index.slot(board).map_or(Ok(Value::NONE), |slot| self.byte(slot));
        let byte = byte_of(&self.index.kind(), board, stored)?;
        Value::from_byte(byte).ok_or_else(|| self.game.why_no_entry(board).into())
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let has_no_entry = |error: ReadError| error.no_entry().is_some();
        let boards = self.index.positions(&self.game);
        boards.filter(move |&board| !self.value(board).is_err_and(has_no_entry))
    }
}

impl<G: Game<Position = Board> + Sync> Levels for BlockTable<G> {
    type Error = ReadError;

    fn index(&self) -> &Index {
        &self.index
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, ReadError> {
        let mut values = match &self.entries {
            Entries::Held(entries) => {
                let slots = self.index.level_slots(level);
                entries[to_usize(slots.start)..to_usize(slots.end)].to_vec()
            }
            Entries::Stored(store) => store.level(self.nth(level))?,
        };
        restore(&self.game, &self.index, level, &mut values);
        Ok(values.into())
    }

    fn stated_counts(&self, level: usize) -> Option<&[u64]> {
        self.counts.get(self.nth(level)).map(Vec::as_slice)
    }
}

/// Prints what the table is, and not its entries.
impl<G: fmt::Display> fmt::Debug for BlockTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlockTable({}, {})", self.game, self.objective)
    }
}
