//! Why a table cut into tiers cannot be gone through.

use thiserror::Error;

/// Why a table cut into tiers cannot be gone through.
#[derive(Debug, Error)]
pub(super) enum Unsound {
    #[error("its positions are numbered as those of another game")]
    OtherNumbering,
    #[error("the numbering of its positions contradicts itself or the rules")]
    Contradiction,
    #[error("section {mover} of tier {tier} has not {expected} values, as the numbering says")]
    OtherLength { tier: u32, mover: usize, expected: usize },
}
