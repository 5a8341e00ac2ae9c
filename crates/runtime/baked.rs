//! Baked tables, by code or of canonical positions alone.

use core::fmt;

use perfect_play_core::{
    Board, Entry, Form, Game, Mnk, MoveValues, Moves, NotAPosition, Objective, Probe, ProbeError,
    Unreachable, Value, Word,
};

/// A baked table: the solution of a game, compiled into the program. [`include_table!`] makes it of
/// what a build script has solved.
///
/// `S` is how it holds its entries: [`Words`], [`Bytes`], [`CompactWords`] or [`CompactBytes`]. All
/// give the same answers.
///
/// [`include_table!`]: crate::include_table
///
/// ```
/// # #[cfg(feature = "direct")] {
/// use perfect_play::{Form, Game, Probe, TICTACTOE};
///
/// let start = TICTACTOE.game().start();
/// assert_eq!(Probe::probe(&TICTACTOE, start)?.remoteness, 9);
/// assert_eq!(TICTACTOE.facts().bytes, 39_366);
/// assert_eq!(TICTACTOE.facts().form.to_string(), "direct words");
/// # }
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub struct Baked<G, S> {
    game: G,
    facts: Facts,
    slots: S,
}

/// What was baked, and how large it is.
///
/// ```
/// # #[cfg(feature = "direct")] {
/// use perfect_play::{Objective, tictactoe::FACTS};
///
/// assert_eq!((FACTS.game, FACTS.objective), ("tictactoe", Objective::Fastest));
/// assert_eq!((FACTS.entries, FACTS.bytes), (5_478, 39_366));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The game's name.
    pub game: &'static str,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// How it holds its entries.
    pub form: Form,
    /// How many entries it holds: as many as there are reachable positions if it is direct; the
    /// canonical ones if it is compact; the slots if it is indexed.
    pub entries: u64,
    /// Bytes it takes in the program.
    pub bytes: u64,
    /// The version of perfect-play-generator that baked it.
    pub generator: &'static str,
}

impl Facts {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        generator: &'static str,
        game: &'static str,
        objective: Objective,
        form: Form,
        [entries, bytes]: [u64; 2],
    ) -> Self {
        Self { game, objective, form, entries, bytes, generator }
    }
}

/// Prints what was baked in one line: `hexapawn (fastest): 135 entries, direct bytes, 39366 bytes`.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, objective, form, entries, bytes, .. } = self;
        write!(f, "{game} ({objective}): {entries} entries, {form}, {bytes} bytes")
    }
}

impl<G, S> Baked<G, S> {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(game: G, facts: Facts, slots: S) -> Self {
        Self { game, facts, slots }
    }

    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// What was baked, and how large it is.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// How a baked table holds its entries. This crate has all there are: [`Words`], [`Bytes`],
/// [`CompactWords`], [`CompactBytes`]; code that takes a table of any of them asks for [`Probe`].
pub trait Slots<G: Game> {
    /// Whether these can be the slots of the game's table.
    #[doc(hidden)]
    fn are_of(&self, game: &G) -> bool;

    /// What the position is worth, if there is an entry for it.
    #[doc(hidden)]
    fn value(&self, game: &G, position: G::Position) -> Option<Value>;

    /// The entry of the position, if there is one; `Err` if only values are held.
    #[doc(hidden)]
    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues>;
}

/// Entries are not held whole: optimal moves follow from the values one ply on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OnlyValues;

/// A 16-bit entry in the slot of each position's code: a probe is one load.
#[derive(Clone, Copy)]
pub struct Words(&'static [[u8; 2]]);

/// A byte in the slot of each position's code; optimal moves follow from the positions one ply on.
#[derive(Clone, Copy)]
pub struct Bytes(&'static [u8]);

/// The 16-bit entries of the canonical positions, in a perfect hash map by their codes.
pub struct CompactWords(phf::Map<u16, u16>);

/// A byte for each of the canonical positions, in a perfect hash map by their codes; optimal moves
/// follow from the positions one ply on.
pub struct CompactBytes(phf::Map<[u8; 4], u8>);

impl Words {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    #[inline]
    const fn entry(self, code: u64) -> Option<Entry> {
        if code < self.0.len() as u64 {
            #[expect(clippy::cast_possible_truncation, reason = "it is below a slice's length")]
            let bits = u16::from_le_bytes(self.0[code as usize]);
            Word::from_trusted_bits(bits).entry()
        } else {
            None
        }
    }
}

impl Bytes {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self(bytes)
    }
}

impl CompactWords {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(words: phf::Map<u16, u16>) -> Self {
        Self(words)
    }

    /// The entry of the position's canonical image, and the symmetry that leads to it.
    fn canonical_entry<G: Game>(&self, game: &G, position: G::Position) -> Option<(Entry, u8)> {
        let (canonical, symmetry) = game.canonical(position);
        let bits = *self.0.get(&u16::try_from(canonical).ok()?)?;
        Some((Word::from_trusted_bits(bits).entry()?, symmetry))
    }
}

impl CompactBytes {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(values: phf::Map<[u8; 4], u8>) -> Self {
        Self(values)
    }
}

impl<G: Game> Slots<G> for Words {
    fn are_of(&self, game: &G) -> bool {
        self.0.len() as u64 == game.codes()
    }

    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        Some((*self).entry(game.encode(position))?.value())
    }

    #[inline]
    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok((*self).entry(game.encode(position)))
    }
}

impl<G: Game> Slots<G> for Bytes {
    fn are_of(&self, game: &G) -> bool {
        self.0.len() as u64 == game.codes()
    }

    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        Value::from_byte(*self.0.get(usize::try_from(game.encode(position)).ok()?)?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Game> Slots<G> for CompactWords {
    fn are_of(&self, _: &G) -> bool {
        true
    }

    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        Some(self.canonical_entry(game, position)?.0.value())
    }

    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok(self.canonical_entry(game, position).map(|(entry, symmetry)| {
            let optimal_moves: Moves = game
                .legal_moves(position)
                .iter()
                .filter(|&mv| entry.optimal_moves.contains(game.image_of_move(mv, symmetry)))
                .collect();
            Entry { optimal_moves, ..entry }
        }))
    }
}

impl<G: Game> Slots<G> for CompactBytes {
    fn are_of(&self, _: &G) -> bool {
        true
    }

    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        let (canonical, _) = game.canonical(position);
        let code = u32::try_from(canonical).ok()?.to_le_bytes();
        Value::from_byte(*self.0.get(&code)?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Game, S: Slots<G>> Baked<G, S> {
    /// Whether the table was baked from the rules that it is asked for, and the position is one of
    /// theirs: a program can name another game in [`crate::include_table!`] than its build script,
    /// and a value that is no position may be encoded as one. Only builds with debug assertions look
    /// closely, as that takes longer than an answer.
    #[inline]
    fn check(&self, position: G::Position) -> Result<(), ProbeError> {
        let game = &self.game;
        if !self.slots.are_of(game) || cfg!(debug_assertions) && !game.is_called(self.facts.game) {
            return Err(NotAPosition::OtherGame.into());
        }
        if cfg!(debug_assertions) && game.decode(game.encode(position))? != position {
            return Err(NotAPosition::Rules("its code is that of another").into());
        }
        Ok(())
    }
}

impl<G: Game, S: Slots<G>> Probe for Baked<G, S> {
    type Game = G;
    type Error = ProbeError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.facts.objective
    }

    #[inline]
    fn value(&self, position: G::Position) -> Result<Value, ProbeError> {
        self.check(position)?;
        let value = self.slots.value(&self.game, position);
        value.ok_or_else(|| self.game.why_no_entry(position))
    }

    #[inline]
    fn probe(&self, position: G::Position) -> Result<Entry, ProbeError> {
        self.check(position)?;
        match self.slots.entry(&self.game, position) {
            Ok(Some(entry)) => Ok(entry),
            Ok(None) => Err(self.game.why_no_entry(position)),
            Err(OnlyValues) => {
                let value = self.value(position)?;
                let worths = MoveValues::new(&self.game, position, |child| self.value(child))?;
                let optimal = worths.optimal(self.facts.objective);
                Ok(Entry::new(&self.game, position, value, optimal))
            }
        }
    }
}

/// For m,n,k-games there are answers in constants, too.
impl Baked<Mnk, Words> {
    /// The table itself: two bytes a code, ascending, little-endian.
    #[must_use]
    pub const fn bytes(&self) -> &'static [u8] {
        self.slots.0.as_flattened()
    }

    /// What the table says of the board.
    ///
    /// # Errors
    ///
    /// Why it has no entry for it.
    #[inline]
    pub const fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        self.probe_code(board.code())
    }

    /// What the table says of the board with this code.
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
    /// Why it has no entry for it.
    #[inline]
    pub const fn probe_code(&self, code: u64) -> Result<Entry, ProbeError> {
        match self.slots.entry(code) {
            Some(entry) => Ok(entry),
            None => Err(self.reason(code)),
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

/// Prints what was baked, and not the entries.
impl<G, S> fmt::Debug for Baked<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { game, objective, form, .. } = self.facts;
        write!(f, "Baked({game}, {objective}, {form})")
    }
}
