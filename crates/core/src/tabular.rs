//! What makes a game tabular.

use crate::{Game, Kind, Move, NotAPosition, ProbeError, Unreachable, printed::print_alike};

/// A game whose positions can be numbered, so that a table can store an entry for each.
///
/// The rules may give each position a number, which is its code. All methods have defaults:
/// `impl Tabular for MyGame {}` declares that positions have no codes. Then a solver finds the positions by playing
/// every move from the start, and numbers them. Override methods to make some tables smaller or faster.
///
/// See [`Game`] for an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether its positions have codes",
    label = "implement `Tabular` for it: without any method if they have none",
    note = "crates of two versions of `perfect-play-core` have two different `Tabular` traits"
)]
pub trait Tabular: Game {
    /// The number of codes: every position's code is less than this. Defaults to [`NO_CODES`]: the positions
    /// have no codes.
    ///
    /// Without codes, positions are found by playing every move from the start and numbered by their keys
    /// ([`Key`](crate::Key)). If a board has too many positions for codes of 64 bits, it has no codes either. Such a
    /// board has tiers.
    fn codes(&self) -> u64 {
        NO_CODES
    }

    /// The code of a position, or `None` if the game has no codes. Use this to show a code.
    fn code(&self, position: Self::Position) -> Option<u64> {
        (self.codes() != NO_CODES).then(|| self.encode(position))
    }

    /// The code of a position. Two positions never have the same code. Values of the type that are not
    /// positions can have any code: see [`Tabular::is_position`].
    ///
    /// A game without codes can leave the default, which is 0 for every position. If it overrides this method,
    /// different positions should nearly always have different numbers, because checksums use them.
    fn encode(&self, position: Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// The position with this code, reachable or not.
    ///
    /// # Errors
    ///
    /// An error if no position has this code. The default is for a game without codes: it always returns an
    /// error.
    fn decode(&self, code: u64) -> Result<Self::Position, NotAPosition> {
        let _ = code;
        Err(NotAPosition::Rules("the game has no codes"))
    }

    /// Whether this value is a position. A table calls this method before it answers.
    ///
    /// By default, a value is a position if its code decodes to it. In a game without codes this returns
    /// `true`, and the table decides.
    fn is_position(&self, position: Self::Position) -> bool {
        self.codes() == NO_CODES || self.decode(self.encode(position)) == Ok(position)
    }

    /// Checks whether play could have led to a position, as far as the rules show this without a search.
    /// Defaults to `Ok(())`: the table decides.
    ///
    /// # Errors
    ///
    /// The reason why the position is unreachable.
    fn check(&self, position: Self::Position) -> Result<(), ProbeError> {
        let _ = position;
        Ok(())
    }

    /// The reason why a table of the reachable positions has no entry: the argument is not a position, or the
    /// error of [`Tabular::check`], or [`Unreachable::NotInTable`].
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

    /// Whether every move leads to a larger code, as placing a mark does. Defaults to `false`. The fastest
    /// solver requires `true`, and a game that counts its plies ([`Tabular::max_plies`]).
    fn codes_rise(&self) -> bool {
        false
    }

    /// No legal move has a larger number than this. Defaults to 255. If it is 8 or less, the entries of a small game
    /// fit in words: see [`Word`](crate::Word).
    fn max_move(&self) -> Move {
        Move::MAX
    }

    /// An upper bound of the plies of a play, and so of [`Tabular::ply`]. At most
    /// [`Value::MAX_PLIES`](crate::Value::MAX_PLIES). Defaults to 0: the game does not count plies, for example
    /// because play can return to a position.
    fn max_plies(&self) -> u8 {
        0
    }

    /// The number of plies from the start to this position, at most [`Tabular::max_plies`]. Defaults to 0: the game
    /// does not count plies. Statistics group positions by this number. Statistics of a found table use
    /// [`Game::plies_played`] instead.
    ///
    /// If plays of different length can lead to the same position, return any other number that rises with every move.
    fn ply(&self, position: Self::Position) -> u8 {
        let _ = position;
        0
    }

    /// Plies from here to the end of a drawn game. Defaults to `None`: draws have no remoteness.
    ///
    /// If a game defines this, all draws from here must take equally long, for example because a draw is a full
    /// board. So no table has to store this number.
    fn plies_to_draw(&self, position: Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// The kind of this game, by which a solver chooses its method. Defaults to [`Kind::Other`].
    ///
    /// The value is a promise: see [`Kind`]. `Tiers::of` checks the part that its numbering depends on (start,
    /// codes, `max_plies` and symmetries). The rest is not checked.
    fn kind(&self) -> Kind {
        Kind::Other
    }

    /// The number of consecutive codes that share a slot in a table by code: the codes of a position and its
    /// images. Defaults to 1. Only `Found` of perfect-play-tiers, and types that hold a `Found`, return another
    /// number. A `Found` gives codes to the positions of a game without codes.
    ///
    /// The first of these codes is the code of the canonical position. There is one code for each symmetry. If two
    /// symmetries give the same image, the image has the smaller of their codes. The larger code is not the code of a
    /// position.
    fn codes_per_slot(&self) -> u64 {
        1
    }

    /// The slot of a position in a table by code. It is the position's code, unless images share a slot
    /// ([`Tabular::codes_per_slot`]). A value that is not a position gets any number.
    #[inline]
    fn slot(&self, position: Self::Position) -> u64 {
        self.encode(position) / self.codes_per_slot().max(1)
    }

    /// The number of slots in a table by code.
    fn slots(&self) -> u64 {
        self.codes() / self.codes_per_slot().max(1)
    }

    /// The number of positions that share this slot. The first code of the slot must be the code of a position.
    fn positions_in(&self, slot: u64) -> u64 {
        let first = slot * self.codes_per_slot();
        let others = first + 1..first + self.codes_per_slot();
        1 + others.filter(|&code| self.decode(code).is_ok()).count() as u64
    }

    /// The number of bytes that a file stores for each slot in addition to the value. Defaults to 0. If the
    /// positions were found, the file stores their keys ([`Key`](crate::Key)), because the rules alone do not
    /// determine the position of a slot.
    fn key_bytes(&self) -> usize {
        0
    }

    /// Writes the key of the canonical position of a slot. `bytes` must have the length [`Tabular::key_bytes`].
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        let _ = (slot, bytes);
    }

    /// Whether another game of this type has the same positions with the same codes, so that the two can be
    /// compared position by position. Defaults to comparing the names.
    fn same_positions(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        print_alike(self, other)
    }
}

/// The value of [`Tabular::codes`] for a game whose positions have no codes. It exceeds every limit on the
/// number of codes.
pub const NO_CODES: u64 = u64::MAX;
