//! The table whose slot number is the position's code.

use core::fmt;

use crate::{Entry, Objective, Probe, ProbeError, Tabular, Value, Word, probe::entry_by_children};

/// How a slot of a [`DirectTable`] is written.
///
/// ```
/// use perfect_play_core::Layout;
///
/// assert_eq!([Layout::Words.slot_bytes(), Layout::Bytes.slot_bytes()], [2, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Layout {
    /// Sixteen bits, little-endian: a [`Word`] with value and optimal moves.
    Words,
    /// One byte: a [`Value`]. The optimal moves follow from the positions one ply on.
    Bytes,
}

impl Layout {
    /// The layout that suits the game: words where they have room for every entry and the table
    /// stays small, otherwise bytes.
    ///
    /// ```
    /// use perfect_play_core::Layout;
    /// use perfect_play_games::Mnk;
    ///
    /// assert_eq!(Layout::of(&Mnk::TICTACTOE).to_string(), "words");
    /// assert_eq!(Layout::of(&Mnk::new(4, 3, 3).unwrap()).to_string(), "bytes");
    /// ```
    pub fn of<G: Tabular>(game: &G) -> Self {
        const SMALL: u64 = 1 << 16;
        if game.codes() <= SMALL
            && game.max_move() < Word::MOVES
            && game.max_plies() <= Word::MAX_REMOTENESS
        {
            Self::Words
        } else {
            Self::Bytes
        }
    }

    /// Bytes a slot takes.
    #[must_use]
    pub const fn slot_bytes(self) -> u64 {
        match self {
            Self::Words => 2,
            Self::Bytes => 1,
        }
    }
}

/// Prints `words` or `bytes`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Words => "words",
            Self::Bytes => "bytes",
        })
    }
}

/// A table with one slot for every code: finding an entry is one load.
///
/// The slots may be owned (a fresh solution, an opened file) or borrowed (baked into a program).
///
/// ```
/// use perfect_play_core::{DirectTable, Layout, Objective, Probe, Value};
/// use perfect_play_games::Mnk;
///
/// // One cell, which X takes and wins: both positions by hand, and the code 2 is none.
/// let game = Mnk::new(1, 1, 1)?;
/// let slots = [Value::win(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
/// let table = DirectTable::new(game, Objective::Fastest, Layout::Bytes, slots)?;
/// assert_eq!(table.probe(game.parse(".")?)?.best_move(), Some(0));
/// assert_eq!(table.positions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DirectTable<G, B> {
    game: G,
    objective: Objective,
    layout: Layout,
    slots: B,
}

impl<G: Tabular, B: AsRef<[u8]>> DirectTable<G, B> {
    /// A table over these slots.
    ///
    /// # Errors
    ///
    /// If there are more or fewer bytes than the layout has slots for the game's codes, or if one
    /// holds what no entry is written as, or an entry although no position has the code.
    pub fn new(game: G, objective: Objective, layout: Layout, slots: B) -> Result<Self, BadSlots> {
        let table = Self { game, objective, layout, slots };
        let found = table.slots().len() as u64;
        let expected = layout.slot_bytes().checked_mul(table.game.codes());
        if Some(found) != expected {
            return Err(BadSlots::Length { found, expected });
        }
        for code in 0..table.game.codes() {
            if !table.slot_is_valid(code) {
                return Err(BadSlots::Slot { code });
            }
        }
        Ok(table)
    }

    /// How the slots are written.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The slots as bytes, by ascending code.
    pub fn slots(&self) -> &[u8] {
        self.slots.as_ref()
    }

    /// The table's parts: game, objective, layout and slots.
    pub fn into_parts(self) -> (G, Objective, Layout, B) {
        (self.game, self.objective, self.layout, self.slots)
    }

    /// The same table, its slots held in another way that changes none of them: what was checked
    /// is not checked again.
    pub fn hold_as<C: From<B>>(self) -> DirectTable<G, C> {
        let Self { game, objective, layout, slots } = self;
        DirectTable { game, objective, layout, slots: slots.into() }
    }

    /// The slot's number, unless it is no position.
    fn code(&self, position: G::Position) -> Option<u64> {
        self.game.is_position(position).then(|| self.game.encode(position))
    }

    /// The word in a slot, in a table of words.
    fn word(&self, code: u64) -> Option<Word> {
        let (words, _) = self.slots().as_chunks();
        let &word = words.get(usize::try_from(code).ok()?)?;
        Some(Word::from_trusted_bits(u16::from_le_bytes(word)))
    }

    /// The value in a slot; `None` if it holds no entry.
    fn value_at(&self, code: u64) -> Option<Value> {
        match self.layout {
            Layout::Words => self.word(code)?.entry()?.value(),
            Layout::Bytes => Value::from_byte(*self.slots().get(usize::try_from(code).ok()?)?),
        }
    }

    /// Whether the slot holds an entry as it is written, of a position, or is empty.
    fn slot_is_valid(&self, code: u64) -> bool {
        let written = self.layout == Layout::Bytes
            || self.word(code).is_some_and(|word| Word::from_bits(word.bits()).is_some());
        // A code that is not the one of its position is never asked for.
        let is_its_code =
            || self.game.decode(code).is_ok_and(|position| self.game.encode(position) == code);
        written && (self.value_at(code).is_none() || is_its_code())
    }
}

impl<G: Tabular, B: AsRef<[u8]>> Probe for DirectTable<G, B> {
    type Game = G;
    type Error = ProbeError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, position: G::Position) -> Result<Value, ProbeError> {
        let value = self.code(position).and_then(|code| self.value_at(code));
        value.ok_or_else(|| self.game.why_no_entry(position))
    }

    fn probe(&self, position: G::Position) -> Result<Entry, ProbeError> {
        match self.layout {
            Layout::Words => {
                let word = self.code(position).and_then(|code| self.word(code));
                word.and_then(Word::entry).ok_or_else(|| self.game.why_no_entry(position))
            }
            Layout::Bytes => entry_by_children(self, position),
        }
    }

    fn positions(&self) -> impl Iterator<Item = G::Position> {
        // Most slots are empty: look before decoding.
        (0..self.game.codes())
            .filter(|&code| self.value_at(code).is_some())
            .filter_map(|code| self.game.decode(code).ok())
    }
}

/// Prints what the table is, and not its slots.
impl<G: Tabular, B> fmt::Debug for DirectTable<G, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, objective, layout, .. } = self;
        write!(f, "DirectTable({game}, {objective}, {layout})")
    }
}

/// Why bytes are not the slots of a table.
///
/// ```
/// use perfect_play_core::{BadSlots, DirectTable, Layout, Objective};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::new(1, 1, 1).unwrap();
/// let table = |slots| DirectTable::new(game, Objective::Fastest, Layout::Bytes, slots);
/// // An entry of code 2, where O would have begun.
/// assert_eq!(table([253, 0, 127].as_slice()).unwrap_err(), BadSlots::Slot { code: 2 });
/// let error = table(&[253, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "the slots take 2 bytes in place of 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadSlots {
    /// There are too many or too few.
    Length {
        /// How many bytes there are.
        found: u64,
        /// How many there must be; `None` if more than 2^64.
        expected: Option<u64>,
    },
    /// A slot holds what no entry is written as, or an entry of no position.
    Slot {
        /// The slot's number, which is the position's code.
        code: u64,
    },
}

impl fmt::Display for BadSlots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found, expected: Some(expected) } => {
                write!(f, "the slots take {found} bytes in place of {expected}")
            }
            Self::Length { found, expected: None } => {
                write!(f, "the slots take {found} bytes, but the game has more codes than any file")
            }
            Self::Slot { code } => write!(f, "the slot of code {code} holds no valid entry"),
        }
    }
}

impl core::error::Error for BadSlots {}
