//! An open table, and the calls to it.

use std::{fmt, sync::Arc};

use perfect_play_analysis::{Answer, LineAnswer, TableError, best_line};
use perfect_play_core::{Game, Level, Probe, ProbeFailure, Shown};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_file::Pieces;
use serde_json::to_vec;

#[cfg(feature = "package")]
use crate::proof::Proof;
use crate::{about::About, failure::Failure};

#[cfg(feature = "package")]
/// The most bytes of memory that the proof of a cut table may take.
const MOST_MEMORY: u64 = 1 << 30;

/// A table, and the pieces of its file that are available during one call. A solved table has no file.
pub(crate) struct OpenTable {
    pieces: Arc<Pieces>,
    /// `None` while the file has not been opened.
    table: Option<AnyTable>,
}

impl OpenTable {
    /// A file that is not open yet, with its length in bytes if it is known.
    pub(crate) fn in_pieces(length: Option<u64>) -> Self {
        Self { pieces: Arc::new(Pieces::new(length)), table: None }
    }

    /// A table in memory.
    #[cfg(feature = "package")]
    pub(crate) fn solved(table: AnyTable) -> Self {
        Self { pieces: Arc::new(Pieces::new(Some(0))), table: Some(table) }
    }

    /// Adds a piece of the file, for the next call.
    pub(crate) fn provide(&self, offset: u64, bytes: Vec<u8>) {
        self.pieces.provide(offset, bytes);
    }

    /// Opens the file.
    pub(crate) fn open(&mut self) -> Result<Vec<u8>, Failure> {
        let opened = AnyTable::open_remote(self.pieces.clone());
        let opened = opened.map_err(|error| self.failure(|| Failure::new(error)));
        self.pieces.clear();
        self.table = Some(opened?);
        Ok(Vec::new())
    }

    /// The description of the table, as JSON.
    pub(crate) fn about(&self) -> Result<Vec<u8>, Failure> {
        json(&About::of(self.table()?))
    }

    /// The entry of a position, as JSON. An empty text means the start.
    pub(crate) fn probe(&self, text: &[u8]) -> Result<Vec<u8>, Failure> {
        let answer = self.ask(text, |table, position| {
            Ok(Answer::of(table, position)?.drawn(table.game(), position))
        });
        answer.and_then(|answer| json(&answer))
    }

    /// How best play continues from a position, as JSON. An empty text means the start.
    pub(crate) fn best_line(&self, text: &[u8]) -> Result<Vec<u8>, Failure> {
        let line = self.ask(text, |table, from| {
            Ok(LineAnswer::with_end(table.game(), &best_line(table, from)?))
        });
        line.and_then(|line| json(&line))
    }

    /// The move that a level chooses, as JSON. The lines of `request` are the level, random numbers, and the
    /// position.
    pub(crate) fn choose(&self, request: &[u8]) -> Result<Vec<u8>, Failure> {
        let request = String::from_utf8_lossy(request);
        let mut lines = request.splitn(3, '\n');
        let mut next = || lines.next().unwrap_or_default();
        let (level, random, position) = (next(), next(), next());
        let level: Level = level.parse().map_err(Failure::new)?;
        let random: Vec<u32> = random.split(' ').filter_map(|number| number.parse().ok()).collect();
        let chosen = self.ask(position.as_bytes(), |table, position| {
            let (mut random, mut are_enough) = (random.iter(), true);
            let chosen = level.choose(table, position, || {
                let next = random.next().copied();
                are_enough &= next.is_some();
                // Any number will do here, because the choice is made again with more random numbers.
                next.unwrap_or(u32::MAX / 2)
            });
            let chosen = chosen.map_err(|reason| TableError::at(table.game(), position, reason))?;
            Ok(are_enough.then_some(chosen))
        })?;
        chosen.map_or(Err(Failure::MoreRandom), |chosen| json(&chosen))
    }

    /// The result of proving the table, as JSON.
    #[cfg(feature = "package")]
    pub(crate) fn verify(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<Vec<u8>, Failure> {
        let table = self.stored()?;
        if let Some(most) = table.most_proof_memory().filter(|&most| most > MOST_MEMORY) {
            return Err(Failure::new(format_args!(
                "the proof of the first plies of {} solves once more all that lies below, which may take {most} bytes of \
                 memory: use `perfect-play verify` with a table of the whole game",
                table.game()
            )));
        }
        let proof = table.verify(progress);
        let proof = proof.map_err(|error| self.failure(|| Failure::new(error)));
        self.pieces.clear();
        json(&Proof::of(self.table()?, &proof?))
    }

    /// The table's file.
    #[cfg(feature = "package")]
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let bytes = self.stored()?.to_bytes();
        let bytes = bytes.map_err(|error| self.failure(|| Failure::new(error)));
        self.pieces.clear();
        bytes
    }

    /// Asks the table about the position with this text.
    fn ask<T>(
        &self,
        text: &[u8],
        answer: impl FnOnce(&AnyTable, AnyPosition) -> Result<T, TableError>,
    ) -> Result<T, Failure> {
        let table = self.table()?;
        let text = String::from_utf8_lossy(text);
        let position = position(table, &text)?;
        if !table.is_held() {
            // All bytes that the moves need are requested at once, and not move by move.
            let _ = table.value(position);
            for mv in table.game().legal_moves(position) {
                let _ = table.value(table.game().play(position, mv));
            }
        }
        let answer = answer(table, position).map_err(|error| {
            let value = table.value(position);
            if let Some(reason) = value.as_ref().err().and_then(ProbeFailure::no_entry) {
                return Failure::new(format_args!("`{}` is {reason}", Shown(&text)));
            }
            self.failure(|| match error {
                TableError::Contradiction(_) => Failure::new(format_args!(
                    "the table of {} contradicts itself at `{}`: verify() tells what is wrong",
                    table.game(),
                    Shown(&text)
                )),
                TableError::Unreadable(reason) => Failure::new(reason),
            })
        });
        self.pieces.clear();
        answer
    }

    /// The table, if it stores something.
    #[cfg(feature = "package")]
    fn stored(&self) -> Result<&AnyTable, Failure> {
        let table = self.table()?;
        match table.plies() {
            Some(0) => Err(Failure::new(format_args!(
                "the table of {} stores nothing: its values are searched",
                table.game()
            ))),
            _ => Ok(table),
        }
    }

    fn table(&self) -> Result<&AnyTable, Failure> {
        self.table.as_ref().ok_or_else(|| Failure::new("the table is not open"))
    }

    /// The missing bytes, if there are any. Otherwise the given failure.
    fn failure(&self, otherwise: impl FnOnce() -> Failure) -> Failure {
        let missing = self.pieces.missing();
        if missing.is_empty() { otherwise() } else { Failure::Missing(missing) }
    }
}

/// The position with this text.
fn position(table: &AnyTable, text: &str) -> Result<AnyPosition, Failure> {
    let game = table.game();
    if text.is_empty() {
        return Ok(game.start());
    }
    let wrong = |error: &dyn fmt::Display| {
        let start = game.notation(game.start());
        Failure::new(format_args!(
            "`{}` is not a position of {game}: {error}; the start is `{start}`",
            Shown(text)
        ))
    };
    match game.mnk() {
        // These rules say what is wrong with a board or a list of columns, and where.
        Some(game) => game.parse(text).map(AnyPosition::of).map_err(|error| wrong(&error)),
        None => game.parse_position(text).map_err(|error| wrong(&error)),
    }
}

fn json(answer: &impl serde::Serialize) -> Result<Vec<u8>, Failure> {
    to_vec(answer).map_err(Failure::new)
}
