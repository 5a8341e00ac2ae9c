//! What it takes to solve a game that says its tiers.

use perfect_play_generator::numbering::NotNumbered;

use crate::AnyGame;

/// What it takes to solve a game that says its tiers ([`Game::tiering`](perfect_play_core::Game::tiering)). Nothing is solved.
///
/// ```
/// use perfect_play_engine::RankPlan;
///
/// let plan = RankPlan::of(&"teeko".parse()?).unwrap()?;
/// assert_eq!((plan.tiers, plan.units), (9, 9));
/// assert!(plan.memory > plan.slots);
/// assert!(RankPlan::of(&"hex:3".parse()?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankPlan {
    /// The number of slots: about as many as positions, symmetric ones counted once. Each is a byte in memory.
    pub slots: u64,
    /// The number of tiers.
    pub tiers: u32,
    /// The number of units. The tiers of a unit are solved together.
    pub units: u32,
    /// The number of slots in the largest unit.
    pub largest_unit: u64,
    /// About how many bytes of memory a solve in memory takes.
    pub memory: u64,
    /// About how many bytes of memory a solve into a file takes at least: those of the largest unit, and of the tiers that it
    /// leads to.
    pub file_memory: u64,
}

impl RankPlan {
    /// The plan of a game. `None` if it does not say its tiers.
    ///
    /// # Errors
    ///
    /// If the tiers are not in order, or have too many slots.
    #[must_use]
    pub fn of(game: &AnyGame) -> Option<Result<Self, NotNumbered>> {
        let ranked = game.ranked()?;
        Some(ranked.numbering().map(|numbering| {
            let slots = |unit| numbering.unit_slots(numbering.tiers_of(unit));
            let memory = ranked.memory(&numbering);
            Self {
                slots: numbering.all_slots(),
                tiers: numbering.tiers(),
                units: numbering.units().end,
                largest_unit: numbering.units().map(slots).max().unwrap_or(0),
                memory: memory.in_memory,
                file_memory: memory.in_file,
            }
        }))
    }
}
