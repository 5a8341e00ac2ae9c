//! Position ↔ slot.

mod lookup;
mod tables;

use std::{error::Error, fmt, mem, ops::Range};

use perfect_play_core::{Board, Game, Kind, Lines, Move};
use tables::{block_starts, canonical, inverses, levels, split, surplus_place};

use crate::{
    part::{Configuration, Part},
    promise::{Promise, Symmetry},
    rows::{BlockRow, Rows},
    site::Sites,
    sums::Sums,
};

/// The most slots a row has: one less than a power of two.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::{Index, MAX_ROW};
///
/// let index = Index::of(&"mnk:4,4,4".parse::<Mnk>()?)?;
/// assert!(index.low_rows().all(|row| row.len() <= MAX_ROW));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_ROW: usize = (1 << 11) - 1;

/// The most configurations that the parts of the board may have ([`Index`]).
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::{Index, Limits};
///
/// // With all nine cells in the low part there is one level.
/// assert_eq!(Index::of(&Mnk::TICTACTOE)?.levels(), 1);
/// let limits = Limits { low: 3_usize.pow(4), ..Limits::default() };
/// assert_eq!(Index::with_limits(&Mnk::TICTACTOE, limits)?.levels(), 6);
/// # Ok::<(), perfect_play_index::NotNumbered>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of the low part: it gets as much as fits.
    pub low: usize,
    /// Of the top part: it gets as much of the rest as fits.
    pub top: usize,
    /// Of the middle part: it must take what is left.
    pub middle: usize,
}

impl Limits {
    /// More than this counts as this.
    pub const MOST: Self = Self { low: 1 << 16, top: 1 << 20, middle: 1 << 20 };
}

/// What solves large boards fastest: the low part is what a solver has at hand for each block, and
/// all tables together take a few megabytes.
impl Default for Limits {
    fn default() -> Self {
        Self { low: 1 << 15, top: 1 << 16, middle: 1 << 14 }
    }
}

/// A numbering of the positions of a game of placement or of falling pieces, symmetric ones (nearly
/// always) once.
///
/// The cells are split in three parts, each mapped to itself by the game's symmetries: *top*,
/// *middle* and *low*. Of the contents of the top part only the canonical ones are numbered: any
/// other board is turned until its top part is canonical. (Where the top part is symmetric in
/// itself, some images remain that have slots of their own.)
///
/// Slots are ordered first by *level*, the number of marks in top and middle part, the highest
/// first; then by top, then by middle configuration; what is then left is a *block*, its slots by
/// falling number of marks in the low part. Only balanced boards have slots. So every move leads
/// to a smaller slot; a move in the low part to the same block, any other to the next higher level.
///
/// Of boards that are no positions, such as one with a mark in the air, nothing is promised but
/// that nothing panics.
///
/// ```
/// use perfect_play_core::{Board, Game, Mnk};
/// use perfect_play_index::Index;
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// let index = Index::of(&game)?;
/// assert_eq!(index.slots(), 1_562_387); // for 9,722,011 positions that play can lead to
///
/// let board = game.parse("XO../..../..../....")?;
/// let slot = index.slot(board).unwrap();
/// assert!(slot < index.slot(Board::EMPTY).unwrap()); // moves lead to smaller slots
/// assert_eq!(index.slot(game.image(board, 1)), Some(slot));
/// let kept = index.board(slot).unwrap();
/// assert!(index.images(kept).any(|image| image == board));
///
/// let (level, within) = index.level_of(slot).unwrap();
/// assert_eq!(index.level_slots(level).start + within, slot);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Index {
    promise: Promise,
    /// Whether the parts are those of the default limits.
    is_default: bool,
    /// Those that map each part to itself: all of them, or the identity alone.
    symmetries: Vec<Symmetry>,
    /// By symmetry: the one that undoes it.
    inverses: Vec<u8>,
    sums: Sums,
    top: Part,
    middle: Part,
    low: Part,
    rows: Rows,
    /// By top configuration: its canonical image and the symmetry that leads there.
    canonical: Vec<Canonical>,
    /// The canonical top configurations, ascending.
    tops: Vec<Top>,
    /// By number of marks: the middle configurations that have so many, ascending.
    middles: Vec<Vec<u32>>,
    /// By surplus of the top part, then by middle configuration: the slots before its block, among
    /// those of its level and its top configuration.
    block_starts: Vec<Vec<u32>>,
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug)]
struct Canonical {
    top: u32,
    symmetry: u8,
}

#[derive(Clone, Copy, Debug)]
struct Top {
    configuration: Configuration,
    /// How many different images it has.
    images: u8,
}

/// The positions with equally many marks in top and middle part.
#[derive(Debug)]
struct Level {
    /// Slots in the levels above.
    start: u64,
    /// By canonical top configuration, and one more: the slots before its first, in this level.
    tops: Vec<u64>,
}

/// A block: the slots of the boards that have the same high part.
///
/// ```
/// use perfect_play_core::{Board, Mnk};
/// use perfect_play_index::Index;
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// let index = Index::of(&game)?;
/// let level = 2;
/// let block = index.blocks(level, 5).next().unwrap();
/// // The boards of its slots: what the high part holds is the same for all.
/// let mut slot = index.level_slots(level).start + block.start;
/// for row in block.rows {
///     for &low in &index.low_order()[row.order.clone()] {
///         let (x, o) = index.low_marks(low);
///         let board = Board::from_bitboards(block.x | x, block.o | o).unwrap();
///         assert_eq!(index.board(slot), Some(board));
///         slot += 1;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Block<'i> {
    /// The number of its top configuration among the canonical ones.
    pub top: usize,
    /// The number of its middle configuration.
    pub middle: u32,
    /// The cells of the high part that hold X.
    pub x: u64,
    /// The cells of the high part that hold O.
    pub o: u64,
    /// Its first slot, counted from the beginning of its level.
    pub start: u64,
    /// Its rows.
    pub rows: &'i [BlockRow],
}

/// Where a block of the level above is found when its high part was reached by a move, and how its
/// rows are to be read.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::Index;
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// let index = Index::of(&game)?;
/// // X marks a cell of the empty high part. The low part stays as it is, so each row of the block
/// // leads to the row with its number.
/// let block = index.blocks(0, 0).next().unwrap();
/// let mark = index.high_cells() & index.high_cells().wrapping_neg();
/// let neighbour = index.block_at(1, block.x | mark, block.o);
/// let ranks = index.image_ranks(neighbour.symmetry);
/// for row in block.rows.iter().filter(|row| row.x_to_move) {
///     let led_to = neighbour.rows.iter().find(|led_to| led_to.number == row.number).unwrap();
///     assert_eq!(led_to.order, row.order);
///     // What is at this place in the row comes to lie at that place in the other.
///     assert!(ranks[row.order.clone()].iter().all(|&rank| usize::from(rank) < led_to.slots.len()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<'i> {
    /// Its first slot, counted from the beginning of its level.
    pub start: u64,
    /// Its rows.
    pub rows: &'i [BlockRow],
    /// The symmetry that leads there, as a number for [`Index::image_ranks`].
    pub symmetry: usize,
}

impl Index {
    /// The numbering of a game's positions.
    ///
    /// # Errors
    ///
    /// If the game is of another kind, breaks what its kind promises, or is too large to be numbered.
    pub fn of<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        Self::with_limits(game, Limits::default())
    }

    /// The numbering with parts of other sizes, which is another numbering.
    ///
    /// # Errors
    ///
    /// As [`Index::of`].
    pub fn with_limits<G: Game<Position = Board>>(
        game: &G,
        limits: Limits,
    ) -> Result<Self, NotNumbered> {
        let promise = Promise::of(game)?;
        let sites = Sites::new(&promise.lines, promise.falling);
        let all_symmetries = &promise.symmetries;
        let parts = |limits| {
            // Two high columns may be too much for one part where each alone is not.
            [&all_symmetries[..], &all_symmetries[..1]].into_iter().find_map(|symmetries| {
                let parts = split(sites, symmetries, limits).ok()?;
                Some((symmetries.len(), parts))
            })
        };
        let (used, [top, middle, low]) = parts(limits).ok_or(NotNumbered::TooLarge)?;
        let is_default =
            parts(Limits::default()) == Some((used, [top.clone(), middle.clone(), low.clone()]));
        let symmetries = all_symmetries[..used].to_vec();

        let mut weights = [0; Board::MAX_CELLS as usize];
        let mut part = |chosen: &[Move]| Part::new(sites, chosen, &mut weights);
        let mut parts = [part(&top), part(&middle), part(&low)];
        for part in &mut parts {
            part.add_images(&symmetries, &weights);
        }
        let sums = Sums::new(&weights, &parts);
        let [top, middle, low] = parts;
        let rows = Rows::new(&low, top.capacity() + middle.capacity());
        if rows.longest() > MAX_ROW {
            return Err(NotNumbered::TooLarge);
        }
        let (canonical, tops) = canonical(&top);
        let mut middles = vec![Vec::new(); middle.capacity() + 1];
        for (number, configuration) in (0..).zip(&middle.configurations) {
            middles[configuration.marks()].push(number);
        }
        let block_starts = block_starts(&top, &middle, &middles, &rows);
        let levels = levels(&top, &middle, &tops, &middles, &block_starts, &rows);
        Ok(Self {
            is_default,
            promise,
            inverses: inverses(&symmetries),
            symmetries,
            sums,
            top,
            middle,
            low,
            rows,
            canonical,
            tops,
            middles,
            block_starts,
            levels,
        })
    }

    /// Whether this is a numbering of the positions of this game, by its symmetries.
    pub fn is_of<G: Game<Position = Board>>(&self, game: &G) -> bool {
        self.promise.is_of(game)
    }

    /// Whether this is the numbering that [`Index::of`] gives, which is that of files.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// The lines of the game.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.promise.lines
    }

    /// The kind of the game: its lines, and whether marks fall.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> Kind {
        if self.promise.falling {
            Kind::Falling(self.promise.lines)
        } else {
            Kind::Placement(self.promise.lines)
        }
    }

    /// Whether marks fall.
    #[must_use]
    pub fn falling(&self) -> bool {
        self.promise.falling
    }

    /// How many slots there are.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.levels.first().map_or(0, |level| level.start + level.slots())
    }

    /// How many levels there are. The slots of the last one come first: see
    /// [`Index::levels_in_order`].
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The levels in the order of their slots: every move leads to the same level or to the one
    /// before.
    pub fn levels_in_order(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.levels.len()).rev()
    }

    /// The slots of a level.
    ///
    /// # Panics
    ///
    /// If there is no such level.
    #[must_use]
    pub fn level_slots(&self, level: usize) -> Range<u64> {
        let level = &self.levels[level];
        level.start..level.start + level.slots()
    }

    /// How many slots a level has.
    ///
    /// # Panics
    ///
    /// If there is no such level.
    #[must_use]
    pub fn level_len(&self, level: usize) -> u64 {
        self.levels[level].slots()
    }

    /// The level that a slot is in, and the slot's number there; `None` if there is no such slot.
    #[must_use]
    pub fn level_of(&self, slot: u64) -> Option<(usize, u64)> {
        // Descending, from the first level to the last one.
        let level = self.levels.partition_point(|level| level.start > slot);
        let within = slot - self.levels.get(level)?.start;
        (within < self.levels[level].slots()).then_some((level, within))
    }

    /// The slot of a position; `None` if the board is unbalanced, or has marks on cells that the
    /// game does not.
    #[must_use]
    #[inline]
    pub fn slot(&self, board: Board) -> Option<u64> {
        if board.occupied() & !(self.high_cells() | self.low_cells()) != 0 {
            return None;
        }
        let [top, middle, low] = self.sums.numbers(board.x(), board.o());
        let Canonical { top, symmetry } = *self.canonical.get(top)?;
        let symmetry = usize::from(symmetry);
        let middle = *self.middle.images[symmetry].get(middle)? as usize;
        let low = *self.low.images[symmetry].get(low)? as usize;
        let Top { configuration: high, .. } = *self.tops.get(top as usize)?;
        let (middle_part, low_part) =
            (self.middle.configurations[middle], self.low.configurations[low]);
        let level = self.levels.get(high.marks() + middle_part.marks())?;
        let (surplus, marks) = (high.surplus() + middle_part.surplus(), low_part.marks());
        if !(0..=1).contains(&(surplus + low_part.surplus())) {
            return None;
        }
        let rows = self.rows.of_block(surplus);
        // From the row with the most marks, of which some block lack the first.
        let row = rows.get(rows.first()?.marks.checked_sub(marks)?)?;
        let block =
            level.tops[top as usize] + u64::from(self.block_starts[self.top_place(high)][middle]);
        Some(level.start + block + (row.slots.start + self.rows.rank(low)) as u64)
    }

    /// The position in a slot: of the images that share it the one whose top part is canonical.
    /// `None` if there is no such slot.
    #[must_use]
    pub fn board(&self, slot: u64) -> Option<Board> {
        let (level, within) = self.level_of(slot)?;
        let tops = &self.levels[level].tops;
        let top = tops.partition_point(|&start| start <= within) - 1;
        let within = within - tops[top];
        let high = self.tops.get(top)?.configuration;
        let middles = &self.middles[level - high.marks()];
        let starts = &self.block_starts[self.top_place(high)];
        let before = |middle: &u32| u64::from(starts[*middle as usize]) <= within;
        let middle = middles[middles.partition_point(before) - 1] as usize;
        let within = usize::try_from(within - u64::from(starts[middle])).ok()?;
        let middle = self.middle.configurations[middle];
        let rows = self.rows.of_block(high.surplus() + middle.surplus());
        let row = rows.iter().find(|row| row.slots.contains(&within))?;
        let low = self.rows.order()[row.order.start + within - row.slots.start];
        let low = self.low.configurations[usize::from(low)];
        Board::from_bitboards(high.x | middle.x | low.x, high.o | middle.o | low.o)
    }

    /// The boards that share a slot with this one, itself included: its images with different top
    /// parts. `board` is one as [`Index::board`] gives it.
    pub fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        let [top, ..] = self.sums.numbers(board.x(), board.o());
        // Of the symmetries that lead to the same top part the one that `slot` undoes.
        let is_undone = move |&(symmetry, _): &(u8, &Symmetry)| {
            let image = self.top.images[usize::from(symmetry)][top] as usize;
            let undoing = self.canonical[image].symmetry;
            self.inverses[usize::from(undoing)] == symmetry
        };
        let symmetries = (0..).zip(&self.symmetries).filter(is_undone);
        symmetries.map(move |(_, symmetry)| symmetry.image(board))
    }

    /// All images of a board under the game's symmetries, itself first; some of them more than once.
    pub fn all_images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.promise.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// How many canonical top configurations there are.
    #[must_use]
    pub fn tops(&self) -> usize {
        self.tops.len()
    }

    /// How many different images the boards of each slot of this top configuration have: see
    /// [`Index::images`].
    ///
    /// # Panics
    ///
    /// If there is no such top configuration.
    #[must_use]
    pub fn top_images(&self, top: usize) -> u8 {
        self.tops[top].images
    }

    /// The slots of a level that have this top configuration, counted from the level's first.
    ///
    /// # Panics
    ///
    /// If there is no such level or top configuration.
    #[must_use]
    pub fn top_slots(&self, level: usize, top: usize) -> Range<u64> {
        let tops = &self.levels[level].tops;
        tops[top]..tops[top + 1]
    }

    /// A level's bytes, one a slot, by top configuration.
    ///
    /// # Panics
    ///
    /// If there is no such level, or it has more slots than there are bytes.
    #[must_use]
    pub fn split_by_top<'b>(&self, level: usize, mut bytes: &'b mut [u8]) -> Vec<&'b mut [u8]> {
        let tops = (0..self.tops()).map(|top| {
            let slots = self.top_slots(level, top);
            let slots = usize::try_from(slots.end - slots.start).unwrap_or(usize::MAX);
            let of_top;
            (of_top, bytes) = mem::take(&mut bytes).split_at_mut(slots);
            of_top
        });
        tops.collect()
    }

    /// The blocks of a level that have this top configuration, in the order of their slots.
    ///
    /// # Panics
    ///
    /// If there is no such level or top configuration.
    pub fn blocks(&self, level: usize, top: usize) -> impl Iterator<Item = Block<'_>> {
        let high = self.tops[top].configuration;
        let middles = level.checked_sub(high.marks()).and_then(|marks| self.middles.get(marks));
        let starts = &self.block_starts[self.top_place(high)];
        let first = self.levels[level].tops[top];
        middles.into_iter().flatten().map(move |&middle| {
            let part = self.middle.configurations[middle as usize];
            Block {
                top,
                middle,
                x: high.x | part.x,
                o: high.o | part.o,
                start: first + u64::from(starts[middle as usize]),
                rows: self.rows.of_block(high.surplus() + part.surplus()),
            }
        })
    }

    /// The cells of the high part: top and middle.
    #[must_use]
    pub fn high_cells(&self) -> u64 {
        self.top.cells | self.middle.cells
    }

    /// The block in `level` whose high part holds these marks, or an image of them; empty if no
    /// board with it is balanced.
    ///
    /// # Panics
    ///
    /// If the marks are not those of a high part of that level.
    #[must_use]
    pub fn block_at(&self, level: usize, x: u64, o: u64) -> Neighbour<'_> {
        let [top, middle, _] = self.sums.numbers(x, o);
        let Canonical { top, symmetry } = self.canonical[top];
        let symmetry = usize::from(symmetry);
        let middle = self.middle.images[symmetry][middle] as usize;
        let high = self.tops[top as usize].configuration;
        let surplus = high.surplus() + self.middle.configurations[middle].surplus();
        Neighbour {
            start: self.levels[level].tops[top as usize]
                + u64::from(self.block_starts[self.top_place(high)][middle]),
            rows: self.rows.of_block(surplus),
            symmetry,
        }
    }

    /// Whether the boards of each slot of this top configuration are all images that a board has
    /// under the game's symmetries. Then exactly one of them is canonical. Otherwise a board has
    /// images that have slots of their own: where the top part is symmetric in itself, and everywhere
    /// if the numbering uses no symmetry ([`Index::symmetries`]).
    ///
    /// # Panics
    ///
    /// If there is no such top configuration.
    #[must_use]
    pub fn holds_all_images(&self, top: usize) -> bool {
        usize::from(self.tops[top].images) == self.promise.symmetries.len()
    }

    /// How many different symmetries the numbering uses; number 0 is the identity. They are all those
    /// of the game, or the identity alone, where the board's columns are so high that two of them are
    /// too much for one part.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The configurations of the low part, row by row: see [`BlockRow::order`].
    #[must_use]
    pub fn low_order(&self) -> &[u16] {
        self.rows.order()
    }

    /// What a configuration of the low part holds: the cells with X and those with O.
    ///
    /// # Panics
    ///
    /// If there is no such configuration.
    #[must_use]
    pub fn low_marks(&self, configuration: u16) -> (u64, u64) {
        let Configuration { x, o } = self.low.configurations[usize::from(configuration)];
        (x, o)
    }

    /// The cells of the low part.
    #[must_use]
    pub fn low_cells(&self) -> u64 {
        self.low.cells
    }

    /// For each place in [`Index::low_order`], the place within its row of the image of what is
    /// there.
    ///
    /// # Panics
    ///
    /// If there is no such symmetry.
    #[must_use]
    pub fn image_ranks(&self, symmetry: usize) -> Vec<u16> {
        let images = &self.low.images[symmetry];
        let rank = |&number: &u16| self.rows.rank(images[usize::from(number)] as usize);
        self.low_order().iter().map(|number| rank(number).try_into().unwrap_or(u16::MAX)).collect()
    }

    /// The place within its row of the low configuration with these marks.
    #[must_use]
    pub fn low_rank(&self, x: u64, o: u64) -> usize {
        let [.., low] = self.sums.numbers(x, o);
        self.rows.rank(low)
    }

    /// All rows of low configurations by their numbers, as places in [`Index::low_order`]. Some are
    /// empty.
    pub fn low_rows(&self) -> impl Iterator<Item = Range<usize>> {
        self.rows.all()
    }

    /// Where `block_starts` has what belongs to a top configuration.
    #[inline]
    fn top_place(&self, top: Configuration) -> usize {
        surplus_place(top, &self.top)
    }
}

impl Level {
    fn slots(&self) -> u64 {
        self.tops.last().copied().unwrap_or(0)
    }
}

/// Why the positions of a game have no numbering.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::{Index, NotNumbered};
///
/// let error = Index::of(&"mnk:8,5,4".parse::<Mnk>()?).unwrap_err();
/// assert_eq!(error, NotNumbered::TooLarge);
/// assert_eq!(error.to_string(), "the board is too large to number its positions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotNumbered {
    /// It is neither of placement nor of falling pieces.
    OtherKind,
    /// The game says that it is of one of these kinds, and something that contradicts that.
    NotOfItsKind {
        /// What contradicts it, as part of a sentence.
        why: &'static str,
    },
    /// It has more cells, or higher columns, than fit the numbering's tables.
    TooLarge,
}

impl fmt::Display for NotNumbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind => f.write_str(
                "only games where marks are placed, or fall, to make a line have a numbering",
            ),
            Self::NotOfItsKind { why } => {
                write!(f, "the game is not of the kind that its `kind` says: {why}")
            }
            Self::TooLarge => f.write_str("the board is too large to number its positions"),
        }
    }
}

impl Error for NotNumbered {}
