//! The tiers: the numbers of pieces of each size and side on the board.

use core::num::NonZeroU64;

use perfect_play_core::{Backwards, Cells, Game, Slot, Tiering};

use super::{
    GobbletGobblers, Pieces, SIZES, line, of_size, open, piece_of,
    placements::{self, BOARD, CELLS, Counts},
    seen, size_on,
};

/// The numbers of pieces that one side can have on the board, of all sizes.
const COUNTS: usize = 27;
const TIERS: u32 = 27 * 27;

/// The tiers are the numbers of pieces on the board of each size and side. Each unit has two tiers, one for either side to
/// move, or one if both sides have the same numbers. The units are in the order of the pieces on the board, from twelve down
/// to none. Play repeats positions in every unit in which both sides have pieces on the board.
///
/// The pieces of the size with the most placements are numbered up to symmetry, then come those of the other sizes. If a
/// symmetry keeps the pieces of the one size, only the least number of the others is used. A position with a line has no slot.
impl Tiering<[Pieces; 2]> for GobbletGobblers {
    fn tiers(&self) -> u32 {
        TIERS
    }

    fn slots(&self, tier: u32) -> u64 {
        Tier::numbered(tier)
            .map_or(0, |tier| u64::from(placements::orbits(tier.first().1)) * tier.ways())
    }

    #[inline]
    fn rank(&self, position: [Pieces; 2]) -> Option<Slot> {
        let tier = Tier::of(position)?;
        if self.terminal(position).is_some() {
            return None;
        }
        let [own, other] = position;
        let number = |size| placements::number([of_size(own, size), of_size(other, size)]);
        let [(first, _), others @ ..] = tier.sizes();
        let of = placements::orbit(number(first)?)?;
        let others = [(number(others[0].0)?, others[0].1), (number(others[1].0)?, others[1].1)];
        let least = Cells::of((of >> 16).into()).map(|symmetry| pair(others, symmetry)).min()?;
        let rank = u64::from(of & 0xFFFF) * tier.ways() + least;
        Some(Slot { section: tier.number()?, rank: usize::try_from(rank).ok()? })
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<[Pieces; 2]> {
        let tier = Tier::numbered(slot.section)?;
        let [(first, first_counts), (second, second_counts), (third, third_counts)] = tier.sizes();
        let (rank, ways) = (u64::try_from(slot.rank).ok()?, NonZeroU64::new(tier.ways())?);
        let orbit = u16::try_from(rank / ways).ok()?;
        if orbit >= placements::orbits(first_counts) {
            return None;
        }
        let of_first = placements::first_of_orbit(orbit, first_counts)?;
        let of_third = NonZeroU64::new(placements::ways(third_counts).into())?;
        let number = rank % ways;
        let placement = |number: u64, counts| {
            u16::try_from(number).ok().map(|number| placements::placement(number, counts))
        };
        let of_second = placement(number / of_third, second_counts)?;
        let of_third = placement(number % of_third, third_counts)?;
        let others = [(of_second, second_counts), (of_third, third_counts)];
        let mut keeps = Cells::of((placements::orbit(of_first)? >> 16).into());
        // Another image has the slot.
        if keeps.any(|symmetry| pair(others, symmetry) < number) {
            return None;
        }
        let mut position = [0; 2];
        for (size, number) in [(first, of_first), (second, of_second), (third, of_third)] {
            for (pieces, cells) in position.iter_mut().zip(placements::cells(number)?) {
                *pieces |= cells << (CELLS * size);
            }
        }
        self.terminal(position).is_none().then_some(position)
    }

    fn unit(&self, tier: u32) -> u32 {
        ORDER.units.get(tier as usize).copied().unwrap_or(u16::MAX).into()
    }

    fn backwards(
        &self,
        [own, other]: [Pieces; 2],
        each: &mut dyn FnMut([Pieces; 2], Option<Slot>),
    ) -> Backwards {
        let both = own | other;
        let seen_other = seen(other, both);
        // No move leaves a line of the opponent, and none is made where the game is over.
        if line(seen(own, both)) != 0 {
            return Backwards::Exact;
        }
        for to in Cells::of(seen_other.into()) {
            let Some(size) = size_on(other, to) else { continue };
            let lifted = other & !piece_of(size, to);
            let from = open(own | lifted, size) & !(1 << to) & BOARD;
            for from in Cells::of(from.into()) {
                let before = [lifted | piece_of(size, from), own];
                if self.terminal(before).is_none() {
                    each(before, self.rank(before));
                }
            }
        }
        Backwards::Exact
    }
}

/// The number of two placements of other sizes after a symmetry, with their counts.
#[inline]
fn pair([(one, one_counts), (other, other_counts)]: [(u16, Counts); 2], symmetry: u8) -> u64 {
    let one = placements::image(one, one_counts, symmetry);
    let other = placements::image(other, other_counts, symmetry);
    u64::from(one) * u64::from(placements::ways(other_counts)) + u64::from(other)
}

/// The numbers of pieces of each size on the board.
#[derive(Clone, Copy)]
struct Tier {
    counts: [Counts; SIZES as usize],
}

impl Tier {
    /// `None` if a side has too many pieces, or two pieces of a size are on one cell.
    #[inline]
    fn of(position: [Pieces; 2]) -> Option<Self> {
        let [own, other] = position;
        let counts = [0, 1, 2]
            .map(|size| [of_size(own, size).count_ones(), of_size(other, size).count_ones()]);
        GobbletGobblers::fits(position).then_some(Self { counts })
    }

    fn numbered(number: u32) -> Option<Self> {
        let [own, other] = *ORDER.tiers.get(usize::try_from(number).ok()?)?;
        let counts = [(own % 3, other % 3), (own / 3 % 3, other / 3 % 3), (own / 9, other / 9)];
        Some(Self { counts: counts.map(|(own, other)| [own.into(), other.into()]) })
    }

    #[inline]
    fn number(self) -> Option<u32> {
        let (mut own, mut other) = (0, 0);
        for [of_own, of_other] in self.counts.into_iter().rev() {
            own = 3 * own + of_own;
            other = 3 * other + of_other;
        }
        ORDER.numbers.get(COUNTS * own as usize + other as usize).copied().map(u32::from)
    }

    /// The sizes with their counts. First comes the size with the most placements.
    #[inline]
    fn sizes(self) -> [(u8, Counts); SIZES as usize] {
        let [small, medium, large] = self.counts;
        let [s, m, l] = self.counts.map(placements::ways);
        let (small, medium, large) = ((0, small), (1, medium), (2, large));
        if l >= m && l >= s {
            [large, medium, small]
        } else if m >= s {
            [medium, large, small]
        } else {
            [small, large, medium]
        }
    }

    fn first(self) -> (u8, Counts) {
        self.sizes()[0]
    }

    /// In how many ways the pieces of the other sizes can stand.
    #[inline]
    fn ways(self) -> u64 {
        let [_, second, third] = self.sizes();
        u64::from(placements::ways(second.1)) * u64::from(placements::ways(third.1))
    }
}

/// The order of the tiers.
struct Order {
    /// The numbers of pieces of both sides: three to the power of the size for each piece.
    tiers: [[u8; 2]; TIERS as usize],
    units: [u16; TIERS as usize],
    /// The number of the tier with these numbers of pieces.
    numbers: [u16; TIERS as usize],
}

#[expect(clippy::cast_possible_truncation, reason = "there are 729 tiers")]
static ORDER: Order = {
    const fn pieces(counts: usize) -> usize {
        counts % 3 + counts / 3 % 3 + counts / 9
    }
    let mut order = Order {
        tiers: [[0; 2]; TIERS as usize],
        units: [0; TIERS as usize],
        numbers: [0; TIERS as usize],
    };
    let (mut at, mut unit, mut left) = (0, 0, 12);
    loop {
        let mut one = 0;
        while one < COUNTS {
            let mut other = 0;
            while other <= one {
                if pieces(one) + pieces(other) == left {
                    let mut pair = [one, other];
                    let mut tiers = if one == other { 1 } else { 2 };
                    while tiers > 0 {
                        order.tiers[at] = [pair[0] as u8, pair[1] as u8];
                        order.units[at] = unit;
                        order.numbers[COUNTS * pair[0] + pair[1]] = at as u16;
                        pair = [pair[1], pair[0]];
                        at += 1;
                        tiers -= 1;
                    }
                    unit += 1;
                }
                other += 1;
            }
            one += 1;
        }
        if left == 0 {
            break order;
        }
        left -= 1;
    }
};
