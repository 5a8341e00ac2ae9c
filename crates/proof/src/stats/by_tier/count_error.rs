//! Why the positions of a table by tiers could not be counted.

use std::path::PathBuf;

use perfect_play_core::Shown;
use perfect_play_file::WriteError;
use perfect_play_numbering::Unreadable;

use crate::{Contradiction, TableError};

/// Why the positions of a table by tiers could not be counted.
///
/// ```
/// use std::path::Path;
///
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::TierNumbering;
/// use perfect_play_proof::{CountError, TierCounter};
///
/// let game = Mnk::TICTACTOE;
/// let numbering = TierNumbering::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let in_a_file = Path::new("Cargo.toml/counts");
/// assert!(matches!(TierCounter::new(&table, 1, in_a_file), Err(CountError::Scratch(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The table contradicts itself, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The folder of a [`TierCounter`](crate::TierCounter) cannot be used.
    #[error(transparent)]
    Scratch(#[from] WriteError),
    /// The file of another task of a [`TierCounter`](crate::TierCounter) cannot be used.
    #[error(
        "{} is damaged or missing, and was removed: give the same command again to count the \
         missing part",
        Shown(.0.display())
    )]
    Lost(PathBuf),
}

impl From<Contradiction> for CountError {
    fn from(error: Contradiction) -> Self {
        Self::Table(error.into())
    }
}

impl From<Unreadable> for CountError {
    fn from(error: Unreadable) -> Self {
        Self::Table(error.into())
    }
}
