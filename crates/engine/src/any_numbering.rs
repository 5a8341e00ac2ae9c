//! The numbering of a table by key whose game is known only at run time.

use std::sync::Arc;

use perfect_play_core::{Game, NotAPosition, Numbering, Place, ProbeError, Slot, Unreachable};
use perfect_play_file::{Stored, StoredNumbering};
use perfect_play_generator::numbering::KeyNumbering;

use crate::AnyPosition;

/// A [`KeyNumbering`] of a game of any type.
#[derive(Clone)]
pub(crate) struct AnyNumbering {
    keys: Arc<dyn Keys>,
    /// How many bytes of a key belong to the game. The others are zeros.
    key_bytes: usize,
    /// How many plies lead to the positions in the list, at most. `None` if it has all positions.
    plies: Option<u16>,
}

/// What a [`KeyNumbering`] knows, for positions in bytes.
trait Keys: Send + Sync {
    fn slots(&self) -> u64;
    fn place(&self, position: AnyPosition) -> Option<Place>;
    fn places(&self, positions: &[AnyPosition], each: &mut dyn FnMut(Option<Place>));
    fn position(&self, rank: usize) -> Option<AnyPosition>;
    fn symmetries(&self) -> u8;
    fn sharing(&self, first: AnyPosition) -> Vec<AnyPosition>;
    fn count_sharing(&self, first: AnyPosition) -> u64;
    fn find(&self, position: AnyPosition) -> Option<(Slot, AnyPosition)>;
    fn is_canonical(&self, position: AnyPosition) -> bool;
    fn codes(&self) -> u64;
    fn encode(&self, position: AnyPosition) -> u64;
    fn decode(&self, code: u64) -> Option<AnyPosition>;
    fn canonical(&self, position: AnyPosition) -> (u64, u8);
}

impl dyn Keys {
    /// The positions, in the order of their ranks.
    fn all(&self) -> impl Iterator<Item = AnyPosition> {
        (0..).map_while(|rank| self.position(rank))
    }
}

/// A numbering with its game.
struct Numbered<G: Game> {
    game: G,
    numbering: KeyNumbering<G::Position>,
}

impl<G: Game + Send + Sync> Keys for Numbered<G> {
    fn slots(&self) -> u64 {
        self.numbering.positions().len() as u64
    }
    fn place(&self, position: AnyPosition) -> Option<Place> {
        self.numbering.place(&self.game, position.read_first()?)
    }
    fn places(&self, positions: &[AnyPosition], each: &mut dyn FnMut(Option<Place>)) {
        let read: Vec<_> = positions.iter().map_while(AnyPosition::read_first).collect();
        self.numbering.places(&self.game, &read, each);
        // The first bytes that are no position end what was read. This one and the rest are looked up one by one.
        positions.iter().skip(read.len()).for_each(|&position| each(self.place(position)));
    }
    fn position(&self, rank: usize) -> Option<AnyPosition> {
        self.numbering.positions().get(rank).map(|&position| AnyPosition::of(position))
    }
    fn symmetries(&self) -> u8 {
        self.numbering.symmetries(&self.game)
    }
    fn sharing(&self, first: AnyPosition) -> Vec<AnyPosition> {
        let mut sharing = Vec::with_capacity(self.symmetries().into());
        if let Some(first) = first.read_first() {
            sharing.extend(self.numbering.sharing(&self.game, first).map(AnyPosition::of));
        }
        sharing
    }
    fn count_sharing(&self, first: AnyPosition) -> u64 {
        first.read_first().map_or(0, |first| self.numbering.count_sharing(&self.game, first))
    }
    fn find(&self, position: AnyPosition) -> Option<(Slot, AnyPosition)> {
        let (slot, known) = self.numbering.find(&self.game, position.read_first()?)?;
        Some((slot, AnyPosition::of(known)))
    }
    fn is_canonical(&self, position: AnyPosition) -> bool {
        position
            .read_first()
            .is_some_and(|position| self.numbering.is_canonical(&self.game, position))
    }
    fn codes(&self) -> u64 {
        self.numbering.codes(&self.game)
    }
    fn encode(&self, position: AnyPosition) -> u64 {
        let position = position.read_first();
        position.map_or(self.codes(), |position| self.numbering.encode(&self.game, position))
    }
    fn decode(&self, code: u64) -> Option<AnyPosition> {
        self.numbering.decode(&self.game, code).map(AnyPosition::of)
    }
    fn canonical(&self, position: AnyPosition) -> (u64, u8) {
        let position = position.read_first();
        position
            .map_or((self.codes(), 0), |position| self.numbering.canonical(&self.game, position))
    }
}

impl AnyNumbering {
    /// A numbering of this game, whose keys have this many bytes.
    pub(crate) fn new<G: Game + Send + Sync + 'static>(
        game: G,
        numbering: KeyNumbering<G::Position>,
        key_bytes: usize,
    ) -> Self {
        Self { keys: Arc::new(Numbered { game, numbering }), key_bytes, plies: None }
    }

    /// The same numbering, of a table that stores only this many plies.
    pub(crate) fn cut_at(self, plies: u16) -> Self {
        Self { plies: Some(plies), ..self }
    }

    /// How many plies lead to the positions in the list, at most. `None` if it has all positions.
    pub(crate) fn plies(&self) -> Option<u16> {
        self.plies
    }

    /// The positions, in the order of their ranks.
    pub(crate) fn all(&self) -> impl Iterator<Item = AnyPosition> {
        self.keys.all()
    }

    /// Whether both number the same positions in the same way.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (one, another) = (&self.keys, &other.keys);
        Arc::ptr_eq(one, another) || one.codes() == another.codes() && one.all().eq(another.all())
    }
}

impl<G: Game<Position = AnyPosition>> Numbering<G> for AnyNumbering {
    fn is_of(&self, game: &G) -> bool {
        let has_start = self.plies == Some(0) || self.keys.place(game.start()).is_some();
        self.keys.symmetries() == game.symmetries().max(1) && has_start
    }
    /// Checks the bytes. A position that is not in the list has no place.
    fn check(&self, game: &G, position: AnyPosition) -> Result<(), ProbeError> {
        if game.is_position(position) { Ok(()) } else { Err(NotAPosition::OtherGame.into()) }
    }
    fn place(&self, _: &G, position: AnyPosition) -> Option<Place> {
        self.keys.place(position)
    }
    fn places(&self, _: &G, positions: &[AnyPosition], each: &mut dyn FnMut(Option<Place>)) {
        self.keys.places(positions, each);
    }
    fn why_no_entry(&self, _: &G, _: AnyPosition) -> ProbeError {
        match self.plies {
            Some(_) => ProbeError::NotStored,
            None => Unreachable::NotInTable.into(),
        }
    }
    fn slots(&self, _: &G, section: u32) -> u64 {
        if section == 0 { self.keys.slots() } else { 0 }
    }
    fn position(&self, _: &G, slot: Slot) -> Option<AnyPosition> {
        if slot.section == 0 { self.keys.position(slot.rank) } else { None }
    }
    fn symmetries(&self, _: &G) -> u8 {
        self.keys.symmetries()
    }
    fn sharing(&self, _: &G, first: AnyPosition) -> impl Iterator<Item = AnyPosition> {
        self.keys.sharing(first).into_iter()
    }
    fn count_sharing(&self, _: &G, first: AnyPosition) -> u64 {
        self.keys.count_sharing(first)
    }
    fn find(&self, _: &G, position: AnyPosition) -> Option<(Slot, AnyPosition)> {
        self.keys.find(position)
    }
    fn is_canonical(&self, _: &G, position: AnyPosition) -> bool {
        self.keys.is_canonical(position)
    }
    fn codes(&self, _: &G) -> u64 {
        self.keys.codes()
    }
    fn encode(&self, _: &G, position: AnyPosition) -> u64 {
        self.keys.encode(position)
    }
    fn decode(&self, _: &G, code: u64) -> Option<AnyPosition> {
        self.keys.decode(code)
    }
    fn canonical(&self, _: &G, position: AnyPosition) -> (u64, u8) {
        self.keys.canonical(position)
    }
}

/// Tables are stored as those of a [`KeyNumbering`].
impl<G: Game<Position = AnyPosition>> Stored<G> for AnyNumbering {
    fn described(&self) -> StoredNumbering {
        self.plies.map_or(StoredNumbering::Codes, |plies| StoredNumbering::KeysOfPlies { plies })
    }
    fn key_bytes(&self) -> usize {
        self.key_bytes
    }
    fn write_key(&self, slot: usize, bytes: &mut [u8]) {
        if let Some(position) = self.keys.position(slot) {
            position.write_first(bytes);
        }
    }
}
