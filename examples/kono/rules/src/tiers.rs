//! The tiers: how many men each side has.

use perfect_play_core::{
    Backwards, Game, Slot, Tiering,
    code::{Code, Pieces},
};

use crate::{Kono, Men};

/// The tiers of a board: the numbers of men of the side to move and of the other side, and the unit. Men are only taken, so a
/// move leads from *a* against *b* to *b* against *a*, or to *b* − 1 against *a*. The first two are a unit.
#[derive(Clone, Debug)]
pub(crate) struct Tiers {
    points: u8,
    all: Vec<([u8; 2], u32)>,
}

impl Tiers {
    /// The tiers of a board with this many points.
    pub(crate) fn of(points: u8) -> Self {
        let (mut all, mut units) = (Vec::new(), 0..);
        for sum in 4..=points {
            for more in sum.div_ceil(2)..=(points / 2).min(sum - 2) {
                let (less, unit) = (sum - more, units.next().unwrap_or_default());
                all.push(([more, less], unit));
                if more > less {
                    all.push(([less, more], unit));
                }
            }
        }
        Self { points, all }
    }

    /// The ways to place the men of a tier.
    fn places(&self, tier: u32) -> Option<Pieces<2>> {
        let (men, _) = self.all.get(tier as usize)?;
        Pieces::new(self.points, *men)
    }
}

impl Tiering<Men> for Kono {
    fn tiers(&self) -> u32 {
        (0..).zip(&self.tiers.all).map(|(tier, _)| tier + 1).last().unwrap_or(0)
    }

    fn unit(&self, tier: u32) -> u32 {
        self.tiers.all.get(tier as usize).map_or(0, |&(_, unit)| unit)
    }

    fn slots(&self, tier: u32) -> u64 {
        self.tiers.places(tier).map_or(0, |places| places.codes())
    }

    fn rank(&self, position: Men) -> Option<Slot> {
        let men = position.map(u16::count_ones);
        let tier = (0..).zip(&self.tiers.all).find(|(_, (of, _))| of.map(u32::from) == men)?.0;
        let places = self.tiers.places(tier)?;
        let rank = places.encode(position.map(u64::from));
        (rank < places.codes()).then_some(Slot { section: tier, rank: usize::try_from(rank).ok()? })
    }

    fn unrank(&self, Slot { section, rank }: Slot) -> Option<Men> {
        let [own, other] = self.tiers.places(section)?.decode(rank as u64).ok()?;
        Some([u16::try_from(own).ok()?, u16::try_from(other).ok()?])
    }

    /// The other side has stepped here, and steps back. A jump takes a man, so it comes from another unit.
    fn backwards(&self, [own, other]: Men, each: &mut dyn FnMut(Men, Option<Slot>)) -> Backwards {
        for mv in self.legal_moves([other, own]).iter().filter(|mv| !Self::is_jump(*mv)) {
            let [_, before] = self.play([other, own], mv);
            each([before, own], self.rank([before, own]));
        }
        Backwards::Exact
    }

    /// Jumps leave the unit.
    fn exits(&self, men: Men, each: &mut dyn FnMut(Men, Option<Slot>)) -> Option<u16> {
        let mut steps = 0;
        for mv in self.legal_moves(men) {
            if Self::is_jump(mv) {
                let after = self.play(men, mv);
                each(after, self.rank(after));
            } else {
                steps += 1;
            }
        }
        Some(steps)
    }
}
