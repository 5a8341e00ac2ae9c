//! Solves all tiers in memory.

use std::{convert::Infallible, sync::OnceLock};

use perfect_play_core::{Board, Game};
use perfect_play_numbering::{HeldSections, Sections, Tier, Tiers};

use super::{TierSolver, TierStore};
use crate::SolveError;

/// Solves all tiers of a line game in memory. Calls `done` with the number of slots that were solved since the
/// last call. The total is [`Tiers::slots`].
///
/// ```
/// use perfect_play_core::{Board, Numbering, Place, Value, Values};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::TierNumbering, solve_tiers};
///
/// let game: Mnk = "mnk:4,4,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let sections = solve_tiers(&game, numbering.tiers(), &|_done| ())?;
/// let Some(Place::Slot(slot)) = numbering.place(&game, Board::EMPTY) else { unreachable!() };
/// assert_eq!(sections.byte(slot)?.and_then(Value::from_byte), Value::win(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is not a line game with placed or falling marks, or if the numbering belongs to another game.
pub fn solve_tiers<G: Game<Position = Board>>(
    game: &G,
    tiers: &Tiers,
    done: &(dyn Fn(u64) + Sync),
) -> Result<HeldSections, SolveError> {
    let solved = Memory { tiers: (0..tiers.len()).map(|_| OnceLock::new()).collect(), done };
    let Ok(()) = TierSolver::new(game, tiers)?.run(tiers.numbers(), &solved);
    Ok(HeldSections(
        solved.tiers.into_iter().map(|tier| tier.into_inner().unwrap_or_default()).collect(),
    ))
}

/// The sections of the solved tiers.
struct Memory<'m> {
    tiers: Vec<OnceLock<[Vec<u8>; 2]>>,
    done: &'m (dyn Fn(u64) + Sync),
}

impl Memory<'_> {
    fn get(&self, tier: u32, mover: usize) -> Option<&Vec<u8>> {
        self.tiers[tier as usize].get()?.get(mover)
    }
}

impl Sections for Memory<'_> {
    type Error = Infallible;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), Infallible> {
        // The solver reads only tiers that are kept.
        self.get(tier, mover).into_iter().for_each(|section| values.clone_from(section));
        Ok(())
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), Infallible> {
        values.clear();
        let section = self.get(tier.number(), mover).into_iter();
        section.for_each(|section| values.extend_from_slice(&section[tier.band(band, mover)]));
        Ok(())
    }
}

impl TierStore for Memory<'_> {
    type Packed = [Vec<u8>; 2];

    fn begin(&self, tier: &Tier<'_>) -> Self::Packed {
        tier.lens().map(Vec::with_capacity)
    }

    fn pack(
        &self,
        packed: &mut Self::Packed,
        _tier: &Tier<'_>,
        _band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), Infallible> {
        packed.iter_mut().zip(values).for_each(|(section, band)| section.append(band));
        Ok(())
    }

    fn keep(&self, tier: u32, packed: Self::Packed) -> Result<(), Infallible> {
        (self.done)(packed.iter().map(|section| section.len() as u64).sum());
        // Each tier is kept once.
        let _ = self.tiers[tier as usize].set(packed);
        Ok(())
    }
}
