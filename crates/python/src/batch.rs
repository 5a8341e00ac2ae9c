//! Arrays of positions.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use perfect_play_core::{Board, MoveValue, Outcome, Probe, ProbeFailure, Game};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_file::ReadError;
use perfect_play_parallel::{ParallelIterator, parallel};
use pyo3::{
    Bound, FromPyObject, PyErr, PyResult, Python,
    exceptions::{PyMemoryError, PyValueError},
};

use crate::{errors::no_answer, interruptible::interruptible};

/// Stands in place of a value if the position is invalid or unreachable, or the move is illegal. It is not a value.
pub(crate) const NO_ENTRY: i8 = i8::MIN;

/// How many positions a thread takes at once.
const ROWS: usize = 1 << 12;

/// Positions, one per row.
#[derive(FromPyObject)]
pub(crate) enum Positions<'py> {
    /// All cells of boards: 0 empty, 1 X, 2 O.
    Cells(PyReadonlyArray2<'py, u8>),
    /// Codes, for any game that has codes.
    Codes(PyReadonlyArray1<'py, u64>),
}

/// The same, copied. Other threads may write to the arrays while this thread does not hold the interpreter's lock.
enum Copied {
    Cells { cells: Vec<u8>, of_row: usize },
    Codes(Vec<u64>),
}

impl Positions<'_> {
    fn copied(&self) -> PyResult<Copied> {
        Ok(match self {
            Self::Cells(cells) => {
                Copied::Cells { of_row: cells.shape()[1], cells: copy(cells.as_slice()?)? }
            }
            Self::Codes(codes) => Copied::Codes(copy(codes.as_slice()?)?),
        })
    }
}

impl Copied {
    fn len(&self) -> usize {
        match self {
            Self::Cells { cells, of_row } => cells.len() / (*of_row).max(1),
            Self::Codes(codes) => codes.len(),
        }
    }

    /// The position in a row. `None` if the row is not a position.
    fn at(&self, row: usize, table: &AnyTable) -> Result<Option<AnyPosition>, BadCell> {
        match self {
            Self::Cells { cells, of_row } => {
                let first = row * of_row;
                Ok(board(row, &cells[first..first + of_row])?.map(AnyPosition::Board))
            }
            Self::Codes(codes) => Ok(table.game().decode(codes[row]).ok()),
        }
    }
}

/// A cell that is not 0, 1 or 2.
pub(crate) struct BadCell {
    row: usize,
    cell: usize,
}

impl From<BadCell> for PyErr {
    fn from(BadCell { row, cell }: BadCell) -> Self {
        PyValueError::new_err(format!("boards[{row}, {cell}] is not 0 (empty), 1 (X) or 2 (O)"))
    }
}

/// The board with these cells.
#[inline]
pub(crate) fn board(row: usize, cells: &[u8]) -> Result<Option<Board>, BadCell> {
    let [mut x, mut o, mut others] = [0_u64; 3];
    for (cell, &holds) in cells.iter().enumerate() {
        let holds = u64::from(holds);
        x |= (holds & 1) << cell;
        o |= (holds >> 1 & 1) << cell;
        others |= holds >> 2;
    }
    if others != 0 || x & o != 0 {
        let bad = cells.iter().position(|&holds| holds > 2);
        if let Some(cell) = bad {
            return Err(BadCell { row, cell });
        }
    }
    Ok(Board::from_bitboards(x, o))
}

/// A copy of an array's contents.
fn copy<T: Copy>(from: &[T]) -> PyResult<Vec<T>> {
    let mut copied = Vec::new();
    copied.try_reserve_exact(from.len()).map_err(|_| too_large(from.len()))?;
    copied.extend_from_slice(from);
    Ok(copied)
}

fn too_large(items: usize) -> PyErr {
    PyMemoryError::new_err(format!("there is not enough memory for {items} items: ask in parts"))
}

/// Why rows could not be filled.
enum Failure {
    Cell(BadCell),
    Read(ReadError),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cell(cell) => cell.into(),
            Failure::Read(error) => no_answer(&error),
        }
    }
}

/// For each position a row of `width` items, written by `fill`. If the position has no entry, the row consists of
/// `none`.
fn rows<T: Copy + Send + Sync>(
    py: Python<'_>,
    table: &Arc<AnyTable>,
    positions: &Positions<'_>,
    (width, none): (usize, T),
    fill: impl Fn(AnyPosition, &mut [T]) -> Result<(), ReadError> + Sync,
) -> PyResult<(usize, Vec<T>)> {
    let positions = positions.copied()?;
    let (len, items) = (positions.len(), positions.len().saturating_mul(width));
    let mut filled = Vec::new();
    filled.try_reserve_exact(items).map_err(|_| too_large(items))?;
    filled.resize(items, none);
    let fill_row = |row: usize, to: &mut [T]| -> Result<(), Failure> {
        let Some(position) = positions.at(row, table).map_err(Failure::Cell)? else {
            return Ok(());
        };
        match fill(position, to) {
            Err(error) if error.no_entry().is_some() => {
                to.fill(none);
                Ok(())
            }
            filled => filled.map_err(Failure::Read),
        }
    };
    if len <= ROWS {
        // Looking up a few positions takes less time than waking other threads.
        py.detach(|| {
            filled.chunks_exact_mut(width).enumerate().try_for_each(|(row, to)| fill_row(row, to))
        })?;
        return Ok((len, filled));
    }
    let done = AtomicUsize::new(0);
    interruptible(py, None, None, |report| {
        let chunks: Vec<_> = filled.chunks_mut(ROWS * width).enumerate().collect();
        parallel(chunks).try_for_each(|(chunk, to)| {
            report(done.fetch_add(ROWS, Relaxed) as u64, len as u64);
            let mut rows = to.chunks_exact_mut(width).enumerate();
            rows.try_for_each(|(row, to)| fill_row(chunk * ROWS + row, to))
        })
    })??;
    Ok((len, filled))
}

/// The value of a move, as arrays hold it: a value with this outcome and remoteness, or these points. A move that
/// wins or loses in 127 plies, which no value can represent, becomes one of 126 plies.
fn number_of_move(worth: MoveValue) -> i8 {
    let plies = worth.remoteness.map_or(0, |plies| plies.min(126).cast_signed());
    match (worth.score, worth.outcome) {
        (Some(points), _) => points,
        (None, Outcome::Loss) => plies - 127,
        (None, Outcome::Draw) => 0,
        (None, Outcome::Win) => 127 - plies,
    }
}

/// The value of each position.
pub(crate) fn values<'py>(
    py: Python<'py>,
    table: &Arc<AnyTable>,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let (_, values) = rows(py, table, positions, (1, NO_ENTRY), |position, to| {
        // More is better for the side to move, and 0 is a draw.
        to[0] = table.value(position)?.score();
        Ok(())
    })?;
    Ok(PyArray1::from_vec(py, values))
}

/// The value of each move of each position, with a column for each move.
pub(crate) fn move_values<'py>(
    py: Python<'py>,
    table: &Arc<AnyTable>,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let width = columns(table);
    let (len, values) = rows(py, table, positions, (width, NO_ENTRY), |position, to| {
        for worth in table.move_values(position)?.iter() {
            to[usize::from(worth.mv)] = number_of_move(worth);
        }
        Ok(())
    })?;
    PyArray1::from_vec(py, values).reshape([len, width])
}

/// Whether each move of each position is optimal, with a column for each move.
pub(crate) fn optimal_mask<'py>(
    py: Python<'py>,
    table: &Arc<AnyTable>,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let (width, objective) = (columns(table), table.objective());
    let (len, mask) = rows(py, table, positions, (width, false), |position, to| {
        for mv in table.move_values(position)?.optimal(objective) {
            to[usize::from(mv)] = true;
        }
        Ok(())
    })?;
    PyArray1::from_vec(py, mask).reshape([len, width])
}

/// The number of move numbers.
pub(crate) fn columns(table: &AnyTable) -> usize {
    usize::from(table.game().max_move()) + 1
}
