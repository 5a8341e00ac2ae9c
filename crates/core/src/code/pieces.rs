use super::{
    Code,
    choices::{choice, number_of, rank_of_choice, ways},
};
use crate::{NO_CODES, NotAPosition};

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
            codes = codes.saturating_mul(ways(free, *count));
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
        let (mut code, mut placed, mut free) = (0_u64, 1_u64, self.all_cells());
        for (&count, cells) in self.counts.iter().zip(pieces) {
            if codes == NO_CODES || cells & !free != 0 || cells.count_ones() != u32::from(count) {
                return codes;
            }
            // The result is below `codes`, so nothing wraps.
            // A number in a mixed base: the digit of a kind is the rank of its cells, and the first kind is the
            // lowest digit.
            code = code.wrapping_add(placed.wrapping_mul(rank_of_choice(free, cells)));
            placed = placed.wrapping_mul(ways(number_of(free), count));
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
            let choices = ways(number_of(free), count).max(1);
            let cells = choice(free, count, rest % choices);
            rest /= choices;
            free &= !cells;
            cells
        }))
    }
}
