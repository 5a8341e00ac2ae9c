//! Why a pass over a table by tiers is impossible.

use thiserror::Error;

/// Why a pass over a table by tiers is impossible.
#[derive(Debug, Error)]
pub(super) enum Unsound {
    #[error("its positions are numbered as those of another game")]
    OtherNumbering,
    #[error("the numbering of its positions contradicts itself or the rules")]
    Contradiction,
    #[error(
        "section {mover} of tier {tier} does not have {expected} values, as the numbering says"
    )]
    OtherLength { tier: u32, mover: usize, expected: usize },
}
