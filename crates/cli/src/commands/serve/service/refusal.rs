//! Why there is no answer.

use bytes::Bytes;
use hyper::StatusCode;
use serde::Serialize;

use crate::{args::format::json_line, terminal::exit::Trouble};

/// Why there is no answer, and what to do.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) error: String,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a str,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into() }
    }

    /// The error for a request that is wrong.
    pub(super) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// The error for an unknown address.
    pub(super) fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// The error for a table that is wrong or cannot be read; the request is not at fault.
    pub(super) fn fault(trouble: &Trouble) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, trouble.to_string())
    }

    /// The error for a client that is not there to read it.
    pub(super) fn gone() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "the client is gone")
    }

    /// The error in JSON.
    pub(super) fn json(&self) -> Bytes {
        let mut bytes = Vec::new();
        // A text can always be written as JSON.
        let _ = json_line(&mut bytes, &ErrorBody { error: &self.error });
        bytes.into()
    }
}
