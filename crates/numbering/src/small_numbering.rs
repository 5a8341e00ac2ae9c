//! The numbering of a table in one section.

use perfect_play_core::{CodeNumbering, Game, Key, Numbering, Place, ProbeError, Slot, Table};

use crate::KeyNumbering;

/// The numbering of a table in one section: by code if the game has codes, otherwise by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SmallNumbering<P: Key> {
    /// By code.
    Codes,
    /// By key.
    Keys(KeyNumbering<P>),
}

/// A table in one section.
pub type SmallTable<G, B = Vec<u8>> = Table<G, SmallNumbering<<G as Game>::Position>, B>;

impl<P: Key> SmallNumbering<P> {
    /// The numbering by key, if it is one.
    #[must_use]
    pub fn keys(&self) -> Option<&KeyNumbering<P>> {
        match self {
            Self::Codes => None,
            Self::Keys(keys) => Some(keys),
        }
    }
}

/// Calls a method of the numbering.
macro_rules! ask {
    ($self:ident, $numbering:ident => $call:expr) => {
        match $self {
            Self::Codes => {
                let $numbering = &CodeNumbering;
                $call
            }
            Self::Keys($numbering) => $call,
        }
    };
}

impl<G: Game> Numbering<G> for SmallNumbering<G::Position> {
    fn is_of(&self, game: &G) -> bool {
        ask!(self, numbering => numbering.is_of(game))
    }
    #[inline]
    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError> {
        ask!(self, numbering => numbering.check(game, position))
    }
    #[inline]
    fn place(&self, game: &G, position: G::Position) -> Option<Place> {
        ask!(self, numbering => numbering.place(game, position))
    }
    fn places(&self, game: &G, positions: &[G::Position], each: &mut dyn FnMut(Option<Place>)) {
        ask!(self, numbering => numbering.places(game, positions, each));
    }
    fn why_no_entry(&self, game: &G, position: G::Position) -> ProbeError {
        ask!(self, numbering => numbering.why_no_entry(game, position))
    }
    fn slots(&self, game: &G, section: u32) -> u64 {
        ask!(self, numbering => Numbering::slots(numbering, game, section))
    }
    fn position(&self, game: &G, slot: Slot) -> Option<G::Position> {
        ask!(self, numbering => numbering.position(game, slot))
    }
    fn symmetries(&self, game: &G) -> u8 {
        ask!(self, numbering => Numbering::<G>::symmetries(numbering, game))
    }
    fn sharing(&self, game: &G, first: G::Position) -> impl Iterator<Item = G::Position> {
        let others = match self {
            Self::Codes => None,
            Self::Keys(keys) => Some(keys.sharing(game, first).skip(1)),
        };
        std::iter::once(first).chain(others.into_iter().flatten())
    }
    fn find(&self, game: &G, position: G::Position) -> Option<(Slot, G::Position)> {
        ask!(self, numbering => numbering.find(game, position))
    }
    fn codes(&self, game: &G) -> u64 {
        ask!(self, numbering => numbering.codes(game))
    }
    fn encode(&self, game: &G, position: G::Position) -> u64 {
        ask!(self, numbering => numbering.encode(game, position))
    }
    fn decode(&self, game: &G, code: u64) -> Option<G::Position> {
        ask!(self, numbering => numbering.decode(game, code))
    }
    fn canonical(&self, game: &G, position: G::Position) -> (u64, u8) {
        ask!(self, numbering => numbering.canonical(game, position))
    }
    fn is_canonical(&self, game: &G, position: G::Position) -> bool {
        ask!(self, numbering => numbering.is_canonical(game, position))
    }
}
