//! What play can lead to, where the rules do not tell by themselves.

use perfect_play_core::{Cells, Kind};
use perfect_play_index::{Block, Index, Neighbour};

use super::{
    low::{Low, Steps, Workspace},
    tops::{for_each_top, offset},
};
use crate::SolveError;

/// The state of a slot that play leads to, while the game goes on.
const ALIVE: u8 = 1;
/// The state of a slot where play has come to an end.
const OVER: u8 = 2;

/// Which slots play can lead to: a bit each, found by playing on from the start.
pub(super) struct Reached {
    /// By level, then by top configuration: eight slots a byte.
    levels: Vec<Vec<Vec<u8>>>,
}

impl Reached {
    pub(super) fn new(
        kind: &Kind,
        index: &Index,
        low: &Low,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, SolveError> {
        let search = Search { kind, index, low, sources: Steps::sources(kind, index) };
        let mut levels = Vec::new();
        let mut below = Vec::new();
        for level in 0..index.levels() {
            let fill = |workspace: &mut Workspace, top, states: &mut [u8]| {
                let first = index.top_slots(level, top).start;
                for block in index.blocks(level, top) {
                    let states = &mut states[offset(block.start - first)..];
                    search.block(level, &block, &below, workspace, states);
                }
                packed(states)
            };
            let (states, bits) = for_each_top(index, level, done, || Workspace::new(0), fill)?;
            levels.push(bits);
            below = states;
        }
        Ok(Self { levels })
    }

    /// All bits of a byte for each slot that play leads to, and none for the others: of the slots
    /// of a level that have this top configuration.
    pub(super) fn unpack(&self, level: usize, top: usize, reached: &mut [u8]) {
        for (eight, &bits) in reached.chunks_mut(8).zip(&self.levels[level][top]) {
            let bytes = SPREAD[usize::from(bits)].to_le_bytes();
            eight.copy_from_slice(&bytes[..eight.len()]);
        }
    }
}

/// For eight bits, eight bytes: each with all bits or none.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 == 1 {
                spread[bits] |= 0xFF << (8 * bit);
            }
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// A bit for each slot: whether its state is not 0.
fn packed(states: &[u8]) -> Vec<u8> {
    let (eights, rest) = states.as_chunks();
    let mut bits = Vec::with_capacity(states.len().div_ceil(8));
    bits.extend(eights.iter().map(|&eight| {
        let eight = u64::from_le_bytes(eight);
        let reached = (eight | eight >> 1) & 0x0101_0101_0101_0101;
        // The byte in place i times 2^i: the products meet nowhere else, so that nothing is carried.
        reached.wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0]
    }));
    if !rest.is_empty() {
        bits.push(rest.iter().rev().fold(0, |bits, &state| bits << 1 | u8::from(state != 0)));
    }
    bits
}

struct Search<'a> {
    kind: &'a Kind,
    index: &'a Index,
    low: &'a Low,
    sources: Steps,
}

impl Search<'_> {
    fn block(
        &self,
        level: usize,
        block: &Block<'_>,
        below: &[u8],
        workspace: &mut Workspace,
        states: &mut [u8],
    ) {
        let lines = self.low.open_lines(block.x, block.o);
        let sources = self.sources(level, block);
        let Workspace { previous, turned, row: buffer, line } = workspace;
        let either = |a, b| a | b;
        for row in block.rows.iter().rev() {
            let out = &mut buffer[..row.slots.len()];
            let is_start = level == 0 && row.marks == 0;
            out.fill(if is_start { ALIVE } else { 0 });
            let mover = usize::from(!row.x_to_move);
            for source in &sources[mover] {
                self.low.fold_neighbour(row, source, below, turned, out, either);
            }
            self.sources.fold(row, mover, previous, out, either);
            let line = &mut line[..row.slots.len()];
            line.fill(0);
            lines.mark(0, row, line);
            lines.mark(1, row, line);
            for (state, &mut line) in out.iter_mut().zip(line) {
                // Play goes on from those that are alive only.
                let reached = *state & ALIVE;
                *state = reached & !line | (reached * OVER) & line;
            }
            states[row.slots.clone()].copy_from_slice(out);
            previous.hold(out);
        }
    }

    /// The blocks from which a move in the high part leads here, by mover (O, X).
    fn sources(&self, level: usize, block: &Block<'_>) -> [Vec<Neighbour<'_>>; 2] {
        let last = self.kind.last_cells(block.x | block.o);
        [block.o, block.x].map(|marks| {
            let source = |cell: u8| {
                let others = !(1_u64 << cell);
                self.index.block_at(level - 1, block.x & others, block.o & others)
            };
            Cells::of(last & marks).map(source).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back() {
        for length in 0..40_usize {
            let states: Vec<u8> =
                (0..length).map(|i| [0, ALIVE, OVER, 0, OVER, 0][i * i % 6]).collect();
            let reached = Reached { levels: vec![vec![packed(&states)]] };
            let mut bytes = vec![7; states.len()];
            reached.unpack(0, 0, &mut bytes);
            let expected: Vec<u8> = states.iter().map(|&s| if s == 0 { 0 } else { 255 }).collect();
            assert_eq!(bytes, expected);
        }
    }
}
