//! The answers of a table for every code, in order. An exported file contains these.

use perfect_play_core::{
    Entry, Game, Move, MoveValue, Moves, Outcome, Probe, ProbeError, ProbeFailure, Value,
};

use crate::{
    ExportError,
    codes::{Codes, Position},
    measure::Measure,
};

/// The answer of a table for one code.
pub(crate) enum Answer<T> {
    NotAPosition,
    Unreachable,
    Entry(Known<T>),
}

/// Everything about a position that has an entry.
pub(crate) struct Known<T> {
    pub(crate) position: T,
    pub(crate) entry: Entry,
    pub(crate) value: Value,
    /// The value of each legal move for the mover, moves ascending.
    pub(crate) values_of_moves: Vec<(Move, Value)>,
    /// The code of the position after each legal move, moves ascending.
    pub(crate) leads_to: Vec<u64>,
    /// The values of the legal moves, best for the mover first, as levels of play rank them.
    pub(crate) ranked: Vec<MoveValue>,
}

/// The answer of the table for this code. Returns an error if the table contradicts itself, so the parts of a file
/// never disagree, and if a move takes more plies than a file stores.
pub(crate) fn answer<P: Probe>(
    codes: &Codes<'_, P>,
    code: u64,
) -> Result<Answer<Position<P>>, ExportError<P::Error>> {
    let (table, game) = (codes.table, codes.table.game());
    let Some(position) = codes.position(code) else { return Ok(Answer::NotAPosition) };
    let text = || game.notation(position).to_string();
    let contradiction = |what| ExportError::Contradiction { position: text(), what };
    let value = match table.value(position) {
        Ok(value) => value,
        Err(reason) => {
            return match reason.no_entry() {
                Some(ProbeError::NotAPosition(_)) => Ok(Answer::NotAPosition),
                Some(ProbeError::Unreachable(_)) => Ok(Answer::Unreachable),
                Some(ProbeError::NotStored) | None => {
                    Err(ExportError::Unreadable { position: text(), reason })
                }
            };
        }
    };
    // From here on there must be an answer.
    let unanswered = |reason: P::Error| match reason.no_entry() {
        Some(_) => contradiction("a move leads to a position without an entry"),
        None => ExportError::Unreadable { position: text(), reason },
    };
    let worths = table.move_values(position).map_err(unanswered)?;
    let entry = table.probe(position).map_err(unanswered)?;
    let longest = worths.iter().filter_map(|worth| worth.remoteness).max();
    if let Some(plies) = longest.filter(|&plies| plies > Value::MAX_BYTE_PLIES) {
        // A bound of 0 says that none is known.
        return Err(if (1..plies).contains(&game.max_plies()) {
            contradiction("a move takes more plies than a play can have")
        } else {
            ExportError::TooManyPlies { position: text(), plies }
        });
    }
    let value_of = |MoveValue { mv, outcome, remoteness, score }| {
        let optimal_moves = Moves::EMPTY;
        let value = Entry { outcome, remoteness, score, optimal_moves }.value()?;
        (game.scheme().byte(value) != Value::NONE).then_some((mv, value))
    };
    let Some(values_of_moves) = worths.iter().map(value_of).collect::<Option<Vec<_>>>() else {
        return Err(contradiction("a move's score is not from -127 to 127"));
    };
    let best = values_of_moves.iter().map(|&(_, value)| value).max();
    let expected = match (game.end(position), best) {
        (Some(end), None) => end,
        (None, Some(best)) => best,
        (Some(_), Some(_)) => return Err(contradiction("the game is over, and there are moves")),
        (None, None) => return Err(contradiction("there are no moves, and the game is not over")),
    };
    if value != expected {
        return Err(contradiction("its value is not that of its best move"));
    }
    if entry.value() != Some(value) || entry.optimal_moves != worths.optimal(table.objective()) {
        return Err(contradiction("its entry does not follow from what its moves are worth"));
    }
    let drawn = worths.iter().any(|worth| worth.outcome == Outcome::Draw) || value == Value::DRAW;
    let has_length =
        Measure::of(game) != Measure::Remoteness || game.plies_to_draw(position).is_some();
    if drawn && !has_length {
        return Err(contradiction("a draw has no remoteness here, but it has one at the start"));
    }
    if game.legal_moves(position).last() > Some(game.max_move()) {
        return Err(contradiction("a move's number is larger than `max_move`"));
    }
    let leads_to = |&(mv, _): &(Move, Value)| codes.code(game.play(position, mv));
    let Some(leads_to) = values_of_moves.iter().map(leads_to).collect() else {
        return Err(contradiction("a move leads to a position without a code"));
    };
    let ranked = worths.ranked().collect();
    Ok(Answer::Entry(Known { position, entry, value, values_of_moves, leads_to, ranked }))
}
