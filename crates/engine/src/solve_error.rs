//! Why a game could not be solved.

use perfect_play_generator::{
    SolveError,
    numbering::{FindError, NotNumbered},
};
use thiserror::Error;

use crate::TierSolveError;

/// Why a built-in game could not be solved.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum SolveAnyError {
    /// The boards of the game cannot be numbered.
    NotNumbered(#[from] NotNumbered),
    /// The positions of the game could not be found.
    NotFound(#[from] FindError),
    /// The game cannot be solved code by code.
    ByCode(#[from] SolveError),
    /// The game cannot be solved tier by tier.
    ByTier(#[from] TierSolveError),
}
