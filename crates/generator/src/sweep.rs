//! The code sweep: solves any game whose codes rise with every move, in two scans over all codes.
//!
//! Placing a mark raises the code. So when an ascending scan comes to a code, everything that can
//! lead to it has been seen, and it is known whether it is reachable; and when a descending scan
//! comes to it, everything that it can lead to has been solved. No recursion, no hash map, one
//! byte a code.

use perfect_play_core::{Game, Outcome, Value};

use crate::SolveError;

/// How many codes lie between two reports of progress.
const REPORT_EVERY: u64 = 1 << 18;

/// What the first scan leaves in the slots of reachable positions where the game is not over.
const REACHED: u8 = Value::DRAW.byte();

/// The value of every reachable position, in the slot of its code, and [`Value::NONE`] elsewhere.
///
/// `progress` is told how much is done, and of how much.
pub(crate) fn sweep<G: Game>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    *slot(&mut values, game.encode(game.start()))? = REACHED;
    for code in 0..codes {
        if code % REPORT_EVERY == 0 {
            progress(code, 2 * codes);
        }
        if *slot(&mut values, code)? != Value::NONE {
            reach_from(game, code, &mut values)?;
        }
    }
    for code in (0..codes).rev() {
        if code % REPORT_EVERY == 0 {
            progress(2 * codes - code, 2 * codes);
        }
        if *slot(&mut values, code)? != Value::NONE {
            solve_at(game, code, &mut values)?;
        }
    }
    Ok(values)
}

/// Marks what a reachable position leads to, or, where the game is over, gives its value. On the
/// way the rules are checked for contradictions.
fn reach_from<G: Game>(game: &G, code: u64, values: &mut [u8]) -> Result<(), SolveError> {
    let inconsistent = SolveError::Inconsistent { code };
    let position = game.decode(code).map_err(|_| inconsistent.clone())?;
    let moves = game.legal_moves(position);
    let outcome = game.terminal(position);
    let consistent = game.encode(position) == code
        && game.ply(position) <= game.max_plies()
        && moves.bits().checked_shr(game.move_numbers().into()).unwrap_or(0) == 0
        && moves.is_empty() == outcome.is_some()
        && (outcome != Some(Outcome::Draw) || game.plies_to_draw(position) == 0);
    if !consistent {
        return Err(inconsistent);
    }
    if let Some(outcome) = outcome {
        *slot(values, code)? = Value::terminal(outcome).byte();
    }
    let to_move = game.to_move(position);
    for mv in moves {
        let child = game.play(position, mv);
        let child_code = game.encode(child);
        if child_code <= code || game.to_move(child) == to_move {
            return Err(inconsistent);
        }
        *slot(values, child_code).map_err(|_| inconsistent.clone())? = REACHED;
    }
    Ok(())
}

/// Gives a reachable position its value: one function of the child that is worst for the opponent.
fn solve_at<G: Game>(game: &G, code: u64, values: &mut [u8]) -> Result<(), SolveError> {
    let position = game.decode(code).map_err(|_| SolveError::Inconsistent { code })?;
    let mut worst = Value::NONE;
    for mv in game.legal_moves(position) {
        worst = worst.min(*slot(values, game.encode(game.play(position, mv)))?);
    }
    if let Some(worst) = Value::from_byte(worst) {
        *slot(values, code)? = worst.before().byte();
    }
    Ok(())
}

/// The slot of a code.
fn slot(values: &mut [u8], code: u64) -> Result<&mut u8, SolveError> {
    let slot = usize::try_from(code).ok().and_then(|slot| values.get_mut(slot));
    slot.ok_or(SolveError::Inconsistent { code })
}

/// A slot for every code, none of them filled.
fn no_values(codes: u64) -> Result<Vec<u8>, SolveError> {
    let too_large = SolveError::OutOfMemory { bytes: codes };
    let slots = usize::try_from(codes).map_err(|_| too_large.clone())?;
    let mut values = Vec::new();
    values.try_reserve_exact(slots).map_err(|_| too_large)?;
    values.resize(slots, Value::NONE);
    Ok(values)
}
