//! Positions of a game with codes. Their keys are their slots.

use perfect_play_core::{Moves, Solvable, Value};

use super::{Graph, met::Met};
use crate::{
    SolveError,
    fault::fault_at,
    step::{code_of, contradiction, no_values},
};

pub(crate) struct ByCode<'g, G>(pub(crate) &'g G);

impl<G: Solvable> ByCode<'_, G> {
    /// The values by slot.
    pub(crate) fn values(&self, graph: &Graph<u32>) -> Result<Vec<u8>, SolveError> {
        let mut values = no_values(self.0.slots())?;
        for (slot, value) in graph.solved() {
            let place = values.get_mut(slot as usize);
            *place.ok_or_else(|| contradiction(self.0))? = value;
        }
        Ok(values)
    }
}

impl<G: Solvable> Met for ByCode<'_, G> {
    type Game = G;
    type Key = u32;

    fn game(&self) -> &G {
        self.0
    }

    fn key(&self, position: G::Position, compares: bool) -> Result<u32, SolveError> {
        let slot = code_of(self.0, position, compares)? / self.0.codes_per_slot().max(1);
        u32::try_from(slot).map_err(|_| contradiction(self.0))
    }

    /// The keys are numbers.
    fn compare(&self, _known: u32, _again: u32) -> Result<(), SolveError> {
        Ok(())
    }

    fn position(&self, slot: u32) -> Result<G::Position, SolveError> {
        let code = u64::from(slot) * self.0.codes_per_slot();
        self.0.decode(code).map_err(|_| contradiction(self.0))
    }

    fn is_tested(&self) -> bool {
        false
    }

    fn check(
        &self,
        position: G::Position,
        moves: Moves,
        end: Option<Value>,
        _compares: bool,
    ) -> Result<(), SolveError> {
        match fault_at(self.0, position, moves, end) {
            None => Ok(()),
            Some(_) => Err(contradiction(self.0)),
        }
    }
}
