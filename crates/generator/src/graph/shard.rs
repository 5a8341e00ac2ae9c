//! The values of a part of the positions, with the moves that lead to them.

use std::mem;

use perfect_play_core::{Best, Next, Value};

use crate::{SolveError, room::filled};

/// The number of shards.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 8;

/// The bit of a number that means that the same player moves again.
// A number, and a message about a move:
//
//     bit 31    bits 30 to 8           bits 7 to 0
//     SAME      place in the shard     shard
//
// The parent's number and the turn travel together in one word: a list of moves has 8 bytes for each move.
pub(crate) const SAME: u32 = 1 << 31;

/// Longer lists grow more slowly, because memory limits what can be solved.
const LONG: usize = 1 << 12;

/// The largest number of positions of a shard. A place and the number of a shard take 31 bits.
pub(crate) const MOST: u32 = 1 << (31 - SHARD_BITS);

/// The byte of a position whose value is not known yet.
pub(crate) const OPEN: u8 = Value::NONE;

/// The rules' answer about a position.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    /// The byte of its value if the game is over, or [`OPEN`].
    pub(crate) value: u8,
    // There are up to 256 moves, one more than a byte can count.
    pub(crate) moves: u16,
}

/// The positions whose keys have the same shard ([`super::keys::shard_of`]), without the keys: what does not depend on
/// the type of a key is compiled once, and not for each game.
pub(crate) struct Shard {
    /// The value by place, or [`OPEN`]. Only for positions that have been answered ([`Shard::answer`]).
    pub(crate) values: Vec<u8>,
    /// By place: the number of moves to positions whose value is not known yet.
    pub(crate) left: Vec<u16>,
    /// By place: the best of the moves whose value is known, if the rule uses it.
    pub(crate) best: Vec<Best>,
    /// The moves that lead to this shard: the place, and the number of the parent, combined with [`SAME`] or
    /// not.
    moves: Vec<[u32; 2]>,
    /// The same moves, sorted by place: where the moves of each place begin, with the end as the last entry;
    /// and the numbers of the parents.
    first: Vec<u32>,
    parents: Vec<u32>,
}

/// The number of the position at this place in this shard.
#[expect(clippy::cast_possible_truncation, reason = "there are few shards")]
pub(crate) fn number(shard: usize, place: u32) -> u32 {
    place << SHARD_BITS | shard as u32
}

/// The shard and the place of a number.
#[inline]
pub(crate) fn shard_and_place(number: u32) -> (usize, u32) {
    let number = number & !SAME;
    (number as usize % SHARDS, number >> SHARD_BITS)
}

/// The side to move after a move from the position with this number.
#[inline]
pub(crate) fn next_of(number: u32) -> Next {
    if number & SAME == 0 { Next::Opponent } else { Next::Same }
}

impl Shard {
    pub(crate) fn new() -> Self {
        Self {
            values: Vec::new(),
            left: Vec::new(),
            best: Vec::new(),
            moves: Vec::new(),
            first: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// The memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { values, left, best, moves, first, parents } = self;
        values.capacity()
            + left.capacity() * size_of::<u16>()
            + best.capacity() * size_of::<Best>()
            + moves.capacity() * size_of::<[u32; 2]>()
            + (first.capacity() + parents.capacity()) * size_of::<u32>()
    }

    /// Stores the rules' answer about the first waiting position.
    pub(crate) fn answer(&mut self, Answer { value, moves }: Answer) -> Result<(), SolveError> {
        reserve(&mut self.values)?;
        self.values.push(value);
        reserve(&mut self.left)?;
        self.left.push(moves);
        reserve(&mut self.best)?;
        self.best.push(Best::NONE);
        Ok(())
    }

    /// Adds a move to the position at this place from the position with this number.
    #[inline]
    pub(crate) fn add_move(&mut self, place: u32, parent: u32) -> Result<(), SolveError> {
        reserve(&mut self.moves)?;
        self.moves.push([place, parent]);
        Ok(())
    }

    /// Sorts the moves by the positions they lead to. All positions must have been answered ([`Shard::answer`]).
    pub(crate) fn turn_round(&mut self) -> Result<(), SolveError> {
        // A counting sort. The parents of all positions are one list, because a list for each position would take
        // more memory than its few parents.
        let mut first = filled(self.values.len() as u64 + 1, || 0)?;
        for &[place, _] in &self.moves {
            first[place as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut parents = filled(self.moves.len() as u64, || 0)?;
        for [place, parent] in mem::take(&mut self.moves) {
            // Here `first` of a place is the end of its free places. Each parent takes the last free one, so in
            // the end `first` is the beginning, and the `first` of the next place is the end.
            let place = &mut first[place as usize];
            *place -= 1;
            parents[*place as usize] = parent;
        }
        (self.first, self.parents) = (first, parents);
        Ok(())
    }

    /// The numbers of the parents of the position at this place, one for each move, combined with [`SAME`] or
    /// not.
    #[inline]
    pub(crate) fn parents(&self, place: u32) -> &[u32] {
        match self.first.get(place as usize..) {
            Some(&[first, end, ..]) => {
                self.parents.get(first as usize..end as usize).unwrap_or(&[])
            }
            _ => &[],
        }
    }
}

/// Makes room for one more item.
#[inline]
pub(crate) fn reserve<T>(list: &mut Vec<T>) -> Result<(), SolveError> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let more = if list.len() < LONG { list.len().max(4) } else { list.len() / 4 };
    list.try_reserve_exact(more)
        .map_err(|_| SolveError::OutOfMemory { bytes: (more * size_of::<T>()) as u64 })
}
