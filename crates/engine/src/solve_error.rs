//! Why a game could not be solved.

use perfect_play_generator::{
    SolveError,
    tiers::{FindError, NotNumbered},
};
use thiserror::Error;

use crate::TierSolveError;

/// Why a built-in game could not be solved.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum SolveAnyError {
    /// Its boards cannot be numbered.
    NotNumbered(#[from] NotNumbered),
    /// Its positions could not be found.
    NotFound(#[from] FindError),
    /// It cannot be solved code by code.
    ByCode(#[from] SolveError),
    /// It cannot be solved tier by tier.
    ByTier(#[from] TierSolveError),
}
