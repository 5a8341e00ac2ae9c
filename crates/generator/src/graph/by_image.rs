//! Positions of a game without codes. The key of a position is its canonical image.

use perfect_play_core::{Game, Key, MAX_KEY_BYTES, Moves, Value};
use perfect_play_numbering::{Difference, canonical, difference};

use super::{Checks, rules_by_key::RulesByKey};
use crate::{Inconsistency, InconsistencyKind, SolveError, check_symmetries::fault_of_images};

pub(crate) struct ByImage<'g, G> {
    pub(crate) game: &'g G,
    pub(crate) checks: Checks,
}

impl<G: Game> RulesByKey for ByImage<'_, G> {
    type Game = G;
    type Key = G::Position;

    fn game(&self) -> &G {
        self.game
    }

    #[inline]
    fn key(&self, position: G::Position, compares: bool) -> Result<G::Position, SolveError> {
        let image = canonical(self.game, position);
        if self.is_checked() && image != position {
            self.check_back(position, image, compares)?;
        }
        Ok(image)
    }

    fn compare(&self, known: G::Position, again: G::Position) -> Result<(), SolveError> {
        if !self.is_checked() {
            return Ok(());
        }
        let is_key = written(known) != written(again);
        let difference = difference(self.game, known, again);
        difference.or(is_key.then_some(Difference::Key)).map_or(Ok(()), |difference| {
            Err(Inconsistency::equal(self.game, known, again, difference).into())
        })
    }

    fn checks(&self) -> Checks {
        self.checks
    }

    #[inline]
    fn position(&self, key: G::Position) -> Result<G::Position, SolveError> {
        Ok(key)
    }

    #[inline]
    fn check(
        &self,
        position: G::Position,
        moves: Moves,
        _end: Option<Value>,
        compares: bool,
    ) -> Result<(), SolveError> {
        let of_images = || fault_of_images(self.game, position, moves, compares);
        let fault = if self.is_checked() { of_images() } else { None };
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }
}

impl<G: Game> ByImage<'_, G> {
    fn is_checked(&self) -> bool {
        self.checks != Checks::None
    }

    /// Checks that the positions read from the bytes of their keys do not differ from these positions.
    pub(crate) fn check_keys(&self, positions: &[G::Position]) -> Result<(), SolveError> {
        if !self.is_checked() {
            return Ok(());
        }
        for (_, &position) in
            (0..).zip(positions).filter(|&(number, _)| self.checks.compares(number))
        {
            // If they are not even equal, `KeyNumbering::of` says so.
            match written(position).get(..G::Position::BYTES).and_then(Key::read) {
                Some(read) if read == position => self.compare(position, read)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that a position is an image of its canonical image.
    fn check_back(
        &self,
        position: G::Position,
        image: G::Position,
        compares: bool,
    ) -> Result<(), SolveError> {
        let mut images = (0..self.game.symmetries()).map(|to| self.game.image(image, to));
        // Its equal may differ: an image can lack what equality ignores.
        if let Some(same) = images.find(|&image| image == position) {
            return if compares { self.compare(same, position) } else { Ok(()) };
        }
        let kind = InconsistencyKind::not_back(self.game, position, image);
        Err(Inconsistency::at(self.game, position, kind).into())
    }
}

/// The bytes of the key of a position, and zeros.
fn written<K: Key>(position: K) -> [u8; MAX_KEY_BYTES] {
    let mut bytes = [0; MAX_KEY_BYTES];
    // `KeyNumbering::of` refuses longer keys.
    if let Some(key) = bytes.get_mut(..K::BYTES) {
        position.write(key);
    }
    bytes
}
