//! Tiers that do not depend on one another, solved in parallel.

use std::ops::Range;

#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel};

use super::{Sections, TierSolver, TierValues};

impl TierSolver<'_> {
    /// Solves those of these tiers that `wanted` names, each from `solved`, and hands them to `keep`: in
    /// parallel with the feature `rayon`, so in no fixed order. The tiers must be of one layer
    /// ([`Tiers::layer`](perfect_play_index::Tiers::layer)).
    ///
    /// # Errors
    ///
    /// The first error of `solved` or `keep`.
    pub fn solve_layer<S: Sections<Error: Send> + Sync>(
        &self,
        tiers: Range<u32>,
        solved: &S,
        wanted: impl Fn(u32) -> bool + Send + Sync,
        keep: impl Fn(u32, &TierValues) -> Result<(), S::Error> + Send + Sync,
    ) -> Result<(), S::Error> {
        let solve = |values: &mut TierValues, tier: u32| {
            if wanted(tier) {
                self.solve(tier, solved, values)?;
                keep(tier, values)?;
            }
            Ok(())
        };
        #[cfg(feature = "rayon")]
        return parallel(tiers).try_for_each_init(TierValues::default, solve);
        #[cfg(not(feature = "rayon"))]
        {
            let (mut tiers, mut values) = (tiers, TierValues::default());
            tiers.try_for_each(|tier| solve(&mut values, tier))
        }
    }
}
