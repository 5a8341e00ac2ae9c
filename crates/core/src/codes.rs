//! The numbering by code.

use core::fmt;

use crate::{Lookup, NO_CODES, Objective, ProbeError, Slot, Table, Tabular, Value};

/// The numbering by code: one section, whose slots are in the order of the codes. Every code has its own slot, unless
/// [`Tabular::codes_per_slot`] is more than 1. Then the codes of a position and its images are consecutive and share a
/// slot. A slot is empty ([`Value::NONE`]) if none of its codes belongs to a reachable position.
///
/// A probe finds a value in one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Codes;

/// A table by code.
///
/// The bytes may be owned, as in a new solution or an opened file, or borrowed, as in a baked table.
pub type CodeTable<G, B> = Table<G, Codes, B>;

impl Codes {
    /// Checks that these bytes can be the values of a table of the game. There must be one byte for each slot
    /// of the game. Each must be the byte of a value, or [`Value::NONE`] for a slot without a position.
    ///
    /// # Errors
    ///
    /// [`BadValues`] if the number of bytes is wrong, or a byte is wrong.
    pub fn check_values<G: Tabular>(game: &G, values: &[u8]) -> Result<(), BadValues> {
        let (found, expected) = (values.len() as u64, game.slots());
        if found != expected {
            return Err(BadValues::Length { found, expected });
        }
        let per_slot = game.codes_per_slot();
        let is_its_code =
            |code| game.decode(code).is_ok_and(|position| game.encode(position) == code);
        let is_wrong = |&(slot, &byte): &(u64, &u8)| {
            byte != Value::NONE
                && (Value::from_byte(byte).is_none() || !is_its_code(slot * per_slot))
        };
        match (0..).zip(values).find(is_wrong) {
            Some((slot, _)) => Err(BadValues::Value { code: slot * per_slot }),
            None => Ok(()),
        }
    }
}

impl<G: Tabular, B: AsRef<[u8]>> CodeTable<G, B> {
    /// Creates a table by code from these values, after checking them.
    ///
    /// # Errors
    ///
    /// The errors of [`Codes::check_values`].
    pub fn by_code(game: G, objective: Objective, values: B) -> Result<Self, BadValues> {
        Codes::check_values(&game, values.as_ref())?;
        Ok(Self::of_its_numbering(game, objective, Codes, values))
    }
}

impl<G: Tabular> Lookup<G> for Codes {
    /// Whether the positions have codes. Every game with codes can be numbered by code.
    fn is_of(&self, game: &G) -> bool {
        game.codes() != NO_CODES
    }

    #[inline]
    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError> {
        if game.is_position(position) { Ok(()) } else { Err(game.why_no_entry(position)) }
    }

    #[inline]
    fn slot(&self, game: &G, position: G::Position) -> Option<Slot> {
        Some(Slot { section: 0, rank: usize::try_from(game.slot(position)).ok()? })
    }

    fn positions(
        &self,
        game: &G,
        is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = G::Position> {
        let per_slot = game.codes_per_slot();
        // Most slots are empty, so look at the slot before decoding.
        let is_filled = move |slot: &u64| {
            usize::try_from(*slot).is_ok_and(|rank| !is_empty(Slot { section: 0, rank }))
        };
        let codes = (0..game.slots())
            .filter(is_filled)
            .flat_map(move |slot| slot * per_slot..(slot + 1) * per_slot);
        codes.filter_map(move |code| {
            let position = game.decode(code).ok()?;
            // If images share slots, a code that is not the position's own code does not decode.
            (per_slot > 1 || game.encode(position) == code).then_some(position)
        })
    }
}

/// Why bytes are not the values of a table by code.
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
        /// The number of slots of the game.
        expected: u64,
    },
    /// A slot holds a value, but no position has this slot.
    Value {
        /// The first code of the slot.
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
