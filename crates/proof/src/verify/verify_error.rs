//! Why a table could be neither proven nor refuted.

use perfect_play_numbering::Unreadable;
use thiserror::Error;

/// Why a table could be neither proven nor refuted.
///
/// ```
/// use perfect_play_proof::VerifyError;
///
/// let error = VerifyError::OutOfMemory { slots: 1 << 60 };
/// assert_eq!(
///     error.to_string(),
///     "there is not enough memory for one bit for each of 1152921504606846976 slots: free some, or \
///      use a machine with more",
/// );
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table could not be read, or its game gave different answers to the same question.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// There is not enough memory.
    #[error(
        "there is not enough memory for one bit for each of {slots} slots: free some, or use a machine \
         with more"
    )]
    OutOfMemory {
        /// How many slots the table has.
        slots: u64,
    },
    /// What lies below the cut of a table does not fit into the memory.
    #[error(
        "the proof of a cut table solves in memory what lies below the cut, and more than {positions} positions do not \
         fit: give more memory, or solve the whole game and prove its table"
    )]
    TooManyPositions {
        /// How many positions were solved.
        positions: u64,
    },
    /// The numbering has several sections.
    #[error("the numbering has several sections: prove a table by tiers with `verify_by_tier`")]
    SeveralSections,
}

/// A slot had a position before, and has none the second time.
#[derive(Debug, Error)]
#[error(
    "the game decodes the code of slot {slot} differently the second time: the methods of a game must always \
     give the same answer"
)]
pub(super) struct DecodedOtherwise {
    pub(super) slot: u64,
}
