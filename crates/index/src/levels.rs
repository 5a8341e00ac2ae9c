//! Tables whose slots are those of an [`Index`].

use std::{borrow::Cow, convert::Infallible, fmt};

use perfect_play_core::{Board, Game, Objective, Probe, ProbeError, Value};

use crate::Index;

/// The most codes with which a table's positions are listed ascending by code: those of a board of
/// 16 cells. Larger tables list them in the order of their slots.
///
/// ```
/// use perfect_play_core::{Board, Game, Mnk};
/// use perfect_play_index::{Index, MAX_CODES_IN_ORDER};
///
/// let starts_with_empty = |game: Mnk| {
///     let index = Index::of(&game).unwrap();
///     let first = index.positions(&game).next();
///     first == Some(Board::EMPTY)
/// };
/// let (small, large) = ("mnk:4,4,4".parse::<Mnk>()?, "mnk:17,1,4".parse::<Mnk>()?);
/// assert!(small.codes() <= MAX_CODES_IN_ORDER && starts_with_empty(small));
/// // In the order of the slots the start comes late, and all moves lead to what comes before.
/// assert!(large.codes() > MAX_CODES_IN_ORDER && !starts_with_empty(large));
/// # Ok::<(), perfect_play_core::ParseNameError>(())
/// ```
pub const MAX_CODES_IN_ORDER: u64 = 3_u64.pow(16);

/// A table whose slots are those of an [`Index`], level by level: so it is solved, written, read
/// and proved.
///
/// ```
/// use std::error::Error;
///
/// use perfect_play_core::Value;
/// use perfect_play_index::Levels;
///
/// /// How many slots of a table say that the side to move wins, level by level.
/// fn wins<T: Levels<Error: Error + 'static>>(table: &T) -> Result<Vec<usize>, Box<dyn Error>> {
///     let mut wins = Vec::new();
///     for level in table.index().levels_in_order() {
///         let bytes = table.level(level)?;
///         wins.push(bytes.iter().filter(|&&byte| (128..Value::NONE).contains(&byte)).count());
///     }
///     Ok(wins)
/// }
/// ```
pub trait Levels {
    /// Why a level cannot be read.
    type Error;

    /// The numbering of its positions.
    fn index(&self) -> &Index;

    /// The values of a level, a byte a slot: the [`Value`] of each position that play can lead to,
    /// and [`Value::NONE`] where [`Game::check`] has no objection but no play leads there. Where the
    /// rules rule a board out, the byte means nothing.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, Self::Error>;

    /// How many positions the table states that a level has, for each ply from 0 to the game's
    /// longest play. `None` if the table states no counts.
    fn stated_counts(&self, _level: usize) -> Option<&[u64]> {
        None
    }
}

/// A strong solution in memory, whose slots are those of an [`Index`].
///
/// ```
/// use perfect_play_core::{Board, Mnk, Objective, Probe, Value};
/// use perfect_play_index::{Index, LevelTable, Levels};
///
/// // One cell, which wins: two positions in one level, the later one first.
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let index = Index::of(&game)?;
/// assert_eq!(index.slot(Board::EMPTY), Some(1));
/// let level = vec![Value::loss(0).unwrap().byte(), Value::win(1).unwrap().byte()];
///
/// let table = LevelTable::new(game, Objective::Fastest, index, vec![level.clone()]).unwrap();
/// assert_eq!(table.probe(Board::EMPTY)?.best_move(), Some(0));
/// assert_eq!(*table.level(0)?, level);
/// assert!(table.to_baked().unwrap().ends_with(&level));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelTable<G> {
    game: G,
    objective: Objective,
    index: Index,
    /// As [`Levels::level`] says.
    levels: Vec<Vec<u8>>,
}

impl<G: Game<Position = Board>> LevelTable<G> {
    /// The table with these levels, as [`Levels::level`] describes them. `None` if the
    /// numbering is of another game, or one of them has more or fewer bytes than it has slots.
    pub fn new(game: G, objective: Objective, index: Index, levels: Vec<Vec<u8>>) -> Option<Self> {
        let whole = levels.len() == index.levels()
            && levels.iter().enumerate().all(|(i, level)| level.len() as u64 == index.level_len(i));
        (whole && index.is_of(&game)).then_some(Self { game, objective, index, levels })
    }

    /// The table as bytes that answer without an [`Index`], to be baked into a program: what leads
    /// from a position to its slot, and the slots. `None` if the board is too large (its index has
    /// three parts), or the objective is not the fastest, which is that of all baked tables.
    ///
    /// `perfect_play::Indexed` reads them.
    #[must_use]
    pub fn to_baked(&self) -> Option<Vec<u8>> {
        let fastest = self.objective == Objective::Fastest;
        let mut bytes = self.index.lookup().filter(|_| fastest)?;
        for level in self.index.levels_in_order() {
            bytes.extend(&self.levels[level]);
        }
        Some(bytes)
    }
}

impl<G> Levels for LevelTable<G> {
    type Error = Infallible;

    fn index(&self) -> &Index {
        &self.index
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, Infallible> {
        Ok(self.levels[level].as_slice().into())
    }
}

impl<G: Game<Position = Board>> Probe for LevelTable<G> {
    type Game = G;
    type Error = ProbeError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        self.game.check(board)?;
        let slot = self.index.slot(board).and_then(|slot| self.index.level_of(slot));
        let byte = slot
            .and_then(|(level, slot)| self.levels[level].get(usize::try_from(slot).ok()?).copied());
        byte.and_then(Value::from_byte).ok_or_else(|| self.game.why_no_entry(board))
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        self.index.positions(&self.game).filter(|&board| self.value(board).is_ok())
    }
}

impl Index {
    /// Every board that has a slot, and some that are no position: ascending by code, and where
    /// there are more than [`MAX_CODES_IN_ORDER`], in the order of the slots, the images that share
    /// one after one another.
    pub fn positions<'a, G: Game<Position = Board>>(
        &'a self,
        game: &'a G,
    ) -> impl Iterator<Item = Board> + 'a {
        let in_order = game.codes() <= MAX_CODES_IN_ORDER;
        let codes = if in_order { 0..game.codes() } else { 0..0 };
        // A code that decodes to a board with another code is not that board's.
        let is_its_code = |&(code, board): &(u64, Board)| game.encode(board) == code;
        let by_code = codes
            .filter_map(|code| Some((code, game.decode(code).ok()?)))
            .filter(is_its_code)
            .map(|(_, board)| board);
        let levels = (!in_order).then(|| self.levels_in_order()).into_iter().flatten();
        by_code.chain(
            levels
                .flat_map(move |level| {
                    (0..self.tops()).flat_map(move |top| self.boards(level, top))
                })
                .flat_map(move |board| self.images(board)),
        )
    }

    /// The boards in the slots of a level that have this top configuration, in order.
    ///
    /// # Panics
    ///
    /// If there is no such level or top configuration.
    pub fn boards(&self, level: usize, top: usize) -> impl Iterator<Item = Board> {
        self.blocks(level, top).flat_map(move |block| {
            block.rows.iter().flat_map(move |row| {
                self.low_order()[row.order.clone()].iter().filter_map(move |&low| {
                    let (x, o) = self.low_marks(low);
                    Board::from_bitboards(block.x | x, block.o | o)
                })
            })
        })
    }
}

/// Prints what the table is, and not its slots.
impl<G: fmt::Display> fmt::Debug for LevelTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LevelTable({}, {})", self.game, self.objective)
    }
}
