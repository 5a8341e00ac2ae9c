//! Why the positions of a table could not be counted.

use std::error::Error;

use perfect_play_numbering::Unreadable;

use crate::{Contradiction, TableError};

/// Why the positions of a table could not be counted.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{HeldSections, TierNumbering};
/// use perfect_play_proof::{CountError, stats_by_tier};
///
/// let game = Mnk::TICTACTOE;
/// let numbering = TierNumbering::of(&game)?;
/// let sections = numbering.tiers().lens().iter().map(|lens| lens.map(|len| vec![255; len as usize]));
/// let without_values = HeldSections(sections.collect());
/// let table = Table::new(game, Objective::Fastest, numbering, without_values).unwrap();
/// let error = stats_by_tier(&table, &mut (), &mut |_done, _of| ()).unwrap_err();
/// assert!(matches!(error, CountError::Table(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The table contradicts itself, or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What was counted cannot be kept in a [`CountLog`](crate::CountLog).
    #[error(transparent)]
    Log(Box<dyn Error + Send + Sync>),
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
