//! How much memory a solve by rank takes.

use perfect_play_core::{Backwards, Game};
use perfect_play_numbering::RankNumbering;

/// The most positions whose moves are counted.
const LOOKED_AT: u64 = 1 << 12;

/// About how many bytes of memory a solve by rank takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankMemory {
    /// In memory: a byte for each slot; two for those of the unit that is being solved; and its moves, if the game gives no moves
    /// backwards ([`Tiering::backwards`](perfect_play_core::Tiering::backwards)). Here and in a file, a bit for each slot of
    /// which only reachable positions are solved.
    pub in_memory: u64,
    /// If each unit is written to a file, at least: two bytes for each slot of the largest unit while it is solved and another one
    /// in the end, and its moves; and as many bytes as it has slots for the tiers that it leads to.
    pub in_file: u64,
}

impl RankMemory {
    /// The estimate for a game with this numbering, which is the game's. It plays the moves of some positions.
    ///
    /// ```
    /// use perfect_play_games::Teeko;
    /// use perfect_play_generator::{RankMemory, numbering::RankNumbering};
    ///
    /// let numbering = RankNumbering::of(&Teeko::STANDARD)?;
    /// let bytes = RankMemory::of(&Teeko::STANDARD, &numbering).in_memory;
    /// assert!((2..4).contains(&(bytes / numbering.all_slots())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<G: Game>(game: &G, numbering: &RankNumbering) -> Self {
        let slots = |unit| numbering.unit_slots(numbering.tiers_of(unit));
        let Some(largest) = numbering.units().max_by_key(|&unit| slots(unit)) else {
            return Self { in_memory: 0, in_file: 0 };
        };
        let (of_moves, slots) = (bytes_of_moves(game, numbering, largest), slots(largest));
        let marks = numbering.unit_slots(numbering.reached_tiers()) / 8;
        Self {
            in_memory: numbering.all_slots() + slots * (2 + of_moves) + marks,
            in_file: slots * (4 + of_moves) + marks,
        }
    }
}

/// The bytes of memory for the moves to a slot of a unit, by those from a sample of its slots.
fn bytes_of_moves<G: Game>(game: &G, numbering: &RankNumbering, unit: u32) -> u64 {
    let tiers = numbering.tiers_of(unit);
    let (slots, first) =
        (numbering.unit_slots(tiers.clone()), numbering.unit_slots(0..tiers.start));
    let Some(tiering) = game.tiering().filter(|_| slots > 0) else { return 0 };
    let numbers = (0..slots).step_by(usize::try_from(slots.div_ceil(LOOKED_AT)).unwrap_or(1));
    let (mut looked_at, mut moves) = (0, 0);
    for number in numbers {
        let slot = numbering.slot(first + number);
        let Some(position) = slot.and_then(|slot| tiering.unrank(slot)) else { continue };
        if tiering.backwards(position, &mut |_, _| ()) != Backwards::Unknown {
            return 0;
        }
        looked_at += 1;
        for mv in game.legal_moves(position) {
            let to = tiering.rank(game.play(position, mv));
            moves += u64::from(to.is_some_and(|slot| tiers.contains(&slot.section)));
        }
    }
    if moves == 0 { 0 } else { 12 + 4 * moves / looked_at.max(1) }
}
