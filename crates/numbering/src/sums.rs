//! The numbers of the configurations of the parts of a board.

use perfect_play_core::Cells;

use crate::part::Part;

/// The number of bits for each of the three numbers in a packed word.
const FIELD: u32 = 21;

/// For each byte of a bitboard, and each value of the byte: its share of the three numbers, packed in one word.
#[derive(Debug)]
pub(crate) struct Sums(Vec<[u64; 256]>);

impl Sums {
    /// Creates the sums. `weights` contains the weight of each cell.
    pub(crate) fn new(weights: &[u32], parts: &[Part; 3]) -> Self {
        let packed: Vec<u64> = (0..)
            .zip(weights)
            .map(|(cell, &weight)| {
                let field = (0..).zip(parts).find(|(_, part)| part.cells >> cell & 1 == 1);
                field.map_or(0, |(field, _)| u64::from(weight) << (field * FIELD))
            })
            .collect();
        let cells = parts.iter().fold(0, |cells, part| cells | part.cells);
        let bytes = (u64::BITS - cells.leading_zeros()).div_ceil(8) as usize;
        let sums = (0..bytes).map(|byte| {
            let mut sums = [0; 256];
            for (value, sum) in (0_u64..).zip(&mut sums) {
                let cells = Cells::of(value);
                *sum = cells.map(|bit| packed[8 * byte + usize::from(bit)]).sum();
            }
            sums
        });
        Self(sums.collect())
    }

    /// The numbers of the configurations (top, middle, low) of a board with these marks.
    #[inline]
    pub(crate) fn numbers(&self, x: u64, o: u64) -> [usize; 3] {
        // One addition a byte gives all three numbers. No field carries into the next: each number is below 2^21, also
        // on a board whose marks hang in the air.
        unpacked(self.sum(x) + 2 * self.sum(o))
    }

    /// For each byte of X's bitboard and each value of the byte: its share of the three numbers.
    pub(crate) fn of_bytes(&self) -> impl Iterator<Item = [usize; 3]> {
        self.0.iter().flatten().map(|&sum| unpacked(sum))
    }

    #[inline]
    fn sum(&self, marks: u64) -> u64 {
        let bytes = marks.to_le_bytes();
        self.0.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)]).sum()
    }
}

#[inline]
fn unpacked(word: u64) -> [usize; 3] {
    [0, 1, 2].map(|field| (word >> (field * FIELD) & ((1 << FIELD) - 1)) as usize)
}
