//! Why a table could not be written.

use perfect_play_table::{Unreadable, WriteError};
use thiserror::Error;

/// Why a table of a built-in game could not be written to a file.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_engine::{AnyTable, WriteAnyError};
///
/// let table = AnyTable::solve(Mnk::TICTACTOE, Objective::Fastest, &|_, _| ())?;
/// # let folder = tempfile::tempdir()?;
/// let error = table.write(folder.path()).unwrap_err();
/// assert!(matches!(error, WriteAnyError::Write(_)));
/// assert!(error.to_string().ends_with("cannot be written: is a directory"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum WriteAnyError {
    /// The file cannot be written.
    Write(#[from] WriteError),
    /// The table cannot be read: it is in a file itself.
    Unreadable(#[from] Unreadable),
}
