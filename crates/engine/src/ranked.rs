//! Games whose author says the tiers, of any type: solved and proven by rank.

use std::{hint::black_box, time::Instant};

use perfect_play_core::{Game, Key, MAX_KEY_BYTES, Numbering, Objective, Slot, Table, Values};
use perfect_play_file::FileRanks;
use perfect_play_generator::{
    RankMemory, Reached, SolveError, Solver, UnitSolver,
    numbering::{LoadedTiers, NotNumbered, RankNumbering, RankedValues, TierValues},
};
use perfect_play_proof::{
    CountError, CountLog, ProofLog, Rules, Stats, Verification, VerifyError, stats, stats_by_rank,
    verify_by_rank,
};

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

    /// The numbering of the game's positions.
    ///
    /// # Errors
    ///
    /// If the units are not in order, or have too many slots.
    pub(crate) fn numbering(&self) -> Result<RankNumbering, NotNumbered> {
        ask!(self, game => RankNumbering::of(game))
    }

    /// About how many bytes of memory a solve takes.
    pub(crate) fn memory(&self, numbering: &RankNumbering) -> RankMemory {
        ask!(self, game => RankMemory::of(game, numbering))
    }

    /// How many seconds it takes to play the moves of every slot, by those of some of them, at most `most`.
    pub(crate) fn seconds_of_moves(&self, numbering: &RankNumbering, most: u64) -> f64 {
        let slots = numbering.all_slots();
        let step = usize::try_from(slots.div_ceil(most)).unwrap_or(usize::MAX).max(1);
        let sample: Vec<Slot> =
            (0..slots).step_by(step).filter_map(|number| numbering.slot(number)).collect();
        let play = |game: &dyn Fn(Slot) -> u64| sample.iter().map(|&slot| game(slot)).sum::<u64>();
        let mut seconds = 0.0;
        // The first time, tables are filled.
        for _ in 0..2 {
            let began = Instant::now();
            let moves = ask!(self, game => play(&|slot| {
                let mut moves = 0;
                if let Some(position) = numbering.position(game, slot) {
                    game.children(position, &mut |_, _| moves += 1);
                }
                moves
            }));
            black_box(moves);
            seconds = began.elapsed().as_secs_f64();
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let sampled = slots as f64 / sample.len().max(1) as f64;
        seconds * sampled
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

    /// The marks of the starts, for [`Ranked::follow`].
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(crate) fn starts(&self, numbering: &RankNumbering) -> Result<Reached, SolveError> {
        ask!(self, game => Reached::starts(game, numbering))
    }

    /// [`Reached::follow`].
    pub(crate) fn follow(
        &self,
        numbering: &RankNumbering,
        (reached, unit): (&Reached, u32),
        report: &(dyn Fn(u64) + Sync),
    ) {
        ask!(self, game => reached.follow((game, numbering), unit, report));
    }

    /// Solves a unit of the game: only the positions that are reached. `exits` are the values of the units before it.
    ///
    /// # Errors
    ///
    /// The errors of [`UnitSolver::solve`].
    pub(crate) fn solve_unit<V: Values<Error: Into<SolveError>> + Sync>(
        &self,
        (numbering, reached): (&RankNumbering, Option<&Reached>),
        unit: u32,
        exits: &V,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<TierValues>, SolveError> {
        ask!(self, game => {
            let solver = UnitSolver::new(game, numbering);
            let solver = match reached {
                Some(reached) => solver.only(reached),
                None => solver,
            };
            let solver = if self.tested { solver.tested() } else { solver };
            solver.solve(unit, exits, report)
        })
    }

    /// Proves a table of the game.
    ///
    /// # Errors
    ///
    /// The errors of [`verify_by_rank`].
    pub(crate) fn verify<G: Game>(
        &self,
        table: &Table<G, RankNumbering, FileRanks>,
        log: &mut dyn ProofLog,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Verification<AnyPosition>, VerifyError> {
        let rules = if self.tested { Rules::Tested } else { Rules::Unknown };
        ask!(self, game => {
            // It was of this game before.
            let table = own(game, table).ok_or(VerifyError::SeveralSections)?;
            let proof = match table.values().held() {
                Some(held) => verify_by_rank(&table, &mut held.clone(), rules, log, progress),
                None => verify_by_rank(&table, &mut loaded(&table), rules, log, progress),
            };
            Ok(proof?.map(AnyPosition::of))
        })
    }

    /// Counts the positions of a table of the game.
    ///
    /// # Errors
    ///
    /// The errors of [`stats_by_rank`].
    pub(crate) fn stats<G: Game>(
        &self,
        table: &Table<G, RankNumbering, FileRanks>,
        log: &mut dyn CountLog,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Stats, CountError> {
        ask!(self, game => match own(game, table) {
            Some(table) => match table.values().held() {
                Some(held) => stats_by_rank(&table, &mut held.clone(), log, progress),
                None => stats_by_rank(&table, &mut loaded(&table), log, progress),
            },
            None => Ok(stats(table, progress)?),
        })
    }
}

/// The same table, with the game in so many bytes.
fn own<G: Game, const N: usize>(
    game: &Erased<N>,
    table: &Table<G, RankNumbering, FileRanks>,
) -> Option<Table<Erased<N>, RankNumbering, FileRanks>> {
    let (numbering, values) = (table.numbering().clone(), table.values().clone());
    Table::new(game.clone(), table.objective(), numbering, values)
}

/// The values of a table in a file, for a pass over all of them.
fn loaded<G>(table: &Table<G, RankNumbering, FileRanks>) -> LoadedTiers<&FileRanks> {
    LoadedTiers::new(table.values(), table.numbering().tiers(), memory_for_tiers())
}

/// How many bytes of tiers a pass keeps in memory from one unit to the next.
pub(crate) fn memory_for_tiers() -> u64 {
    #[cfg(not(target_family = "wasm"))]
    return crate::free_memory() / 2;
    #[cfg(target_family = "wasm")]
    return 1 << 30;
}
