//! The ways to choose some of the cells of a bitboard, and their numbers.

use crate::Cells;

/// The number of ways to choose `count` of `cells` cells. 0 for more than 64 cells.
///
/// ```
/// use perfect_play_core::code::ways;
///
/// assert_eq!([ways(6, 3), ways(6, 7), ways(65, 1)], [20, 0, 0]);
/// ```
#[inline]
#[must_use]
pub const fn ways(cells: u8, count: u8) -> u64 {
    if cells < 65 && count < 65 { BINOMIALS[cells as usize][count as usize] } else { 0 }
}

/// The number of this choice among all choices of as many of the free cells, from 0: the combinatorial number system (Lehmer,
/// *The machine tools of combinatorics*, 1964). Choices are ordered by their last cell, then the last but one, and so on.
///
/// ```
/// use perfect_play_core::code::{choice, rank_of_choice};
///
/// // Two of the cells 1, 2 and 4.
/// let ranks = [0b0_0110, 0b1_0010, 0b1_0100].map(|chosen| rank_of_choice(0b1_0110, chosen));
/// assert_eq!(ranks, [0, 1, 2]);
/// assert_eq!(choice(0b1_0110, 2, 1), 0b1_0010);
/// ```
#[inline]
#[must_use]
pub fn rank_of_choice(free: u64, chosen: u64) -> u64 {
    let ranks = (1..).zip(Cells::of(chosen)).map(|(nth, cell)| {
        let below = (1_u64).wrapping_shl(cell.into()).wrapping_sub(1);
        ways(number_of(free & below), nth)
    });
    ranks.fold(0, u64::wrapping_add)
}

/// The choice of `count` of the free cells that has this number ([`rank_of_choice`]). Any choice if there is none.
#[inline]
#[must_use]
pub fn choice(free: u64, count: u8, mut rank: u64) -> u64 {
    let (mut chosen, mut left, mut rest, mut cells) = (0, count, free, number_of(free));
    // From the highest free cell to the lowest. The rank is the number of choices that come before the highest chosen cell, then
    // before the next one, so the sum is undone in this order.
    while let (1.., Some(cell)) = (left, rest.checked_ilog2()) {
        let cell = 1_u64.wrapping_shl(cell);
        rest &= !cell;
        cells = cells.wrapping_sub(1);
        // The number of choices before the first one with this cell.
        let before = ways(cells, left);
        if rank >= before {
            rank = rank.wrapping_sub(before);
            chosen |= cell;
            left = left.wrapping_sub(1);
        }
    }
    chosen
}

/// The number of cells in a bitboard.
pub(super) fn number_of(cells: u64) -> u8 {
    u8::try_from(cells.count_ones()).unwrap_or(64)
}

/// Pascal's triangle. The largest number, the ways to choose 32 of 64, fits in 64 bits.
const BINOMIALS: &[[u64; 65]; 65] = &{
    let mut rows = [[0; 65]; 65];
    let mut n = 0;
    while n < rows.len() {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};
