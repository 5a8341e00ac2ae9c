//! The bytes of an answer, as the client takes them.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use hyper::{
    StatusCode,
    body::{Body, Frame, SizeHint},
};

use super::log::Entry;

/// An answer that is being sent. Its next piece is made when those before it have been sent.
pub(super) struct AnswerBody {
    now: Option<Bytes>,
    rest: Option<Rest>,
    status: StatusCode,
    sent: u64,
    /// Whether no byte is sent, because the request's method is HEAD.
    is_head: bool,
    is_cut: bool,
    /// The log's line. It is written at the end.
    entry: Option<Entry>,
}

/// The pieces after those that are made. If the next one cannot be made, the connection is cut.
pub(super) struct Rest(pub(super) Pin<Box<dyn Future<Output = Next> + Send>>);

/// The next piece, and the pieces after it.
pub(super) type Next = io::Result<(Bytes, Option<Rest>)>;

impl AnswerBody {
    pub(super) fn new(
        (status, is_head): (StatusCode, bool),
        bytes: Bytes,
        rest: Option<Rest>,
        entry: Option<Entry>,
    ) -> Self {
        let now = Some(bytes).filter(|bytes| !bytes.is_empty());
        Self { now, rest, status, sent: 0, is_head, is_cut: false, entry }
    }

    fn send(&mut self, bytes: Bytes) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.sent += bytes.len() as u64;
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if let Some(bytes) = self.now.take() {
            return self.send(bytes);
        }
        let Some(Rest(next)) = &mut self.rest else { return Poll::Ready(None) };
        match ready!(next.as_mut().poll(context)) {
            Ok((bytes, rest)) => {
                self.rest = rest;
                self.send(bytes)
            }
            Err(error) => {
                self.rest = None;
                self.is_cut = true;
                Poll::Ready(Some(Err(error)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.now.is_none() && self.rest.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        let now = self.now.as_ref().map_or(0, Bytes::len) as u64;
        if self.rest.is_none() { SizeHint::with_exact(now) } else { SizeHint::default() }
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        let is_cut = self.is_cut || !self.is_head && !self.is_end_stream();
        if let Some(entry) = &mut self.entry {
            entry.write(self.status, self.sent, is_cut);
        }
    }
}
