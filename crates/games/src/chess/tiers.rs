//! The tiers of an ending.

use core::num::NonZeroU64;

use perfect_play_core::{Backwards, Cells, Game, Player, Slot, Tiering};

use super::{
    Chess, Ending, PROMOTED, Position, TAKEN,
    attacks::{SQUARES, image_of_square},
    occupied,
};
use crate::squares::INVERSES;

/// The men that are left. Most endings have one tier, because the game is over when a man is taken. `chess:KQKR` has three:
/// without the rook, without the queen, and with both. `chess:KPK` has three, too: the pawn has become a queen or a rook, or is
/// still a pawn. Play repeats positions in each of them.
///
/// The kings are numbered up to symmetry, then come the squares of the other men. If a symmetry keeps both kings, only the
/// least number of the other men is used. Mates and stalemates have slots, placements that are not legal have none.
///
/// With a pawn, only the reflection of the columns is a symmetry, and it keeps no king. White's king is in the left half then, and
/// placements of the kings next to each other have unused slots.
impl Tiering<Position> for Chess {
    fn tiers(&self) -> u32 {
        if matches!(self.ending, Ending::Kqkr | Ending::Kpk) { 3 } else { 1 }
    }

    fn slots(&self, tier: u32) -> u64 {
        if tier < self.tiers() { 2 * self.of_side() * self.ways(tier) } else { 0 }
    }

    #[inline]
    fn rank(&self, position: Position) -> Option<Slot> {
        let (squares, side) = position;
        let tier = self.tier(squares)?;
        if !self.is_legal(position) {
            return None;
        }
        let (kings, symmetries) = self.kings([squares[0], squares[1]])?;
        let number = self.least(squares, tier, symmetries)?;
        let before = u64::from(side == Player::O) * self.of_side() + kings;
        let rank = before * self.ways(tier) + number;
        Some(Slot { section: tier, rank: usize::try_from(rank).ok()? })
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let tier = slot.section;
        let rank = u64::try_from(slot.rank).ok()?;
        if rank >= self.slots(tier) {
            return None;
        }
        let ways = NonZeroU64::new(self.ways(tier))?;
        let (before, number) = (rank / ways, rank % ways);
        let of_side = NonZeroU64::new(self.of_side())?;
        let (side, kings) = (before / of_side, before % of_side);
        let side = if side == 0 { Player::X } else { Player::O };
        let kings = self.first_kings(kings)?;
        let squares = self.squares(kings, tier, number);
        let (_, symmetries) = self.kings(kings)?;
        let is_least = self.least(squares, tier, symmetries) == Some(number);
        (is_least && self.is_legal((squares, side))).then_some((squares, side))
    }

    fn backwards(
        &self,
        (squares, side): Position,
        each: &mut dyn FnMut(Position, Option<Slot>),
    ) -> Backwards {
        let (taken, mover) = (occupied(squares), side.opponent());
        // A move that takes a man leads from another tier.
        for (place, _, kind, square) in self.men(squares).filter(|&(_, owner, ..)| owner == mover) {
            for from in Cells::of(kind.moves_back(square, taken)) {
                let mut before = squares;
                before.iter_mut().skip(place).take(1).for_each(|square| *square = from);
                if self.tier(before).is_some() && self.is_legal((before, mover)) {
                    each((before, mover), self.rank((before, mover)));
                }
            }
        }
        Backwards::Exact
    }
}

impl Chess {
    /// The tier of a position with these men. `None` if the game is over.
    #[inline]
    fn tier(self, squares @ [_, _, first, second]: [u8; 4]) -> Option<u32> {
        if !self.can_mate(squares) {
            return None;
        }
        Some(match (self.ending, first, second) {
            (Ending::Kpk, _, TAKEN) => 2,
            (Ending::Kpk, _, promoted) => u32::from(promoted.saturating_sub(PROMOTED)),
            (_, _, TAKEN) => 0,
            (_, TAKEN, _) => 1,
            (Ending::Kqkr, ..) => 2,
            _ => 0,
        })
    }

    /// The number of placements of the kings.
    const fn of_side(self) -> u64 {
        if matches!(self.ending, Ending::Kpk) { 32 * 64 } else { ORBITS as u64 }
    }

    /// In how many ways the other men can stand.
    const fn ways(self, tier: u32) -> u64 {
        match (self.ending, tier) {
            (Ending::Kpk, 2) => 48,
            (Ending::Kqk | Ending::Krk | Ending::Kpk, _) | (Ending::Kqkr, 0 | 1) => 64,
            // Half of the squares for each bishop.
            (Ending::Kbbk, _) => 32 * 32,
            (Ending::Kbnk | Ending::Kqkr, _) => 64 * 64,
        }
    }

    /// The number of a placement of the kings up to symmetry, and the set of the symmetries that lead to the first placement with
    /// this number.
    #[inline]
    fn kings(self, kings: [u8; 2]) -> Option<(u64, u64)> {
        if self.ending == Ending::Kpk {
            let symmetry = u8::from(kings[0] % 8 >= 4);
            let [white, black] = kings.map(|king| u64::from(image_of_square(king, symmetry)));
            return Some((64 * (white / 8 * 4 + white % 8) + black, 1 << symmetry));
        }
        let of = *PAIRS.get(pair_number(u16::from_be_bytes(kings)))?;
        Some((u64::from(of & 0xFFFF), u64::from(of >> 16)))
    }

    /// The first placement of the kings with this number.
    #[inline]
    fn first_kings(self, number: u64) -> Option<[u8; 2]> {
        if self.ending == Ending::Kpk {
            let white = number / 64;
            return Some([low(white / 4 * 8 + white % 4), low(number % 64)]);
        }
        FIRST.get(usize::try_from(number).ok()?).map(|pair| pair.to_be_bytes())
    }

    /// The least number of the other men under symmetries.
    #[inline]
    fn least(self, squares: [u8; 4], tier: u32, symmetries: u64) -> Option<u64> {
        let numbers = Cells::of(symmetries).map(|symmetry| {
            let ([_, _, first, second], _) = self.image((squares, Player::X), symmetry);
            let [first, second] = [first, second].map(u64::from);
            match (self.ending, tier) {
                // No pawn stands on the last row.
                (Ending::Kpk, 2) => first - 8,
                (Ending::Kqk | Ending::Krk | Ending::Kpk, _) | (Ending::Kqkr, 0) => first,
                (Ending::Kqkr, 1) => second,
                (Ending::Kbbk, _) => first / 2 * 32 + second / 2,
                _ => first * 64 + second,
            }
        });
        numbers.min()
    }

    /// The squares of all men, from those of the kings and the number of the other men.
    #[inline]
    fn squares(self, [white, black]: [u8; 2], tier: u32, number: u64) -> [u8; 4] {
        let [first, second] = match (self.ending, tier) {
            (Ending::Kpk, 2) => [low(number + 8), TAKEN],
            (Ending::Kpk, promoted) => [low(number), PROMOTED + low(promoted.into())],
            (Ending::Kqk | Ending::Krk, _) | (Ending::Kqkr, 0) => [low(number), TAKEN],
            (Ending::Kqkr, 1) => [TAKEN, low(number)],
            (Ending::Kbbk, _) => {
                // The light square of two neighbours is the left one in every other row.
                let square = |half: u8, is_dark: u8| 2 * half + (half / 4 + is_dark) % 2;
                [square(low(number / 32), 0), square(low(number % 32), 1)]
            }
            _ => [low(number / 64), low(number % 64)],
        };
        [white, black, first, second]
    }
}

/// A number below 256.
#[expect(clippy::cast_possible_truncation, reason = "a square is below 64")]
const fn low(number: u64) -> u8 {
    number as u8
}

/// The placements of two kings that are not next to each other, up to symmetry.
const ORBITS: usize = 462;

const fn pair_number(pair: u16) -> usize {
    let [white, black] = pair.to_be_bytes();
    64 * white as usize + black as usize
}

/// For each placement of White's and Black's king: the number of its orbit, and in the upper half a bit for each symmetry
/// that leads to the first placement of the orbit. No bits if the kings are next to each other.
static PAIRS: [u32; 64 * 64] = TABLES.0;
/// The first placement of each orbit: the square of White's king is the upper byte.
static FIRST: [u16; ORBITS] = TABLES.1;

const TABLES: ([u32; 64 * 64], [u16; ORBITS]) = {
    let (mut pairs, mut first, mut orbits) = ([0; 64 * 64], [0; ORBITS], 0);
    let mut white = 0;
    while white < SQUARES {
        let mut black = 0;
        while black < SQUARES {
            let columns = (white % 8).abs_diff(black % 8);
            let rows = (white / 8).abs_diff(black / 8);
            let pair = u16::from_be_bytes([white, black]);
            if (columns > 1 || rows > 1) && pairs[pair_number(pair)] == 0 {
                let mut symmetry = 0;
                while symmetry < 8 {
                    let image = u16::from_be_bytes([
                        image_of_square(white, symmetry),
                        image_of_square(black, symmetry),
                    ]);
                    let to = pair_number(image);
                    pairs[to] = pairs[to] | orbits | 1 << (16 + INVERSES[symmetry as usize]);
                    symmetry += 1;
                }
                first[orbits as usize] = pair;
                orbits += 1;
            }
            black += 1;
        }
        white += 1;
    }
    assert!(orbits as usize == ORBITS);
    (pairs, first)
};
