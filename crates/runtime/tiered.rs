//! Baked tables of larger boards. They have one byte for each board. Symmetric boards share a byte.

use core::fmt;

use perfect_play_core::{
    Board, Entry, Game, Kind, NotAPosition, Objective, Probe, ProbeError, Unreachable, Value,
};

/// A baked table of a larger board. It has one byte for each board, and symmetric boards share a byte.
///
/// The byte is the value of the board. The optimal moves and the values of the moves are computed from the child
/// boards: see [`Probe`].
///
/// `MNK_4_4_4` is such a table. A build script bakes any m,n,k-game of up to 16 cells in this form with
/// `Bake::solve_tiers` of `perfect-play-generator`. Usually a build script bakes the table, and another program probes
/// it. In this example, one program does both:
///
/// ```
/// use perfect_play::{Board, Objective, Outcome, Probe, Tiered};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::{TierTable, Tiers, to_baked}, solve_tiers};
///
/// let game = Mnk::new(4, 4, 3)?.gravity();
/// let tiers = Tiers::to_bake(&game)?;
/// let sections = solve_tiers(&game, &tiers, &|_| ())?;
/// let solution = TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap();
/// let baked = to_baked(&solution).unwrap().leak(); // or include_bytes!
///
/// let table = Tiered::new(game, baked).unwrap();
/// let entry = table.probe(Board::EMPTY)?;
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tiered<G> {
    game: G,
    /// The lines of the game that was baked: columns, rows, K, whether the play is misère, whether marks fall.
    baked: [u8; 5],
    /// How many bytes of a bitboard hold cells.
    board_bytes: usize,
    /// What each value of such a byte adds to the number of a part of the board: first for the top part, then for the
    /// low part as each symmetry maps it.
    sums: &'static [[[u8; 2]; 256]],
    /// By number of the top part: the first slot of its block, and the symmetry that makes it canonical.
    blocks: &'static [[u8; 5]],
    /// By number of the low part: its offset in the block with X to move, and with O to move.
    places: &'static [[[u8; 2]; 2]],
    /// By slot.
    values: &'static [u8],
}

impl<G: Copy> Tiered<G> {
    /// The table that was baked into these bytes. `None` if there are too few bytes or too many. The values are not
    /// checked. The [`Kind`] of `game` must be the kind of the baked game, with the same lines. Otherwise a probe
    /// returns [`NotAPosition::OtherGame`].
    #[must_use]
    pub const fn new(game: G, bytes: &'static [u8]) -> Option<Self> {
        let Some((&baked, bytes)) = bytes.split_first_chunk::<5>() else { return None };
        let [columns, rows, ..] = baked;
        let Some((counts, bytes)) = bytes.split_first_chunk::<16>() else { return None };
        let (&[sums, blocks, places, values], _) = counts.as_chunks() else { return None };
        let Some((sums, bytes)) = split(bytes, sums, 512) else { return None };
        let Some((blocks, bytes)) = split(bytes, blocks, 5) else { return None };
        let Some((places, bytes)) = split(bytes, places, 4) else { return None };
        let Some((values, bytes)) = split(bytes, values, 1) else { return None };
        if !bytes.is_empty() {
            return None;
        }
        Some(Self {
            game,
            baked,
            board_bytes: (columns as usize * rows as usize).div_ceil(8),
            sums: sums.as_chunks().0.as_chunks().0,
            blocks: blocks.as_chunks().0,
            places: places.as_chunks().0.as_chunks().0,
            values,
        })
    }
}

impl<G> Tiered<G> {
    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many boards the table stores, one byte each. On these boards X has as many marks as O, or one more. Of
    /// several symmetric boards, nearly always only one is stored.
    #[must_use]
    pub const fn stored_boards(&self) -> usize {
        self.values.len()
    }

    /// The slot of a board.
    #[inline]
    fn slot(&self, board: Board) -> Option<usize> {
        let &[a, b, c, d, symmetry] = self.blocks.get(self.part_number(board, 0)?)?;
        let low = self.part_number(board, 1 + usize::from(symmetry))?;
        let place = self.places.get(low)?[(board.occupied().count_ones() & 1) as usize];
        let first = u32::from_le_bytes([a, b, c, d]) as usize;
        first.checked_add(u16::from_le_bytes(place).into())
    }

    /// The number of a part of the board. Part 0 is the top part; part 1 + s is the low part under symmetry s.
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

impl<G: Game<Position = Board>> Tiered<G> {
    /// The entry of the board with this code.
    ///
    /// # Errors
    ///
    /// An error that says why the board has no entry.
    pub fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        self.probe(self.game.decode(code)?)
    }

    /// Whether the table was baked from the same lines as the game's. A program can name another game in
    /// [`include_table!`](crate::include_table!) than its build script does.
    #[inline]
    fn is_of_game(&self) -> bool {
        let (lines, falling) = match self.game.kind() {
            Kind::Placement(lines) => (lines, false),
            Kind::Falling(lines) => (lines, true),
            _ => return false,
        };
        let shape = lines.shape();
        let misere = lines.is_misere().into();
        self.baked == [shape.columns(), shape.rows(), lines.k(), misere, falling.into()]
    }
}

/// The first `count` items, of a given number of bytes each, and the bytes that follow them.
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

/// Prints which game the table solves, without the entries.
impl<G: fmt::Display> fmt::Debug for Tiered<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tiered({})", self.game)
    }
}

impl<G: Game<Position = Board>> Probe for Tiered<G> {
    type Game = G;
    type Error = ProbeError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        if !self.is_of_game() {
            return Err(NotAPosition::OtherGame.into());
        }
        self.game.check(board)?;
        let byte = self.slot(board).and_then(|slot| self.values.get(slot));
        byte.and_then(|&byte| Value::from_byte(byte)).ok_or(Unreachable::NotInTable.into())
    }
}
