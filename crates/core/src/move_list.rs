//! Moves with numbers beyond 255.

use core::{array, mem};

use crate::{Move, Moves};

/// The legal moves of one position, in a game that gives its moves numbers from 0 to 65,535.
///
/// Many games have more than 256 moves, but not in one position: a man that moves, or one that moves and captures, has
/// thousands of ways on a board, and some dozens of them are legal. The game numbers these with [`Move`]s from 0, in the
/// ascending order of their own numbers.
///
/// ```
/// use perfect_play_core::{MoveList, Moves};
///
/// // From cell 3 to cell 20, 7 or 8.
/// let list = MoveList::of([64 * 3 + 20, 64 * 3 + 7, 64 * 3 + 8]).unwrap();
/// assert_eq!(list.moves(), Moves::from_low_bits(0b111));
/// assert_eq!((list.number(1), list.number(3)), (Some(64 * 3 + 8), None));
/// assert_eq!((list.find(64 * 3 + 20), list.find(0)), (Some(2), None));
/// ```
///
/// A game makes the list in `legal_moves`, in `play`, and wherever else it is asked about a move. If it has symmetries, its
/// [`image_of_move`](crate::Game::image_of_move) finds the number of the move in the list of the position, and the image of
/// this number in the list of the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// Ascending as far as `len`.
    numbers: [u16; 256],
    len: usize,
}

impl MoveList {
    /// The list of these numbers, in any order. A number that occurs twice is one move.
    ///
    /// `None` if there are more than 256 different numbers.
    #[must_use]
    pub fn of(numbers: impl IntoIterator<Item = u16>) -> Option<Self> {
        let mut list = Self { numbers: [0; 256], len: 0 };
        for number in numbers {
            // Most games find their moves in ascending order.
            let is_last = list.numbers().last().is_none_or(|&last| last < number);
            let at = if is_last { Err(list.len) } else { list.numbers().binary_search(&number) };
            let Err(at) = at else { continue };
            let mut next = number;
            for place in list.numbers.get_mut(at..=list.len)? {
                next = mem::replace(place, next);
            }
            list.len += 1;
        }
        Some(list)
    }

    /// The moves of the list: from 0, one for each number.
    #[must_use]
    pub fn moves(&self) -> Moves {
        Moves::from_bits(array::from_fn(|word| match self.len.saturating_sub(64 * word) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }

    /// The number of a move, or `None` if the move is not in the list.
    #[must_use]
    pub fn number(&self, mv: Move) -> Option<u16> {
        self.numbers().get(usize::from(mv)).copied()
    }

    /// The move with this number, or `None` if the number is not in the list.
    #[must_use]
    pub fn find(&self, number: u16) -> Option<Move> {
        self.numbers().binary_search(&number).ok()?.try_into().ok()
    }

    /// The numbers, ascending.
    #[must_use]
    pub fn numbers(&self) -> &[u16] {
        self.numbers.get(..self.len).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn a_list_has_each_number_once(numbers in btree_set(0..600_u16, 0..=256)) {
            let twice = numbers.iter().rev().chain(&numbers).copied();
            let list = MoveList::of(twice).unwrap();
            prop_assert!(list.numbers().iter().eq(&numbers));
            prop_assert_eq!(list.moves().len() as usize, numbers.len());
            for (mv, &number) in list.moves().iter().zip(&numbers) {
                prop_assert_eq!((list.number(mv), list.find(number)), (Some(number), Some(mv)));
            }
            let others: BTreeSet<u16> = (0..600).filter(|number| !numbers.contains(number)).collect();
            prop_assert!(others.iter().all(|&number| list.find(number).is_none()));
            prop_assert!((0..=Move::MAX).skip(numbers.len()).all(|mv| list.number(mv).is_none()));
        }
    }

    #[test]
    fn a_list_of_257_moves_is_refused() {
        assert!(MoveList::of((0..256).chain(0..256)).is_some());
        assert_eq!(MoveList::of(0..=256), None);
    }
}
