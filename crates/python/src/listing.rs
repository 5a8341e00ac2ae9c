//! The positions of a table, in parts.

use std::{
    process,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use numpy::{PyArray1, PyArrayMethods};
use perfect_play_core::{Board, Player, Probe};
use perfect_play_engine::{AnyPosition, AnyTable};
use pyo3::{
    Bound, IntoPyObject, PyAny, PyResult, Python,
    exceptions::{PyOSError, PyRuntimeError},
    pyclass, pymethods,
};

/// An iterator over arrays of positions: cells of boards, or codes in other games.
///
/// A thread goes through the table, at most two parts ahead. It ends when the iterator is dropped.
#[pyclass(frozen, module = "perfect_play._native")]
pub(crate) struct Listing {
    parts: Mutex<Receiver<Part>>,
    cells: Option<usize>,
    process: u32,
}

/// Some positions.
enum Part {
    Cells(Vec<u8>),
    Codes(Vec<u64>),
}

impl Listing {
    pub(crate) fn new(table: &Arc<AnyTable>, rows: usize) -> PyResult<Self> {
        let cells = table.game().mnk().map(|game| game.shape().cells());
        let (sender, parts) = sync_channel(1);
        let table = Arc::clone(table);
        let list = move || {
            let mut positions = table.positions().peekable();
            while positions.peek().is_some() {
                let some = positions.by_ref().take(rows);
                let part = match cells {
                    Some(cells) => Part::Cells(cells_of(some, cells)),
                    None => Part::Codes(some.filter_map(|of| table.code(of)).collect()),
                };
                // The iterator has been dropped.
                if sender.send(part).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("perfect_play list".to_owned())
            .spawn(list)
            .map_err(|error| PyOSError::new_err(format!("no thread: {error}")))?;
        Ok(Self { parts: Mutex::new(parts), cells: cells.map(usize::from), process: process::id() })
    }
}

/// The cells of boards, board after board.
fn cells_of(boards: impl Iterator<Item = AnyPosition>, cells: u8) -> Vec<u8> {
    let mut all = Vec::new();
    for board in boards.filter_map(|position| position.board()) {
        write_cells(board, cells, &mut all);
    }
    all
}

/// Appends the cells of a board: 0 empty, 1 X, 2 O.
pub(crate) fn write_cells(board: Board, cells: u8, to: &mut Vec<u8>) {
    to.extend((0..cells).map(|cell| match board.at(cell) {
        None => 0,
        Some(Player::X) => 1,
        Some(Player::O) => 2,
    }));
}

#[pymethods]
impl Listing {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// The next part.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "a forked process cannot continue this list of positions: list them again from the beginning",
            ));
        }
        let part = py.detach(|| self.parts.lock().unwrap_or_else(PoisonError::into_inner).recv());
        Ok(match part {
            Err(_) => None,
            Ok(Part::Codes(codes)) => Some(PyArray1::from_vec(py, codes).into_any()),
            Ok(Part::Cells(all)) => {
                let cells = self.cells.unwrap_or(1);
                let shape = [all.len() / cells, cells];
                Some(PyArray1::from_vec(py, all).reshape(shape)?.into_pyobject(py)?.into_any())
            }
        })
    }
}
