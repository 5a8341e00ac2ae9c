//! The code that the solvers of single positions share: steps from a position to its children, and back.

use perfect_play_core::{Game, Value};
use perfect_play_numbering::difference;

use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    check_codes::check_coded,
    fault::{end_at, fault_at, fault_of_move},
    graph::Checks,
    inconsistency::{drawn, indented},
    room::filled,
};

/// The byte in the slots of positions that are reachable and not yet solved.
// No byte is left for a mark of its own. Nobody reads it as a draw: a position is solved after all its children,
// and its byte is then replaced.
pub(crate) const REACHED: u8 = Value::DRAW.byte();

/// Marks the children of a reachable position, and calls `reached` with those that were not marked before. If
/// the game is over, stores the value. `number` is the number of the position in the solver's order. `rises` returns
/// whether a child comes after the position in that order. This also checks the rules for contradictions that would make
/// a table wrong.
pub(crate) fn reach_from<G: Game>(
    game: &G,
    checks: Checks,
    (code, number): (u64, u64),
    values: &mut [u8],
    rises: impl Fn(G::Position, G::Position) -> bool,
    mut reached: impl FnMut(G::Position),
) -> Result<(), SolveError> {
    let Ok(position) = game.decode(code) else { return Err(contradiction(game)) };
    let moves = game.legal_moves(position);
    let end = end_at(game, position, moves);
    let is_sound = game.encode(position) == code
        && moves.is_empty() == end.is_some()
        && fault_at(game, position, moves, end).is_none();
    if !is_sound {
        return Err(contradiction(game));
    }
    if let Some(end) = end {
        *slot(game, values, code)? = game.scheme().byte(end);
    }
    // The checks double the time.
    let is_tested = checks == Checks::None;
    for mv in moves {
        let child = game.play(position, mv);
        if !rises(position, child)
            || !is_tested && fault_of_move(game, position, mv, child).is_some()
        {
            return Err(contradiction(game));
        }
        let child_code = if is_tested {
            game.encode(child)
        } else {
            code_of(game, child, checks.compares(number))?
        };
        let slot = slot(game, values, child_code)?;
        if *slot == Value::NONE {
            *slot = REACHED;
            reached(child);
        }
    }
    Ok(())
}

/// The code of a reachable position, which must decode to the position. If `compares`, checks that the rules treat the two
/// alike.
pub(crate) fn code_of<G: Game>(
    game: &G,
    position: G::Position,
    compares: bool,
) -> Result<u64, SolveError> {
    let code = game.encode(position);
    let is_right = |decoded| {
        decoded == position && !(compares && difference(game, decoded, position).is_some())
    };
    if code < game.codes() && game.decode(code).is_ok_and(is_right) {
        Ok(code)
    } else {
        Err(contradiction(game))
    }
}

/// Stores the value of a reachable position: the value of its best move.
pub(crate) fn solve_at<G: Game>(game: &G, code: u64, values: &mut [u8]) -> Result<(), SolveError> {
    let Ok(position) = game.decode(code) else { return Err(contradiction(game)) };
    let mut is_solved = true;
    let children = game.legal_moves(position).into_iter().filter_map(|mv| {
        let child = game.play(position, mv);
        // Every move was played before, and its child was solved.
        let byte = slot(game, values, game.encode(child)).ok();
        let value = byte.and_then(|byte| game.scheme().from_byte(*byte));
        is_solved &= value.is_some();
        Some((value?, game.next(position, child)))
    });
    let value = game.scheme().before_all(children);
    match value {
        Some(value) if is_solved && game.scheme().byte(value) != Value::NONE => {
            *slot(game, values, code)? = game.scheme().byte(value);
            Ok(())
        }
        // The position has its value.
        None if is_solved && game.end(position).is_some() => Ok(()),
        // `max_plies` is too small, and the game does not count its plies.
        Some(_) if is_solved => {
            let position = indented(&drawn(game, position));
            Err(SolveError::TooFar { position, most: Value::MAX_BYTE_PLIES })
        }
        _ => Err(contradiction(game)),
    }
}

/// The slot of a code.
pub(crate) fn slot<'v, G: Game>(
    game: &G,
    values: &'v mut [u8],
    code: u64,
) -> Result<&'v mut u8, SolveError> {
    let slot = usize::try_from(code).ok().and_then(|slot| values.get_mut(slot));
    slot.ok_or_else(|| contradiction(game))
}

/// A slot for every code, all of them empty.
pub(crate) fn no_values(codes: u64) -> Result<Vec<u8>, SolveError> {
    filled(codes, || Value::NONE)
}

/// The error that the rules contradict themselves. To find out what is wrong and where, this checks the rules
/// again.
#[cold]
pub(crate) fn contradiction<G: Game>(game: &G) -> SolveError {
    match check_coded(game) {
        Err(error) => error,
        Ok(_) => Inconsistency::at(game, game.start(), InconsistencyKind::Unsteady).into(),
    }
}
