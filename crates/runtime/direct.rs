//! Baked tables with one slot for every code.

use core::fmt;

use perfect_play_core::{
    Board, Entry, Mnk, Objective, Probe, ProbeError, Unreachable, Value, Word,
};

/// A baked table: a 16-bit entry in the slot of each board's code.
///
/// A probe is one load, by board or by code, and both give the same result for the same board. Each
/// legal move's worth and the outcome-preserving moves follow from the positions one ply on: see
/// [`Probe`].
pub struct Direct {
    game: Mnk,
    words: &'static [[u8; 2]],
}

impl Direct {
    const fn new(game: Mnk, bytes: &'static [u8]) -> Self {
        let (words, rest) = bytes.as_chunks();
        let whole = match Board::codes(game.shape().cells()) {
            Some(codes) => words.len() as u64 == codes && rest.is_empty(),
            None => false,
        };
        // While compiling: the tables are statics.
        assert!(whole, "the build script baked another game than the one named here");
        Self { game, words }
    }

    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &Mnk {
        &self.game
    }

    /// The table itself: two bytes a code, ascending, little-endian.
    #[must_use]
    pub const fn bytes(&self) -> &'static [u8] {
        self.words.as_flattened()
    }

    /// What the table says of the board.
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    #[inline]
    pub const fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        self.probe_code(board.code())
    }

    /// What the table says of the board with this code.
    ///
    /// ```
    /// use perfect_play::{Board, Move, TICTACTOE};
    ///
    /// const CORNER: u64 = Board::from_bitboards(0b1, 0).unwrap().code();
    /// const REPLY: Option<Move> = match TICTACTOE.probe_code(CORNER) {
    ///     Ok(entry) => entry.best_move(),
    ///     Err(_) => None,
    /// };
    /// assert_eq!(REPLY, Some(4));
    /// ```
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    #[inline]
    pub const fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        if code < self.words.len() as u64 {
            #[expect(clippy::cast_possible_truncation, reason = "it is below a slice's length")]
            let bits = u16::from_le_bytes(self.words[code as usize]);
            if let Some(entry) = Word::from_trusted_bits(bits).entry() {
                return Ok(entry);
            }
        }
        Err(self.reason(code))
    }

    #[cold]
    const fn reason(&self, code: u64) -> ProbeError {
        match self.game.position(code) {
            Err(reason) => ProbeError::NotAPosition(reason),
            Ok(board) => match self.game.check_board(board) {
                Err(reason) => reason,
                Ok(()) => ProbeError::Unreachable(Unreachable::NotInTable),
            },
        }
    }
}

/// Prints which game it solves, and not its entries.
impl fmt::Debug for Direct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Direct({})", self.game)
    }
}

impl Probe for Direct {
    type Game = Mnk;
    type Error = ProbeError;

    fn game(&self) -> &Mnk {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    #[inline]
    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        Ok(self.probe_code(board.code())?.value())
    }

    #[inline]
    fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        self.probe_code(board.code())
    }
}

macro_rules! baked_bytes {
    ($constant:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $constant, ".words"))
    };
}

/// Tic-tac-toe, solved: objective [`Objective::Fastest`].
pub static TICTACTOE: Direct = Direct::new(Mnk::TICTACTOE, baked_bytes!("TICTACTOE"));

/// Tic-tac-toe in misère play, where completing a line loses, solved: objective
/// [`Objective::Fastest`].
pub static TICTACTOE_MISERE: Direct =
    Direct::new(Mnk::TICTACTOE_MISERE, baked_bytes!("TICTACTOE_MISERE"));

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Direct> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The baked table of the game with this name, exactly as the game prints; `None` if it is not
/// baked, or not as a table of this type.
///
/// ```
/// let table = perfect_play::baked("tictactoe+misere").unwrap();
/// assert!(table.game().is_misere());
/// assert!(perfect_play::baked("mnk:4,4,4").is_none());
/// ```
#[must_use]
pub fn baked(name: &str) -> Option<&'static Direct> {
    REGISTRY.get(name).copied()
}

/// All baked tables, in no particular order.
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Direct> {
    REGISTRY.values().copied()
}
