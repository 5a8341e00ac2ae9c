//! Games whose author says the tiers, of any type: solved and proven by rank.

use perfect_play_core::{Game, Key, MAX_KEY_BYTES, Objective, Table};
use perfect_play_generator::{
    SolveError, Solver,
    numbering::{RankNumbering, RankedValues},
};
use perfect_play_proof::{Rules, Verification, VerifyError, verify_by_rank};

use crate::{AnyPosition, erased::Erased};

/// Positions of at most this many bytes are solved and proven in so many bytes.
const NARROW: usize = 16;

/// The rules of a game that says its tiers. What takes long is compiled for two widths of positions, and not for each game.
#[derive(Clone)]
pub(crate) struct Ranked {
    rules: Rulebook,
    tested: bool,
}

#[derive(Clone)]
enum Rulebook {
    Narrow(Erased<NARROW>),
    Wide(Erased<MAX_KEY_BYTES>),
}

/// Calls the rules of either width.
macro_rules! ask {
    ($ranked:expr, $game:ident => $call:expr) => {
        match &$ranked.rules {
            Rulebook::Narrow($game) => $call,
            Rulebook::Wide($game) => $call,
        }
    };
}

impl Ranked {
    /// The rules of a game. `None` if it does not say its tiers.
    pub(crate) fn of<G: Game + Send + Sync + 'static>(game: G, tested: bool) -> Option<Self> {
        game.tiering()?;
        let rules = if G::Position::BYTES <= NARROW {
            Rulebook::Narrow(Erased::of(game))
        } else {
            Rulebook::Wide(Erased::of(game))
        };
        Some(Self { rules, tested })
    }

    /// Solves the game in memory.
    ///
    /// # Errors
    ///
    /// The errors of [`Solver::solve_by_rank`].
    pub(crate) fn solve(
        &self,
        objective: Objective,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(RankNumbering, RankedValues), SolveError> {
        let solver = Solver::default().bytes(memory);
        let solver = if self.tested { solver.tested() } else { solver };
        ask!(self, game => solver.solve_by_rank(game, objective, progress))
    }

    /// Proves a table of the game.
    ///
    /// # Errors
    ///
    /// The errors of [`verify_by_rank`].
    pub(crate) fn verify<G: Game>(
        &self,
        table: &Table<G, RankNumbering, RankedValues>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Verification<AnyPosition>, VerifyError> {
        let rules = if self.tested { Rules::Tested } else { Rules::Unknown };
        let (numbering, values) = (table.numbering().clone(), table.values().clone());
        ask!(self, game => {
            let table = Table::new(game.clone(), table.objective(), numbering, values);
            // It was of this game before.
            let table = table.ok_or(VerifyError::SeveralSections)?;
            let proof = verify_by_rank(&table, rules, progress)?;
            Ok(proof.map(AnyPosition::of))
        })
    }
}
