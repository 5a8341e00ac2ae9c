//! The code sweep: solves a game whose codes rise with every move, in two scans over all codes.
//!
//! Placing a mark raises the code. When the ascending scan arrives at a code, it has seen all positions that
//! can lead to it, so it knows whether the code is reachable. When the descending scan arrives at a code, all
//! positions that it can lead to have been solved. This needs no recursion, no hash map, and one byte for each
//! code.

use perfect_play_core::{Game, Value};
use perfect_play_numbering::starts;

use crate::{
    SolveError,
    graph::Checks,
    step::{REACHED, code_of, no_values, reach_from, slot, solve_at},
};

/// The number of codes between two reports of progress.
const REPORT_EVERY: u64 = 1 << 18;

/// Returns the values of all reachable positions, by code. The other slots are [`Value::NONE`].
///
/// Calls `progress` with the amount of work done and the total amount.
pub(crate) fn sweep<G: Game>(
    game: &G,
    checks: Checks,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    for start in starts(game) {
        *slot(game, &mut values, code_of(game, start, true)?)? = REACHED;
    }
    let rises = |position, child| game.encode(child) > game.encode(position);
    let mut count = 0;
    for code in 0..codes {
        if code % REPORT_EVERY == 0 {
            progress(code, 2 * codes);
        }
        if *slot(game, &mut values, code)? != Value::NONE {
            reach_from(game, checks, (code, count), &mut values, rises, |_| ())?;
            count += 1;
        }
    }
    for code in (0..codes).rev() {
        if code % REPORT_EVERY == 0 {
            progress(2 * codes - code, 2 * codes);
        }
        if *slot(game, &mut values, code)? != Value::NONE {
            solve_at(game, code, &mut values)?;
        }
    }
    Ok(values)
}
