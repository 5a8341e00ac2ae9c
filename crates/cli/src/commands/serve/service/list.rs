//! A list of positions. The answer to it is made in pieces, so that one client needs little memory.

use hyper::StatusCode;
use perfect_play_analysis::Answer;
use perfect_play_core::{Game, Probe};
use perfect_play_engine::Call;
use serde::Serialize;

use super::{lookup::best_first, refusal::Refusal, shelf::Shelf};
use crate::{args::format::json_line, tables::table::Table};

/// The most positions of one request.
const MOST_POSITIONS: usize = 10_000;

/// A piece ends after this many bytes, with the answer that reaches them.
pub(super) const PIECE: usize = 64 << 10;

/// How much longer an error may be than the text of its position: the text is in it as JSON (`\u001b`), and as the error
/// shows it (`\\u{1b}`).
const LONGEST_ERROR: usize = 6 + 7;

/// The positions that a client asks about, and how many of them are answered.
pub(super) struct List {
    /// The game's name.
    game: String,
    /// The positions' texts, one after the other.
    texts: String,
    /// Where in `texts` each position ends.
    ends: Vec<usize>,
    answered: usize,
}

/// The answer to one of several positions, or the error.
#[derive(Serialize)]
#[serde(untagged)]
enum Each<'a> {
    Answer(Box<Answer>),
    Error { position: &'a str, error: String },
}

impl List {
    /// Reads a JSON list of positions.
    pub(super) fn read(table: &Table, body: &[u8]) -> Result<Self, Refusal> {
        let game = table.table.game();
        let positions: Vec<String> = serde_json::from_slice(body).map_err(|error| {
            let example = serde_json::json!([game.notation(game.start()).to_string()]);
            let error =
                format!("the body is no JSON list of positions, such as {example}: {error}");
            Refusal::bad(error)
        })?;
        let count = positions.len();
        if count > MOST_POSITIONS {
            let error = format!("{count} positions are too many: send at most 10,000 at a time");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error));
        }
        let ends = positions.iter().scan(0, |end, text| {
            *end += text.len();
            Some(*end)
        });
        let (ends, texts) = (ends.collect(), positions.concat());
        Ok(Self { game: game.to_string(), texts, ends, answered: 0 })
    }

    /// The most bytes that this list and one piece of its answer take.
    pub(super) fn size(&self) -> usize {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let longest = self.ends.iter().zip(starts).map(|(end, start)| end - start).max();
        let positions = self.texts.len() + size_of_val(&*self.ends);
        positions + PIECE + LONGEST_ERROR * longest.unwrap_or(0)
    }

    /// How many positions are answered.
    pub(super) const fn answered(&self) -> usize {
        self.answered
    }

    pub(super) const fn is_done(&self) -> bool {
        self.answered == self.ends.len()
    }

    /// The next piece of the answer. The pieces together are a JSON list in one line. The work stops when the client has
    /// disconnected.
    pub(super) fn piece(&mut self, tables: &Shelf, call: &Call) -> Result<Vec<u8>, Refusal> {
        // The table was found when the list was read.
        let table = &tables.table(&self.game)?.table;
        let mut piece = Vec::new();
        if self.answered == 0 {
            piece.push(b'[');
        }
        while !self.is_done() && piece.len() < PIECE {
            if call.is_stopped() {
                return Err(Refusal::gone());
            }
            let start = self.answered.checked_sub(1).map_or(0, |before| self.ends[before]);
            let position = &self.texts[start..self.ends[self.answered]];
            let each = match best_first(table, position) {
                Ok(answer) => Each::Answer(answer.into()),
                // A table that cannot be read is not the fault of the position.
                Err(refusal) if refusal.status.is_server_error() => return Err(refusal),
                Err(Refusal { error, .. }) => Each::Error { position, error },
            };
            if self.answered > 0 {
                piece.push(b',');
            }
            let written = json_line(&mut piece, &each);
            written.map_err(|error| {
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
            })?;
            // The end of the line.
            piece.pop();
            self.answered += 1;
        }
        if self.is_done() {
            piece.extend_from_slice(b"]\n");
        }
        Ok(piece)
    }
}
