//! The numbering by code.

use core::fmt;

use crate::{Game, NO_CODES, Numbering, Place, ProbeError, Slot, Value};

/// The numbering by code: one section, whose slots are in the order of the codes. Every code has its own slot. A slot is
/// empty ([`Value::NONE`]) if its code belongs to no reachable position.
///
/// A probe finds a value in one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeNumbering;

impl CodeNumbering {
    /// Checks that these bytes can be the values of a table of the game. There must be one byte for each code of the game.
    /// Each must be the byte of a value, or [`Value::NONE`] for a code without a position.
    ///
    /// # Errors
    ///
    /// [`BadValues`] if the number of bytes is wrong, or a byte is wrong.
    pub fn check_values<G: Game>(game: &G, values: &[u8]) -> Result<(), BadValues> {
        let (found, expected) = (values.len() as u64, game.codes());
        if found != expected {
            return Err(BadValues::Length { found, expected });
        }
        let is_wrong =
            |&(code, &byte): &(u64, &u8)| byte != Value::NONE && Self.decode(game, code).is_none();
        match (0..).zip(values).find(is_wrong) {
            Some((code, _)) => Err(BadValues::Value { code }),
            None => Ok(()),
        }
    }
}

impl<G: Game> Numbering<G> for CodeNumbering {
    /// Whether the positions have codes. Every game with codes can be numbered by code.
    fn is_of(&self, game: &G) -> bool {
        game.codes() != NO_CODES
    }

    #[inline]
    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError> {
        if game.is_position(position) { Ok(()) } else { Err(game.why_no_entry(position)) }
    }

    #[inline]
    fn place(&self, game: &G, position: G::Position) -> Option<Place> {
        let rank = usize::try_from(game.encode(position)).ok()?;
        Some(Place::Slot(Slot { section: 0, rank }))
    }

    fn why_no_entry(&self, game: &G, position: G::Position) -> ProbeError {
        game.why_no_entry(position)
    }

    fn slots(&self, game: &G, section: u32) -> u64 {
        if section == 0 { game.codes() } else { 0 }
    }

    fn position(&self, game: &G, slot: Slot) -> Option<G::Position> {
        self.decode(game, slot.rank as u64)
    }
}

/// Why bytes are not the values of a table in one section.
///
/// ```
/// use perfect_play_core::{BadValues, CodeTable, Objective};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::new(1, 1, 1).unwrap();
/// let table = |values| CodeTable::by_code(game, Objective::Fastest, values);
/// // An entry for code 2, where O would have moved first.
/// assert_eq!(table([253, 0, 127].as_slice()).unwrap_err(), BadValues::Value { code: 2 });
/// let error = table(&[253, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "the values have 2 bytes, but the game has 3 slots");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadValues {
    /// There are too many or too few bytes.
    Length {
        /// The number of bytes.
        found: u64,
        /// The number of slots of the table.
        expected: u64,
    },
    /// A slot holds a value, but no position has this slot.
    Value {
        /// The code of the slot's first position.
        code: u64,
    },
}

impl fmt::Display for BadValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected } => {
                write!(f, "the values have {found} bytes, but the game has {expected} slots")
            }
            Self::Value { code } => {
                write!(f, "the slot of code {code} does not hold the value of a position")
            }
        }
    }
}

impl core::error::Error for BadValues {}
