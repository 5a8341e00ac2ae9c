//! Why a call gives no answer.

use std::{error::Error, fmt, ops::Range};

/// Why a call gives no answer.
pub(crate) enum Failure {
    /// Bytes of the file are needed first.
    Missing(Vec<Range<u64>>),
    /// More random numbers are needed first.
    MoreRandom,
    /// There is no answer. The text says why.
    Error(String),
}

impl Failure {
    /// The error, and its causes.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Self {
        Self::Error(error.to_string())
    }

    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self::Error(message.to_string())
    }
}
