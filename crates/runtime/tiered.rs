//! Baked tables of larger boards: a byte for each position, symmetric ones taken once.

use core::fmt;

use perfect_play_core::{
    Board, Entry, Game, Mnk, Objective, Probe, ProbeError, Unreachable, Value,
};

/// A baked table of a larger board: one byte for each position, symmetric ones taken once.
///
/// The byte is what the position is worth. Optimal moves and each legal move's worth follow from
/// the positions one ply on: see [`Probe`].
///
/// `MNK_4_4_4` is one. Any game of up to 16 cells is baked in the same way, by a build script that
/// calls `Bake::solve_tiers` of `perfect-play-generator`. Here is what the script does and what the
/// program does, in one:
///
/// ```
/// use perfect_play::{Board, Tiered, Mnk, Objective, Outcome, Probe};
/// use perfect_play_generator::{tiers::{TierTable, Tiers}, solve_tiers};
///
/// let game = Mnk::new(4, 4, 3)?.gravity();
/// let tiers = Tiers::to_bake(&game)?;
/// let sections = solve_tiers(&game, &tiers, &|_| ())?;
/// let solution = TierTable::new(game, Objective::Fastest, tiers, sections).unwrap();
/// let baked = solution.to_baked().unwrap().leak(); // or include_bytes!
///
/// let table = Tiered::new(game, baked).unwrap();
/// let entry = table.probe(Board::EMPTY)?;
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tiered {
    game: Mnk,
    /// How many bytes of a bitboard have cells.
    board_bytes: usize,
    /// What each value of such a byte adds to the number of a part of the board: first the top
    /// part, then the low part as each symmetry turns it.
    sums: &'static [[[u8; 2]; 256]],
    /// By number of the top part: the first slot of its block, and the symmetry that makes it
    /// canonical.
    blocks: &'static [[u8; 5]],
    /// By number of the low part: its place in the block with X to move, and with O to move.
    places: &'static [[[u8; 2]; 2]],
    /// By slot.
    values: &'static [u8],
}

impl Tiered {
    /// The table of this game that was baked into these bytes; `None` if they are another game's,
    /// or too few or too many. That the answers in them are right is not checked.
    #[must_use]
    pub const fn new(game: Mnk, bytes: &'static [u8]) -> Option<Self> {
        let &[columns, rows, k, misere, falling, ref bytes @ ..] = bytes else { return None };
        let Some((counts, bytes)) = bytes.split_first_chunk::<16>() else { return None };
        let (&[sums, blocks, places, values], _) = counts.as_chunks() else { return None };
        let Some((sums, bytes)) = split(bytes, sums, 512) else { return None };
        let Some((blocks, bytes)) = split(bytes, blocks, 5) else { return None };
        let Some((places, bytes)) = split(bytes, places, 4) else { return None };
        let Some((values, bytes)) = split(bytes, values, 1) else { return None };
        let shape = game.shape();
        let is_of_game = columns == shape.columns()
            && rows == shape.rows()
            && k == game.k()
            && misere == game.is_misere() as u8
            && falling == game.has_gravity() as u8;
        if !is_of_game || !bytes.is_empty() {
            return None;
        }
        Some(Self {
            game,
            board_bytes: shape.cells().div_ceil(8) as usize,
            sums: sums.as_chunks().0.as_chunks().0,
            blocks: blocks.as_chunks().0,
            places: places.as_chunks().0.as_chunks().0,
            values,
        })
    }

    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &Mnk {
        &self.game
    }

    /// How many boards the table stores, a byte each: the balanced ones, of symmetric ones nearly
    /// always one alone.
    #[must_use]
    pub const fn stored_boards(&self) -> usize {
        self.values.len()
    }

    /// What the table says of the board with this code.
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    pub fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        self.probe(self.game.position(code)?)
    }

    /// Where the byte of a position is.
    #[inline]
    fn slot(&self, board: Board) -> Option<usize> {
        let &[a, b, c, d, symmetry] = self.blocks.get(self.part_number(board, 0)?)?;
        let low = self.part_number(board, 1 + usize::from(symmetry))?;
        let place = self.places.get(low)?[(board.occupied().count_ones() & 1) as usize];
        let first = u32::from_le_bytes([a, b, c, d]) as usize;
        first.checked_add(u16::from_le_bytes(place).into())
    }

    /// The number of a part of the board: 0 is the top part, 1 and a symmetry the low part.
    #[inline]
    fn part_number(&self, board: Board, part: usize) -> Option<usize> {
        let first = part * self.board_bytes;
        let sums = self.sums.get(first..first + self.board_bytes)?;
        let marks = board.x().to_le_bytes().into_iter().zip(board.o().to_le_bytes());
        let number = sums.iter().zip(marks).map(|(sums, (x, o))| {
            let sum = |byte| usize::from(u16::from_le_bytes(sums[usize::from(byte)]));
            sum(x) + 2 * sum(o)
        });
        Some(number.sum())
    }
}

/// The first so many items, of so many bytes each, and what follows them.
const fn split(
    bytes: &'static [u8],
    count: [u8; 4],
    size: usize,
) -> Option<(&'static [u8], &'static [u8])> {
    match (u32::from_le_bytes(count) as usize).checked_mul(size) {
        Some(length) => bytes.split_at_checked(length),
        None => None,
    }
}

/// Prints which game it solves, and not its entries.
impl fmt::Debug for Tiered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tiered({})", self.game)
    }
}

impl Probe for Tiered {
    type Game = Mnk;
    type Error = ProbeError;

    fn game(&self) -> &Mnk {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        self.game.check(board)?;
        let byte = self.slot(board).and_then(|slot| self.values.get(slot));
        byte.and_then(|&byte| Value::from_byte(byte)).ok_or(Unreachable::NotInTable.into())
    }
}

#[cfg(feature = "mnk-4-4-4")]
crate::include_table!(
    /// The 4,4,4-game, solved.
    ///
    /// What a position is worth takes some tens of nanoseconds to tell, the optimal moves as long
    /// for each legal move.
    ///
    /// ```
    /// use perfect_play::{MNK_4_4_4, Outcome, mnk_4_4_4};
    ///
    /// let board = MNK_4_4_4.game().parse("XXX./OO../..../O...")?; // X to move
    /// let entry = mnk_4_4_4::probe(board)?;
    /// assert_eq!((entry.outcome, entry.best_move()), (Outcome::Win, Some(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    pub mod mnk_4_4_4, Mnk = match Mnk::new(4, 4, 4) {
        Ok(game) => game,
        Err(_) => panic!("a board of 16 cells has lines of 4"),
    }
);

#[cfg(feature = "mnk-4-4-4")]
pub use mnk_4_4_4::TABLE as MNK_4_4_4;
