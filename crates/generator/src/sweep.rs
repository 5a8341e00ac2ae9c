//! The code sweep: solves any game whose codes rise with every move, in two scans over all codes.
//!
//! Placing a mark raises the code. So when an ascending scan comes to a code, everything that can
//! lead to it has been seen, and it is known whether it is reachable; and when a descending scan
//! comes to it, everything that it can lead to has been solved. No recursion, no hash map, one
//! byte a code.

use perfect_play_core::{Game, Value};

use crate::SolveError;

/// How many codes lie between two reports of progress.
const REPORT_EVERY: u64 = 1 << 18;

/// The value of every reachable position, in the slot of its code, and [`Value::NONE`] elsewhere.
///
/// `progress` is told how much is done, and of how much.
pub(crate) fn sweep<G: Game>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    let slot = |code: u64| usize::try_from(code).ok();

    // What is reachable. Until it is solved, a reached position counts as a draw.
    let start = game.encode(game.start());
    match slot(start).and_then(|slot| values.get_mut(slot)) {
        Some(value) => *value = Value::DRAW.byte(),
        None => return Err(SolveError::Inconsistent { code: start }),
    }
    for code in start..codes {
        if code % REPORT_EVERY == 0 {
            progress(code, 2 * codes);
        }
        let inconsistent = SolveError::Inconsistent { code };
        let Some(here) = slot(code).filter(|&slot| values[slot] != Value::NONE) else {
            continue;
        };
        let position = game.decode(code).map_err(|_| inconsistent.clone())?;
        let moves = game.legal_moves(position);
        match game.terminal(position) {
            Some(outcome) if moves.is_empty() => values[here] = Value::terminal(outcome).byte(),
            None if !moves.is_empty() => {
                for mv in moves {
                    let child = game.encode(game.play(position, mv));
                    if child <= code || child >= codes {
                        return Err(inconsistent);
                    }
                    values[slot(child).ok_or(inconsistent.clone())?] = Value::DRAW.byte();
                }
            }
            _ => return Err(inconsistent),
        }
    }

    // What it is worth: one function of the child that is worst for the opponent.
    for code in (start..codes).rev() {
        if code % REPORT_EVERY == 0 {
            progress(2 * codes - code, 2 * codes);
        }
        let Some(here) = slot(code).filter(|&slot| values[slot] != Value::NONE) else {
            continue;
        };
        let position = game.decode(code).map_err(|_| SolveError::Inconsistent { code })?;
        let worst = game
            .legal_moves(position)
            .iter()
            .filter_map(|mv| slot(game.encode(game.play(position, mv))))
            .filter_map(|child| Value::from_byte(values[child]))
            .min();
        if let Some(worst) = worst {
            values[here] = worst.before().byte();
        }
    }
    Ok(values)
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
