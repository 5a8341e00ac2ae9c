//! The tiers of a game: the men of both sides, on the board and still to be placed.
//!
//! While men are placed, the numbers still to be placed follow from the ply, and each tier is a unit. When all men are placed,
//! play goes to and fro between two tiers, which are a unit: *a* men against *b*, and *b* against *a*. The units with fewer men
//! come first. In Lasker's game men move while others are still to be placed. There two tiers are a unit that differ by the
//! swap of the sides.
//!
//! A slot is the orbit of the mover's men, and the choice of the other side's men among the points that are left. If several
//! symmetries keep the first set of the orbit, the least choice is taken, and the others are unused.

use perfect_play_core::{Backwards, Slot, Tiering};

use super::{
    FEWEST, HAND, Mills,
    board::{ALL, image},
    choices::{CHOICES, MAX_MEN, ways},
};

/// The numbers of men of both sides, the mover's first.
#[derive(Clone, Copy)]
struct Men {
    /// Still to be placed.
    hands: [u8; 2],
    /// On the board.
    board: [u8; 2],
}

/// A block of tiers: those with the same men to be placed.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The number of the first tier.
    first: u16,
    hands: [u8; 2],
    /// For each side, the largest value of the number that tells its tiers apart.
    most: [u8; 2],
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The sides differ in nothing but their men. Two tiers that swap them are a unit.
    Square,
    /// As a square, but the sides also differ in their men to be placed.
    Rectangle,
    /// Each tier is a unit.
    Placing,
}

/// The largest number of blocks: one for each pair of numbers of men to be placed.
pub(super) const BLOCKS: usize = (MAX_MEN + 1) * (MAX_MEN + 2) / 2;

impl Block {
    /// The value before the blocks are known.
    pub(super) const NONE: Self =
        Self { first: u16::MAX, hands: [0; 2], most: [0; 2], kind: Kind::Placing };

    /// The number of tiers.
    const fn tiers(self) -> u16 {
        let [own, other] = [self.most[0] as u16 + 1, self.most[1] as u16 + 1];
        own * other * if matches!(self.kind, Kind::Rectangle) { 2 } else { 1 }
    }

    /// The number of units.
    const fn units(self) -> u16 {
        match self.kind {
            Kind::Square => (self.most[0] as u16 + 1) * (self.most[0] as u16 + 2) / 2,
            Kind::Rectangle => self.tiers() / 2,
            Kind::Placing => self.tiers(),
        }
    }

    /// The number of a tier in this block. The numbers of the sides are at most `most`. `is_swapped`: in a rectangle, whether
    /// the numbers are those of the other side and the mover.
    const fn tier(self, [own, other]: [u8; 2], is_swapped: bool) -> u16 {
        let [own, other] = [own as u16, other as u16];
        match self.kind {
            // In the order of the larger number, then of the smaller one.
            Kind::Square if own > other => own * own + 2 * other + 1,
            Kind::Square => other * other + 2 * own,
            Kind::Rectangle => 2 * (own * (self.most[1] as u16 + 1) + other) + is_swapped as u16,
            Kind::Placing => own * (self.most[1] as u16 + 1) + other,
        }
    }

    /// The numbers of the sides in a tier, and whether they are swapped.
    #[inline]
    fn numbers(self, tier: u16) -> ([u8; 2], bool) {
        let row = u16::from(self.most[1]) + 1;
        let bytes = |[own, other]: [u16; 2]| [own, other].map(|number| number.to_le_bytes()[0]);
        match self.kind {
            Kind::Square => {
                let larger = tier.isqrt();
                let rest = tier - larger * larger;
                let pair = [rest / 2, larger];
                (bytes(if rest % 2 == 1 { [pair[1], pair[0]] } else { pair }), false)
            }
            Kind::Rectangle => {
                let pair = tier / 2;
                let pair =
                    [pair.checked_div(row), pair.checked_rem(row)].map(Option::unwrap_or_default);
                (bytes(pair), tier % 2 == 1)
            }
            Kind::Placing => {
                let pair =
                    [tier.checked_div(row), tier.checked_rem(row)].map(Option::unwrap_or_default);
                (bytes(pair), false)
            }
        }
    }

    /// The unit of a tier, in this block.
    fn unit(self, tier: u16) -> u16 {
        match self.kind {
            Kind::Square => {
                let larger = tier.isqrt();
                larger * (larger + 1) / 2 + (tier - larger * larger) / 2
            }
            Kind::Rectangle => tier / 2,
            Kind::Placing => tier,
        }
    }
}

/// The most men that a player can have captured who has placed this many of `all`: his third man closes his first mill. With
/// fewer than three men the opponent has lost.
const fn captured(all: u8, placed: u8) -> u8 {
    let by_mills = placed.saturating_sub(2);
    if by_mills < all - FEWEST { by_mills } else { all - FEWEST }
}

/// The least number of all men of a side that has not lost and has still to place this many.
const fn least(hand: u8) -> u8 {
    if hand > FEWEST { hand } else { FEWEST }
}

impl Mills {
    /// Fills in the blocks.
    pub(super) const fn with_blocks(mut self) -> Self {
        let men = self.men as usize;
        let blocks = if self.rules.mixes { (men + 1) * (men + 2) / 2 } else { 2 * men + 1 };
        let mut at = 0;
        while at < blocks {
            self.blocks[at] = self.block(at, self.tiers);
            self.tiers += self.blocks[at].tiers();
            at += 1;
        }
        self
    }

    /// A block whose first tier has this number. Blocks with fewer men to be placed come first.
    const fn block(self, at: usize, first: u16) -> Block {
        let at = at as u16;
        if self.rules.mixes {
            let more = ((8 * at + 1).isqrt() - 1) / 2;
            let hands = [(at - more * (more + 1) / 2) as u8, more as u8];
            let most = [self.men - least(hands[0]), self.men - least(hands[1])];
            let is_square = hands[0] == hands[1];
            let kind = if is_square { Kind::Square } else { Kind::Rectangle };
            Block { first, hands, most, kind }
        } else if at == 0 {
            Block { first, hands: [0; 2], most: [self.men - FEWEST; 2], kind: Kind::Square }
        } else {
            let hands = [at.div_ceil(2) as u8, at as u8 / 2];
            let placed = [self.men - hands[0], self.men - hands[1]];
            // The numbers of a side are its captured men.
            let most = [captured(self.men, placed[1]), captured(self.men, placed[0])];
            Block { first, hands, most, kind: Kind::Placing }
        }
    }

    /// The tier of positions with these men. `None` if there is none.
    #[inline]
    fn tier_of(&self, Men { hands: [a, b], board: [own, other] }: Men) -> Option<u32> {
        if a.max(b) > self.men {
            return None;
        }
        let (at, is_swapped) = if self.rules.mixes {
            let (less, more) = (usize::from(a.min(b)), usize::from(a.max(b)));
            (more * (more + 1) / 2 + less, a > b)
        } else if a == b || a == b + 1 {
            (usize::from(a + b), false)
        } else {
            return None;
        };
        let block = self.blocks.get(at)?;
        let (own, other) = if matches!(block.kind, Kind::Placing) {
            let placed = self.men - a.max(b);
            (placed.checked_sub(own)?, (placed + a.max(b) - b).checked_sub(other)?)
        } else {
            ((a + own).checked_sub(least(a))?, (b + other).checked_sub(least(b))?)
        };
        let numbers = if is_swapped { [other, own] } else { [own, other] };
        let fits = numbers[0] <= block.most[0] && numbers[1] <= block.most[1];
        fits.then(|| u32::from(block.first + block.tier(numbers, is_swapped)))
    }

    /// The block of a tier, and the number of the tier in it.
    #[inline]
    fn block_at(&self, tier: u32) -> Option<(usize, &Block, u16)> {
        let tier = u16::try_from(tier).ok().filter(|tier| *tier < self.tiers)?;
        let at = match self.blocks {
            [_, second, ..] if tier < second.first => 0,
            _ => self.blocks.partition_point(|block| block.first <= tier).checked_sub(1)?,
        };
        let block = self.blocks.get(at)?;
        Some((at, block, tier - block.first))
    }

    /// The men of the positions of a tier.
    #[inline]
    fn men_of(&self, tier: u32) -> Option<Men> {
        let (_, block, tier) = self.block_at(tier)?;
        let ([a, b], ([x, y], is_swapped)) = (block.hands, block.numbers(tier));
        let (own, other) = if matches!(block.kind, Kind::Placing) {
            (self.men - a - x, self.men - b - y)
        } else {
            (least(a) + x - a, least(b) + y - b)
        };
        Some(if is_swapped {
            Men { hands: [b, a], board: [other, own] }
        } else {
            Men { hands: [a, b], board: [own, other] }
        })
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
}

impl Tiering<[u32; 2]> for Mills {
    fn tiers(&self) -> u32 {
        self.tiers.into()
    }

    fn slots(&self, tier: u32) -> u64 {
        let Some(Men { board: [own, other], .. }) = self.men_of(tier) else { return 0 };
        let board = self.rules.board;
        self.rules.orbits.prepare(board);
        let choices = ways(u32::from(board.size() - own), other.into());
        u64::from(self.rules.orbits.count(own)) * u64::from(choices)
    }

    #[inline]
    fn rank(&self, position: [u32; 2]) -> Option<Slot> {
        if !self.is_on_board(position) {
            return None;
        }
        let men = Self::men(position);
        let tier = self.tier_of(men)?;
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let [in_own, in_other] = men.board;
        let first = orbits.first(position[0] & ALL, in_own);
        let taken = first.set | !board.points;
        let other = image(position[1] & ALL, first.symmetry);
        let mut choice = CHOICES.rank(taken, other);
        if first.is_kept {
            for symmetry in self.keeping(first.set) {
                choice = choice.min(CHOICES.rank(taken, image(other, symmetry)));
            }
        }
        let choices = ways(u32::from(board.size() - in_own), in_other.into());
        let rank = first.orbit as usize * choices as usize + choice as usize;
        Some(Slot { section: tier, rank })
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<[u32; 2]> {
        let Men { hands, board: [in_own, in_other] } = self.men_of(slot.section)?;
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let (free, in_other) = (u32::from(board.size() - in_own), in_other.into());
        let choices = ways(free, in_other);
        let rank = u32::try_from(slot.rank).ok()?;
        let (orbit, choice) = (rank.checked_div(choices)?, rank.checked_rem(choices)?);
        let (own, is_kept) = orbits.set(in_own, orbit)?;
        let taken = own | !board.points;
        let other = CHOICES.unrank(taken, free, in_other, choice);
        let is_less = |symmetry| CHOICES.rank(taken, image(other, symmetry)) < choice;
        if is_kept && self.keeping(own).any(is_less) {
            return None;
        }
        let [own_hand, other_hand] = hands;
        Some([own | u32::from(own_hand) << HAND, other | u32::from(other_hand) << HAND])
    }

    fn unit(&self, tier: u32) -> u32 {
        let Some((at, block, tier)) = self.block_at(tier) else { return 0 };
        let before: u16 = self.blocks.iter().take(at).map(|block| block.units()).sum();
        u32::from(before + block.unit(tier))
    }

    /// Takes back the moves of men that captured nothing. A placed man, or a captured one, leads from another unit.
    fn backwards(&self, [own, other]: [u32; 2], each: &mut dyn FnMut([u32; 2])) -> Backwards {
        let men = Self::men([own, other]);
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
}

impl Mills {
    /// The symmetries that keep a set of points, without the identity.
    #[inline]
    fn keeping(&self, set: u32) -> impl Iterator<Item = u8> {
        (1..self.rules.board.symmetries).filter(move |symmetry| image(set, *symmetry) == set)
    }
}

/// The points of a set.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let point = set.trailing_zeros() as u8;
        let is_one = set != 0;
        set &= set.wrapping_sub(1);
        is_one.then_some(point)
    })
}
