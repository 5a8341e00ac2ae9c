//! Why a call gives no answer.

use std::{fmt, ops::Range};

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
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self::Error(message.to_string())
    }
}
