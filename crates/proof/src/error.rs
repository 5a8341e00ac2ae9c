//! Errors of the passes over a table.

use perfect_play_core::{Entry, Game, Moves, Probe, ProbeFailure};
use perfect_play_file::Unreadable;
use thiserror::Error;

/// Why a pass over a table failed.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{TableError, stats};
///
/// // A table without any entry.
/// let game = Mnk::TICTACTOE;
/// let slots = [Value::NONE; 19_683];
/// let empty = CodeTable::by_code(game, Objective::Fastest, slots)?;
/// let error = stats(&empty, &mut |_, _| ()).unwrap_err();
/// assert!(matches!(error, TableError::Contradiction(_)));
/// assert_eq!(
///     error.to_string(),
///     "there is no entry for ........., or for a position after a move from it",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[error(transparent)]
pub enum TableError {
    /// The table contradicts itself.
    Contradiction(#[from] Contradiction),
    /// The table could not be read.
    Unreadable(#[from] Unreadable),
}

impl TableError {
    /// The error for a reachable position at which a probe failed for this reason. If the table has no entry for the
    /// position, it contradicts itself. Otherwise the table could not be read.
    pub fn at<G: Game>(game: &G, position: G::Position, reason: impl ProbeFailure) -> Self {
        match reason.no_entry() {
            Some(_) => Contradiction::at(game, position).into(),
            None => Unreadable::new(reason).into(),
        }
    }
}

/// A table has no entry for a reachable position, or for a position that a move from it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no entry for {board}, or for a position after a move from it")]
pub struct Contradiction {
    /// The position as text.
    pub board: String,
}

impl Contradiction {
    /// The contradiction at this position.
    pub fn at<G: Game>(game: &G, position: G::Position) -> Self {
        Self { board: game.notation(position).to_string() }
    }
}

/// The answer of a table. `None` if the position has no entry.
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

/// The entry of a position. It has no optimal moves if the table lacks the positions that they lead to.
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
