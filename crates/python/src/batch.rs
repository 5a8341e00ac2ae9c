//! Arrays of positions.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use perfect_play_analysis::Regret;
use perfect_play_core::{
    Board, Game, Move, MoveValue, MoveValues, Moves, NotAPosition, Outcome, Probe, ProbeError,
    ProbeFailure, Scheme, Value,
};
use perfect_play_engine::{AnyPosition, AnyTable, Call, View};
use perfect_play_file::ReadError;
use perfect_play_games::Mnk;
use perfect_play_numbering::{TierOf, Tiers};
use perfect_play_parallel::{ParallelIterator, parallel, sort_by_key};
use pyo3::{
    Bound, FromPyObject, PyErr, PyRef, PyResult, Python,
    exceptions::{PyMemoryError, PyValueError},
};

use crate::{errors::no_answer, interruptible::interruptible, position::PositionList};

/// Stands in place of a value if the position is invalid or unreachable, or the move is illegal. It is not a value.
pub(crate) const NO_ENTRY: i8 = i8::MIN;

/// How many positions a thread takes at once.
const ROWS: usize = 1 << 12;

/// The same for a cut table, where a position may be searched.
const SEARCHED_ROWS: usize = 1 << 3;

/// Positions, one per row.
#[derive(FromPyObject)]
pub(crate) enum Positions<'py> {
    /// All cells of boards: 0 empty, 1 X, 2 O.
    Cells(PyReadonlyArray2<'py, u8>),
    /// Codes, for any game that has codes.
    Codes(PyReadonlyArray1<'py, u64>),
    /// The positions themselves.
    Listed(PyRef<'py, PositionList>),
}

/// The same, copied. Other threads may write to the arrays while this thread does not hold the interpreter's lock.
enum Copied {
    Cells { cells: Vec<u8>, of_row: usize },
    Codes(Vec<u64>),
    Listed(Vec<AnyPosition>),
}

impl Positions<'_> {
    fn copied(&self) -> PyResult<Copied> {
        Ok(match self {
            Self::Cells(cells) => {
                Copied::Cells { of_row: cells.shape()[1], cells: copy(cells.as_slice()?)? }
            }
            Self::Codes(codes) => Copied::Codes(copy(codes.as_slice()?)?),
            Self::Listed(positions) => Copied::Listed(copy(&positions.0)?),
        })
    }
}

impl Copied {
    fn len(&self) -> usize {
        match self {
            Self::Cells { cells, of_row } => cells.len() / (*of_row).max(1),
            Self::Codes(codes) => codes.len(),
            Self::Listed(positions) => positions.len(),
        }
    }

    /// What a row says. `None` if it is not a board.
    #[inline]
    fn at(&self, row: usize) -> Result<Option<Given>, BadCell> {
        match self {
            Self::Cells { cells, of_row } => {
                let first = row * of_row;
                Ok(board(row, &cells[first..first + of_row])?.map(Given::Board))
            }
            Self::Codes(codes) => Ok(Some(Given::Code(codes[row]))),
            Self::Listed(positions) => Ok(Some(Given::Position(positions[row]))),
        }
    }
}

/// A position, as a row gives it.
enum Given {
    Board(Board),
    Code(u64),
    Position(AnyPosition),
}

/// A table that is asked for many positions.
struct Asked<'t> {
    table: &'t AnyTable,
    /// The same, if its positions are boards: they are looked up as they are, not as bytes.
    boards: Option<View<'t, Mnk>>,
}

impl<'t> Asked<'t> {
    fn new(table: &'t AnyTable) -> Self {
        Self { table, boards: table.game().mnk().map(|game| table.as_of(game)) }
    }

    fn value(&self, position: Given) -> Result<Value, ReadError> {
        match &self.boards {
            Some(boards) => boards.value(board_of(boards, position)?),
            None => self.table.value(self.position(position)?),
        }
    }

    fn move_values(&self, position: Given) -> Result<MoveValues, ReadError> {
        match &self.boards {
            Some(boards) => boards.move_values(board_of(boards, position)?),
            None => self.table.move_values(self.position(position)?),
        }
    }

    fn position(&self, position: Given) -> Result<AnyPosition, ReadError> {
        match position {
            Given::Board(board) => Ok(board.into()),
            Given::Code(code) => self.table.decode(code).ok_or_else(no_position),
            Given::Position(position) => Ok(position),
        }
    }
}

fn board_of(boards: &View<'_, Mnk>, position: Given) -> Result<Board, ReadError> {
    match position {
        Given::Board(board) => Ok(board),
        Given::Code(code) => boards.game().decode(code).map_err(|_| no_position()),
        Given::Position(position) => position.board().ok_or_else(no_position),
    }
}

/// The error for a code that is not that of a position.
fn no_position() -> ReadError {
    ProbeError::from(NotAPosition::OtherGame).into()
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
    (table, positions): (&AnyTable, &Positions<'_>),
    (width, none): (usize, T),
    fill: impl Fn(usize, Given, &mut [T]) -> Result<(), ReadError> + Sync,
) -> PyResult<(usize, Vec<T>)> {
    let positions = positions.copied()?;
    let (len, items) = (positions.len(), positions.len().saturating_mul(width));
    let mut filled = Vec::new();
    filled.try_reserve_exact(items).map_err(|_| too_large(items))?;
    filled.resize(items, none);
    let fill_row = |row: usize, to: &mut [T]| -> Result<(), Failure> {
        let Some(position) = positions.at(row).map_err(Failure::Cell)? else { return Ok(()) };
        match fill(row, position, to) {
            Err(error) if error.no_entry().is_some() => {
                to.fill(none);
                Ok(())
            }
            filled => filled.map_err(Failure::Read),
        }
    };
    let searches = table.plies().is_some();
    let at_once = if searches { SEARCHED_ROWS } else { ROWS };
    if !searches && len <= at_once {
        // Looking up a few positions takes less time than waking other threads.
        py.detach(|| {
            filled.chunks_exact_mut(width).enumerate().try_for_each(|(row, to)| fill_row(row, to))
        })?;
        return Ok((len, filled));
    }
    let done = AtomicUsize::new(0);
    let order = interruptible(py, None, None, |report| {
        let call = Call::now();
        let order = in_order_of_the_table(table, &positions).map_err(Failure::Cell)?;
        let row_at = |place: usize| order.as_ref().map_or(place, |order| order[place]);
        let chunks: Vec<_> = filled.chunks_mut(at_once * width).enumerate().collect();
        parallel(chunks).try_for_each(|(chunk, to)| {
            report(done.fetch_add(at_once, Relaxed) as u64, len as u64);
            let mut rows = (chunk * at_once..).zip(to.chunks_exact_mut(width));
            call.during(|| rows.try_for_each(|(place, to)| fill_row(row_at(place), to)))
        })?;
        Ok::<_, Failure>(order)
    })??;
    let Some(order) = order else { return Ok((len, filled)) };
    let mut arranged = copy(&filled)?;
    for (row, from) in order.into_iter().zip(filled.chunks_exact(width)) {
        arranged[row * width..][..width].copy_from_slice(from);
    }
    Ok((len, arranged))
}

/// The rows in the order in which the table has the values of their positions, about. `None` if the given order is as good, because
/// all values are in memory. Other tables are compressed in frames, and in this order each frame is decompressed once.
fn in_order_of_the_table(
    table: &AnyTable,
    positions: &Copied,
) -> Result<Option<Vec<usize>>, BadCell> {
    let Some(game) = table.game().mnk().filter(|_| !table.is_held()) else { return Ok(None) };
    let Ok(tiers) = Tiers::of(&game) else { return Ok(None) };
    let place = |row: usize| {
        let board = match positions.at(row)? {
            Some(Given::Board(board)) => Some(board),
            Some(Given::Code(code)) => game.decode(code).ok(),
            Some(Given::Position(position)) => position.board(),
            None => None,
        };
        let place = board
            .filter(|board| board.occupied() & !game.shape().all_cells() == 0)
            .and_then(|board| {
                let (x, o) = (board.x(), board.o());
                let TierOf { tier, symmetry } = tiers.tier_of(x, o)?;
                let middle = tiers.middle_image(symmetry, tiers.middle_of(x, o));
                Some((tier, game.to_move(board), middle, tiers.low_rank(x, o)))
            });
        Ok((place, row))
    };
    let mut places: Vec<_> = parallel(0..positions.len()).map(place).collect::<Result<_, _>>()?;
    sort_by_key(&mut places, |&place| place);
    Ok(Some(places.into_iter().map(|(_, row)| row).collect()))
}

/// A value, as arrays hold it, from the byte that a table has for it: points, or the outcome and the remoteness. More
/// is better for the side to move, and 0 is a draw. [`Value::NONE`] becomes [`NO_ENTRY`].
fn number(byte: u8) -> i8 {
    byte.wrapping_sub(Value::DRAW.byte()).cast_signed()
}

/// A value, as arrays hold it ([`number_of`]).
fn number_of_value(scheme: Scheme, value: Value) -> i8 {
    let points = (scheme == Scheme::Score).then(|| value.score());
    number_of(points, value.outcome(), value.plies())
}

/// The value of a move, as arrays hold it ([`number_of`]).
fn number_of_move(worth: MoveValue) -> i8 {
    number_of(worth.score, worth.outcome, worth.remoteness)
}

/// The number that arrays hold for these points or, in other games, for this outcome and remoteness. A win or loss in more
/// than 126 plies gets the number of one in 126 plies: the next number is that of a draw.
fn number_of(points: Option<i16>, outcome: Outcome, remoteness: Option<u16>) -> i8 {
    const MOST: i8 = 126;
    let plies = i8::try_from(remoteness.unwrap_or(0)).unwrap_or(MOST).min(MOST);
    match (points, outcome) {
        (Some(points), _) => i8::try_from(points).unwrap_or(NO_ENTRY),
        (None, Outcome::Loss) => plies - 127,
        (None, Outcome::Draw) => 0,
        (None, Outcome::Win) => 127 - plies,
    }
}

/// The value of each position.
pub(crate) fn values<'py>(
    py: Python<'py>,
    table: &AnyTable,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let (_, values) = if let Some(by_code) = table.as_code_table() {
        // A value is one load.
        let bytes: &[u8] = by_code.values();
        rows(py, (table, positions), (1, NO_ENTRY), |_, position, to| {
            let code = match position {
                Given::Board(board) => Some(board.code()),
                Given::Code(code) => Some(code),
                Given::Position(position) => position.board().map(Board::code),
            };
            let byte = code.and_then(|code| bytes.get(usize::try_from(code).ok()?));
            to[0] = byte.map_or(NO_ENTRY, |&byte| number(byte));
            Ok(())
        })
    } else {
        let (asked, scheme) = (Asked::new(table), table.game().scheme());
        rows(py, (table, positions), (1, NO_ENTRY), |_, position, to| {
            to[0] = number_of_value(scheme, asked.value(position)?);
            Ok(())
        })
    }?;
    Ok(PyArray1::from_vec(py, values))
}

/// The value of each move of each position, with a column for each move.
pub(crate) fn move_values<'py>(
    py: Python<'py>,
    table: &AnyTable,
    width: usize,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let asked = Asked::new(table);
    let (len, values) = rows(py, (table, positions), (width, NO_ENTRY), |_, position, to| {
        for worth in asked.move_values(position)?.iter() {
            to[usize::from(worth.mv)] = number_of_move(worth);
        }
        Ok(())
    })?;
    PyArray1::from_vec(py, values).reshape([len, width])
}

/// What a move of each position gives away: steps of the outcome, and points or, in other games, plies. [`NO_ENTRY`] stands in
/// place of all that there is not.
pub(crate) fn regrets<'py>(
    py: Python<'py>,
    table: &AnyTable,
    positions: &Positions<'py>,
    moves: &PyReadonlyArray1<'py, i64>,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let (asked, moves) = (Asked::new(table), copy(moves.as_slice()?)?);
    let none = i16::from(NO_ENTRY);
    let (len, regrets) = rows(py, (table, positions), (2, none), |row, position, to| {
        let mv = moves.get(row).and_then(|&mv| Move::try_from(mv).ok());
        let values = asked.move_values(position)?;
        if let Some(regret) = mv.and_then(|mv| Regret::of(&values, mv)) {
            let second = regret.score.or(regret.plies).and_then(|lost| i16::try_from(lost).ok());
            to.copy_from_slice(&[regret.outcome.into(), second.unwrap_or(none)]);
        }
        Ok(())
    })?;
    PyArray1::from_vec(py, regrets).reshape([len, 2])
}

/// Whether each move of each position is optimal, with a column for each move.
pub(crate) fn optimal_mask<'py>(
    py: Python<'py>,
    table: &AnyTable,
    width: usize,
    positions: &Positions<'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let asked = Asked::new(table);
    let (len, mask) = rows(py, (table, positions), (width, false), |_, position, to| {
        for mv in asked.move_values(position)?.optimal(table.objective()) {
            to[usize::from(mv)] = true;
        }
        Ok(())
    })?;
    PyArray1::from_vec(py, mask).reshape([len, width])
}

/// If a table has at most this many slots, the largest move number is determined. This makes small arrays smaller.
const MOST_LOOKED_AT: u64 = 1 << 20;

/// The number of move numbers. If the game does not say it, the positions of a small table do.
pub(crate) fn columns(table: &AnyTable) -> usize {
    let (game, most) = (table.game(), table.game().max_move());
    let slots = table.codes() / u64::from(game.symmetries().max(1));
    // A cut table stores only some of the positions.
    let largest = if most < Move::MAX || slots > MOST_LOOKED_AT || table.plies().is_some() {
        most
    } else {
        let moves = table.positions().map(|position| game.legal_moves(position));
        moves.fold(Moves::EMPTY, Moves::union).last().unwrap_or(0)
    };
    usize::from(largest) + 1
}
