//! Answers of a table that may lack entries.

use perfect_play_core::{Entry, Game, Moves, Probe, ProbeFailure};
use perfect_play_numbering::Unreadable;

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
