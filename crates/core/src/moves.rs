//! Moves, and sets of them.

use core::{array, fmt};

/// A move, as a number that its game gives meaning to: for a placement game the cell, counted from
/// 0 row by row from the top left; for falling marks the column, counted from 1 at the left.
///
/// ```
/// use perfect_play_core::{Game, Move, Printable};
/// use perfect_play_games::Mnk;
///
/// let four: Move = 4;
/// let (placed, fallen) = (Mnk::TICTACTOE, Mnk::new(4, 4, 4)?.gravity());
/// assert_eq!(placed.notation(placed.play(placed.start(), four)).to_string(), "....X....");
/// assert_eq!(fallen.notation(fallen.play(fallen.start(), four)).to_string(), "...............X");
/// # Ok::<(), perfect_play_core::InvalidLines>(())
/// ```
pub type Move = u8;

/// A set of moves. It has a bit for each of the 256 numbers that a [`Move`] can have, so that no
/// move is ever lost.
///
/// Sets have a total order, so that they can be keys; it means nothing.
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

    /// The set whose bits these are: bit `i % 64` of word `i / 64` says whether move `i` is in it.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: [u64; 4]) -> Self {
        Self(bits)
    }

    /// The set of moves below 64 whose bits these are: bit `i` says whether move `i` is in it. So a
    /// bitboard becomes the set of moves to its cells.
    #[inline]
    #[must_use]
    pub const fn from_low_bits(bits: u64) -> Self {
        Self([bits, 0, 0, 0])
    }

    /// The set as bits, as [`Moves::from_bits`] takes them.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> [u64; 4] {
        self.0
    }

    /// This set with one move more.
    #[inline]
    #[must_use]
    pub const fn with(self, mv: Move) -> Self {
        self.union(Self::only(mv))
    }

    /// This set with one move fewer, if it was in it.
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

    /// The moves of either set.
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

    /// The moves of this set that are not in the other one.
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

    /// The moves of this set that `keep` holds for.
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

    /// Whether every move of this set is in the other one too.
    #[inline]
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// How many moves are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether the set holds no move.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The lowest move of the set; `None` if it is empty.
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

    /// The highest move of the set; `None` if it is empty.
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

    /// The moves, ascending.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self)
    }
}

/// The lowest move of each word.
const FIRST: [Move; 4] = [0, 64, 128, 192];

/// The number of the lowest bit of a word that has one.
const fn lowest(word: u64) -> u8 {
    (word.trailing_zeros() & 63) as u8
}

/// Takes the lowest bit from a word that has one, and gives its number.
#[inline]
const fn take_lowest(word: &mut u64) -> u8 {
    let bit = lowest(*word);
    *word &= *word - 1;
    bit
}

/// The number of the highest bit of a word that has one.
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

/// The moves of a set, ascending. Made by [`Moves::iter`].
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

/// Prints the moves ascending with one space between, and nothing for the empty set.
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
