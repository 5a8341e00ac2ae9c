//! The numbering by key, for games without codes. The canonical positions are found by playing every move, and are
//! numbered in the order of their keys.

use std::{fmt, iter, sync::Arc};

use perfect_play_core::{
    Game, Key, Kind, MAX_KEY_BYTES, NO_CODES, Numbering, Place, ProbeError, Slot, Unreachable,
};

use crate::{FindError, distinct::distinct, ranks::Ranks};

/// The numbering by key: one section, with a slot for each *canonical* position in a list. The canonical position is the
/// one with the smallest key among a position and its images. The slots are in the order of the keys. A position and its
/// images share a slot.
///
/// It gives each position a code: the rank of its slot times the number of symmetries, plus the first symmetry that leads
/// from the canonical image to the position.
///
/// ```
/// use perfect_play_core::{Game, Numbering};
/// use perfect_play_games::Nim;
/// use perfect_play_numbering::KeyNumbering;
///
/// // A pile of two stones.
/// let nim: Nim = "nim:2".parse()?;
/// let start = nim.start();
/// let all = [nim.play(nim.play(start, 0), 0), nim.play(start, 0), start];
/// let numbering = KeyNumbering::of(&nim, all.to_vec())?;
/// assert_eq!((numbering.slots(&nim, 0), numbering.encode(&nim, start)), (3, 2));
/// assert_eq!(numbering.decode(&nim, 0), Some(all[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct KeyNumbering<P> {
    ranks: Arc<Ranks<P>>,
    /// The number of symmetries of the game, at least one.
    symmetries: u8,
}

impl<P: Key> KeyNumbering<P> {
    /// The numbering of these canonical positions, in ascending order. This does not check whether they are the
    /// reachable positions. A proof checks that.
    ///
    /// # Errors
    ///
    /// If the positions are not ascending or not canonical, if they are not keys as [`Key`] requires, or if
    /// there is not enough memory.
    pub fn of<G: Game<Position = P>>(game: &G, positions: Vec<P>) -> Result<Self, FindError> {
        if P::BYTES > MAX_KEY_BYTES {
            return Err(FindError::LongKey { bytes: P::BYTES });
        }
        let mut last = [0; MAX_KEY_BYTES];
        let mut before = None;
        for &position in &positions {
            let mut bytes = [0; MAX_KEY_BYTES];
            let key = &mut bytes[..P::BYTES];
            position.write(key);
            let (read, text) = (P::read(key), |position: P| format!("{position:?}"));
            if read != Some(position) {
                return Err(FindError::NotAKey { position: text(position), read: read.map(text) });
            }
            let is_before = |before: &P| last[..P::BYTES] >= *key || *before >= position;
            if let Some(before) = before.filter(is_before) {
                let (first, second) = (text(before), text(position));
                return Err(FindError::NotInOrder { first, second });
            }
            if canonical(game, position) != position {
                return Err(FindError::NotCanonical { position: text(position) });
            }
            (last, before) = (bytes, Some(position));
        }
        Self::of_ranked(game, positions)
    }

    /// The numbering of positions that were found before, given as the keys of the canonical positions in
    /// ascending order, one after the other, in pieces of any number of keys. This does not check whether they are the
    /// reachable positions. A proof checks that.
    ///
    /// No piece is asked for before all keys of the pieces before it are checked, and memory grows with these keys.
    ///
    /// # Errors
    ///
    /// If they are not the keys of canonical positions in ascending order, or if there is not enough memory. Also the
    /// first error among the pieces.
    pub fn of_keys<G: Game<Position = P>, E: From<FindError>>(
        game: &G,
        pieces: impl IntoIterator<Item = Result<Vec<u8>, E>>,
    ) -> Result<Self, E> {
        let width = P::BYTES.max(1);
        let mut positions = Vec::new();
        for piece in pieces {
            let piece = piece?;
            let out_of_memory = FindError::OutOfMemory { positions: positions.len() as u64 };
            positions.try_reserve_exact(piece.len() / width).map_err(|_| out_of_memory)?;
            for key in piece.chunks(width) {
                let bad = || FindError::BadKey { number: positions.len() as u64 };
                let position = P::read(key).ok_or_else(bad)?;
                if positions.last() >= Some(&position)
                    || !game.is_position(position)
                    || canonical(game, position) != position
                {
                    return Err(bad().into());
                }
                positions.push(position);
            }
        }
        Ok(Self::of_ranked(game, positions)?)
    }

    fn of_ranked<G: Game<Position = P>>(game: &G, positions: Vec<P>) -> Result<Self, FindError> {
        Ok(Self { ranks: Arc::new(Ranks::of(positions)?), symmetries: game.symmetries().max(1) })
    }

    /// The canonical positions, in the order of their slots.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        self.ranks.positions()
    }

    /// The rank of the slot of a position, and its canonical image. `None` if it is not in the list.
    #[inline]
    fn rank<G: Game<Position = P>>(&self, game: &G, position: P) -> Option<(u64, P)> {
        let canonical = canonical(game, position);
        Some((self.ranks.of_position(canonical)?.into(), canonical))
    }

    /// The place of a canonical position.
    #[inline]
    fn place_of(&self, canonical: P) -> Option<Place> {
        let rank = usize::try_from(self.ranks.of_position(canonical)?).ok()?;
        Some(Place::Slot(Slot { section: 0, rank }))
    }

    fn at(&self, rank: u64) -> Option<P> {
        self.positions().get(usize::try_from(rank).ok()?).copied()
    }

    fn slots(&self) -> u64 {
        self.positions().len() as u64
    }

    fn all_codes(&self) -> u64 {
        self.slots() * u64::from(self.symmetries)
    }
}

/// The smallest image of a position. The order of keys is the order of their bytes.
#[inline]
pub fn canonical<G: Game>(game: &G, position: G::Position) -> G::Position {
    let images = (1..game.symmetries()).map(|symmetry| game.image(position, symmetry));
    images.fold(position, Ord::min)
}

/// Whether the positions of a game are found by playing, and numbered by their keys. A board without codes is too large for
/// this, and has tiers.
pub fn has_keys<G: Game>(game: &G) -> bool {
    game.codes() == NO_CODES && game.kind() == Kind::Other
}

/// With how many plies counts by ply begin, ply 0 included: all plies that a game with codes allows. A game without codes
/// has as many plies as are found.
pub fn plies_to_count<G: Game>(game: &G) -> usize {
    if has_keys(game) { 1 } else { usize::from(game.max_plies()) + 1 }
}

/// Whether both number the same positions in the same way.
impl<P: Key> PartialEq for KeyNumbering<P> {
    fn eq(&self, other: &Self) -> bool {
        self.symmetries == other.symmetries && self.positions() == other.positions()
    }
}

impl<P: Key> Eq for KeyNumbering<P> {}

impl<P: Key> fmt::Debug for KeyNumbering<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyNumbering({} canonical positions)", self.slots())
    }
}

impl<G: Game> Numbering<G> for KeyNumbering<G::Position> {
    /// Whether the game has as many symmetries, and its start is in the list.
    fn is_of(&self, game: &G) -> bool {
        self.symmetries == game.symmetries().max(1) && self.rank(game, game.start()).is_some()
    }

    /// Always `Ok`. A value that is not a position of the list has no place.
    fn check(&self, _: &G, _: G::Position) -> Result<(), ProbeError> {
        Ok(())
    }

    #[inline]
    fn place(&self, game: &G, position: G::Position) -> Option<Place> {
        self.place_of(canonical(game, position))
    }

    /// Each look waits for memory three times. Nothing else is done between two of them, so the processor begins the next ones
    /// meanwhile.
    fn places(&self, game: &G, positions: &[G::Position], each: &mut dyn FnMut(Option<Place>)) {
        let canonical: Vec<_> =
            positions.iter().map(|&position| canonical(game, position)).collect();
        let places: Vec<_> =
            canonical.into_iter().map(|canonical| self.place_of(canonical)).collect();
        places.into_iter().for_each(each);
    }

    /// The position is unreachable, because all reachable positions are in the list.
    fn why_no_entry(&self, _: &G, _: G::Position) -> ProbeError {
        Unreachable::NotInTable.into()
    }

    fn slots(&self, _: &G, section: u32) -> u64 {
        if section == 0 { self.slots() } else { 0 }
    }

    fn position(&self, _: &G, slot: Slot) -> Option<G::Position> {
        if slot.section == 0 { self.at(slot.rank as u64) } else { None }
    }

    fn symmetries(&self, _: &G) -> u8 {
        self.symmetries
    }

    fn sharing(&self, game: &G, first: G::Position) -> impl Iterator<Item = G::Position> {
        let images = (1..self.symmetries).map(|symmetry| game.image(first, symmetry));
        distinct(iter::once(first).chain(images)).into_iter()
    }

    fn find(&self, game: &G, position: G::Position) -> Option<(Slot, G::Position)> {
        let (rank, _) = self.rank(game, position)?;
        // The position of the list, and not the one that counts as equal: the rules may tell them apart.
        let canonical = self.at(rank)?;
        let known = if self.symmetries == 1 {
            canonical
        } else {
            let mut images = (0..self.symmetries).map(|symmetry| game.image(canonical, symmetry));
            images.find(|&image| image == position)?
        };
        Some((Slot { section: 0, rank: usize::try_from(rank).ok()? }, known))
    }

    fn codes(&self, _: &G) -> u64 {
        self.all_codes()
    }

    /// A position that is not in the list gets the number after the last code.
    fn encode(&self, game: &G, position: G::Position) -> u64 {
        let Some((rank, canonical)) = self.rank(game, position) else { return self.all_codes() };
        if self.symmetries == 1 {
            return rank;
        }
        let mut symmetries = 0..self.symmetries;
        let leads_here = |&symmetry: &u8| game.image(canonical, symmetry) == position;
        symmetries.find(leads_here).map_or(self.all_codes(), |symmetry| {
            rank * u64::from(self.symmetries) + u64::from(symmetry)
        })
    }

    /// If two symmetries lead to the same image, the image has the smaller of their codes. The larger one is not the code
    /// of a position.
    fn decode(&self, game: &G, code: u64) -> Option<G::Position> {
        let per_slot = u64::from(self.symmetries);
        let canonical = self.at(code / per_slot)?;
        let symmetry = u8::try_from(code % per_slot).ok()?;
        if symmetry == 0 {
            return Some(canonical);
        }
        let image = game.image(canonical, symmetry);
        let is_earlier = |earlier| game.image(canonical, earlier) == image;
        (canonical != image && !(1..symmetry).any(is_earlier)).then_some(image)
    }

    fn canonical(&self, game: &G, position: G::Position) -> (u64, u8) {
        let Some((rank, canonical)) = self.rank(game, position) else {
            return (self.all_codes(), 0);
        };
        let mut symmetries = 0..self.symmetries;
        let there = symmetries.find(|&symmetry| game.image(position, symmetry) == canonical);
        (rank * u64::from(self.symmetries), there.unwrap_or(0))
    }

    fn is_canonical(&self, game: &G, position: G::Position) -> bool {
        canonical(game, position) == position
    }
}
