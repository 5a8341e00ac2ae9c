//! The numbering by code.

use core::fmt;

use crate::{Lookup, NO_CODES, Objective, ProbeError, Slot, Table, Tabular, Value};

/// The numbering by code: one section, with a slot for every code, or for the codes of a position and its images
/// ([`Tabular::codes_per_slot`]). A slot whose codes no reachable position has is empty ([`Value::NONE`]).
///
/// So a probe finds a value in one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Codes;

/// A table by code.
///
/// The bytes may be owned (a fresh solution, an opened file) or borrowed (a part of the program).
pub type CodeTable<G, B> = Table<G, Codes, B>;

impl Codes {
    /// Checks that these can be the values of a table of the game: a byte for each of its slots, which is that of a
    /// value, or [`Value::NONE`] where no position has the slot.
    ///
    /// # Errors
    ///
    /// If there are more or fewer bytes, or one is wrong.
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
    /// The table by code with these values, which are checked.
    ///
    /// ```
    /// use perfect_play_core::{CodeTable, Objective, Probe, Value};
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::new(1, 1, 1)?;
    /// let values = [Value::win(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
    /// let table = CodeTable::by_code(game, Objective::Fastest, values)?;
    /// assert_eq!(table.positions().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Codes::check_values`].
    pub fn by_code(game: G, objective: Objective, values: B) -> Result<Self, BadValues> {
        Codes::check_values(&game, values.as_ref())?;
        Ok(Self::of_its_numbering(game, objective, Codes, values))
    }
}

impl<G: Tabular> Lookup<G> for Codes {
    /// Whether the positions have codes: codes number those of any game that has them.
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
        // Most slots are empty: look before decoding.
        let is_filled = move |slot: &u64| {
            usize::try_from(*slot).is_ok_and(|rank| !is_empty(Slot { section: 0, rank }))
        };
        let codes = (0..game.slots())
            .filter(is_filled)
            .flat_map(move |slot| slot * per_slot..(slot + 1) * per_slot);
        codes.filter_map(move |code| {
            let position = game.decode(code).ok()?;
            // Where images share slots, a code is decoded to no position whose code is another.
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
/// // An entry of code 2, where O would have begun.
/// assert_eq!(table([253, 0, 127].as_slice()).unwrap_err(), BadValues::Value { code: 2 });
/// let error = table(&[253, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "the values take 2 bytes in place of 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadValues {
    /// There are too many or too few.
    Length {
        /// How many bytes there are.
        found: u64,
        /// How many there must be: the game's slots.
        expected: u64,
    },
    /// A slot holds a byte that is no value, or the value of no position.
    Value {
        /// The first code of the slot.
        code: u64,
    },
}

impl fmt::Display for BadValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected } => {
                write!(f, "the values take {found} bytes in place of {expected}")
            }
            Self::Value { code } => {
                write!(f, "the slot of code {code} holds no value of a position")
            }
        }
    }
}

impl core::error::Error for BadValues {}
