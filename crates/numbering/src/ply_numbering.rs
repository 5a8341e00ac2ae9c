//! The numbering of the first plies of a line game, for cut tables.

use std::collections::BTreeSet;

use perfect_play_core::{
    Board, Cells, Game, Numbering, Place, ProbeError, Slot,
    code::{choice, rank_of_choice, ways},
};

use crate::{NotNumbered, distinct::distinct, promise::Promise, reach::check_reachable};

/// The numbering of the positions of the first plies of a line game: one section, ply by ply.
///
/// A ply is ordered by the sets of occupied cells, and then by the marks of X in such a set. Of the sets that are images of
/// one another, only the smallest has slots. A slot belongs to a board and all its images. The slots of other boards are
/// *don't-care slots*, and so are those of boards whose value follows directly from the rules, or that are unreachable.
///
/// ```
/// use perfect_play_core::{Board, Game, Numbering, Place, ProbeError, Slot};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::PlyNumbering;
///
/// let game: Mnk = "connect:7,6,4".parse()?;
/// let numbering = PlyNumbering::of(&game, 2)?;
/// // The empty board; four columns for the first mark; and two boards for each set of two cells.
/// assert_eq!(Numbering::<Mnk>::slots(&numbering, &game, 0), 1 + 4 + 2 * 16);
/// let one = game.play(Board::EMPTY, 1);
/// assert_eq!(numbering.place(&game, one), numbering.place(&game, game.image(one, 1)));
///
/// let three = game.play(game.play(one, 1), 1);
/// assert_eq!(numbering.place(&game, three), None);
/// assert_eq!(numbering.why_no_entry(&game, three), ProbeError::NotStored);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlyNumbering {
    promise: Promise,
    plies: Vec<Ply>,
    slots: u64,
}

/// The positions of a ply.
#[derive(Debug)]
struct Ply {
    /// The smallest image of each set of occupied cells, ascending.
    sets: Vec<u64>,
    /// The first slot.
    start: u64,
    /// The slots of each set: the ways to choose the cells of X.
    a_set: u64,
}

impl PlyNumbering {
    /// The most slots of a table, each of which has a byte in memory: 2^28.
    pub const MAX_SLOTS: u64 = 1 << 28;

    /// The numbering of the positions of the first `plies` plies, which have at most as many marks.
    ///
    /// # Errors
    ///
    /// If the game is not a line game with placed or falling marks, if it breaks the promise of its kind, or if there are
    /// more than [`PlyNumbering::MAX_SLOTS`] slots. (The largest number of plies is the number of cells.)
    pub fn of<G: Game<Position = Board>>(game: &G, plies: u16) -> Result<Self, NotNumbered> {
        Self::with_at_most(Self::MAX_SLOTS, game, plies)
    }

    /// [`PlyNumbering::of`] with another limit on the number of slots: that of a file, which may promise few plies' values for
    /// many plies.
    ///
    /// # Errors
    ///
    /// The errors of [`PlyNumbering::of`], with this limit.
    pub fn with_at_most<G: Game<Position = Board>>(
        limit: u64,
        game: &G,
        plies: u16,
    ) -> Result<Self, NotNumbered> {
        let promise = Promise::of(game)?;
        let plies = plies.min(promise.lines.shape().cells().into());
        let mut numbering = Self { promise, plies: Vec::new(), slots: 0 };
        // This is known before any set is listed, and there may be very many.
        if numbering.least_slots(plies).is_none_or(|slots| slots > limit) {
            return Err(NotNumbered::TooLarge);
        }
        let mut sets = BTreeSet::from([0]);
        for ply in 0..=u32::from(plies) {
            let a_set = choices_of_x(ply);
            let start = numbering.slots;
            numbering.slots += sets.len() as u64 * a_set;
            if numbering.slots > limit {
                return Err(NotNumbered::TooLarge);
            }
            let kind = numbering.promise.kind();
            // Collected, all of them would take memory before the first one is found to be there already.
            let mut next = BTreeSet::new();
            for &set in sets.iter().filter(|_| ply < u32::from(plies)) {
                for cell in Cells::of(kind.open_cells(set)) {
                    next.insert(numbering.smallest(set | 1 << cell));
                }
            }
            let sets = std::mem::replace(&mut sets, next).into_iter().collect();
            numbering.plies.push(Ply { sets, start, a_set });
        }
        Ok(numbering)
    }

    /// The numbering of no positions: a table that stores nothing.
    ///
    /// # Errors
    ///
    /// If the game is not a line game with placed or falling marks, or if it breaks the promise of its kind.
    pub fn none<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        Ok(Self { promise: Promise::of(game)?, plies: Vec::new(), slots: 0 })
    }

    /// The last ply whose positions are stored.
    #[must_use]
    pub fn plies(&self) -> u16 {
        u16::try_from(self.plies.len().saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// The slots of a ply. Empty if the ply is not stored.
    #[must_use]
    pub fn slots_of_ply(&self, ply: u16) -> std::ops::Range<u64> {
        let Some(Ply { sets, start, a_set }) = self.plies.get(usize::from(ply)) else {
            return self.slots..self.slots;
        };
        *start..start + sets.len() as u64 * a_set
    }

    /// Whether the board has a slot that is read: its value does not follow directly from the rules, and it is reachable.
    pub fn is_read<G: Game<Position = Board>>(&self, game: &G, board: Board) -> bool {
        game.kind().static_value(board).is_none() && check_reachable(game, board).is_ok()
    }

    /// A lower bound of the number of slots. `None` if it is too large for a number.
    fn least_slots(&self, plies: u16) -> Option<u64> {
        let shape = self.promise.lines.shape();
        // A set fills each site to some height.
        let (sites, height) = if self.promise.falling {
            (shape.columns(), usize::from(shape.rows()))
        } else {
            (shape.cells(), 1)
        };
        // By number of cells: the sets of the sites so far.
        let mut sets = vec![0_u64; usize::from(plies) + 1];
        sets[0] = 1;
        for _ in 0..sites {
            for cells in (0..sets.len()).rev() {
                let added = sets[cells.saturating_sub(height)..cells].iter();
                sets[cells] = added.fold(sets[cells], |sum, &more| sum.saturating_add(more));
            }
        }
        let symmetries = self.promise.symmetries.len() as u64;
        (0..).zip(sets).try_fold(0, |sum: u64, (ply, sets)| {
            let slots = sets.div_ceil(symmetries).checked_mul(choices_of_x(ply))?;
            sum.checked_add(slots)
        })
    }

    fn smallest(&self, set: u64) -> u64 {
        let images = self.promise.symmetries.iter().map(|symmetry| symmetry.image_of_cells(set));
        images.min().unwrap_or(set)
    }

    /// The first of the images of a board: the one with the smallest set of occupied cells, and then of marks of X.
    fn first(&self, board: Board) -> Board {
        let images = self.images(board);
        images.min_by_key(|image| (image.occupied(), image.x())).unwrap_or(board)
    }

    /// The images of a board, itself first. Some are listed more than once.
    fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.promise.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// The slot of a board that is the first of its images.
    fn slot_of_first(&self, board: Board) -> Option<Slot> {
        let set = board.occupied();
        let Ply { sets, start, a_set } = self.plies.get(set.count_ones() as usize)?;
        if board.x().count_ones() != set.count_ones().div_ceil(2) {
            return None;
        }
        let number = sets.binary_search(&set).ok()? as u64;
        let slot = start + number * a_set + rank_of_choice(set, board.x());
        Some(Slot { section: 0, rank: usize::try_from(slot).ok()? })
    }
}

impl<G: Game<Position = Board>> Numbering<G> for PlyNumbering {
    fn is_of(&self, game: &G) -> bool {
        self.promise.is_of(game)
    }

    fn check(&self, game: &G, board: Board) -> Result<(), ProbeError> {
        check_reachable(game, board)
    }

    fn place(&self, game: &G, board: Board) -> Option<Place> {
        match game.kind().static_value(board) {
            Some(value) => Some(Place::Known(value)),
            None => self.slot_of_first(self.first(board)).map(Place::Slot),
        }
    }

    fn why_no_entry(&self, game: &G, board: Board) -> ProbeError {
        match Numbering::check(self, game, board) {
            Ok(()) if board.occupied().count_ones() as usize >= self.plies.len() => {
                ProbeError::NotStored
            }
            Ok(()) => game.why_no_entry(board),
            Err(reason) => reason,
        }
    }

    fn slots(&self, _: &G, section: u32) -> u64 {
        if section == 0 { self.slots } else { 0 }
    }

    /// `None` for a don't-care slot of a board that is not the first of its images.
    fn position(&self, _: &G, slot: Slot) -> Option<Board> {
        let number = slot.rank as u64;
        if slot.section != 0 || number >= self.slots {
            return None;
        }
        let ply = self.plies.partition_point(|ply| ply.start <= number) - 1;
        let Ply { sets, start, a_set } = &self.plies[ply];
        let set = sets[usize::try_from((number - start) / a_set).ok()?];
        let x = choice(set, of_x(set.count_ones()), (number - start) % a_set);
        let board = Board::from_bitboards(x, set & !x)?;
        (self.first(board) == board).then_some(board)
    }

    fn sharing(&self, _: &G, first: Board) -> impl Iterator<Item = Board> {
        distinct(self.images(first)).into_iter()
    }

    /// The reachable positions of the stored plies, in the order of their slots.
    fn positions(
        &self,
        game: &G,
        _is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = (Board, Option<Slot>)> {
        // The value of a board may follow from the rules, so no slot is read directly.
        self.firsts(game, |_| false)
            .map(|(_, first)| first)
            .filter(|&first| Numbering::check(self, game, first).is_ok())
            .flat_map(|first| self.sharing(game, first))
            .map(|board| (board, None))
    }
}

/// How many of a board's marks are of X: half of all, rounded up. There are at most 63.
fn of_x(marks: u32) -> u8 {
    u8::try_from(marks.div_ceil(2)).unwrap_or(u8::MAX)
}

/// The ways to choose the marks of X among so many.
fn choices_of_x(marks: u32) -> u64 {
    ways(u8::try_from(marks).unwrap_or(u8::MAX), of_x(marks))
}
