//! Why a table could not be gone through to its end.

use std::error::Error;

use perfect_play_core::{Entry, Game, Moves, Printable, Probe, ProbeFailure};
use thiserror::Error;

/// Why a table could not be gone through to its end.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{TableError, stats};
///
/// // A table without any entry.
/// let game = Mnk::TICTACTOE;
/// let slots = [Value::NONE; 19_683];
/// let empty = CodeTable::by_code(game, Objective::Fastest, slots)?;
/// let error = stats(&empty, &mut |_, _| ()).unwrap_err();
/// assert!(matches!(error, TableError::Contradiction(_)));
/// assert_eq!(
///     error.to_string(),
///     "there is no entry for ........., or for what a move leads to from there",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    pub fn at<G: Printable>(game: &G, position: G::Position, reason: impl ProbeFailure) -> Self {
        match reason.no_entry() {
            Some(_) => Contradiction::at(game, position).into(),
            None => Unreadable::new(reason).into(),
        }
    }
}

/// A table has no entry for a position, or for one that a move from there leads to, although play
/// reaches it.
///
/// ```
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::Contradiction;
///
/// let contradiction = Contradiction::at(&Mnk::TICTACTOE, Board::EMPTY);
/// assert_eq!(contradiction.board, ".........");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no entry for {board}, or for what a move leads to from there")]
pub struct Contradiction {
    /// The position as text.
    pub board: String,
}

impl Contradiction {
    /// There is one at this position.
    pub fn at<G: Printable>(game: &G, position: G::Position) -> Self {
        Self { board: game.notation(position).to_string() }
    }
}

/// A table could not be read; of what it says nothing is known. Prints as the reason, which names the
/// file if the table is in one ([`ReadError`](crate::ReadError)).
///
/// ```
/// use std::io;
///
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{ReadError, TableError, Unreadable};
///
/// let source = io::Error::other("the disk is gone");
/// let reason = ReadError::Io { path: "m.perfect".into(), source };
/// // What a probe answered at some position.
/// let error = TableError::at(&Mnk::TICTACTOE, Board::EMPTY, reason);
/// assert!(matches!(error, TableError::Unreadable(Unreadable { .. })));
/// assert_eq!(error.to_string(), "m.perfect cannot be read: the disk is gone");
/// ```
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
pub(crate) fn answer<T: Probe<Game: Printable>>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<Option<Entry>, Unreadable> {
    if let Some(entry) = entry_or_none(table.probe(position))? {
        return Ok(Some(entry));
    }
    let value = entry_or_none(table.value(position))?;
    Ok(value.map(|value| Entry::new(table.game(), position, value, Moves::EMPTY)))
}
