//! The table: a game, a numbering and values.

use core::fmt;

use crate::{
    BadValues, Best, CodeNumbering, Entry, Game, MoveValues, Numbering, Objective, Place, Probe,
    ProbeError, ProbeFailure, Scheme, Slot, Value, numbering::shown_code,
};

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

    /// The value of a slot. `None` if it has none, or if there is no such slot. Defaults to the value of its byte. Override it
    /// if some values do not fit in a byte.
    ///
    /// # Errors
    ///
    /// The errors of [`Values::byte`].
    #[inline]
    fn value(&self, scheme: Scheme, slot: Slot) -> Result<Option<Value>, Self::Error> {
        Ok(self.byte(slot)?.and_then(|byte| scheme.from_byte(byte)))
    }
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
/// use perfect_play_core::{CodeNumbering, Objective, Probe, Table, Value};
/// use perfect_play_games::Mnk;
///
/// // One cell, which X takes and wins. Code 2 is not a position.
/// let game = Mnk::new(1, 1, 1)?;
/// let values = [Value::win(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
/// let table = Table::new(game, Objective::Fastest, CodeNumbering, values).unwrap();
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

/// A table by code.
///
/// The bytes may be owned, as in a new solution or an opened file, or borrowed, as in a baked table.
pub type CodeTable<G, B> = Table<G, CodeNumbering, B>;

impl<G: Game, N: Numbering<G>, V> Table<G, N, V> {
    /// Creates a table with these values. `None` if the numbering belongs to another game.
    pub fn new(game: G, objective: Objective, numbering: N, values: V) -> Option<Self> {
        numbering.is_of(&game).then(|| Self { game, objective, numbering, values })
    }
}

impl<G: Game, B: AsRef<[u8]>> CodeTable<G, B> {
    /// Creates a table by code from these values, after checking them.
    ///
    /// # Errors
    ///
    /// The errors of [`CodeNumbering::check_values`].
    pub fn by_code(game: G, objective: Objective, values: B) -> Result<Self, BadValues> {
        CodeNumbering::check_values(&game, values.as_ref())?;
        Ok(Self { game, objective, numbering: CodeNumbering, values })
    }
}

impl<G, N, V> Table<G, N, V> {
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

    /// Returns the game, the numbering and the values.
    pub fn into_parts(self) -> (G, N, V) {
        (self.game, self.numbering, self.values)
    }

    /// Converts the values to another type that holds the same values.
    pub fn hold_as<W: From<V>>(self) -> Table<G, N, W> {
        let Self { game, objective, numbering, values } = self;
        Table { game, objective, numbering, values: values.into() }
    }
}

impl<G: Game, N: Numbering<G>, V: Values> Table<G, N, V> {
    /// [`Probe::value_with_moves`] of a position that [`Probe::positions`] lists. It is not checked again, which is faster.
    ///
    /// # Errors
    ///
    /// The errors of [`Probe::value_with_moves`].
    pub fn listed_with_moves(
        &self,
        position: G::Position,
    ) -> Result<(Value, MoveValues), V::Error> {
        let value = self.value_of(position)?;
        Ok((value, MoveValues::new(&self.game, position, |child| self.value_of(child))?))
    }

    /// The value of a position that was checked, or of a child of such a position.
    fn value_of(&self, position: G::Position) -> Result<Value, V::Error> {
        let Self { game, numbering, .. } = self;
        let value = match numbering.place(game, position) {
            Some(Place::Slot(slot)) => return self.value_in(slot, position),
            Some(Place::Known(value)) => Some(value),
            Some(Place::Follow) => self.value_of_children(position)?,
            None => None,
        };
        value.ok_or_else(|| numbering.why_no_entry(game, position).into())
    }

    /// The value of a position that has this slot.
    #[inline]
    fn value_in(&self, slot: Slot, position: G::Position) -> Result<Value, V::Error> {
        let value = self.values.value(self.game.scheme(), slot)?;
        value.ok_or_else(|| self.numbering.why_no_entry(&self.game, position).into())
    }

    /// The slots that are not empty, with their first positions, in the order of the slots. A slot that cannot be read
    /// counts as not empty.
    pub fn firsts(&self) -> impl Iterator<Item = (Slot, G::Position)> {
        self.numbering.firsts(&self.game, |slot| self.is_empty(slot))
    }

    /// The positions that may have an entry, each with its slot if it is read from there.
    fn positions_with_slots(&self) -> impl Iterator<Item = (G::Position, Option<Slot>)> {
        self.numbering.positions(&self.game, |slot| self.is_empty(slot))
    }

    /// Whether no position has its value in this slot.
    fn is_empty(&self, slot: Slot) -> bool {
        let byte = self.values.byte(slot);
        byte.is_ok_and(|byte| byte.is_none_or(|byte| byte == Value::NONE))
    }

    /// The value that follows from the values of the children, or from the rules if the game is over.
    #[cold]
    fn value_of_children(&self, position: G::Position) -> Result<Option<Value>, V::Error> {
        let mut best = Best::NONE;
        for mv in self.game.legal_moves(position) {
            let child = self.game.play(position, mv);
            best.add(self.value_of(child)?, self.game.next(position, child));
        }
        // Without a move, the game is over.
        Ok(best.value(self.game.scheme()).or_else(|| self.game.end(position)))
    }
}

impl<G: Game, N: Numbering<G>, V: Values> Probe for Table<G, N, V> {
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

    fn probe_with(
        &self,
        position: G::Position,
        value: &mut dyn FnMut(G::Position) -> Result<Value, V::Error>,
    ) -> Result<Entry, V::Error> {
        let own = self.value(position)?;
        let moves = MoveValues::new(&self.game, position, value)?;
        Ok(Entry::new(&self.game, position, own, moves.optimal(self.objective)))
    }

    fn value_with_moves(&self, position: G::Position) -> Result<(Value, MoveValues), V::Error> {
        self.numbering.check(&self.game, position)?;
        self.listed_with_moves(position)
    }

    fn positions(&self) -> impl Iterator<Item = G::Position> {
        self.positions_with_slots().map(|(position, _)| position)
    }

    fn entries(&self) -> impl Iterator<Item = (G::Position, Result<Value, V::Error>)> {
        self.positions_with_slots().map(|(position, slot)| {
            let value = match slot {
                Some(slot) => self.value_in(slot, position),
                None => self.value_of(position),
            };
            (position, value)
        })
    }

    fn reached(&self, position: G::Position) -> Option<(u64, u64)> {
        self.numbering.reached(&self.game, position)
    }

    fn codes(&self) -> u64 {
        self.numbering.codes(&self.game)
    }

    fn code(&self, position: G::Position) -> Option<u64> {
        shown_code(&self.numbering, &self.game, position)
    }

    fn decode(&self, code: u64) -> Option<G::Position> {
        self.numbering.decode(&self.game, code)
    }

    fn canonical(&self, position: G::Position) -> (u64, u8) {
        self.numbering.canonical(&self.game, position)
    }

    fn is_canonical(&self, position: G::Position) -> bool {
        self.numbering.is_canonical(&self.game, position)
    }
}

/// Prints the game and the objective, but not the values.
impl<G: fmt::Display, N, V> fmt::Debug for Table<G, N, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({}, {})", self.game, self.objective)
    }
}
