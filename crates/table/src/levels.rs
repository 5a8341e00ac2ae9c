//! Going through a large table level by level: a few levels are held at a time, and what belongs to
//! one level is worked on by all cores, the same for any number of them.

mod diff;
mod marks;
mod reachable;
mod record;
mod stats;
mod verify;

pub use diff::diff;
pub use record::records;
pub use stats::stats;
pub use verify::verify;

use std::{borrow::Cow, convert::Infallible, error::Error, mem, ops::ControlFlow};

use perfect_play_core::{Board, Game, Objective, Probe, ProbeError, Value};
use perfect_play_index::{Index, Levels};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use crate::Unreadable;

/// Slots that are worked on between two reports of progress, at least.
const REPORT_EVERY: u64 = 1 << 19;

/// A table that answers probes and can be gone through level by level. Every type that can do both
/// is one.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Index;
/// use perfect_play_table::{Unreadable, levels};
///
/// /// Whether a table is right, wherever its levels come from.
/// fn is_right<T: levels::LevelProbe>(table: &T) -> Result<bool, Unreadable> {
///     Ok(levels::verify(table, &mut |_done, _of| ())?.is_proven())
/// }
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let index = Index::of(&game)?;
/// let table = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// assert!(is_right(&table)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LevelProbe:
    Probe<Game: Game<Position = Board> + Sync + 'static>
    + Levels<Error: Error + Send + Sync + 'static>
    + Sync
{
}

impl<T> LevelProbe for T where
    T: Probe<Game: Game<Position = Board> + Sync + 'static>
        + Levels<Error: Error + Send + Sync + 'static>
        + Sync
{
}

/// Two levels of a table: one, and the one before it in the order of the slots, into which all moves
/// lead that leave the first.
///
/// It answers probes of the positions in the first, and for values also of those in the second.
pub(crate) struct Held<'t, T> {
    table: &'t T,
    level: usize,
    /// The first slot of the level.
    start: u64,
    here: Cow<'t, [u8]>,
    above: Cow<'t, [u8]>,
}

impl<'t, T: LevelProbe> Held<'t, T> {
    /// None yet.
    pub(crate) fn new(table: &'t T) -> Self {
        let nothing = || Cow::Borrowed(&[][..]);
        let (level, start) = (table.index().levels(), 0);
        Self { table, level, start, here: nothing(), above: nothing() }
    }

    /// No level is left to go on to.
    pub(crate) fn at_end(table: &'t T) -> Self {
        Self { level: 0, ..Self::new(table) }
    }

    /// Goes on to the next level in the order of the slots; `false` if there is none.
    ///
    /// # Errors
    ///
    /// If the table cannot be read.
    pub(crate) fn advance(&mut self) -> Result<bool, Unreadable> {
        let Some(level) = self.level.checked_sub(1) else {
            return Ok(false);
        };
        // In this order, so that there are never three.
        self.above = mem::take(&mut self.here);
        self.here = self.table.level(level).map_err(Unreadable::new)?;
        let (found, slots) = (self.here.len() as u64, self.index().level_len(level));
        if found != slots {
            return Err(Unreadable::new(WrongLength { level, found, slots }));
        }
        self.level = level;
        self.start = self.index().level_slots(level).start;
        Ok(true)
    }

    pub(crate) fn index(&self) -> &'t Index {
        self.table.index()
    }

    pub(crate) fn table(&self) -> &'t T {
        self.table
    }

    pub(crate) fn level(&self) -> usize {
        self.level
    }

    /// The bytes of the level, one a slot.
    pub(crate) fn values(&self) -> &[u8] {
        &self.here
    }

    /// How many positions of the level have an entry, for each ply from 0 to the game's longest
    /// play.
    pub(crate) fn positions_by_ply(&self, progress: &mut dyn FnMut(u64, u64)) -> Vec<u64> {
        let none = vec![0; usize::from(self.game().max_plies()) + 1];
        let mut sums = none.clone();
        let count = |top| {
            let mut counts = none.clone();
            for (_, board, value) in self.slots(top) {
                let count = counts.get_mut(usize::from(self.game().ply(board)));
                if let (Some(_), Some(count)) = (value, count) {
                    *count += u64::from(self.index().top_images(top));
                }
            }
            counts
        };
        let ControlFlow::Continue(()) =
            self.for_each_top::<_, Infallible>(progress, count, |of_top| {
                sums.iter_mut().zip(of_top).for_each(|(sum, count)| *sum += count);
                ControlFlow::Continue(())
            });
        sums
    }

    /// The byte in a slot of either level.
    #[inline]
    pub(crate) fn byte(&self, slot: u64) -> u8 {
        let byte = match slot.checked_sub(self.start) {
            Some(place) => self.here.get(to_usize(place)),
            None => (self.above.len() as u64)
                .checked_sub(self.start - slot)
                .and_then(|place| self.above.get(to_usize(place))),
        };
        byte.copied().unwrap_or(Value::NONE)
    }

    /// The slots of the level that have this top configuration, in order: each with its board and
    /// the value there; `None` where there is no entry, or where the rules rule the board out.
    pub(crate) fn slots(&self, top: usize) -> impl Iterator<Item = (u64, Board, Option<Value>)> {
        let first = self.start + self.index().top_slots(self.level, top).start;
        (first..)
            .zip(self.index().boards(self.level, top))
            .map(|(slot, board)| (slot, board, self.value_in(slot, board)))
    }

    /// The value of the entry in a slot with this board, if there is one.
    #[inline]
    pub(crate) fn value_in(&self, slot: u64, board: Board) -> Option<Value> {
        let value = Value::from_byte(self.byte(slot))?;
        self.table.game().check(board).is_ok().then_some(value)
    }

    /// Does some work for every top configuration that has slots in the level, in parallel, and hands
    /// on what comes of it in their order. A `Break` ends it soon.
    pub(crate) fn for_each_top<R: Send, B>(
        &self,
        progress: &mut dyn FnMut(u64, u64),
        work: impl Fn(usize) -> R + Sync,
        mut then: impl FnMut(R) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (index, level) = (self.index(), self.level);
        let slots = |top| index.top_slots(level, top);
        let mut begin = 0;
        while begin < index.tops() {
            let first = slots(begin).start;
            let enough = |&top: &usize| slots(top).end >= first + REPORT_EVERY;
            let end = (begin..index.tops()).find(enough).map_or(index.tops(), |top| top + 1);
            let results: Vec<R> = parallel(begin..end)
                .with_max_len(1)
                .filter(|&top| !slots(top).is_empty())
                .map(&work)
                .collect();
            results.into_iter().try_for_each(&mut then)?;
            progress(self.start + slots(end - 1).end, index.slots());
            begin = end;
        }
        ControlFlow::Continue(())
    }
}

impl<T: LevelProbe> Probe for Held<'_, T> {
    type Game = T::Game;
    type Error = ProbeError;

    fn game(&self) -> &T::Game {
        self.table.game()
    }

    fn objective(&self) -> Objective {
        self.table.objective()
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        self.game().check(board)?;
        let byte = self.index().slot(board).map_or(Value::NONE, |slot| self.byte(slot));
        Value::from_byte(byte).ok_or_else(|| self.game().why_no_entry(board))
    }
}

/// A level is longer or shorter than its numbering says.
#[derive(Debug, thiserror::Error)]
#[error("level {level} of the table has {found} bytes, and {slots} slots")]
struct WrongLength {
    level: usize,
    found: u64,
    slots: u64,
}

/// A place in a level that is in memory.
#[inline]
pub(crate) fn to_usize(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
