//! The baked tables in a tenth of the space: canonical boards alone, in a perfect hash map.
//!
//! The answers are those of the direct tables. A probe takes longer, as it has to find the board's
//! canonical image and to turn the moves back, and it is not `const`.
//!
//! ```
//! use perfect_play::{Probe, compact};
//!
//! let board = compact::TICTACTOE.game().parse("XO..X....")?;
//! assert_eq!(compact::TICTACTOE.probe(board)?.best_move(), Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use perfect_play_core::{
    Board, Entry, Game, Mnk, Moves, Objective, Probe, ProbeError, Value, Word,
};

/// A baked table of canonical boards.
pub struct Compact {
    game: Mnk,
    /// From a canonical board's code to its word.
    words: phf::Map<u16, u16>,
}

impl Compact {
    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &Mnk {
        &self.game
    }

    /// How many boards the table stores: the canonical ones.
    #[must_use]
    pub const fn stored_boards(&self) -> usize {
        self.words.len()
    }

    /// What the table says of the board.
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    pub fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        let (entry, symmetry) = self.canonical_entry(board)?;
        let optimal_moves: Moves = self
            .game
            .legal_moves(board)
            .iter()
            .filter(|&mv| entry.optimal_moves.contains(self.game.image_of_move(mv, symmetry)))
            .collect();
        Ok(Entry { optimal_moves, ..entry })
    }

    /// What the table says of the board with this code.
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    pub fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        self.probe(self.game.position(code)?)
    }

    /// The entry of the board's canonical image, and the symmetry that leads to it.
    fn canonical_entry(&self, board: Board) -> Result<(Entry, u8), ProbeError> {
        let (canonical, symmetry) = self.game.canonical(board);
        u16::try_from(canonical)
            .ok()
            .and_then(|code| self.words.get(&code))
            .and_then(|&bits| Word::from_trusted_bits(bits).entry())
            .map(|entry| (entry, symmetry))
            .ok_or_else(|| self.game.why_no_entry(board))
    }
}

/// Prints which game it solves, and not its entries.
impl fmt::Debug for Compact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Compact({})", self.game)
    }
}

impl Probe for Compact {
    type Game = Mnk;
    type Error = ProbeError;

    fn game(&self) -> &Mnk {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        Ok(self.canonical_entry(board)?.0.value())
    }

    fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        self.probe(board)
    }
}

macro_rules! baked_map {
    ($constant:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $constant, ".compact.rs"))
    };
}

/// Tic-tac-toe, solved: objective [`Objective::Fastest`].
#[expect(clippy::unreadable_literal, reason = "generated")]
pub static TICTACTOE: Compact = Compact { game: Mnk::TICTACTOE, words: baked_map!("TICTACTOE") };

/// Tic-tac-toe in misère play, where completing a line loses, solved: objective
/// [`Objective::Fastest`].
#[expect(clippy::unreadable_literal, reason = "generated")]
pub static TICTACTOE_MISERE: Compact =
    Compact { game: Mnk::TICTACTOE_MISERE, words: baked_map!("TICTACTOE_MISERE") };

#[expect(clippy::unreadable_literal, reason = "generated")]
static REGISTRY: phf::Map<&str, &Compact> = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The baked table of the game with this name, exactly as the game prints; `None` if it is not
/// baked.
#[must_use]
pub fn baked(name: &str) -> Option<&'static Compact> {
    REGISTRY.get(name).copied()
}

/// All baked tables, in no particular order.
#[must_use]
pub fn baked_tables() -> impl ExactSizeIterator<Item = &'static Compact> {
    REGISTRY.values().copied()
}
