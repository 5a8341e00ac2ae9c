//! Why a table does not answer.

use perfect_play_core::ProbeFailure;

/// Why a table does not answer for a position that the rules allow.
pub(crate) enum Unanswered {
    /// The table lacks a position after a move, or has another outcome than the moves give.
    Contradiction,
    /// The table cannot be read. The text says why.
    Unreadable(String),
}

impl<E: ProbeFailure> From<E> for Unanswered {
    fn from(error: E) -> Self {
        match error.no_entry() {
            Some(_) => Self::Contradiction,
            None => Self::Unreadable(error.to_string()),
        }
    }
}
