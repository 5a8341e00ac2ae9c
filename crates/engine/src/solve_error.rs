//! Why a game could not be solved.

use perfect_play_generator::{
    SolveError,
    tiers::{FindError, NotNumbered},
};
use thiserror::Error;

use crate::TierSolveError;

/// Why a built-in game could not be solved.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, SolveAnyError};
///
/// let error = AnyTable::solve("connect:1,20,4".parse()?, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap_err();
/// assert!(matches!(error, SolveAnyError::NotNumbered(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum SolveAnyError {
    /// Its boards cannot be numbered.
    NotNumbered(#[from] NotNumbered),
    /// Its positions are not found.
    NotFound(#[from] FindError),
    /// It cannot be solved code by code.
    ByCode(#[from] SolveError),
    /// It cannot be solved tier by tier.
    ByTier(#[from] TierSolveError),
}
