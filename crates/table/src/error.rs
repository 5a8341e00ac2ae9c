//! Why a table could not be gone through to its end.

use std::error::Error;

use perfect_play_core::{Entry, Game, Moves, Probe, ProbeFailure};
use thiserror::Error;

/// Why a table could not be gone through to its end.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum TableError {
    /// What it says cannot be.
    Contradiction(#[from] Contradiction),
    /// What it says could not be read.
    Unreadable(#[from] Unreadable),
}

impl TableError {
    /// A position that play reaches got no answer, for this reason: either the table has no entry
    /// where one must be, or it could not be read.
    pub fn at<G: Game>(game: &G, position: G::Position, reason: impl ProbeFailure) -> Self {
        match reason.no_entry() {
            Some(_) => Contradiction::at(game, position).into(),
            None => Unreadable::new(reason).into(),
        }
    }
}

/// A table has no entry for a position, or for one that a move from there leads to, although play
/// reaches it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no entry for {board}, or for what a move leads to from there")]
pub struct Contradiction {
    /// The position as text.
    pub board: String,
}

impl Contradiction {
    /// There is one at this position.
    pub fn at<G: Game>(game: &G, position: G::Position) -> Self {
        Self { board: game.notation(position).to_string() }
    }
}

/// A table could not be read; of what it says nothing is known. Prints as the reason.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct Unreadable(Box<dyn Error + Send + Sync>);

impl Unreadable {
    /// It could not be read for this reason.
    pub fn new(reason: impl Error + Send + Sync + 'static) -> Self {
        Self(Box::new(reason))
    }
}

/// `None` where there is no entry.
///
/// # Errors
///
/// If the table cannot be read.
pub(crate) fn entry_or_none<T, E: ProbeFailure>(
    answer: Result<T, E>,
) -> Result<Option<T>, Unreadable> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(reason) if reason.no_entry().is_some() => Ok(None),
        Err(reason) => Err(Unreadable::new(reason)),
    }
}

/// What a table says of a position; without optimal moves where it lacks what they lead to.
///
/// # Errors
///
/// If the table cannot be read.
pub(crate) fn answer<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<Option<Entry>, Unreadable> {
    if let Some(entry) = entry_or_none(table.probe(position))? {
        return Ok(Some(entry));
    }
    let value = entry_or_none(table.value(position))?;
    Ok(value.map(|value| Entry::new(table.game(), position, value, Moves::EMPTY)))
}
