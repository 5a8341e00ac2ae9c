//! The slots of a tier.
//!
//! A slot is the orbit of the mover's men, and the choice of the other side's men among the points that are left. If several
//! symmetries keep the first set of the orbit, the least choice is taken, and the others are unused.

use core::{fmt, ops::ControlFlow};

use perfect_play_core::{Backwards, Slot, Tiering};

use super::{
    HAND, Mills, after,
    board::{ALL, bits, image},
    choices::{CHOICES, Free, ways},
    orbits::First,
    tiers::Men,
};

impl Tiering<[u32; 2]> for Mills {
    fn tiers(&self) -> u32 {
        self.tiers.count().into()
    }

    fn slots(&self, tier: u32) -> u64 {
        let Some(Men { board: [own, other], .. }) = self.tiers.men_of(tier) else { return 0 };
        let board = self.rules.board;
        self.rules.orbits.prepare(board);
        let choices = ways(u32::from(board.size() - own), other.into());
        u64::from(self.rules.orbits.count(own)) * u64::from(choices)
    }

    #[inline]
    fn rank(&self, position: [u32; 2]) -> Option<Slot> {
        let mover = self.is_on_board(position).then(|| self.mover_of(position)).flatten()?;
        Some(mover.slot(self, position[1]))
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<[u32; 2]> {
        let Men { hands, board: [in_own, in_other] } = self.tiers.men_of(slot.section)?;
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let (free, in_other) = (u32::from(board.size() - in_own), in_other.into());
        let choices = ways(free, in_other);
        let rank = u32::try_from(slot.rank).ok()?;
        let (orbit, choice) = (rank.checked_div(choices)?, rank.checked_rem(choices)?);
        let (own, is_kept) = orbits.set(in_own, orbit)?;
        let taken = own | !board.points;
        let other = CHOICES.unrank(taken, free, in_other, choice);
        if is_kept {
            let points = CHOICES.free(taken);
            let is_less = |symmetry| CHOICES.rank(points, image(other, symmetry)) < choice;
            if self.keepers(own).any(is_less) {
                return None;
            }
        }
        let [own_hand, other_hand] = hands;
        Some([own | u32::from(own_hand) << HAND, other | u32::from(other_hand) << HAND])
    }

    fn unit(&self, tier: u32) -> u32 {
        self.tiers.unit(tier)
    }

    fn fmt_tier(&self, tier: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Men { hands, board: [own, other] }) = self.tiers.men_of(tier) else {
            return write!(f, "{tier}");
        };
        write!(f, "{own}:{other}")?;
        if hands == [0, 0] { Ok(()) } else { write!(f, " and {}:{} to place", hands[0], hands[1]) }
    }

    /// While men are placed, most positions cannot be reached: a man can be missing only if the other side has closed a mill.
    fn only_reached_from(&self) -> u32 {
        self.tiers.placing_from().into()
    }

    /// Takes back the moves of men that captured nothing. A placed man, or a captured one, leads from another unit.
    fn backwards(&self, [own, other]: [u32; 2], each: &mut dyn FnMut([u32; 2])) -> Backwards {
        let men = men([own, other]);
        if men.hands == [0, 0] || self.rules.mixes {
            let board = self.rules.board;
            let free = board.points & !(own | other);
            for to in bits(other & board.points) {
                // With a mill the move would have captured a man, if there was one.
                if !board.closes(other, to) || own & ALL == 0 {
                    let from = if self.flies(other) { free } else { board.near(to) & free };
                    for from in bits(from) {
                        each([other & !(1 << to) | 1 << from, own]);
                    }
                }
            }
        }
        Backwards::Exact
    }

    /// A man who is placed, or captured, changes the numbers of men.
    fn exits(
        &self,
        position: [u32; 2],
        each: &mut dyn FnMut([u32; 2], Option<Slot>),
    ) -> Option<u16> {
        let mut inner = 0;
        let _ = self.each_step(position, |step| {
            if step.from.is_some() && step.taken.is_none() {
                inner += 1;
            } else {
                let child = after(position, step);
                each(child, self.rank(child));
            }
            ControlFlow::Continue(())
        });
        Some(inner)
    }

    fn keeping(&self, [own, other]: [u32; 2]) -> Option<u8> {
        let men = men([own, other]);
        self.rules.orbits.prepare(self.rules.board);
        let first = self.rules.orbits.first(own & ALL, men.board[0]);
        if !first.is_kept {
            return Some(1);
        }
        let other = image(other & ALL, first.symmetry);
        let keeps = self.keepers(first.set).filter(|symmetry| image(other, *symmetry) == other);
        u8::try_from(1 + keeps.count()).ok()
    }
}

/// What the men of the side to move say about the slot of a position, and the numbers of all men.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    tier: u32,
    first: First,
    /// The points that are left for the other side.
    free: Free,
    /// How many ways there are to place the men of the other side.
    choices: u32,
}

impl Mover {
    /// The slot of the position in which the other side has these men.
    #[inline]
    pub(super) fn slot(&self, game: &Mills, other: u32) -> Slot {
        let other = image(other & ALL, self.first.symmetry);
        let mut choice = CHOICES.rank(self.free, other);
        if self.first.is_kept {
            for symmetry in game.keepers(self.first.set) {
                choice = choice.min(CHOICES.rank(self.free, image(other, symmetry)));
            }
        }
        let rank = self.first.orbit as usize * self.choices as usize + choice as usize;
        Slot { section: self.tier, rank }
    }
}

impl Mills {
    /// What the men of the side to move say about the slot. `None` if no tier has so many men.
    #[inline]
    pub(super) fn mover_of(&self, position: [u32; 2]) -> Option<Mover> {
        let men = men(position);
        let tier = self.tiers.tier_of(men)?;
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let [in_own, in_other] = men.board;
        let first = orbits.first(position[0] & ALL, in_own);
        let free = CHOICES.free(first.set | !board.points);
        let choices = ways(u32::from(board.size() - in_own), in_other.into());
        Some(Mover { tier, first, free, choices })
    }

    /// The symmetries that keep a set of points, without the identity.
    #[inline]
    fn keepers(&self, set: u32) -> impl Iterator<Item = u8> {
        (1..self.rules.board.symmetries).filter(move |symmetry| image(set, *symmetry) == set)
    }
}

/// The number of men of both sides.
#[inline]
fn men([own, other]: [u32; 2]) -> Men {
    // Without an instruction for it, counting both sides at once is faster.
    let both = u64::from(own & ALL) | u64::from(other & ALL) << 32;
    let pairs = both - (both >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let halves = bytes + (bytes >> 8);
    let sums = halves + (halves >> 16);
    let hand = |side: u32| (side >> HAND) as u8;
    Men { hands: [hand(own), hand(other)], board: [sums as u8, (sums >> 32) as u8] }
}
