//! All positions that play leads to, and all moves between them, as numbers: for games whose plies do not tell
//! in what order positions are solved, or whose positions are found by playing on.

mod by_code;

use perfect_play_core::{Key, Moves, Next, Printable, Value};
use perfect_play_tiers::Finder;

pub(crate) use self::by_code::ByCode;
use crate::{
    Inconsistency, SolveError,
    fault::{end_at, fault_of_end},
    starts::starts,
};

/// How many positions are found between two reports.
const REPORT_EVERY: usize = 1 << 14;

/// The bit of an edge that says that the same player moves again.
const SAME: u32 = 1 << 31;

/// The most moves of all positions together: each takes 8 bytes, and its number 32 bits.
const MOST_MOVES: usize = u32::MAX as usize;

/// What a position is worth whose value is not known yet.
pub(crate) const OPEN: u8 = Value::NONE;

/// Positions that have been met, numbered in the order in which they were.
pub(crate) trait Met<P> {
    /// The position with this number, if so many have been met.
    fn get(&self, number: usize) -> Option<P>;

    /// The number of a position, which is met now if it was not before.
    fn meet(&mut self, position: P) -> Result<u32, SolveError>;

    /// Checks what the rules say of a position that was met.
    fn check(&self, position: P, moves: Moves, end: Option<Value>) -> Result<(), SolveError> {
        let _ = (position, moves, end);
        Ok(())
    }
}

/// Moves between positions by their numbers.
pub(crate) struct Graph {
    /// By number: the byte of its value, or [`OPEN`].
    pub(crate) values: Vec<u8>,
    /// By number: how many of its moves lead to a position of which it has not been told what it is worth.
    pub(crate) left: Vec<u16>,
    pub(crate) parents: Parents,
}

/// The moves, by where they lead.
pub(crate) struct Parents {
    /// By number of a position: where its parents begin. One more than there are positions.
    first: Vec<u32>,
    /// Their numbers, each with [`SAME`] or not.
    parents: Vec<u32>,
}

impl Graph {
    /// Plays every move from every position. What is over has its value. `of` is how many there may be.
    pub(crate) fn of<G: Printable>(
        game: &G,
        met: &mut impl Met<G::Position>,
        of: u64,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, SolveError> {
        let (mut values, mut left) = (Vec::new(), Vec::new());
        // The moves of a position, after those of the one before.
        let mut children: Vec<u32> = Vec::new();
        for start in starts(game) {
            met.meet(start)?;
        }
        while let Some(position) = met.get(values.len()) {
            if values.len().is_multiple_of(REPORT_EVERY) {
                progress(values.len() as u64, 3 * of);
            }
            let moves = game.legal_moves(position);
            let end = end_at(game, position, moves);
            met.check(position, moves, end)?;
            if let Some(kind) = fault_of_end(game, position, moves, end) {
                return Err(Inconsistency::at(game, position, kind).into());
            }
            for mv in moves {
                let child = game.play(position, mv);
                let again = if game.next(position, child) == Next::Same { SAME } else { 0 };
                let number = met.meet(child)?;
                if children.len() >= MOST_MOVES {
                    return Err(SolveError::OutOfMemory { bytes: 8 * MOST_MOVES as u64 });
                }
                reserve(&mut children)?;
                children.push(number | again);
            }
            reserve(&mut values)?;
            values.push(end.map_or(OPEN, Value::byte));
            reserve(&mut left)?;
            // At most 256.
            left.push(u16::try_from(moves.len()).unwrap_or(u16::MAX));
        }
        let parents = Parents::of(&left, &children)?;
        Ok(Self { values, left, parents })
    }
}

/// Positions that are found by playing on.
impl<P: Key> Met<P> for Finder<P> {
    #[inline]
    fn get(&self, number: usize) -> Option<P> {
        self.positions().get(number).copied()
    }

    #[inline]
    fn meet(&mut self, position: P) -> Result<u32, SolveError> {
        Ok(self.insert(position)?)
    }
}

impl Parents {
    /// Turns the moves round, given how many each position has and where they lead, one position after the other.
    fn of(counts: &[u16], children: &[u32]) -> Result<Self, SolveError> {
        let bytes = 4 * (counts.len() + children.len() + 1) as u64;
        let out_of_memory = || SolveError::OutOfMemory { bytes };
        if u32::try_from(children.len()).is_err() {
            return Err(out_of_memory());
        }
        let zeros = |len| {
            let mut zeros = Vec::new();
            zeros.try_reserve_exact(len).map_err(|_| out_of_memory())?;
            zeros.resize(len, 0_u32);
            Ok::<_, SolveError>(zeros)
        };
        let mut first = zeros(counts.len() + 1)?;
        for &child in children {
            first[to_usize((child & !SAME).into())] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut parents = zeros(children.len())?;
        let mut moves = children.iter();
        for (number, &count) in (0_u32..).zip(counts) {
            for &child in moves.by_ref().take(count.into()) {
                // Each takes the last place left, so that what is told is the first in the end.
                let place = &mut first[to_usize((child & !SAME).into())];
                *place -= 1;
                parents[to_usize((*place).into())] = number | child & SAME;
            }
        }
        Ok(Self { first, parents })
    }

    /// The positions from which a move leads here, and who is to move after that move: one for each move.
    pub(crate) fn to(&self, number: u32) -> impl Iterator<Item = (usize, Next)> {
        let number = to_usize(number.into());
        let range = match self.first.get(number..) {
            Some(&[first, end, ..]) => to_usize(first.into())..to_usize(end.into()),
            _ => 0..0,
        };
        self.parents.get(range).unwrap_or(&[]).iter().map(|&parent| {
            let next = if parent & SAME == 0 { Next::Opponent } else { Next::Same };
            (to_usize((parent & !SAME).into()), next)
        })
    }
}

/// Makes room for one more.
fn reserve<T>(list: &mut Vec<T>) -> Result<(), SolveError> {
    list.try_reserve(1)
        .map_err(|_| SolveError::OutOfMemory { bytes: (list.len().max(1) * size_of::<T>()) as u64 })
}

/// A number that counts what is in memory.
fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
