//! Runs of tiers, which several processes solve and store.

use std::ops::Range;

use crate::Tiers;

/// A large game has about this many runs: many more than machines, but few enough for the files of one folder.
const RUNS: u64 = 1 << 12;

/// A run has about this many slots at least. This is some hundredths of a second of work, so the cost of its
/// file is small.
const LEAST_SLOTS: u64 = 1 << 22;

/// The tiers of a game, divided into *runs*. A run is some consecutive tiers of one layer, which one process
/// solves and stores in one file. No tier of a run leads to another tier of the same run. The runs depend only
/// on the numbering, so all processes have the same runs.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{Runs, Tiers};
///
/// let tiers = Tiers::of(&"connect:6,5,4".parse::<Mnk>()?)?;
/// let runs = Runs::of(&tiers);
/// assert_eq!((tiers.len(), runs.len()), (1540, 629));
/// // The start is in the last run.
/// assert_eq!(runs.tiers(628), 1539..1540);
/// assert_eq!(runs.of_tier(1539), 628);
/// assert!(runs.children(&tiers, 628).iter().all(|&child| child < 628));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The first tier of each run, followed by the number of tiers.
    starts: Vec<u32>,
}

impl Runs {
    /// The runs of a numbering. This calls [`Tiers::lens`], which may take seconds.
    #[must_use]
    pub fn of(tiers: &Tiers) -> Self {
        Self::with_slots(tiers, (tiers.slots() / RUNS).max(LEAST_SLOTS))
    }

    /// Runs of at most this many slots, or of a single tier that has more.
    #[must_use]
    pub fn with_slots(tiers: &Tiers, most: u64) -> Self {
        let (mut starts, mut slots, mut layer) = (Vec::new(), 0, None);
        for tier in tiers.numbers() {
            let more = tiers.slots_in(tier..tier + 1);
            let of_layer = tiers.layer_of(tier);
            if layer != Some(of_layer) || slots + more > most {
                starts.push(tier);
                (layer, slots) = (Some(of_layer), 0);
            }
            slots += more;
        }
        starts.push(tiers.numbers().end);
        Self { starts }
    }

    /// The number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no runs. Always `false`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiers of a run.
    ///
    /// # Panics
    ///
    /// If there is no such run.
    #[must_use]
    pub fn tiers(&self, run: usize) -> Range<u32> {
        self.starts[run]..self.starts[run + 1]
    }

    /// The run of a tier.
    #[must_use]
    pub fn of_tier(&self, tier: u32) -> usize {
        self.starts.partition_point(|&start| start <= tier).saturating_sub(1)
    }

    /// The number of slots of a run.
    ///
    /// # Panics
    ///
    /// If there is no such run.
    #[must_use]
    pub fn slots(&self, tiers: &Tiers, run: usize) -> u64 {
        tiers.slots_in(self.tiers(run))
    }

    /// The runs that moves from a run lead to, in ascending order. All of them have smaller numbers.
    ///
    /// # Panics
    ///
    /// If there is no such run.
    #[must_use]
    pub fn children(&self, tiers: &Tiers, run: usize) -> Vec<usize> {
        let children = self.tiers(run).flat_map(|tier| tiers.children(tier));
        let mut runs: Vec<_> = children.map(|tier| self.of_tier(tier)).collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }
}
