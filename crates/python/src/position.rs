//! A position of any game.

use perfect_play_engine::AnyPosition;
use pyo3::{PyRef, pyclass, pymethods};

/// A position of one of the games. Only the table that made it can interpret it.
#[pyclass(frozen, eq, hash, name = "Position", module = "perfect_play._native")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NativePosition(pub(crate) AnyPosition);

/// Any number of positions. Unlike codes, they can be any positions of a game.
#[pyclass(frozen, name = "PositionList", module = "perfect_play._native")]
pub(crate) struct PositionList(pub(crate) Vec<AnyPosition>);

#[pymethods]
impl PositionList {
    #[new]
    fn new(positions: Vec<PyRef<'_, NativePosition>>) -> Self {
        Self(positions.iter().map(|position| position.0).collect())
    }
}
