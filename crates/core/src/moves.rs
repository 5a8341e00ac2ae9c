//! Moves, and sets of them.

use core::{array, fmt};

/// A move, as a number. The game defines its meaning. For placed marks it is the cell, counted from 0, row by
/// row from the top left. For falling marks it is the column, counted from 1 at the left.
///
/// At most 256 moves are legal in one position. A game with more moves in all numbers those of each position from 0, and
/// one number then means different moves in different positions: see [`MoveList`](crate::MoveList).
///
/// ```
/// use perfect_play_core::{Game, Move};
/// use perfect_play_games::Mnk;
///
/// let four: Move = 4;
/// let (placed, fallen) = (Mnk::TICTACTOE, Mnk::new(4, 4, 4)?.gravity());
/// assert_eq!(placed.notation(placed.play(placed.start(), four)).to_string(), "....X....");
/// assert_eq!(fallen.notation(fallen.play(fallen.start(), four)).to_string(), "...............X");
/// # Ok::<(), perfect_play_core::InvalidLines>(())
/// ```
pub type Move = u8;

/// A set of moves. It has one bit for each of the 256 possible moves.
///
/// Sets have an order, so that they can be keys of a map. The order has no other meaning.
///
/// ```
/// use perfect_play_core::Moves;
///
/// let moves: Moves = [4, 0, 255].into_iter().collect();
/// assert!(moves.contains(4));
/// assert_eq!((moves.first(), moves.last()), (Some(0), Some(255)));
/// assert_eq!(moves.to_string(), "0 4 255");
/// assert!(moves.without(4).is_within(moves) && !moves.with(1).is_within(moves));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves([u64; 4]);

impl Moves {
    /// No move at all.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set with these bits: bit `i % 64` of word `i / 64` says whether move `i` is in the set.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: [u64; 4]) -> Self {
        Self(bits)
    }

    /// The set of moves below 64 with these bits: bit `i` says whether move `i` is in the set. This turns a
    /// bitboard into the set of moves to its cells.
    #[inline]
    #[must_use]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self([bits, 0, 0, 0])
    }

    /// The set as bits, in the format of [`Moves::from_bits`].
    #[inline]
    #[must_use]
    pub const fn bits(self) -> [u64; 4] {
        self.0
    }

    /// This set with one more move.
    #[inline]
    #[must_use]
    pub const fn with(self, mv: Move) -> Self {
        self.union(Self::only(mv))
    }

    /// This set without the move.
    #[inline]
    #[must_use]
    pub const fn without(self, mv: Move) -> Self {
        self.difference(Self::only(mv))
    }

    /// The set of one move.
    #[inline]
    const fn only(mv: Move) -> Self {
        let bit = 1 << (mv % 64);
        Self(match mv / 64 {
            0 => [bit, 0, 0, 0],
            1 => [0, bit, 0, 0],
            2 => [0, 0, bit, 0],
            _ => [0, 0, 0, bit],
        })
    }

    /// The moves that are in this set, in the other set, or in both.
    #[inline]
    #[must_use]
    pub const fn union(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < self.0.len() {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }

    /// The moves of this set that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn difference(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < self.0.len() {
            self.0[word] &= !other.0[word];
            word += 1;
        }
        self
    }

    /// The moves of this set for which `keep` returns `true`.
    #[inline]
    #[must_use]
    pub fn filter(self, mut keep: impl FnMut(Move) -> bool) -> Self {
        Self(array::from_fn(|word| {
            let mut kept = 0;
            let mut rest = self.0[word];
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                kept |= if keep(FIRST[word] + lowest(bit)) { bit } else { 0 };
            }
            kept
        }))
    }

    /// Whether the move is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        Self::only(mv).is_within(self)
    }

    /// Whether every move of this set is also in the other set.
    #[inline]
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The number of moves in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The lowest move of the set, or `None` if it is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Move> {
        match self.0 {
            [0, 0, 0, 0] => None,
            [0, 0, 0, d] => Some(192 + lowest(d)),
            [0, 0, c, _] => Some(128 + lowest(c)),
            [0, b, ..] => Some(64 + lowest(b)),
            [a, ..] => Some(lowest(a)),
        }
    }

    /// The highest move of the set, or `None` if it is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Move> {
        match self.0 {
            [0, 0, 0, 0] => None,
            [a, 0, 0, 0] => Some(highest(a)),
            [_, b, 0, 0] => Some(64 + highest(b)),
            [.., c, 0] => Some(128 + highest(c)),
            [.., d] => Some(192 + highest(d)),
        }
    }

    /// The moves in ascending order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self)
    }
}

/// The lowest move number of each word.
const FIRST: [Move; 4] = [0, 64, 128, 192];

/// The index of the lowest set bit. The word must not be 0.
const fn lowest(word: u64) -> u8 {
    (word.trailing_zeros() & 63) as u8
}

/// Clears the lowest set bit and returns its index. The word must not be 0.
#[inline]
const fn take_lowest(word: &mut u64) -> u8 {
    let bit = lowest(*word);
    *word &= *word - 1;
    bit
}

/// The index of the highest set bit. The word must not be 0.
const fn highest(word: u64) -> u8 {
    63 - (word.leading_zeros() & 63) as u8
}

/// Collects moves.
impl FromIterator<Move> for Moves {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    #[inline]
    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

/// The moves of a set in ascending order. Made by [`Moves::iter`].
///
/// ```
/// use perfect_play_core::Moves;
///
/// let mut moves = Moves::from_low_bits(0b101).iter();
/// assert_eq!(moves.len(), 2);
/// assert_eq!((moves.next(), moves.next(), moves.next()), (Some(0), Some(2), None));
/// ```
#[derive(Clone, Debug)]
pub struct MovesIter(Moves);

impl Iterator for MovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let Moves([a, b, c, d]) = &mut self.0;
        if *a != 0 {
            Some(take_lowest(a))
        } else if *b != 0 {
            Some(64 + take_lowest(b))
        } else if *c != 0 {
            Some(128 + take_lowest(c))
        } else if *d != 0 {
            Some(192 + take_lowest(d))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for MovesIter {}

/// Prints the moves as a set: `{0, 4, 8}`.
impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Prints the moves in ascending order, separated by spaces. Prints nothing for the empty set.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mv) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, vec::Vec};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_of_moves_is_a_set(ones: BTreeSet<Move>, others: BTreeSet<Move>, mv: Move) {
            let set = |moves: &BTreeSet<Move>| moves.iter().copied().collect::<Moves>();
            let (one, other) = (set(&ones), set(&others));
            prop_assert!(one.iter().eq(ones.iter().copied()));
            prop_assert_eq!(one.len() as usize, ones.len());
            prop_assert_eq!(one.iter().len(), ones.len());
            prop_assert_eq!(one.is_empty(), ones.is_empty());
            prop_assert_eq!(one.first(), ones.first().copied());
            prop_assert_eq!(one.last(), ones.last().copied());
            prop_assert_eq!(one.contains(mv), ones.contains(&mv));
            prop_assert_eq!(one.is_within(other), ones.is_subset(&others));
            prop_assert_eq!(one.union(other), set(&(&ones | &others)));
            prop_assert_eq!(one.difference(other), set(&(&ones - &others)));
            prop_assert_eq!(one.with(mv), one.union(Moves::EMPTY.with(mv)));
            prop_assert_eq!(one.without(mv), one.difference(Moves::EMPTY.with(mv)));
            prop_assert_eq!(Moves::from_bits(one.bits()), one);
        }
    }

    #[test]
    fn each_of_the_256_moves_has_a_bit_of_its_own() {
        let all: Moves = (0..=Move::MAX).collect();
        assert_eq!((all.len(), all.bits()), (256, [u64::MAX; 4]));
        assert!(all.iter().eq(0..=Move::MAX));
        let alone: Vec<_> = all.iter().map(|mv| Moves::EMPTY.with(mv)).collect();
        for (mv, set) in (0..=Move::MAX).zip(&alone) {
            assert_eq!((set.first(), set.last(), set.len()), (Some(mv), Some(mv), 1));
        }
        assert_eq!(Moves::from_low_bits(1 << 63), alone[63]);
    }
}
