use super::Code;
use crate::{Cells, NO_CODES, NotAPosition};

/// Numbers the ways to place pieces of `K` kinds on different cells. The number of pieces of each kind is fixed. A
/// value is one bitboard for each kind. With one kind, these are the ways to choose *k* of *n* cells.
///
/// The first kind is numbered by the combinatorial number system (Lehmer, *The machine tools of combinatorics*,
/// 1964). The next kind is numbered in the same way among the remaining cells, and so on.
///
/// ```
/// use perfect_play_core::code::{Code, Pieces};
///
/// // Two of four cells.
/// const PAIRS: Pieces<1> = Pieces::new(4, [2]).unwrap();
/// let all = (0..PAIRS.codes()).map(|code| PAIRS.decode(code).unwrap());
/// assert!(all.eq([[0b0011], [0b0101], [0b0110], [0b1001], [0b1010], [0b1100]]));
/// // Three cells, and a cell that is not one of the four: not numbered.
/// assert_eq!((PAIRS.encode([0b0111]), PAIRS.encode([0b1_0001])), (6, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces<const K: usize> {
    cells: u8,
    counts: [u8; K],
    /// The number of codes.
    codes: u64,
}

impl<const K: usize> Pieces<K> {
    /// The largest number of cells: the bits of a bitboard.
    pub const MAX_CELLS: u8 = 64;

    /// Numbers the ways to place `counts` pieces of each kind on `cells` cells. `None` if there are more than
    /// [`Pieces::MAX_CELLS`] cells, or more pieces than cells.
    #[must_use]
    pub const fn new(cells: u8, counts: [u8; K]) -> Option<Self> {
        if cells > Self::MAX_CELLS {
            return None;
        }
        let (mut rest, mut free, mut codes): (&[u8], _, _) = (&counts, cells, 1_u64);
        while let [count, more @ ..] = rest {
            if *count > free {
                return None;
            }
            codes = codes.saturating_mul(binomial(free, *count));
            (rest, free) = (more, free.wrapping_sub(*count));
        }
        Some(Self { cells, counts, codes })
    }

    fn all_cells(&self) -> u64 {
        // A board without cells would shift by 64.
        u64::MAX.checked_shr(u32::from(Self::MAX_CELLS) - u32::from(self.cells)).unwrap_or(0)
    }
}

impl<const K: usize> Code for Pieces<K> {
    type Value = [u64; K];

    fn codes(&self) -> u64 {
        self.codes
    }

    fn encode(&self, pieces: [u64; K]) -> u64 {
        let codes = self.codes;
        let (mut code, mut ways, mut free) = (0_u64, 1_u64, self.all_cells());
        for (&count, cells) in self.counts.iter().zip(pieces) {
            if codes == NO_CODES || cells & !free != 0 || cells.count_ones() != u32::from(count) {
                return codes;
            }
            // The result is below `codes`, so nothing wraps.
            // A number in a mixed base: the digit of a kind is the rank of its cells, and the first kind is the
            // lowest digit.
            code = code.wrapping_add(ways.wrapping_mul(rank(free, cells)));
            ways = ways.wrapping_mul(binomial(number_of(free), count));
            free &= !cells;
        }
        code
    }

    fn decode(&self, code: u64) -> Result<[u64; K], NotAPosition> {
        let codes = self.codes;
        if code >= codes {
            return Err(NotAPosition::CodeTooLarge { code, codes });
        }
        let (mut rest, mut free) = (code, self.all_cells());
        Ok(self.counts.map(|count| {
            let ways = binomial(number_of(free), count).max(1);
            let cells = unrank(free, count, rest % ways);
            rest /= ways;
            free &= !cells;
            cells
        }))
    }
}

/// The number of cells in a bitboard.
fn number_of(cells: u64) -> u8 {
    u8::try_from(cells.count_ones()).unwrap_or(Pieces::<0>::MAX_CELLS)
}

/// The number of this choice among all choices of the same size from the free cells.
fn rank(free: u64, chosen: u64) -> u64 {
    let ranks = (1..).zip(Cells::of(chosen)).map(|(nth, cell)| {
        let below = (1_u64).wrapping_shl(cell.into()).wrapping_sub(1);
        binomial(number_of(free & below), nth)
    });
    ranks.fold(0, u64::wrapping_add)
}

/// The choice of `count` free cells that has this number.
fn unrank(free: u64, count: u8, mut rank: u64) -> u64 {
    let (mut chosen, mut left, mut rest, mut cells) = (0, count, free, number_of(free));
    // From the highest free cell to the lowest. `rank` adds the number of choices that come before the highest
    // chosen cell, then before the next one, so the sum is undone in this order.
    while let (1.., Some(cell)) = (left, rest.checked_ilog2()) {
        let cell = 1_u64.wrapping_shl(cell);
        rest &= !cell;
        cells = cells.wrapping_sub(1);
        // The number of choices before the first one with this cell.
        let before = binomial(cells, left);
        if rank >= before {
            rank = rank.wrapping_sub(before);
            chosen |= cell;
            left = left.wrapping_sub(1);
        }
    }
    chosen
}

/// The number of ways to choose `count` of `cells` cells. Both are at most 64.
const fn binomial(cells: u8, count: u8) -> u64 {
    if cells < 65 && count < 65 { BINOMIALS[cells as usize][count as usize] } else { 0 }
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
