//! What a request is answered with: JSON, a page, or the first piece of a list.

use bytes::Bytes;
use hyper::StatusCode;
use serde::Serialize;

use super::{list::List, refusal::Refusal};
use crate::args::format::json_line;

/// The type of JSON.
pub(super) const JSON: &str = "application/json";

/// An answer, as it is sent.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    /// The type of the content.
    pub(super) content_type: &'static str,
    pub(super) content: Content,
    /// How many positions it answers, as far as it is made.
    pub(super) positions: usize,
}

/// The bytes of an answer.
pub(super) enum Content {
    /// Small, or shared with other answers.
    Shared(Bytes),
    /// Made for this answer alone.
    Made(Vec<u8>),
    /// The first piece of an answer, and the list that makes the others.
    Begun(Vec<u8>, List),
}

impl Reply {
    /// An answer in JSON with this content.
    pub(super) const fn new(content: Content) -> Self {
        Self { status: StatusCode::OK, content_type: JSON, content, positions: 0 }
    }

    /// An answer that copies nothing.
    pub(super) fn shared(content_type: &'static str, bytes: Bytes) -> Self {
        Self { content_type, ..Self::new(Content::Shared(bytes)) }
    }

    /// An answer in JSON.
    pub(super) fn json(answer: &impl Serialize) -> Self {
        let mut bytes = Vec::new();
        match json_line(&mut bytes, answer) {
            Ok(()) => Self::new(Content::Made(bytes)),
            Err(error) => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into(),
        }
    }

    /// This answer, which answers so many positions.
    pub(super) fn about(self, positions: usize) -> Self {
        Self { positions, ..self }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        // It quotes the request. If it is long, it takes memory as any answer.
        Self { status: refusal.status, ..Self::new(Content::Made(refusal.json().into())) }
    }
}
