//! Values that the rules tell, and that a file does not store.

use std::convert::Infallible;

use perfect_play_core::{Board, Game, Kind, Value};
use perfect_play_index::Index;
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

/// Which bytes are not stored: the values that the rules tell of every position worth them
/// ([`Kind::settled_values`]). They also stand where the rules rule a board out, and mean nothing
/// there.
pub(crate) struct LeftOut([bool; 256]);

impl LeftOut {
    pub(crate) fn new(values: &[Value]) -> Self {
        let mut left_out = [false; 256];
        for value in values {
            left_out[usize::from(value.byte())] = true;
        }
        Self(left_out)
    }

    /// Puts another byte in the place of those that are not stored: the most frequent of the others
    /// in the block, so that all compress to almost nothing.
    pub(crate) fn replace(&self, block: &mut [u8]) {
        let mut counts = [0_u32; 256];
        for &byte in &*block {
            counts[usize::from(byte)] += 1;
        }
        let mut filler = Value::DRAW.byte();
        for byte in 0..Value::NONE {
            // NONE means something to the reader everywhere.
            let stored = !self.0[usize::from(byte)];
            if stored && counts[usize::from(byte)] > counts[usize::from(filler)] {
                filler = byte;
            }
        }
        for byte in block {
            if self.0[usize::from(*byte)] {
                *byte = filler;
            }
        }
    }
}

/// The byte of a slot whose board the rules do not rule out, from the one that is stored.
///
/// This is the one place that says what a stored byte means. So a probe and a proof cannot read the
/// same byte differently.
///
/// Where marks are placed, the rules alone tell which boards play can lead to. So a value that the
/// rules tell is there whatever is stored, and the stored byte is not asked for. Where marks fall,
/// the stored byte tells whether play leads to the board.
///
/// # Errors
///
/// If the stored byte cannot be read.
#[inline]
pub(crate) fn byte_of<E>(
    kind: &Kind,
    board: Board,
    stored: impl FnOnce() -> Result<u8, E>,
) -> Result<u8, E> {
    if !matches!(kind, Kind::Falling(_)) {
        return kind.settled(board).map_or_else(stored, |settled| Ok(settled.byte()));
    }
    match stored()? {
        Value::NONE => Ok(Value::NONE),
        byte => Ok(kind.settled(board).map_or(byte, Value::byte)),
    }
}

/// Puts into a level, as it was stored, what was left out: what the rules tell, and where they rule
/// a board out, the value of a game that is over.
pub(crate) fn restore<G: Game<Position = Board> + Sync>(
    game: &G,
    index: &Index,
    level: usize,
    values: &mut [u8],
) {
    let over = index.lines().worth_completed().byte();
    let kind = index.kind();
    let falling = index.falling();
    parallel(index.split_by_top(level, values)).enumerate().for_each(|(top, values)| {
        for (board, value) in index.boards(level, top).zip(values) {
            // Nothing is there, whatever the rules say.
            if falling && *value == Value::NONE {
                continue;
            }
            if game.check(board).is_err() {
                *value = over;
            } else {
                let Ok(byte) = byte_of(&kind, board, || Ok::<_, Infallible>(*value));
                *value = byte;
            }
        }
    });
}
