//! The log: one line a request.

use std::{
    io::{self, Write},
    net::SocketAddr,
    time::{Instant, SystemTime},
};

use httpdate::fmt_http_date;
use hyper::{StatusCode, http::request::Parts};
use perfect_play_core::Shown;

/// The most characters of a method, and of a target.
const MOST: usize = 200;

/// The line of a request that is being answered.
pub(super) struct Entry {
    time: SystemTime,
    began: Instant,
    client: SocketAddr,
    /// The method and the target.
    request: String,
    is_written: bool,
}

impl Entry {
    /// The line of a request that arrives now.
    pub(super) fn new(client: SocketAddr, head: &Parts) -> Self {
        let request = format!("{} {}", short(head.method.as_str()), short(&head.uri.to_string()));
        Self { time: SystemTime::now(), began: Instant::now(), client, request, is_written: false }
    }

    /// Writes the line. If standard error is closed, the line is dropped.
    pub(super) fn write(&mut self, status: StatusCode, bytes: u64, is_cut: bool) {
        self.is_written = true;
        self.line(status.as_str(), bytes, is_cut);
    }

    fn line(&self, status: &str, bytes: u64, is_cut: bool) {
        let Self { time, began, client, request, .. } = self;
        let date = fmt_http_date(*time);
        let milliseconds = began.elapsed().as_secs_f64() * 1e3;
        let cut = if is_cut { " cut" } else { "" };
        // In one piece, so that no other message is in the middle of it.
        let line = format!("{date} {client} {request} {status} {bytes} {milliseconds:.1}{cut}\n");
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

impl Drop for Entry {
    /// Who disconnects before there is an answer has a line as well.
    fn drop(&mut self) {
        if !self.is_written {
            self.line("-", 0, true);
        }
    }
}

/// The beginning of a text from outside, without characters that act on a terminal.
fn short(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(MOST).collect();
    format!("{}{}", Shown(start), if chars.next().is_some() { "…" } else { "" })
}
