//! The slots of a tier.
//!
//! A slot is the orbit of the men of one side, the *base*, and the choice of the other side's men among the points that are left.
//! If several symmetries keep the first set of the orbit, the least choice is taken, and the others are unused.
//!
//! To find an orbit takes longer than to number a choice, so the base is the side whose men are the same in many positions that
//! are ranked one after the other. While men are placed, it is the side to move: the children of a position differ in what the
//! other side has placed. When all men are placed, it is the other side: so moves backwards differ in the men of the side that
//! moves, and captures by the same mill in the men of the side that loses one. Only the children after moves without a capture
//! have a base each.

use core::{fmt, ops::ControlFlow};

use perfect_play_core::{Backwards, Slot, Tiering};

use super::{
    HAND, Mills, Step, after,
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
        let Some(Men { hands, board: men }) = self.tiers.men_of(tier) else { return 0 };
        let (board, [base, other]) = (self.rules.board, base_first(hands, men));
        self.rules.orbits.prepare(board);
        let choices = ways(u32::from(board.size() - base), other.into());
        u64::from(self.rules.orbits.count(base)) * u64::from(choices)
    }

    #[inline]
    fn rank(&self, position: [u32; 2]) -> Option<Slot> {
        let numbers = self.is_on_board(position).then(|| self.numbers_of(position)).flatten()?;
        Some(self.base_of(position, numbers).slot(self, position))
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<[u32; 2]> {
        let Men { hands, board: men } = self.tiers.men_of(slot.section)?;
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let [in_base, in_other] = base_first(hands, men);
        let (free, in_other) = (u32::from(board.size() - in_base), in_other.into());
        let choices = ways(free, in_other);
        let rank = u32::try_from(slot.rank).ok()?;
        let (orbit, choice) = (rank.checked_div(choices)?, rank.checked_rem(choices)?);
        let (base, is_kept) = orbits.set(in_base, orbit)?;
        let taken = base | !board.points;
        let other = CHOICES.unrank(taken, free, in_other, choice);
        if is_kept {
            let points = CHOICES.free(taken);
            let is_less = |symmetry| CHOICES.rank(points, image(other, symmetry)) < choice;
            if self.keepers(base).any(is_less) {
                return None;
            }
        }
        let ([own_hand, other_hand], [own, other]) = (hands, base_first(hands, [base, other]));
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
    fn backwards(
        &self,
        [own, other]: [u32; 2],
        each: &mut dyn FnMut([u32; 2], Option<Slot>),
    ) -> Backwards {
        let (men, mut bases) = (men([own, other]), Bases::default());
        if men.hands == [0, 0] || self.rules.mixes {
            let board = self.rules.board;
            let free = board.points & !(own | other);
            for to in bits(other & board.points) {
                // With a mill the move would have captured a man, if there was one.
                if !board.closes(other, to) || own & ALL == 0 {
                    let from = if self.flies(other) { free } else { board.near(to) & free };
                    for from in bits(from) {
                        let before = [other & !(1 << to) | 1 << from, own];
                        each(before, bases.slot(self, before, Kind::Moved));
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
        let (mut inner, mut bases) = (0, Bases::default());
        let _ = self.each_step(position, |step| {
            if step.from.is_some() && step.taken.is_none() {
                inner += 1;
            } else {
                let child = after(position, step);
                each(child, bases.slot(self, child, Kind::of(step)));
            }
            ControlFlow::Continue(())
        });
        Some(inner)
    }

    fn keeping(&self, position: [u32; 2]) -> Option<u8> {
        let [base, other] = base_first(hands(position), position).map(|side| side & ALL);
        self.rules.orbits.prepare(self.rules.board);
        if !self.rules.orbits.is_kept(base) {
            return Some(1);
        }
        let keeps = self.keepers(base).filter(|symmetry| image(other, *symmetry) == other);
        u8::try_from(1 + keeps.count()).ok()
    }
}

/// Puts the base before the other side. It also puts them back.
#[inline]
fn base_first<T>(hands: [u8; 2], [own, other]: [T; 2]) -> [T; 2] {
    if hands == [0, 0] { [other, own] } else { [own, other] }
}

/// What the numbers of all men say about the slot of a position.
#[derive(Clone, Copy)]
struct Numbers {
    tier: u32,
    hands: [u8; 2],
    /// The number of men of the base on the board.
    in_base: u8,
    /// How many ways there are to place the men of the other side.
    choices: u32,
}

/// What the base says about the slot of a position, and the numbers of all men.
struct Base {
    numbers: Numbers,
    first: First,
    /// The points that are left for the other side.
    free: Free,
}

impl Base {
    /// The slot of a position with this base and these numbers of men.
    #[inline]
    fn slot(&self, game: &Mills, position: [u32; 2]) -> Slot {
        let Numbers { tier, hands, choices, .. } = self.numbers;
        let [_, other] = base_first(hands, position);
        let other = image(other & ALL, self.first.symmetry);
        let mut choice = CHOICES.rank(self.free, other);
        if self.first.is_kept {
            for symmetry in game.keepers(self.first.set) {
                choice = choice.min(CHOICES.rank(self.free, image(other, symmetry)));
            }
        }
        let rank = self.first.orbit as usize * choices as usize + choice as usize;
        Slot { section: tier, rank }
    }
}

/// What tells apart the numbers of men after the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Placed,
    Moved,
    Captured,
}

impl Kind {
    fn of(step: Step) -> Self {
        match (step.taken, step.from) {
            (Some(_), _) => Self::Captured,
            (None, None) => Self::Placed,
            (None, Some(_)) => Self::Moved,
        }
    }
}

/// The last base, for the positions before or after the moves of one position. It serves the next one that has the same men of the
/// base, the same men to place, and a move of the same kind.
#[derive(Default)]
struct Bases(Option<(Kind, u32, Base)>);

impl Bases {
    /// The slot of a position before or after a move of this kind. Its men are on points of the board.
    #[inline]
    fn slot(&mut self, game: &Mills, position: [u32; 2], kind: Kind) -> Option<Slot> {
        let hands = hands(position);
        let [men, _] = base_first(hands, position);
        // Moves of the same kind that leave the same men to place leave the same numbers.
        let last =
            self.0.as_ref().filter(|(of, _, base)| (*of, base.numbers.hands) == (kind, hands));
        if last.is_none_or(|(_, last, _)| *last != men) {
            let numbers = match last {
                Some((_, _, base)) => base.numbers,
                None => game.numbers_of(position)?,
            };
            self.0 = Some((kind, men, game.base_of(position, numbers)));
        }
        self.0.as_ref().map(|(_, _, base)| base.slot(game, position))
    }
}

impl Mills {
    /// Calls `each` with the position after each move, in the order of the moves, and with its slot.
    #[inline]
    pub(super) fn children_with_slots(
        &self,
        position: [u32; 2],
        each: &mut dyn FnMut([u32; 2], Option<Slot>),
    ) {
        let mut bases = Bases::default();
        let _ = self.each_step(position, |step| {
            let child = after(position, step);
            each(child, bases.slot(self, child, Kind::of(step)));
            ControlFlow::Continue(())
        });
    }

    /// What the numbers of men say about the slot. `None` if no tier has so many men.
    #[inline]
    fn numbers_of(&self, position: [u32; 2]) -> Option<Numbers> {
        let men @ Men { hands, board } = men(position);
        let tier = self.tiers.tier_of(men)?;
        let [in_base, in_other] = base_first(hands, board);
        let choices = ways(u32::from(self.rules.board.size() - in_base), in_other.into());
        Some(Numbers { tier, hands, in_base, choices })
    }

    /// What the base says about the slot of a position with these numbers of men.
    #[inline]
    fn base_of(&self, position: [u32; 2], numbers: Numbers) -> Base {
        let (board, orbits) = (self.rules.board, self.rules.orbits);
        orbits.prepare(board);
        let [base, _] = base_first(numbers.hands, position);
        let first = orbits.first(base & ALL, numbers.in_base);
        let free = CHOICES.free(first.set | !board.points);
        Base { numbers, first, free }
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
    Men { hands: hands([own, other]), board: [sums as u8, (sums >> 32) as u8] }
}

/// The men that both sides have still to place.
#[inline]
const fn hands([own, other]: [u32; 2]) -> [u8; 2] {
    [(own >> HAND) as u8, (other >> HAND) as u8]
}
