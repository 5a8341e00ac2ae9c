//! Positions of a game without codes. The key of a position is its canonical image.

use perfect_play_core::{Game, Key, Moves, Printable, Symmetric, Value};
use perfect_play_tiers::canonical;

use super::met::Met;
use crate::{Inconsistency, InconsistencyKind, SolveError, check_symmetries::fault_of_images};

pub(crate) struct ByImage<'g, G> {
    pub(crate) game: &'g G,
    /// Whether the symmetries are known not to contradict the rules.
    pub(crate) is_tested: bool,
}

impl<G: Game<Position: Key> + Symmetric + Printable> Met for ByImage<'_, G> {
    type Game = G;
    type Key = G::Position;

    fn game(&self) -> &G {
        self.game
    }

    #[inline]
    fn key(&self, position: G::Position) -> Result<G::Position, SolveError> {
        let image = canonical(self.game, position);
        if !self.is_tested && image != position {
            self.check_back(position, image)?;
        }
        Ok(image)
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
    ) -> Result<(), SolveError> {
        if self.is_tested || self.game.symmetries() <= 1 {
            return Ok(());
        }
        match fault_of_images(self.game, position, moves) {
            None => Ok(()),
            Some(kind) => Err(Inconsistency::at(self.game, position, kind).into()),
        }
    }
}

impl<G: Game<Position: Key> + Symmetric + Printable> ByImage<'_, G> {
    /// Checks that a position is an image of its canonical image.
    fn check_back(&self, position: G::Position, image: G::Position) -> Result<(), SolveError> {
        let mut symmetries = 0..self.game.symmetries();
        if symmetries.any(|symmetry| self.game.image(image, symmetry) == position) {
            return Ok(());
        }
        let kind = InconsistencyKind::not_back(self.game, position, image);
        Err(Inconsistency::at(self.game, position, kind).into())
    }
}
