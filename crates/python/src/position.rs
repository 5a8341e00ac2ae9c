//! A position of any game.

use perfect_play_engine::AnyPosition;
use pyo3::pyclass;

/// A position of one of the games. Only the table that made it can interpret it.
#[pyclass(frozen, eq, hash, name = "Position", module = "perfect_play._native")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NativePosition(pub(crate) AnyPosition);
