//! What a request is answered with: JSON, or the reason why there is no answer.

use std::ffi::OsStr;

use hyper::StatusCode;
use perfect_play_engine::AnyPosition;
use serde::Serialize;

use crate::{
    args::{board_arg, format::json_line},
    tables::table::Table,
    terminal::exit::Trouble,
};

/// An answer, as it is sent.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    /// JSON, a page, or empty.
    pub(super) body: Vec<u8>,
    /// The type of the body.
    pub(super) content_type: &'static str,
}

/// Why there is no answer, and what to do.
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) error: String,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a str,
}

impl Reply {
    /// An answer without a body.
    pub(super) const fn empty(status: StatusCode) -> Self {
        Self { status, body: Vec::new(), content_type: "application/json" }
    }

    /// A page.
    pub(super) fn page(html: &str) -> Self {
        let content_type = "text/html; charset=utf-8";
        Self { body: html.into(), content_type, ..Self::empty(StatusCode::OK) }
    }

    /// An answer in JSON.
    pub(super) fn json(answer: &impl Serialize) -> Self {
        let mut body = Vec::new();
        match json_line(&mut body, answer) {
            Ok(()) => Self { body, ..Self::empty(StatusCode::OK) },
            Err(error) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into(),
        }
    }
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into() }
    }

    /// The error for an unknown address.
    pub(super) fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }
}

impl From<Refusal> for Reply {
    fn from(Refusal { status, error }: Refusal) -> Self {
        Self { status, ..Self::json(&ErrorBody { error: &error }) }
    }
}

/// The position that a text names.
pub(super) fn position(table: &Table, text: &str) -> Result<AnyPosition, Refusal> {
    let position = board_arg::in_table(&table.table, OsStr::new(text));
    position.map_err(|trouble| Refusal::new(StatusCode::BAD_REQUEST, trouble.to_string()))
}

/// The error for a table that is wrong or cannot be read; the request is not at fault.
pub(super) fn fault(trouble: &Trouble) -> Refusal {
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, trouble.to_string())
}
