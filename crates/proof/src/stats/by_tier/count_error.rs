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
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
/// use perfect_play_proof::{CountError, reachable};
///
/// let (game, folder) = (Mnk::TICTACTOE, Path::new("no/such/folder"));
/// let error = reachable(&game, &Tiers::of(&game)?, Some(folder), &mut |_, _| ()).unwrap_err();
/// assert!(matches!(error, CountError::Scratch(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The table contradicts itself, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The scratch folder cannot be used.
    #[error(transparent)]
    Scratch(#[from] WriteError),
    /// The file of another task of a shared count ([`TierCounter`](crate::TierCounter)) cannot be used.
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
