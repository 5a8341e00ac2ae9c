//! The board: two bitboards and their base-3 code.

use crate::Player;

/// The marks on a board: two bitboards together with their base-3 code. The code is kept up to date, so a
/// lookup never has to compute it.
///
/// The code is the sum of digit(cell *i*) · 3^*i*. The digit is 0 for an empty cell, 1 for X and 2 for O. Cell
/// 0 is the least significant. The codes of boards with up to [`Board::MAX_CODED_CELLS`] cells fit in 64 bits.
/// A board with a mark on a later cell has no code: see [`Board::code`].
///
/// A board contains neither its number of columns and rows (see [`Shape`](crate::Shape)) nor any rules. It may hold
/// marks that no play leads to. [`Shape::text`](crate::Shape::text) ignores marks outside its shape. To a game, a
/// board with marks outside its shape is not a position.
///
/// Boards are ordered by their codes. Boards without a code come last.
///
/// ```
/// use perfect_play_core::{Board, Player};
///
/// let board = Board::EMPTY.with(4, Player::X).unwrap().with(0, Player::O).unwrap();
/// assert_eq!(board.code(), 81 + 2);
/// assert_eq!(Board::from_code(83), Some(board));
/// assert_eq!(Board::from_bitboards(1 << 4, 1 << 0), Some(board));
/// assert_eq!(board.with(4, Player::O), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    // The first field, so that the derived order is the order of the codes.
    code: u64,
    x: u64,
    o: u64,
}

impl Board {
    /// The largest number of cells of a board. A bitboard has 64 bits, and `1 << cells` must not overflow.
    pub const MAX_CELLS: u8 = 63;

    /// The largest number of cells with which all boards have a code. 3^40 is the largest power of 3 below
    /// 2^64.
    pub const MAX_CODED_CELLS: u8 = 40;

    /// The empty board.
    pub const EMPTY: Self = Self { code: 0, x: 0, o: 0 };

    /// The number of boards with this many cells: 3^`cells`. All codes are below it. `None` beyond
    /// [`Board::MAX_CODED_CELLS`].
    #[inline]
    #[must_use]
    pub const fn codes(cells: u8) -> Option<u64> {
        if cells <= Self::MAX_CODED_CELLS { Some(POWERS_OF_3[cells as usize]) } else { None }
    }

    /// The board with X on the cells of one bitboard and O on the cells of the other. Bit *i* is cell *i*.
    /// `None` if a cell holds both, or if a cell is not below [`Board::MAX_CELLS`].
    #[inline]
    #[must_use]
    pub const fn from_bitboards(x: u64, o: u64) -> Option<Self> {
        if x & o != 0 || (x | o) >> Self::MAX_CELLS != 0 {
            return None;
        }
        let sum = sum_of_powers(x).wrapping_add(sum_of_powers(o).wrapping_mul(2));
        Some(Self { code: sum | no_code(x | o), x, o })
    }

    /// The board with this code, or `None` if the code is 3^40 or more.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u64) -> Option<Self> {
        if code >= POWERS_OF_3[Self::MAX_CODED_CELLS as usize] {
            return None;
        }
        let (mut x, mut o, mut rest, mut cell) = (0, 0, code, 0);
        while rest > 0 {
            let five = FIVE_CELLS[(rest % 243) as usize] as u64;
            x |= (five & 0b11111) << cell;
            o |= (five >> 5) << cell;
            rest /= 243;
            cell += 5;
        }
        Some(Self { code, x, o })
    }

    /// The base-3 code.
    ///
    /// If there is a mark beyond the first [`Board::MAX_CODED_CELLS`] cells, the result is a number above all
    /// codes: the lowest 62 bits of the sum, with the upper two bits set. Several boards of this kind may have
    /// the same number.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u64 {
        self.code
    }

    /// The cells that hold X.
    #[inline]
    #[must_use]
    pub const fn x(self) -> u64 {
        self.x
    }

    /// The cells that hold O.
    #[inline]
    #[must_use]
    pub const fn o(self) -> u64 {
        self.o
    }

    /// The cells that hold the player's marks.
    #[inline]
    #[must_use]
    pub const fn marks(self, player: Player) -> u64 {
        match player {
            Player::X => self.x,
            Player::O => self.o,
        }
    }

    /// The cells that hold a mark.
    #[inline]
    #[must_use]
    pub const fn occupied(self) -> u64 {
        self.x | self.o
    }

    /// The mark on a cell. `None` if the cell is empty, or not below [`Board::MAX_CELLS`].
    #[must_use]
    pub const fn at(self, cell: u8) -> Option<Player> {
        if cell >= Self::MAX_CELLS {
            None
        } else if self.x >> cell & 1 == 1 {
            Some(Player::X)
        } else if self.o >> cell & 1 == 1 {
            Some(Player::O)
        } else {
            None
        }
    }

    /// This board with one more mark. `None` if the cell is occupied, or not below [`Board::MAX_CELLS`].
    #[inline]
    #[must_use]
    pub const fn with(self, cell: u8, player: Player) -> Option<Self> {
        if cell >= Self::MAX_CELLS || self.occupied() >> cell & 1 == 1 {
            return None;
        }
        let (bit, power) = (1 << cell, POWERS_OF_3[cell as usize]);
        let (digits, x, o) = match player {
            Player::X => (power, self.x | bit, self.o),
            Player::O => (power.wrapping_mul(2), self.x, self.o | bit),
        };
        Some(Self { code: self.code.wrapping_add(digits) | no_code(x | o), x, o })
    }
}

/// The bits that are set in the number of a board without a code. Every code is smaller.
const NO_CODE: u64 = 0b11 << 62;

/// The bits to set in the number of a board with these marks.
#[inline]
const fn no_code(occupied: u64) -> u64 {
    if occupied >> Board::MAX_CODED_CELLS == 0 { 0 } else { NO_CODE }
}

/// 3^0 to 3^63. The powers from 3^41 on are modulo 2^64.
const POWERS_OF_3: [u64; Board::MAX_CELLS as usize + 1] = {
    let mut powers = [1_u64; Board::MAX_CELLS as usize + 1];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = powers[i - 1].wrapping_mul(3);
        i += 1;
    }
    powers
};

/// The sum of 3^i over the set bits i of ten bits.
#[expect(clippy::cast_possible_truncation, reason = "3^9 fits")]
static TEN_BITS: [u16; 1 << 10] = {
    let mut sums = [0; 1 << 10];
    let mut bits = 1;
    while bits < sums.len() {
        let lowest = bits.trailing_zeros() as usize;
        sums[bits] = sums[bits & (bits - 1)] + POWERS_OF_3[lowest] as u16;
        bits += 1;
    }
    sums
};

/// The bitboards of five cells, by a code below 3^5: X in the low five bits, O above them.
static FIVE_CELLS: [u16; 243] = {
    let mut boards = [0; 243];
    let mut code = 1;
    while code < boards.len() {
        let first = match code % 3 {
            0 => 0,
            1 => 1,
            _ => 1 << 5,
        };
        let others = boards[code / 3];
        boards[code] = (others & 0b1111) << 1 | (others >> 5) << 6 | first;
        code += 1;
    }
    boards
};

/// The sum of 3^i over the set bits i, modulo 2^64. All set bits are below [`Board::MAX_CELLS`].
const fn sum_of_powers(bits: u64) -> u64 {
    let (mut sum, mut rest, mut cell) = (0_u64, bits, 0);
    while rest != 0 && cell < POWERS_OF_3.len() {
        let ten = TEN_BITS[(rest & 0x3ff) as usize] as u64;
        sum = ten.wrapping_mul(POWERS_OF_3[cell]).wrapping_add(sum);
        rest >>= 10;
        cell += 10;
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sum by definition, digit by digit. 3^63 is below 2^100.
    fn sum_by_definition(x: u64, o: u64) -> u128 {
        let digit = |cell: u8| u128::from((x >> cell & 1) + 2 * (o >> cell & 1));
        (0..63).rev().fold(0, |sum, cell| 3 * sum + digit(cell))
    }

    proptest! {
        #[test]
        fn bitboards_and_code_say_the_same(x in 0..1_u64 << 40, o in 0..1_u64 << 40) {
            let o = o & !x;
            let board = Board::from_bitboards(x, o).unwrap();
            prop_assert_eq!(u128::from(board.code()), sum_by_definition(x, o));
            prop_assert_eq!(Board::from_code(board.code()), Some(board));
        }

        #[test]
        fn boards_without_a_code_have_a_number_above_all_codes(
            x in 0..1_u64 << 63,
            o in 0..1_u64 << 63,
        ) {
            let o = o & !x;
            prop_assume!((x | o) >> 40 != 0);
            let board = Board::from_bitboards(x, o).unwrap();
            prop_assert!(board.code() >= 3_u64.pow(40));
            prop_assert_eq!(Board::from_code(board.code()), None);
            let sum = sum_by_definition(x, o);
            prop_assert_eq!(u128::from(board.code()) & ((1 << 62) - 1), sum & ((1 << 62) - 1));
        }

        #[test]
        fn marks_placed_one_by_one_make_the_same_board(
            x in 0..1_u64 << 63,
            o in 0..1_u64 << 63,
            less in 0..63_u8,
        ) {
            // Boards with fewer cells are tested, too.
            let (x, o) = (x >> less, (o & !x) >> less);
            let mut board = Board::EMPTY;
            for cell in 0..63 {
                prop_assert_eq!(board.at(cell), None);
                if x >> cell & 1 == 1 {
                    board = board.with(cell, Player::X).unwrap();
                } else if o >> cell & 1 == 1 {
                    board = board.with(cell, Player::O).unwrap();
                }
            }
            prop_assert_eq!(Board::from_bitboards(x, o), Some(board));
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        assert_eq!(Board::from_bitboards(1, 1), None);
        assert_eq!(Board::from_bitboards(1 << 63, 0), None);
        assert_eq!(Board::from_code(3_u64.pow(40)), None);
        assert_eq!(Board::EMPTY.with(63, Player::X), None);
        assert_eq!(Board::EMPTY.at(255), None);
        let last = Board::from_code(3_u64.pow(40) - 1).unwrap();
        assert_eq!((last.x(), last.o()), (0, (1 << 40) - 1));
    }
}
