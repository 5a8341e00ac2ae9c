//! All positions that play leads to, and all moves between them, as numbers: for games whose plies do not tell
//! in what order positions are solved.

use perfect_play_core::{Next, Solvable, Value};

use crate::{
    SolveError,
    check_rules::{end_at, fault_at},
    step::{contradiction, no_values, slot, starts},
};

/// How many positions are found between two reports.
const REPORT_EVERY: usize = 1 << 14;

/// The bit of an edge that says that the same player moves again.
const SAME: u32 = 1 << 31;

/// What a position is worth whose value is not known yet.
pub(crate) const OPEN: u8 = Value::NONE;

/// Positions are numbered in the order in which they were found.
pub(crate) struct Graph {
    /// By number: the code.
    codes: Vec<u32>,
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
    /// Plays every move from every position. What is over has its value.
    pub(crate) fn of<G: Solvable>(
        game: &G,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, SolveError> {
        let mut codes = Vec::new();
        let mut numbers = Vec::new();
        numbers
            .try_reserve_exact(to_usize(game.codes()))
            .map_err(|_| SolveError::OutOfMemory { bytes: 4 * game.codes() })?;
        numbers.resize(to_usize(game.codes()), UNMET);
        let (mut values, mut left) = (Vec::new(), Vec::new());
        // The moves of a position, after those of the one before.
        let mut children: Vec<u32> = Vec::new();
        for start in starts(game) {
            meet(game, start, &mut numbers, &mut codes)?;
        }
        while let Some(&code) = codes.get(values.len()) {
            if values.len().is_multiple_of(REPORT_EVERY) {
                progress(values.len() as u64, 3 * game.codes());
            }
            let Ok(position) = game.decode(code.into()) else { return Err(contradiction(game)) };
            let moves = game.legal_moves(position);
            let end = end_at(game, position, moves);
            let is_sound = game.encode(position) == u64::from(code)
                && moves.is_empty() == end.is_some()
                && fault_at(game, position, moves, end).is_none();
            if !is_sound {
                return Err(contradiction(game));
            }
            for mv in moves {
                let child = game.play(position, mv);
                let number = meet(game, child, &mut numbers, &mut codes)?;
                let again = if game.next(position, child) == Next::Same { SAME } else { 0 };
                reserve(&mut children)?;
                children.push(number | again);
            }
            reserve(&mut values)?;
            values.push(end.map_or(OPEN, Value::byte));
            reserve(&mut left)?;
            // At most 256.
            left.push(u16::try_from(moves.len()).unwrap_or(u16::MAX));
        }
        drop(numbers);
        let parents = Parents::of(&left, &children)?;
        Ok(Self { codes, values, left, parents })
    }

    /// The codes of the positions that have no value yet.
    pub(crate) fn open(&self) -> impl Iterator<Item = u64> {
        let open = self.codes.iter().zip(&self.values).filter(|&(_, &value)| value == OPEN);
        open.map(|(&code, _)| code.into())
    }

    /// The code of a position.
    pub(crate) fn code(&self, number: usize) -> u64 {
        self.codes.get(number).copied().unwrap_or(0).into()
    }

    /// The values by code; what is open is a draw.
    pub(crate) fn into_values<G: Solvable>(self, game: &G) -> Result<Vec<u8>, SolveError> {
        let mut values = no_values(game.codes())?;
        for (&code, &value) in self.codes.iter().zip(&self.values) {
            let value = if value == OPEN { Value::DRAW.byte() } else { value };
            *slot(game, &mut values, code.into())? = value;
        }
        Ok(values)
    }
}

/// The number of a position that was not met before.
const UNMET: u32 = u32::MAX;

/// The number of a position, which is met now if it was not before.
fn meet<G: Solvable>(
    game: &G,
    position: G::Position,
    numbers: &mut [u32],
    codes: &mut Vec<u32>,
) -> Result<u32, SolveError> {
    let code = game.encode(position);
    let Some(number) = numbers.get_mut(to_usize(code)) else { return Err(contradiction(game)) };
    if *number == UNMET {
        if game.decode(code) != Ok(position) {
            return Err(contradiction(game));
        }
        // There are fewer codes than 2^31.
        *number = u32::try_from(codes.len()).unwrap_or(UNMET);
        reserve(codes)?;
        codes.push(u32::try_from(code).unwrap_or(UNMET));
    }
    Ok(*number)
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
