//! What it takes to solve a game that says its tiers.

use perfect_play_generator::numbering::NotNumbered;

use crate::{AnyGame, any_game::OF_PROGRAM};

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
    /// How many of these slots are in tiers of which only reachable positions are solved
    /// ([`Tiering::only_reached_from`](perfect_play_core::Tiering::only_reached_from)).
    pub only_reached: u64,
    /// The number of tiers.
    pub tiers: u32,
    /// The number of units. The tiers of a unit are solved together.
    pub units: u32,
    /// The number of slots in the largest unit.
    pub largest_unit: u64,
    /// About how many bytes of memory a solve in memory takes, with the program.
    pub memory: u64,
    /// About how many bytes of memory a solve into a file takes at least: those of the largest unit, and of the tiers that it
    /// leads to, and of the program.
    pub file_memory: u64,
}

/// The memory of the compression of two tiers at a time: 30 MB, measured.
const OF_COMPRESSION: u64 = 32 << 20;

/// The most slots whose moves are timed.
const TIMED: u64 = 1 << 12;

/// At most how many times as long as its moves a slot takes. With games of this crate it was 1.05 (`morris:six`) to 7
/// (`chess:KBNK`).
const TIMES: f64 = 8.0;

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
            let all = numbering.all_slots();
            Self {
                slots: all,
                only_reached: numbering.unit_slots(numbering.reached_tiers()),
                tiers: numbering.tiers(),
                units: numbering.units().end,
                largest_unit: numbering.units().map(slots).max().unwrap_or(0),
                memory: memory.in_memory + OF_PROGRAM,
                file_memory: memory.in_file + OF_PROGRAM + OF_COMPRESSION,
            }
        }))
    }

    /// About how many core-seconds a solve of this plan's game takes at least and at most. The moves of some positions are timed,
    /// so the numbers differ from call to call. The least number is that without the tiers of which only reachable positions are
    /// solved. `None` if the game does not say its tiers.
    #[must_use]
    pub fn core_seconds(&self, game: &AnyGame) -> Option<[f64; 2]> {
        let ranked = game.ranked()?;
        let of_moves = ranked.seconds_of_moves(&ranked.numbering().ok()?, TIMED);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let certain = (self.slots - self.only_reached) as f64 / self.slots.max(1) as f64;
        Some([certain * of_moves, TIMES * of_moves])
    }
}
