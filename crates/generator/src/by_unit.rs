//! Solves games whose author divides and numbers the positions: unit after unit.
//!
//! A unit is solved in two steps. First every slot is explored: its moves are played, and those that leave the unit are
//! answered from what was solved before. What the others decide is found by retrograde analysis ([`retrograde`]) or, if play
//! cannot repeat a position, by backward induction ([`induction`]). Both work with 16 bits for each slot ([`words`]).

mod explore;
mod induction;
mod memory;
mod parents;
mod reached;
mod retrograde;
mod tier_fault;
mod unit;
mod words;

pub use self::{memory::RankMemory, reached::Reached, tier_fault::TierFault};

use perfect_play_core::{Game, Value, Values};
use perfect_play_numbering::{RankNumbering, RankedValues, TierValues};

use self::{explore::explore, parents::Parents, unit::Unit, words::Words};
use crate::{SolveError, graph::Checks, in_parallel::in_parallel};

/// A game with at most so many slots is checked at all of them.
const CHECKED_WHOLE: u64 = 1 << 15;

/// Solves the units of a game one at a time, for a caller that keeps the values. [`Solver::solve_by_rank`](crate::Solver) solves
/// all of them in memory.
#[derive(Debug)]
pub struct UnitSolver<'g, G> {
    game: &'g G,
    numbering: &'g RankNumbering,
    reached: Option<&'g Reached>,
    checks: Checks,
}

impl<'g, G: Game + Sync> UnitSolver<'g, G> {
    /// The solver of a game, with the game's numbering.
    pub fn new(game: &'g G, numbering: &'g RankNumbering) -> Self {
        Self { game, numbering, reached: None, checks: Checks::Sample }
    }

    /// What is checked: all, if the game is small.
    fn checks(&self) -> Checks {
        match self.checks {
            Checks::Sample if self.numbering.all_slots() <= CHECKED_WHOLE => Checks::All,
            checks => checks,
        }
    }

    /// Solves only the positions that play reaches, in tiers of which a table holds only those. By default all are solved.
    #[must_use]
    pub fn only(self, reached: &'g Reached) -> Self {
        Self { reached: Some(reached), ..self }
    }

    /// Skips the checks of the rules and tiers: see [`Solver::tested`](crate::Solver::tested).
    #[must_use]
    pub fn tested(self) -> Self {
        Self { checks: Checks::None, ..self }
    }

    pub(crate) fn checking(self, checks: Checks) -> Self {
        Self { checks, ..self }
    }

    /// Solves all units in memory. `progress` is called now and then, on any thread, with the amount of work that is done
    /// and the total.
    ///
    /// # Errors
    ///
    /// If the rules or the tiers contradict themselves, or if there is not enough memory.
    pub(crate) fn in_memory(
        &self,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<RankedValues, SolveError> {
        use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

        let (game, numbering) = (self.game, self.numbering);
        let marked = numbering.unit_slots(numbering.reached_tiers());
        let (done, all) = (AtomicU64::new(0), 2 * numbering.all_slots() + marked);
        let report = |slots| progress(done.fetch_add(slots, Relaxed) + slots, all);
        let reached = Reached::starts(game, numbering)?;
        for unit in numbering.reached_units().rev() {
            reached.follow((game, numbering), unit, &report);
        }
        let of_reached = UnitSolver::new(game, numbering).checking(self.checks).only(&reached);
        let mut solved = RankedValues::default();
        for unit in numbering.units() {
            let tiers = of_reached.solve(unit, &solved, &report)?;
            solved.extend(tiers);
        }
        Ok(solved)
    }

    /// Solves a unit. `exits` are the values of the units before it. `report` is called on any thread with the number of slots
    /// for which another half of the work is done. Returns the values of the unit's tiers.
    ///
    /// # Errors
    ///
    /// If the rules or the tiers contradict themselves, if there is not enough memory, or if `exits` cannot be read.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn solve<V>(
        &self,
        unit: u32,
        exits: &V,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<TierValues>, SolveError>
    where
        V: Values<Error: Into<SolveError>> + Sync,
    {
        let tiers = self.numbering.tiers_of(unit);
        let unit = Unit::of((self.game, self.checks()), (self.numbering, tiers), exits);
        let unit = unit.only(self.reached).counting();
        let words = Words::new(unit.slots())?;
        let inner = explore(&unit, &words, report)?;
        if inner > 0 {
            let parents = Parents::of(&unit, &words)?;
            if self.game.repeats() {
                retrograde::solve(&unit, &words, &parents, report)?;
            } else {
                induction::solve(&unit, &words, &parents, report)?;
            }
        }
        values_of(&unit, &words)
    }
}

/// The values of a unit's tiers.
fn values_of<G: Game + Sync, V: Sync>(
    unit: &Unit<'_, G, V>,
    words: &Words,
) -> Result<Vec<TierValues>, SolveError> {
    let scheme = unit.game.scheme();
    let of_tier = |tier: u32| {
        let first = unit.first_of(tier);
        let slots = unit.slots_of(tier);
        let mut values = TierValues::unused(slots as usize);
        for rank in 0..slots {
            let local = first + rank;
            let Some(value) = words.get(local).value(scheme) else { continue };
            if TierValues::split(scheme, value)[0] == Value::NONE {
                return Err(unit.too_far(local));
            }
            values.set(scheme, rank as usize, value);
        }
        Ok(values)
    };
    in_parallel(unit.tiers().collect(), of_tier).into_iter().collect()
}
