//! How baked tables hold their entries: by code or in a perfect hash map, whole or as values.

use perfect_play_core::{Entry, Game, Key, Symmetric, Tabular, Value, Word};

use crate::map::Map;

/// How a baked table holds its entries. This crate has all there are: [`Words`], [`Bytes`],
/// [`CompactWords`], [`CompactBytes`].
///
/// Code that takes any table asks for [`Probe`](crate::Probe), and need not name them:
///
/// ```
/// # #[cfg(all(feature = "direct", feature = "compact"))] {
/// use perfect_play::{Game, Probe, ProbeError, TICTACTOE, compact};
///
/// fn plies<P: Probe>(table: &P) -> Result<Option<u8>, P::Error> {
///     Ok(table.probe(table.game().start())?.remoteness)
/// }
/// assert_eq!([plies(&TICTACTOE)?, plies(&compact::TICTACTOE)?], [Some(9); 2]);
/// # }
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub trait Slots<G: Tabular> {
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
///
/// ```
/// # #[cfg(feature = "direct")] {
/// use perfect_play::{Baked, Mnk, Words};
///
/// static TABLE: &Baked<Mnk, Words> = &perfect_play::TICTACTOE;
/// assert_eq!(TABLE.bytes().len(), 39_366);
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Words(&'static [[u8; 2]]);

/// A byte in the slot of each position's code; optimal moves follow from the positions one ply on.
///
/// It is made by a build script:
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
///
/// ```
/// # #[cfg(feature = "compact")] {
/// use perfect_play::{Baked, CompactWords, Mnk};
///
/// static TABLE: &Baked<Mnk, CompactWords> = &perfect_play::compact::TICTACTOE;
/// assert_eq!(TABLE.facts().entries, 765);
/// # }
/// ```
pub struct CompactWords(Map<u16, u16>);

/// A byte for each of the canonical positions, in a perfect hash map by their codes; optimal moves
/// follow from the positions one ply on.
///
/// It is made by a build script:
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

/// The values of the canonical positions in a perfect hash map by their keys: for games without codes.
pub struct CompactKeys<const N: usize>(Map<[u8; N], u8>);

impl Words {
    /// Of what `include_table!` reads.
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
        Self(Map::new(words))
    }

    /// The entry of the position's canonical image, and the symmetry that leads to it.
    fn canonical_entry<G: Tabular + Symmetric>(
        &self,
        game: &G,
        position: G::Position,
    ) -> Option<(Entry, u8)> {
        let (canonical, symmetry) = game.canonical(position);
        let bits = self.0.get(&u16::try_from(canonical).ok()?)?;
        Some((Word::from_trusted_bits(bits).entry()?, symmetry))
    }
}

impl CompactBytes {
    /// Of what `include_table!` reads.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(values: phf::Map<[u8; 4], u8>) -> Self {
        Self(Map::new(values))
    }
}

impl<const N: usize> CompactKeys<N> {
    /// What is baked: keys, behind which there may be zeros, and values.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(values: phf::Map<[u8; N], u8>) -> Self {
        Self(Map::new(values))
    }
}

/// The key of a position, of so many bytes. `None` if it has more.
fn key_of<const N: usize, P: Key>(position: P) -> Option<[u8; N]> {
    let mut key = [0; N];
    position.write(key.get_mut(..P::BYTES)?);
    Some(key)
}

impl<G: Tabular + Symmetric + Game<Position: Key>, const N: usize> Slots<G> for CompactKeys<N> {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        let keys =
            (0..game.symmetries()).map(|symmetry| key_of::<N, _>(game.image(position, symmetry)));
        Value::from_byte(self.0.get(keys.min()??.as_slice())?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Tabular> Slots<G> for Words {
    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        (*self).entry(game.encode(position))?.value()
    }

    #[inline]
    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok((*self).entry(game.encode(position)))
    }
}

impl<G: Tabular> Slots<G> for Bytes {
    #[inline]
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        Value::from_byte(*self.0.get(usize::try_from(game.encode(position)).ok()?)?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}

impl<G: Tabular + Symmetric> Slots<G> for CompactWords {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        self.canonical_entry(game, position)?.0.value()
    }

    fn entry(&self, game: &G, position: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Ok(self.canonical_entry(game, position).map(|(entry, symmetry)| {
            let is_optimal = |mv| entry.optimal_moves.contains(game.image_of_move(mv, symmetry));
            let optimal_moves = game.legal_moves(position).filter(is_optimal);
            Entry { optimal_moves, ..entry }
        }))
    }
}

impl<G: Tabular + Symmetric> Slots<G> for CompactBytes {
    fn value(&self, game: &G, position: G::Position) -> Option<Value> {
        let (canonical, _) = game.canonical(position);
        let code = u32::try_from(canonical).ok()?.to_le_bytes();
        Value::from_byte(self.0.get(code.as_slice())?)
    }

    fn entry(&self, _: &G, _: G::Position) -> Result<Option<Entry>, OnlyValues> {
        Err(OnlyValues)
    }
}
