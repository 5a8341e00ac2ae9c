//! The table: a game, a numbering and values.

use core::fmt;

use crate::{Entry, MoveValues, Objective, Probe, ProbeError, ProbeFailure, Tabular, Value};

/// The place of a position's value: a section of the table, and the rank in the section.
///
/// ```
/// use perfect_play_core::{Codes, Lookup, Slot};
/// use perfect_play_games::Mnk;
///
/// // A table by code has one section, and a position's rank is its code.
/// let game = Mnk::TICTACTOE;
/// let slot = Codes.slot(&game, game.parse("X........")?);
/// assert_eq!(slot, Some(Slot { section: 0, rank: 1 }));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The number of the section.
    pub section: u32,
    /// The rank in the section.
    pub rank: usize,
}

/// The half of a numbering that a probe needs: it maps positions to slots.
///
/// With [`Codes`](crate::Codes), the rank of a position is its code.
pub trait Lookup<G: Tabular> {
    /// Whether this numbering belongs to this game.
    fn is_of(&self, game: &G) -> bool;

    /// Checks whether the table can have an entry for this position. The check does not use the values. A probe calls
    /// this once, and not again for the child positions.
    ///
    /// # Errors
    ///
    /// The reason why the table cannot have an entry: the argument is not a position, or the position is unreachable.
    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError>;

    /// The value of a position if it follows directly from the rules. Then its slot may hold anything. Defaults
    /// to `None`.
    fn settled(&self, game: &G, position: G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// The slot of a position, or `None` if it has no slot.
    fn slot(&self, game: &G, position: G::Position) -> Option<Slot>;

    /// The positions that may have an entry. Positions are left out if `is_empty` returns `true` for their slot. The
    /// others are in ascending order of their codes, or in an order that the numbering defines.
    fn positions(
        &self,
        game: &G,
        is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = G::Position>;
}

/// The bytes of a table's slots, in memory, in the program, or in a file.
///
/// Types that can be borrowed as a slice of bytes implement this trait. The slice holds the values of a table with one
/// section, such as a table by code.
pub trait Values {
    /// The error of reading a byte. For values in memory it is [`ProbeError`], which is never returned.
    type Error: ProbeFailure;

    /// The byte of a slot, or `None` if there is no such slot.
    ///
    /// # Errors
    ///
    /// The reason why the byte cannot be read.
    fn byte(&self, slot: Slot) -> Result<Option<u8>, Self::Error>;
}

impl<B: AsRef<[u8]>> Values for B {
    type Error = ProbeError;

    fn byte(&self, Slot { section, rank }: Slot) -> Result<Option<u8>, ProbeError> {
        let bytes = if section == 0 { self.as_ref() } else { &[] };
        Ok(bytes.get(rank).copied())
    }
}

/// A strong solution: a game, a numbering of its positions, and the value of each position.
///
/// It implements [`Probe`]. A probe looks up the values of the position and its children.
///
/// ```
/// use perfect_play_core::{Codes, Objective, Probe, Table, Value};
/// use perfect_play_games::Mnk;
///
/// // One cell, which X takes and wins. Code 2 is not a position.
/// let game = Mnk::new(1, 1, 1)?;
/// let values = [Value::win(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
/// let table = Table::new(game, Objective::Fastest, Codes, values).unwrap();
/// assert_eq!(table.probe(game.parse(".")?)?.best_move(), Some(0));
/// assert_eq!(table.positions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Table<G, N, V> {
    game: G,
    objective: Objective,
    numbering: N,
    values: V,
}

impl<G: Tabular, N: Lookup<G>, V> Table<G, N, V> {
    /// Creates a table with these values. `None` if the numbering belongs to another game.
    pub fn new(game: G, objective: Objective, numbering: N, values: V) -> Option<Self> {
        numbering.is_of(&game).then(|| Self::of_its_numbering(game, objective, numbering, values))
    }
}

impl<G, N, V> Table<G, N, V> {
    /// Creates a table with these values. The numbering must belong to the game.
    pub(crate) const fn of_its_numbering(
        game: G,
        objective: Objective,
        numbering: N,
        values: V,
    ) -> Self {
        Self { game, objective, numbering, values }
    }

    /// The game that the table solves.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The objective: which moves the table calls optimal.
    pub const fn objective(&self) -> Objective {
        self.objective
    }

    /// The numbering of the positions.
    pub const fn numbering(&self) -> &N {
        &self.numbering
    }

    /// The values.
    pub const fn values(&self) -> &V {
        &self.values
    }

    /// Returns the values and drops the rest of the table.
    pub fn into_values(self) -> V {
        self.values
    }

    /// Converts the values to another type that holds the same values.
    pub fn hold_as<W: From<V>>(self) -> Table<G, N, W> {
        let Self { game, objective, numbering, values } = self;
        Table { game, objective, numbering, values: values.into() }
    }
}

impl<G: Tabular, N: Lookup<G>, V: Values> Table<G, N, V> {
    /// The value of a position that was checked, or of a child of such a position.
    fn value_of(&self, position: G::Position) -> Result<Value, V::Error> {
        let Self { game, numbering, values, .. } = self;
        if let Some(settled) = numbering.settled(game, position) {
            return Ok(settled);
        }
        let byte = match numbering.slot(game, position) {
            Some(slot) => values.byte(slot)?,
            None => None,
        };
        byte.and_then(Value::from_byte).ok_or_else(|| game.why_no_entry(position).into())
    }
}

impl<G: Tabular, N: Lookup<G>, V: Values> Probe for Table<G, N, V> {
    type Game = G;
    type Error = V::Error;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, position: G::Position) -> Result<Value, V::Error> {
        self.numbering.check(&self.game, position)?;
        self.value_of(position)
    }

    fn probe(&self, position: G::Position) -> Result<Entry, V::Error> {
        let value = self.value(position)?;
        let moves = MoveValues::new(&self.game, position, |child| self.value_of(child))?;
        Ok(Entry::new(&self.game, position, value, moves.optimal(self.objective)))
    }

    fn move_values(&self, position: G::Position) -> Result<MoveValues, V::Error> {
        self.value(position)?;
        MoveValues::new(&self.game, position, |child| self.value_of(child))
    }

    fn positions(&self) -> impl Iterator<Item = G::Position> {
        let is_empty = |slot| {
            let byte = self.values.byte(slot);
            byte.is_ok_and(|byte| byte.and_then(Value::from_byte).is_none())
        };
        self.numbering.positions(&self.game, is_empty)
    }
}

/// Prints the game and the objective, but not the values.
impl<G: fmt::Display, N, V> fmt::Debug for Table<G, N, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({}, {})", self.game, self.objective)
    }
}
