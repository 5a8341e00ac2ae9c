//! The tiers of a game: the men of both sides, on the board and still to be placed.
//!
//! While men are placed, the numbers still to be placed follow from the ply, and each tier is a unit. When all men are placed,
//! play goes to and fro between two tiers, which are a unit: *a* men against *b*, and *b* against *a*. The units with fewer men
//! come first. In Lasker's game men move while others are still to be placed. There two tiers are a unit that differ by the
//! swap of the sides.

use super::choices::MAX_MEN;

/// A player with fewer men has lost.
pub(super) const FEWEST: u8 = 3;

/// The numbers of men of both sides, the mover's first.
#[derive(Clone, Copy)]
pub(super) struct Men {
    /// Still to be placed.
    pub(super) hands: [u8; 2],
    /// On the board.
    pub(super) board: [u8; 2],
}

/// The tiers of a game.
#[derive(Clone, Copy)]
pub(super) struct Tiers {
    /// The number of men of each player.
    men: u8,
    /// Whether men may be moved while others are still to be placed.
    mixes: bool,
    /// The tiers, in the order of their numbers.
    blocks: [Block; BLOCKS],
    /// The number of tiers.
    count: u16,
}

/// A block of tiers: those with the same men to be placed.
#[derive(Clone, Copy)]
struct Block {
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
const BLOCKS: usize = (MAX_MEN + 1) * (MAX_MEN + 2) / 2;

impl Block {
    /// The value before the blocks are known.
    const NONE: Self = Self { first: u16::MAX, hands: [0; 2], most: [0; 2], kind: Kind::Placing };

    /// A block of the tiers of a game, whose first tier has this number. Blocks with fewer men to be placed come first.
    fn new(men: u8, mixes: bool, at: u16, first: u16) -> Self {
        if mixes {
            let more = ((8 * at + 1).isqrt() - 1) / 2;
            let hands = [(at - more * (more + 1) / 2) as u8, more as u8];
            let kind = if hands[0] == hands[1] { Kind::Square } else { Kind::Rectangle };
            Self { first, hands, most: hands.map(|hand| men - least(hand)), kind }
        } else if at == 0 {
            Self { first, hands: [0; 2], most: [men - FEWEST; 2], kind: Kind::Square }
        } else {
            let hands = [at.div_ceil(2) as u8, at as u8 / 2];
            // The numbers of a side are its captured men.
            let most = [hands[1], hands[0]].map(|hand| captured(men, men - hand));
            Self { first, hands, most, kind: Kind::Placing }
        }
    }

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

impl Tiers {
    /// The tiers of a game in which each player has this many men, at least three and at most twelve. `mixes`: whether men may be
    /// moved while others are still to be placed.
    pub(super) fn new(men: u8, mixes: bool) -> Self {
        let (mut blocks, mut count) = ([Block::NONE; BLOCKS], 0);
        let hands = u16::from(men) + 1;
        let len = if mixes { hands * (hands + 1) / 2 } else { 2 * hands - 1 };
        for (at, block) in (0..len).zip(&mut blocks) {
            *block = Block::new(men, mixes, at, count);
            count += block.tiers();
        }
        Self { men, mixes, blocks, count }
    }

    /// The first tier in which men are still to be placed.
    pub(super) const fn placing_from(&self) -> u16 {
        self.blocks[1].first
    }

    /// The number of tiers.
    pub(super) const fn count(&self) -> u16 {
        self.count
    }

    /// The tier of positions with these men. `None` if there is none.
    #[inline]
    pub(super) fn tier_of(&self, Men { hands: [a, b], board: [own, other] }: Men) -> Option<u32> {
        if a.max(b) > self.men {
            return None;
        }
        let (at, is_swapped) = if self.mixes {
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
        let tier = u16::try_from(tier).ok().filter(|tier| *tier < self.count)?;
        let at = match self.blocks {
            [_, second, ..] if tier < second.first => 0,
            _ => self.blocks.partition_point(|block| block.first <= tier).checked_sub(1)?,
        };
        let block = self.blocks.get(at)?;
        Some((at, block, tier - block.first))
    }

    /// The men of the positions of a tier.
    #[inline]
    pub(super) fn men_of(&self, tier: u32) -> Option<Men> {
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

    /// The unit of a tier.
    pub(super) fn unit(&self, tier: u32) -> u32 {
        let Some((at, block, tier)) = self.block_at(tier) else { return 0 };
        let before: u16 = self.blocks.iter().take(at).map(|block| block.units()).sum();
        u32::from(before + block.unit(tier))
    }
}
