//! Answers in constants, for m,n,k-games.

use perfect_play_core::{Board, Entry, NotAPosition, ProbeError, Unreachable};
use perfect_play_games::Mnk;

use super::Baked;
use crate::slots::Words;

/// In a table of an m,n,k-game with 16-bit entries, these functions can also be called in constants.
impl Baked<Mnk, Words> {
    /// The table itself: two bytes per code, little-endian, in ascending order of the codes.
    #[must_use]
    pub const fn bytes(&self) -> &'static [u8] {
        self.slots.bytes()
    }

    /// The entry of the board.
    ///
    /// # Errors
    ///
    /// An error that says why the board has no entry.
    #[inline]
    pub const fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        self.probe_code(board.code())
    }

    /// The entry of the board with this code.
    ///
    /// ```
    /// # #[cfg(feature = "direct")] {
    /// use perfect_play::{Board, Move, TICTACTOE};
    ///
    /// const CORNER: u64 = Board::from_bitboards(0b1, 0).unwrap().code();
    /// const REPLY: Option<Move> = match TICTACTOE.probe_code(CORNER) {
    ///     Ok(entry) => entry.best_move(),
    ///     Err(_) => None,
    /// };
    /// assert_eq!(REPLY, Some(4));
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// An error that says why the board has no entry.
    #[inline]
    pub const fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        // As in `Baked::check`.
        let same_name = !cfg!(debug_assertions) || self.game.has_name(self.facts.game);
        if !self.has_its_codes() || !same_name {
            return Err(ProbeError::NotAPosition(NotAPosition::OtherGame));
        }
        match self.slots.entry(code) {
            Some(entry) => Ok(entry),
            None => Err(self.reason(code)),
        }
    }

    /// Whether the game has as many codes as the baked one.
    #[inline]
    const fn has_its_codes(&self) -> bool {
        match Board::codes(self.game.shape().cells()) {
            Some(codes) => codes == self.facts.codes,
            None => false,
        }
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
