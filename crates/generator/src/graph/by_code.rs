//! Positions of a game with codes. Their keys are their codes.

use perfect_play_core::{Game, Moves, Value};

use super::{Checks, Graph, rules_by_key::RulesByKey};
use crate::{
    SolveError,
    fault::fault_at,
    step::{code_of, contradiction, no_values},
};

pub(crate) struct ByCode<'g, G>(pub(crate) &'g G);

impl<G: Game> ByCode<'_, G> {
    /// The values by code.
    pub(crate) fn values(&self, graph: &Graph<u32>) -> Result<Vec<u8>, SolveError> {
        let mut values = no_values(self.0.codes())?;
        for (code, value) in graph.solved() {
            let slot = values.get_mut(code as usize);
            *slot.ok_or_else(|| contradiction(self.0))? = value;
        }
        Ok(values)
    }
}

impl<G: Game> RulesByKey for ByCode<'_, G> {
    type Game = G;
    type Key = u32;

    fn game(&self) -> &G {
        self.0
    }

    fn key(&self, position: G::Position, compares: bool) -> Result<u32, SolveError> {
        let code = code_of(self.0, position, compares)?;
        u32::try_from(code).map_err(|_| contradiction(self.0))
    }

    /// The keys are numbers.
    fn compare(&self, _known: u32, _again: u32) -> Result<(), SolveError> {
        Ok(())
    }

    fn position(&self, code: u32) -> Result<G::Position, SolveError> {
        self.0.decode(code.into()).map_err(|_| contradiction(self.0))
    }

    fn checks(&self) -> Checks {
        Checks::Sample
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
