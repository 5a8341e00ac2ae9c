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
        let (kings, number) = if self.ending == Ending::Kpk {
            let [white, black, first, _] = left(squares).map(u64::from);
            (64 * (white / 8 * 4 + white % 8) + black, if tier == 2 { first - 8 } else { first })
        } else {
            let of = *PAIRS.get(64 * usize::from(squares[0]) + usize::from(squares[1]))?;
            (u64::from(of & 0xFFFF), self.least(squares, tier, of)?)
        };
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
        if self.ending == Ending::Kpk {
            let white = low(kings / 64 / 4 * 8 + kings / 64 % 4);
            let first = if tier == 2 { number + 8 } else { number };
            let second = if tier == 2 { TAKEN } else { PROMOTED + low(tier.into()) };
            let position = ([white, low(kings % 64), low(first), second], side);
            return self.is_legal(position).then_some(position);
        }
        let pair = *FIRST.get(usize::try_from(kings).ok()?)?;
        let squares = self.squares(pair.to_be_bytes(), tier, number);
        let is_least = self.least(squares, tier, *PAIRS.get(pair_number(pair))?) == Some(number);
        (is_least && self.is_legal((squares, side))).then_some((squares, side))
    }

    fn backwards(&self, (squares, side): Position, each: &mut dyn FnMut(Position)) -> Backwards {
        let (taken, mover) = (occupied(squares), side.opponent());
        // A move that takes a man leads from another tier.
        for (place, _, kind, square) in self.men(squares).filter(|&(_, owner, ..)| owner == mover) {
            for from in Cells::of(kind.moves_back(square, taken)) {
                let mut before = squares;
                before.iter_mut().skip(place).take(1).for_each(|square| *square = from);
                if self.tier(before).is_some() && self.is_legal((before, mover)) {
                    each((before, mover));
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
        Some(match (first, second) {
            _ if self.ending == Ending::Kpk => match second {
                TAKEN => 2,
                promoted => u32::from(promoted.saturating_sub(PROMOTED)),
            },
            (_, TAKEN) => 0,
            (TAKEN, _) => 1,
            _ if self.ending == Ending::Kqkr => 2,
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

    /// The least number of the other men under the symmetries that lead to the first kings of their orbit. `of` is from
    /// [`PAIRS`].
    #[inline]
    fn least(self, squares: [u8; 4], tier: u32, of: u32) -> Option<u64> {
        let symmetries = Cells::of((of >> 16).into());
        let numbers = symmetries.map(|symmetry| {
            let ([_, _, first, second], _) = self.image((squares, Player::X), symmetry);
            let [first, second] = [first, second].map(u64::from);
            match (self.ending, tier) {
                (Ending::Kqk | Ending::Krk, _) | (Ending::Kqkr, 0) => first,
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

/// The image of a placement in which White's king is in the left half.
#[inline]
fn left(squares: [u8; 4]) -> [u8; 4] {
    let symmetry = u8::from(squares[0] % 8 >= 4);
    squares.map(|square| image_of_square(square, symmetry))
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
