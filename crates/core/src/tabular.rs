//! What makes a game tabular.

use crate::{Game, Kind, Move, NotAPosition, ProbeError, Unreachable, printed::print_alike};

/// A game whose positions are numbered, so that a table can hold an entry for each. Everything has a default:
/// `impl Tabular for MyGame {}` says that its positions have no codes, so that they are found by playing on. The rest is
/// for games that gain by it.
///
/// An example is at [`Game`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not tabular: its positions have no codes",
    label = "implement `Tabular` for it",
    note = "crates of two versions of `perfect-play-core` have two different `Tabular` traits"
)]
pub trait Tabular: Game {
    /// How many codes there are: every position's code is below it. [`NO_CODES`] if the positions have
    /// none, as unless the game says otherwise. Then they are found by playing on, and numbered by their keys
    /// ([`Key`](crate::Key)); or they are too many for 64 bits, and have tiers.
    fn codes(&self) -> u64 {
        NO_CODES
    }

    /// The position's code. `None` if the game has no codes. Where a code is shown, this is asked.
    ///
    /// ```
    /// use perfect_play_core::{Game, Tabular};
    /// use perfect_play_games::Mnk;
    ///
    /// let (small, large) = (Mnk::TICTACTOE, "connect:7,6,4".parse::<Mnk>()?);
    /// assert_eq!(small.code(small.start()), Some(0));
    /// assert_eq!(large.code(large.start()), None);
    /// # Ok::<(), perfect_play_games::ParseNameError>(())
    /// ```
    fn code(&self, position: Self::Position) -> Option<u64> {
        (self.codes() != NO_CODES).then(|| self.encode(position))
    }

    /// The position's code. No two positions share one. What the type can hold besides positions gets
    /// any number: see [`Tabular::is_position`]. In a game without codes: a number that few positions
    /// share, for checksums and the like; 0 unless the game says otherwise.
    fn encode(&self, position: Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// The position with this code, reachable or not.
    ///
    /// # Errors
    ///
    /// Why no position has it: as the game has no codes, unless it says otherwise.
    fn decode(&self, code: u64) -> Result<Self::Position, NotAPosition> {
        let _ = code;
        Err(NotAPosition::Rules("the game has no codes"))
    }

    /// Whether this is a position, and not something else that its type can hold: tables ask it before
    /// they answer. Unless the game knows a faster way, it is one if its code is decoded to it, or if the game has no
    /// codes: then it is up to the table.
    fn is_position(&self, position: Self::Position) -> bool {
        self.codes() == NO_CODES || self.decode(self.encode(position)) == Ok(position)
    }

    /// Whether it is a position that play could have led to, as far as the rules can tell without
    /// a search. Unless the game says otherwise, they cannot tell: then it is up to the table.
    ///
    /// # Errors
    ///
    /// Why not.
    fn check(&self, position: Self::Position) -> Result<(), ProbeError> {
        let _ = position;
        Ok(())
    }

    /// Why a table that answers for reachable positions has no entry: that it is no position, what
    /// [`Tabular::check`] says, or that the table just has none.
    fn why_no_entry(&self, position: Self::Position) -> ProbeError {
        if !self.is_position(position) {
            return match self.decode(self.encode(position)) {
                Err(reason) => reason.into(),
                Ok(_) => NotAPosition::Rules("its code is that of a position").into(),
            };
        }
        match self.check(position) {
            Err(reason) => reason,
            Ok(()) => Unreachable::NotInTable.into(),
        }
    }

    /// Whether every move leads to a larger code, as placing a mark does. The fastest solver needs
    /// it; unless the game says so, it is taken not to be.
    fn codes_rise(&self) -> bool {
        false
    }

    /// The largest number that a move has: no legal move exceeds it. Defaults to the largest there
    /// is, 255. With 8 or less a small game's entries fit in words: see [`crate::Word`].
    fn max_move(&self) -> Move {
        Move::MAX
    }

    /// Plies of the longest play there can be, or more: what [`Tabular::ply`] never exceeds. At most
    /// [`crate::Value::MAX_PLIES`]. 0 if the game does not count plies, as where play can come back to a position.
    fn max_plies(&self) -> u8 {
        0
    }

    /// Plies from the start to this position, at most [`Tabular::max_plies`]: tables are counted by it.
    /// In a game where plays of different length lead to one position, another number that rises
    /// with every move. 0 if the game does not count them.
    fn ply(&self, position: Self::Position) -> u8 {
        let _ = position;
        0
    }

    /// Plies from here to the end of a drawn game, where the game defines it: then every draw from here must
    /// take equally long, so that no table has to store it, as where a draw is a full board. Unless the game says
    /// otherwise, a draw has no remoteness.
    fn plies_to_draw(&self, position: Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// What kind of game it is, which is all that a solver knows to choose its method by. It is a
    /// promise: a game that only looks like one of these is another. `Tiers::of` checks what a
    /// numbering depends on (start, codes, `max_plies` and symmetries), and nobody checks the rest.
    fn kind(&self) -> Kind {
        Kind::Other
    }

    /// How many codes in a row share a slot of a table by code: those of a position and its images. 1, unless the
    /// positions were found. Then the first of them is that of the canonical position, and where two symmetries
    /// give the same image, only the smaller of the two codes is a position's.
    fn codes_per_slot(&self) -> u64 {
        1
    }

    /// The slot of a position in a table by code: its code, unless images share a slot
    /// ([`Tabular::codes_per_slot`]). A value that is no position gets any number.
    #[inline]
    fn slot(&self, position: Self::Position) -> u64 {
        self.encode(position) / self.codes_per_slot().max(1)
    }

    /// How many slots a table by code has.
    fn slots(&self) -> u64 {
        self.codes() / self.codes_per_slot().max(1)
    }

    /// How many positions share this slot, of which the first code is that of a position: how many of its codes are.
    fn positions_in(&self, slot: u64) -> u64 {
        let first = slot * self.codes_per_slot();
        let others = first + 1..first + self.codes_per_slot();
        1 + others.filter(|&code| self.decode(code).is_ok()).count() as u64
    }

    /// How many bytes of a file each slot takes beside its value, because the rules alone do not tell which position it
    /// is of. 0, unless the positions were found: the file has to keep their keys ([`crate::Key`]).
    fn key_bytes(&self) -> usize {
        0
    }

    /// Writes the key of the canonical position of this slot, of [`Tabular::key_bytes`] bytes.
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        let _ = (slot, bytes);
    }

    /// Whether another game of this kind has the same positions, with the same codes, so that the
    /// two can be compared position by position. Unless the game knows better, only one of the same
    /// name has.
    fn same_positions(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        print_alike(self, other)
    }
}

/// What [`Tabular::codes`] is in a game whose positions have no codes, because they are too many for 64 bits. It is
/// above every limit to the number of codes.
pub const NO_CODES: u64 = u64::MAX;
