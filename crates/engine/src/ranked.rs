//! Games whose author says the tiers, of any type: solved and proven by rank.

use std::{hint::black_box, sync::Arc, time::Instant};

use perfect_play_core::{Game, Key, MAX_KEY_BYTES, Numbering, Objective, Slot, Table};
use perfect_play_file::{FileRanks, ReadError};
use perfect_play_generator::{
    RankMemory, Reached, SolveError, Solver, UnitSolver,
    numbering::{
        LoadedTiers, NotNumbered, RankNumbering, RankedValues, TierSource, TierValues, Unreadable,
    },
};
use perfect_play_proof::{
    CountError, CountLog, ProofLog, RankCounts, Stats, Verification, VerifyError, stats_by_rank,
    verify_by_rank,
};

use crate::{
    AnyPosition,
    erased::{Erased, NARROW, rules_of},
};

/// A table by rank in a file or in memory, without its game.
pub(crate) type RankTable<'t> = (Objective, &'t RankNumbering, &'t FileRanks);

/// The tiers of a table by rank that are written already.
pub(crate) type Written<'w> = &'w (dyn TierSource<Error = ReadError> + Sync);

/// The rules of a game that says its tiers. What takes long is behind this.
pub(crate) type Ranked = Arc<dyn ByRank>;

pub(crate) trait ByRank: Send + Sync {
    /// The numbering of the game's positions.
    ///
    /// # Errors
    ///
    /// If the units are not in order, or have too many slots.
    fn numbering(&self) -> Result<RankNumbering, NotNumbered>;

    /// About how many bytes of memory a solve takes.
    fn memory(&self, numbering: &RankNumbering) -> RankMemory;

    /// How many seconds it takes to play the moves of every slot, by those of some of them, at most `most`.
    fn seconds_of_moves(&self, numbering: &RankNumbering, most: u64) -> f64;

    /// Solves the game in memory.
    ///
    /// # Errors
    ///
    /// The errors of [`Solver::solve_by_rank`].
    fn solve(
        &self,
        objective: Objective,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(RankNumbering, RankedValues), SolveError>;

    /// The marks of the starts, for [`ByRank::follow`].
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn starts(&self, numbering: &RankNumbering) -> Result<Reached, SolveError>;

    /// [`Reached::follow`].
    fn follow(
        &self,
        numbering: &RankNumbering,
        marks: (&Reached, u32),
        report: &(dyn Fn(u64) + Sync),
    );

    /// Solves a unit of the game: only the positions that are reached. `exits` are the values of the units before it.
    ///
    /// # Errors
    ///
    /// The errors of [`UnitSolver::solve`].
    fn solve_unit(
        &self,
        of: (&RankNumbering, Option<&Reached>),
        unit: u32,
        exits: &LoadedTiers<Written<'_>>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<TierValues>, SolveError>;

    /// Proves a table of the game.
    ///
    /// # Errors
    ///
    /// The errors of [`verify_by_rank`].
    fn verify(
        &self,
        table: RankTable<'_>,
        log: &mut dyn ProofLog,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Verification<AnyPosition>, VerifyError>;

    /// Counts the positions of a table of the game.
    ///
    /// # Errors
    ///
    /// The errors of [`stats_by_rank`].
    fn stats(
        &self,
        table: RankTable<'_>,
        log: &mut dyn CountLog<RankCounts>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Stats, CountError>;
}

/// The rules of a game that says its tiers. `None` if it does not.
///
/// As by keys, an optimised build compiles what takes long for each game whose rules are tested. Then `morris:six` is proven in
/// 0.5 to 0.8 of the time. Rules that are not tested are called with the bytes of positions, so that a proof need not ask whether
/// they tell equal positions apart ([`rules_of`]).
pub(crate) fn ranked<G: Game + Clone + Send + Sync + 'static>(
    game: G,
    tested: bool,
) -> Option<Ranked> {
    game.tiering()?;
    #[cfg(not(any(debug_assertions, target_family = "wasm")))]
    if tested {
        return Some(Arc::new(Typed { game, tested }));
    }
    Some(if G::Position::BYTES <= NARROW {
        narrow(Typed { game: Erased::of(game), tested })
    } else {
        wide(Typed { game: Erased::of(game), tested })
    })
}

// Not inlined, or every crate with a game of its own would compile these solvers again.
#[inline(never)]
fn narrow(game: Typed<Erased<NARROW>>) -> Ranked {
    Arc::new(game)
}

#[inline(never)]
fn wide(game: Typed<Erased<MAX_KEY_BYTES>>) -> Ranked {
    Arc::new(game)
}

/// A game by the type that solvers and proofs take.
struct Typed<G> {
    game: G,
    tested: bool,
}

impl<G: Game + Clone + Send + Sync> Typed<G> {
    /// The table with its game.
    ///
    /// # Errors
    ///
    /// If it is of another game.
    fn own(
        &self,
        (objective, numbering, values): RankTable<'_>,
    ) -> Result<Table<G, RankNumbering, FileRanks>, Unreadable> {
        Table::new(self.game.clone(), objective, numbering.clone(), values.clone())
            .ok_or_else(|| Unreadable::new(SolveError::OtherNumbering))
    }
}

impl<G: Game + Clone + Send + Sync> ByRank for Typed<G> {
    fn numbering(&self) -> Result<RankNumbering, NotNumbered> {
        RankNumbering::of(&self.game)
    }

    fn memory(&self, numbering: &RankNumbering) -> RankMemory {
        RankMemory::of(&self.game, numbering)
    }

    fn seconds_of_moves(&self, numbering: &RankNumbering, most: u64) -> f64 {
        let slots = numbering.all_slots();
        let step = usize::try_from(slots.div_ceil(most)).unwrap_or(usize::MAX).max(1);
        let sample: Vec<Slot> =
            (0..slots).step_by(step).filter_map(|number| numbering.slot(number)).collect();
        let mut seconds = 0.0;
        // The first time, tables are filled.
        for _ in 0..2 {
            let (began, mut moves) = (Instant::now(), 0);
            for &slot in &sample {
                if let Some(position) = numbering.position(&self.game, slot) {
                    self.game.children(position, &mut |_, _| moves += 1);
                }
            }
            black_box(moves);
            seconds = began.elapsed().as_secs_f64();
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let sampled = slots as f64 / sample.len().max(1) as f64;
        seconds * sampled
    }

    fn solve(
        &self,
        objective: Objective,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(RankNumbering, RankedValues), SolveError> {
        let solver = Solver::default().bytes(memory);
        let solver = if self.tested { solver.tested() } else { solver };
        solver.solve_by_rank(&self.game, objective, progress)
    }

    fn starts(&self, numbering: &RankNumbering) -> Result<Reached, SolveError> {
        Reached::starts(&self.game, numbering)
    }

    fn follow(
        &self,
        numbering: &RankNumbering,
        (reached, unit): (&Reached, u32),
        report: &(dyn Fn(u64) + Sync),
    ) {
        reached.follow((&self.game, numbering), unit, report);
    }

    fn solve_unit(
        &self,
        (numbering, reached): (&RankNumbering, Option<&Reached>),
        unit: u32,
        exits: &LoadedTiers<Written<'_>>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<TierValues>, SolveError> {
        let solver = UnitSolver::new(&self.game, numbering);
        let solver = match reached {
            Some(reached) => solver.only(reached),
            None => solver,
        };
        let solver = if self.tested { solver.tested() } else { solver };
        solver.solve(unit, exits, report)
    }

    fn verify(
        &self,
        table: RankTable<'_>,
        log: &mut dyn ProofLog,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Verification<AnyPosition>, VerifyError> {
        let table = self.own(table)?;
        let rules = rules_of(self.tested);
        let proof = match table.values().held() {
            Some(held) => verify_by_rank(&table, &mut held.clone(), rules, log, progress),
            None => verify_by_rank(&table, &mut loaded(&table), rules, log, progress),
        };
        Ok(proof?.map(AnyPosition::of))
    }

    fn stats(
        &self,
        table: RankTable<'_>,
        log: &mut dyn CountLog<RankCounts>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Stats, CountError> {
        let table = self.own(table)?;
        match table.values().held() {
            Some(held) => stats_by_rank(&table, &mut held.clone(), log, progress),
            None => stats_by_rank(&table, &mut loaded(&table), log, progress),
        }
    }
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
