//! The positions of a game that have codes, numbered as they are met.

use perfect_play_core::{Moves, Solvable, Value};

use super::{Met, OPEN};
use crate::{
    SolveError,
    fault::fault_at,
    step::{contradiction, no_values, slot},
};

/// The number of a position that was not met before.
const UNMET: u32 = u32::MAX;

pub(crate) struct ByCode<'g, G> {
    game: &'g G,
    /// By number: the code.
    codes: Vec<u32>,
    /// By code: the number, or [`UNMET`].
    numbers: Vec<u32>,
}

impl<'g, G: Solvable> ByCode<'g, G> {
    pub(crate) fn new(game: &'g G) -> Result<Self, SolveError> {
        let out_of_memory = |_| SolveError::OutOfMemory { bytes: game.codes().saturating_mul(4) };
        let codes = usize::try_from(game.codes()).unwrap_or(usize::MAX);
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(codes).map_err(out_of_memory)?;
        numbers.resize(codes, UNMET);
        Ok(Self { game, codes: Vec::new(), numbers })
    }

    /// The values by code; what is open is a draw.
    pub(crate) fn values(&self, by_number: &[u8]) -> Result<Vec<u8>, SolveError> {
        let mut values = no_values(self.game.codes())?;
        for (&code, &value) in self.codes.iter().zip(by_number) {
            let value = if value == OPEN { Value::DRAW.byte() } else { value };
            *slot(self.game, &mut values, code.into())? = value;
        }
        Ok(values)
    }
}

impl<G: Solvable> Met<G::Position> for ByCode<'_, G> {
    /// The position, unless the game decodes another one from its code.
    fn get(&self, number: usize) -> Option<G::Position> {
        let &code = self.codes.get(number)?;
        self.game.decode(code.into()).ok()
    }

    fn meet(&mut self, position: G::Position) -> Result<u32, SolveError> {
        let code = self.game.encode(position);
        let number = usize::try_from(code).ok().and_then(|code| self.numbers.get_mut(code));
        let Some(number) = number else { return Err(contradiction(self.game)) };
        if *number == UNMET {
            if self.game.decode(code) != Ok(position) {
                return Err(contradiction(self.game));
            }
            let too_many = |_| contradiction(self.game);
            // There are fewer codes than 2^31.
            *number = u32::try_from(self.codes.len()).map_err(too_many)?;
            let bytes = 4 * self.codes.len() as u64;
            self.codes.try_reserve(1).map_err(|_| SolveError::OutOfMemory { bytes })?;
            self.codes.push(u32::try_from(code).map_err(too_many)?);
        }
        Ok(*number)
    }

    fn check(
        &self,
        position: G::Position,
        moves: Moves,
        end: Option<Value>,
    ) -> Result<(), SolveError> {
        match fault_at(self.game, position, moves, end) {
            None => Ok(()),
            Some(_) => Err(contradiction(self.game)),
        }
    }
}
