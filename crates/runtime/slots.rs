//! How baked tables hold their entries: by code or in a perfect hash map, as whole entries or as values.

use perfect_play_core::{Entry, Game, Key, Value, Word};

use crate::map::Map;

/// A form in which a baked table holds its entries: [`Words`], [`Bytes`], [`CompactWords`], [`CompactBytes`] or
/// [`CompactKeys`]. There are no others.
///
/// Code that takes any table uses [`Probe`](crate::Probe) and does not need to name the form:
///
/// ```
/// # #[cfg(all(feature = "direct", feature = "compact"))] {
/// use perfect_play::{Game, Probe, ProbeError, TICTACTOE, compact};
///
/// fn plies<P: Probe>(table: &P) -> Result<Option<u16>, P::Error> {
///     Ok(table.probe(table.game().start())?.remoteness)
/// }
/// assert_eq!([plies(&TICTACTOE)?, plies(&compact::TICTACTOE)?], [Some(9); 2]);
/// # }
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub trait Slots<G: Game> {
    /// The value of the position, if the table has an entry for it.
    #[doc(hidden)]
    fn value(&self, game: &G, position: G::Position) -> Option<Value>;

    /// The entry of the position, if there is one. `Err` if the form holds only values.
    #[doc(hidden)]
    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues>;
}

/// The form holds no whole entries. The optimal moves are computed from the values of the child positions.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OnlyValues;

/// A 16-bit entry in the slot of each position's code: a probe is one load.
#[derive(Clone, Copy)]
pub struct Words(&'static [[u8; 2]]);

/// A byte in the slot of each position's code. The optimal moves are computed from the child positions.
///
/// A build script makes such a table:
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Bake, core::{Form, Layout}};
///
/// let bake = Bake::new(Mnk::TICTACTOE).form(Form::Direct(Layout::Bytes));
/// // In build.rs: `bake.solve()?.write()`.
/// # bake.solve()?;
/// # Ok::<(), perfect_play_generator::BakeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Bytes(&'static [u8]);

/// The 16-bit entries of the canonical positions, in a perfect hash map by their codes.
pub struct CompactWords(Map<u16, u16>);

/// A byte for each canonical position, in a perfect hash map by their codes. The optimal moves are computed from the
/// child positions.
///
/// A build script makes such a table:
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{Bake, core::{Form, Layout}};
///
/// let bake = Bake::new(Mnk::TICTACTOE).form(Form::Compact(Layout::Bytes));
/// // In build.rs: `bake.solve()?.write()`.
/// # bake.solve()?;
/// # Ok::<(), perfect_play_generator::BakeError>(())
/// ```
pub struct CompactBytes(Map<[u8; 4], u8>);

/// The values of the canonical positions, in a perfect hash map by their keys: the form for games without codes.
pub struct CompactKeys<const N: usize>(Map<[u8; N], u8>);

impl Words {
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    #[cfg(feature = "games")]
    pub(crate) const fn bytes(self) -> &'static [u8] {
        self.0.as_flattened()
    }

    #[inline]
    pub(crate) const fn entry(self, code: u64) -> Option<Entry> {
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
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self(bytes)
    }
}

impl CompactWords {
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(words: phf::Map<u16, u16>) -> Self {
        Self(Map::new(words))
    }

    /// The entry of the position's canonical image, and the symmetry that leads to that image.
    fn canonical_entry<G: Game>(&self, game: &G, position: G::Position) -> Option<(Entry, u8)> {
        let (canonical, symmetry) = game.canonical(position);
        let bits = self.0.get(&u16::try_from(canonical).ok()?)?;
        Some((Word::from_trusted_bits(bits).entry()?, symmetry))
    }
}

impl CompactBytes {
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(values: phf::Map<[u8; 4], u8>) -> Self {
        Self(Map::new(values))
    }
}

impl<const N: usize> CompactKeys<N> {
    /// Used by `include_table!`; not public API. A key that is shorter than `N` bytes is followed by zeros.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(values: phf::Map<[u8; N], u8>) -> Self {
        Self(Map::new(values))
    }
}

/// The key of a position, filled up with zeros to `N` bytes. `None` if it is longer.
fn key_of<const N: usize, P: Key>(position: P) -> Option<[u8; N]> {
    let mut key = [0; N];
    position.write(key.get_mut(..P::BYTES)?);
    Some(key)
}

impl<G: Game, const N: usize> Slots<G> for CompactKeys<N> {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        let keys =
            (0..game.symmetries()).map(|symmetry| key_of::<N, _>(game.image(position, symmetry)));
        game.scheme().from_byte(self.0.get(keys.min()??.as_slice())?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Game> Slots<G> for Words {
    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        (*self).entry(game.encode(position))?.value()
    }

    #[inline]
    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok((*self).entry(game.encode(position)))
    }
}

impl<G: Game> Slots<G> for Bytes {
    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        game.scheme().from_byte(*self.0.get(usize::try_from(game.encode(position)).ok()?)?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Game> Slots<G> for CompactWords {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        self.canonical_entry(game, position)?.0.value()
    }

    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok(self.canonical_entry(game, position).map(|(entry, symmetry)| {
            let is_optimal =
                |mv| entry.optimal_moves.contains(game.image_of_move(position, mv, symmetry));
            let optimal_moves = game.legal_moves(position).filter(is_optimal);
            Entry { optimal_moves, ..entry }
        }))
    }
}

impl<G: Game> Slots<G> for CompactBytes {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        let (canonical, _) = game.canonical(position);
        let code = u32::try_from(canonical).ok()?.to_le_bytes();
        game.scheme().from_byte(self.0.get(code.as_slice())?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}
