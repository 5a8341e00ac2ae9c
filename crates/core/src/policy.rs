//! A policy at one position: the probability of each move.

use core::{
    fmt,
    num::{NonZeroU32, NonZeroU64},
};

use crate::{
    Chance, Move, Moves,
    chance::{fmt_fraction, in_lowest_terms},
};

/// A random choice of a move. With a given probability it chooses from a first set of moves, otherwise from a
/// second set. Within each set, all moves are equally likely.
///
/// [`Policy::chances`] gives the exact probability of each move, and [`Policy::choose`] chooses a move.
///
/// ```
/// use perfect_play_core::{Chance, Moves, Policy};
///
/// let (corners, centre) = (Moves::from_low_bits(0b101_000_101), Moves::EMPTY.with(4));
/// let policy = Policy::new(corners, Chance::new(2, 5).unwrap(), centre);
/// let chances: Vec<_> = policy.chances().map(|chance| chance.to_string()).collect();
/// assert_eq!(chances, ["0.1", "0.1", "0.6", "0.1", "0.1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    first: Moves,
    chance: Chance,
    /// Empty if and only if the first set has probability 1.
    second: Moves,
}

impl Policy {
    /// Chooses from the first set with this probability, otherwise from the moves of the second set that are
    /// not in the first. If one of the two is empty, it always chooses from the other.
    #[must_use]
    pub const fn new(first: Moves, chance: Chance, second: Moves) -> Self {
        let second = second.difference(first);
        if second.is_empty() || chance.is_one() && !first.is_empty() {
            Self::uniform(first)
        } else if first.is_empty() || chance.is_zero() {
            Self::uniform(second)
        } else {
            Self { first, chance, second }
        }
    }

    /// Chooses each move of the set with the same probability.
    #[must_use]
    pub const fn uniform(moves: Moves) -> Self {
        Self { first: moves, chance: Chance::ONE, second: Moves::EMPTY }
    }

    /// The moves that can be chosen.
    #[must_use]
    pub const fn moves(self) -> Moves {
        self.first.union(self.second)
    }

    /// The moves that can be chosen, in ascending order, with their probabilities. The probabilities add up to
    /// 1, unless there are no moves.
    pub fn chances(self) -> impl Iterator<Item = MoveChance> {
        self.moves().iter().filter_map(move |mv| {
            let (of_set, set) = if self.first.contains(mv) {
                (self.chance, self.first)
            } else {
                (self.chance.complement(), self.second)
            };
            let shared = u64::from(of_set.denominator().get()) * u64::from(set.len());
            let (numerator, denominator) = in_lowest_terms(of_set.numerator().into(), shared);
            Some(MoveChance { mv, numerator, denominator: NonZeroU64::new(denominator)? })
        })
    }

    /// Chooses a move with these probabilities. `None` if there are no moves.
    ///
    /// Each call of `random` must return 32 uniformly distributed random bits. Usually one or two calls are enough. A
    /// number is drawn again if using it would make some moves more likely than they should be.
    pub fn choose(self, mut random: impl FnMut() -> u32) -> Option<Move> {
        let from_first = self.chance.is_one()
            || below(self.chance.denominator(), &mut random) < self.chance.numerator();
        let set = if from_first { self.first } else { self.second };
        let among = NonZeroU32::new(set.len())?;
        set.iter().nth(below(among, &mut random) as usize)
    }
}

/// A move that can be chosen, and its probability as a fraction in lowest terms.
///
/// ```
/// use perfect_play_core::{Moves, Policy};
///
/// let of_three = Policy::uniform(Moves::from_low_bits(0b111));
/// let chance = of_three.chances().next().unwrap();
/// assert_eq!((chance.mv, chance.numerator, chance.denominator.get()), (0, 1, 3));
/// assert_eq!(chance.to_string(), "1/3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveChance {
    /// The move.
    pub mv: Move,
    /// The numerator of the probability.
    pub numerator: u64,
    /// The denominator of the probability.
    pub denominator: NonZeroU64,
}

/// Prints the probability as [`Chance`] does: `0.4`, `1/3`.
impl fmt::Display for MoveChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_fraction(self.numerator, self.denominator.get(), f)
    }
}

/// The largest number of draws. The last draw is used even if it should be repeated, so the loop ends even if the
/// source always returns the same number. With a random source, the probability of this is below 2^-64.
const DRAWS: u32 = 64;

/// A uniformly distributed random number below `bound` (D. Lemire, "Fast Random Integer Generation in
/// an Interval", 2019).
fn below(bound: NonZeroU32, mut random: impl FnMut() -> u32) -> u32 {
    // The result is the upper half of `random * bound`. Random numbers with a lower half below `surplus`, which
    // is 2^32 modulo `bound`, are skipped: the others are equally many for each result. No division of 64 bits is
    // needed, and for a small bound nearly every number is used.
    let surplus = bound.get().wrapping_neg() % bound;
    let mut result = 0;
    for _ in 0..DRAWS {
        let product = u64::from(random()) * u64::from(bound.get());
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of 64 bits")]
        let (high, low) = ((product >> 32) as u32, product as u32);
        result = high;
        if low >= surplus {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, string::ToString, vec::Vec};

    use super::*;

    /// Chooses once for every value of the top bits of the random numbers, and counts the chosen moves. The other bits
    /// are zero.
    fn counts(policy: Policy, draws: u32) -> BTreeMap<Move, u32> {
        let mut counts = BTreeMap::new();
        for i in 0..draws {
            for j in 0..draws {
                let step = u64::from(u32::MAX) + 1;
                let spread =
                    |i: u32| u32::try_from(step * u64::from(i) / u64::from(draws)).unwrap();
                let mut random = [spread(i), spread(j)].into_iter().chain((1..).map(|k| k * 977));
                let chosen = policy.choose(|| random.next().unwrap()).unwrap();
                *counts.entry(chosen).or_default() += 1;
            }
        }
        counts
    }

    #[test]
    fn numbers_spread_evenly_choose_as_the_chances_say() {
        let policy = Policy::new(
            Moves::from_low_bits(0b111),
            Chance::new(1, 4).unwrap(),
            Moves::from_low_bits(0b11_0001),
        );
        let chances: Vec<_> = policy.chances().collect();
        let fraction =
            |chance: &MoveChance| (chance.mv, chance.numerator, chance.denominator.get());
        assert_eq!(
            chances.iter().map(fraction).collect::<Vec<_>>(),
            [(0, 1, 12), (1, 1, 12), (2, 1, 12), (4, 3, 8), (5, 3, 8)]
        );
        assert_eq!(chances[0].to_string(), "1/12");
        assert_eq!(chances[4].to_string(), "0.375");
        let counts = counts(policy, 240);
        for (mv, numerator, denominator) in chances.iter().map(fraction) {
            let parts = |number: u64| f64::from(u32::try_from(number).unwrap());
            let exact = parts(numerator) / parts(denominator);
            let found = f64::from(counts[&mv]) / f64::from(240 * 240);
            assert!((exact - found).abs() < 0.003, "{mv}: {found}, not {exact}");
        }
    }

    #[test]
    fn chances_are_exact_however_fine_they_are() {
        let policy = Policy::new(
            Moves::from_low_bits(0xffff_ffff),
            Chance::new(1, u32::MAX).unwrap(),
            Moves::from_low_bits(u64::MAX),
        );
        let fraction = |chance: MoveChance| {
            let parts = u128::from(chance.numerator) << 80;
            (parts / u128::from(chance.denominator.get()), chance.denominator.get())
        };
        let (first, denominator) = policy.chances().map(fraction).next().unwrap();
        assert_eq!(denominator, 32 * u64::from(u32::MAX));
        let (last, _) = policy.chances().map(fraction).last().unwrap();
        let whole: u128 = 32 * (first + last);
        assert!(whole.abs_diff(1 << 80) <= 64, "{whole}");
    }

    #[test]
    fn a_source_that_does_not_vary_gets_a_legal_move_too() {
        for bits in [0, 1, u32::MAX] {
            for moves in [Moves::from_low_bits(0b111_0000), Moves::EMPTY.with(255)] {
                let chosen = Policy::uniform(moves).choose(|| bits).unwrap();
                assert!(moves.contains(chosen));
            }
        }
    }

    #[test]
    fn an_empty_set_has_no_chance() {
        let (moves, half) = (Moves::EMPTY.with(3), Chance::new(1, 2).unwrap());
        for policy in [
            Policy::new(moves, half, Moves::EMPTY),
            Policy::new(Moves::EMPTY, half, moves),
            Policy::new(moves, half, moves),
            Policy::new(moves, Chance::ONE, Moves::EMPTY.with(4)),
            Policy::new(Moves::EMPTY.with(4), Chance::ZERO, moves),
        ] {
            assert_eq!(policy, Policy::uniform(moves));
            let always = MoveChance { mv: 3, numerator: 1, denominator: NonZeroU64::MIN };
            assert_eq!(policy.chances().collect::<Vec<_>>(), [always]);
            assert_eq!(policy.choose(|| 12_345), Some(3));
        }
        assert_eq!(Policy::uniform(Moves::EMPTY).chances().count(), 0);
        assert_eq!(Policy::uniform(Moves::EMPTY).choose(|| 0), None);
    }

    #[test]
    fn a_number_that_would_favour_a_result_is_drawn_again() {
        // Of the 2^32 numbers, 3 times 2^30 can be assigned to as many results, one each. For the others, the low half
        // of the product is below 2^30.
        let bound = NonZeroU32::new(3 << 30).unwrap();
        let draws = |numbers: &[u32]| {
            let mut drawn = 0;
            let result = below(bound, || {
                drawn += 1;
                numbers[drawn - 1]
            });
            (result, drawn)
        };
        assert_eq!(draws(&[1]), (0, 1));
        assert_eq!(draws(&[0, 1]), (0, 2));
        assert_eq!(draws(&[4, 0, 8, u32::MAX]), ((3 << 30) - 1, 4));
        // Every fourth number is drawn again. The other numbers are distributed evenly.
        let accepted = (0..4000).filter(|&number| draws(&[number, 1]).1 == 1).count();
        assert_eq!(accepted, 3000);
    }

    #[test]
    fn no_number_below_a_bound_is_favoured() {
        // With all values of the top 16 bits, the counts of the results differ by at most one.
        for bound in 1..=64 {
            let bound = NonZeroU32::new(bound).unwrap();
            let mut counts = [0_u32; 64];
            for top in 0..1 << 16 {
                counts[below(bound, || top << 16 | 0x8000) as usize] += 1;
            }
            let counts = &counts[..bound.get() as usize];
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 1, "{bound}: {counts:?}");
        }
    }
}
