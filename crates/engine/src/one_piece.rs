//! A table of one piece in a folder: the share of one process.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use perfect_play_core::{Objective, Probe};
use thiserror::Error;

use crate::{AnyGame, AnyTable};

/// Why a table that is a single file cannot be written into a folder.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OnePieceError {
    /// The folder cannot be created or read.
    #[error("cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The folder has other files.
    #[error(
        "has other files than those of a table of {game} ({objective}): name another folder, or remove it"
    )]
    OtherFiles {
        /// The game's name.
        game: String,
        /// The objective.
        objective: Objective,
    },
}

/// The path in `folder` for a table that is a single file. When the table is written to this path, `folder` can be
/// opened as a table. The folder is created if it does not exist. `None` if the table exists already.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, one_piece_in};
///
/// let folder = tempfile::tempdir()?;
/// let rules = "tictactoe".parse()?;
/// let file = one_piece_in(folder.path(), &rules, Objective::Fastest)?.unwrap();
/// AnyTable::solve(rules.clone(), Objective::Fastest, 1 << 30, &|_, _| ())?.write(&file)?;
/// assert!(AnyTable::open(folder.path()).is_ok());
/// assert!(one_piece_in(folder.path(), &rules, Objective::Fastest)?.is_none());
/// assert!(one_piece_in(folder.path(), &rules, Objective::Outcome).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the folder cannot be created, or has other files.
pub fn one_piece_in(
    folder: &Path,
    rules: &AnyGame,
    objective: Objective,
) -> Result<Option<PathBuf>, OnePieceError> {
    fs::create_dir_all(folder)?;
    let path = folder.join("tiers-0.perfect");
    if fs::read_dir(folder)?.next().is_none() {
        return Ok(Some(path));
    }
    let is_it = |table: AnyTable| table.objective() == objective;
    if AnyTable::open_as(folder, rules.clone()).is_ok_and(is_it) {
        return Ok(None);
    }
    Err(OnePieceError::OtherFiles { game: rules.to_string(), objective })
}
