//! Exceptions for the errors of the engine.

use std::{error::Error, io};

use perfect_play_core::{ProbeError, ProbeFailure};
use perfect_play_engine::{
    AnyGame, CutError, CutFileError, OpenAnyError, OpenAnyErrorKind, SolveAnyError, TierSolveError,
    TypedName,
};
use perfect_play_file::{CopyError, OpenErrorKind, ReadError, WriteError, WriteErrorKind};
use perfect_play_generator::SolveError as GeneratorError;
use pyo3::{PyErr, Python, exceptions::PyOSError, import_exception};

import_exception!(perfect_play.errors, NoEntryError);
import_exception!(perfect_play.errors, PositionError);
import_exception!(perfect_play.errors, RulesError);
import_exception!(perfect_play.errors, SolveError);
import_exception!(perfect_play.errors, TableError);

/// The game with this name, as a person types it, or a `RulesError`.
pub(crate) fn game(name: &str) -> Result<AnyGame, PyErr> {
    TypedName::read(name).game().map_err(|error| RulesError::new_err(error.to_string()))
}

/// The exception that ended the reading of a file in Python, and that is not an error of the file: Ctrl-C, for example.
pub(crate) fn raised(error: &dyn Error) -> Option<PyErr> {
    let raised = error.source()?.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref::<PyErr>()?;
    Some(Python::attach(|py| raised.clone_ref(py)))
}

/// The exception for a probe without an answer: it is not a position, it has no entry, a search did not find its value, or
/// the table cannot be read.
pub(crate) fn no_answer(error: &ReadError) -> PyErr {
    if let Some(raised) = raised(error) {
        return raised;
    }
    match error.no_entry() {
        Some(reason @ ProbeError::NotAPosition(_)) => PositionError::new_err(reason.to_string()),
        Some(reason @ ProbeError::Unreachable(_)) => NoEntryError::new_err(reason.to_string()),
        None if matches!(error, ReadError::Search { .. }) => SolveError::new_err(error.to_string()),
        Some(ProbeError::NotStored) | None => TableError::new_err(error.to_string()),
    }
}

/// The exception for a game that was not solved: its rules are wrong, or it is too large.
pub(crate) fn not_solved(error: &SolveAnyError) -> PyErr {
    match error {
        SolveAnyError::ByCode(error) => not_solved_by(error),
        _ => SolveError::new_err(error.to_string()),
    }
}

/// The exception for an error of a solver.
fn not_solved_by(error: &GeneratorError) -> PyErr {
    let message = error.to_string();
    match error {
        GeneratorError::Inconsistent(_)
        | GeneratorError::ScoresRepeat
        | GeneratorError::OutcomeRepeats => RulesError::new_err(message),
        GeneratorError::Unread { .. } => TableError::new_err(message),
        _ => SolveError::new_err(message),
    }
}

/// The exception for a game that was not solved into a file: its rules are wrong, it is too large, or the file cannot be
/// written.
pub(crate) fn not_solved_by_tier(error: &TierSolveError) -> PyErr {
    match error {
        TierSolveError::Write(error) => not_kept_there(error),
        TierSolveError::Read(_) | TierSolveError::Unreadable(_) => {
            TableError::new_err(error.to_string())
        }
        TierSolveError::NotSolved(error) => not_solved_by(error),
        _ => SolveError::new_err(error.to_string()),
    }
}

/// The exception for a file or a folder that cannot be written, or that has another table.
fn not_kept_there(error: &WriteError) -> PyErr {
    match error.kind() {
        WriteErrorKind::Io(_) | WriteErrorKind::Interrupted(_) | WriteErrorKind::Busy => {
            PyOSError::new_err(error.to_string())
        }
        _ => TableError::new_err(error.to_string()),
    }
}

/// The exception for a game whose first plies were not solved.
pub(crate) fn not_cut(error: &CutError) -> PyErr {
    match error {
        CutError::Returns { .. } | CutError::Unsteady { .. } => {
            RulesError::new_err(error.to_string())
        }
        _ => SolveError::new_err(error.to_string()),
    }
}

/// The exception for a file that cannot keep what is searched for a cut table.
pub(crate) fn not_kept(error: &CutFileError) -> PyErr {
    match error {
        CutFileError::Write(_) => PyOSError::new_err(error.to_string()),
        _ => TableError::new_err(error.to_string()),
    }
}

/// The exception for a file that is not a table.
pub(crate) fn not_opened(error: &OpenAnyError) -> PyErr {
    if let Some(raised) = raised(error.kind()) {
        return raised;
    }
    match error.kind() {
        OpenAnyErrorKind::Open(OpenErrorKind::Io(_)) => PyOSError::new_err(error.to_string()),
        _ => TableError::new_err(error.to_string()),
    }
}

/// The exception for a table that was not written.
pub(crate) fn not_written(error: &CopyError) -> PyErr {
    match error {
        CopyError::Write(_) => PyOSError::new_err(error.to_string()),
        CopyError::Unreadable(_) => TableError::new_err(error.to_string()),
    }
}
