//! The code sweep: solves any game whose codes rise with every move, in two scans over all codes.
//!
//! Placing a mark raises the code. So when an ascending scan comes to a code, everything that can
//! lead to it has been seen, and it is known whether it is reachable; and when a descending scan
//! comes to it, everything that it can lead to has been solved. No recursion, no hash map, one
//! byte a code.

use perfect_play_core::{Solvable, Value};

use crate::{
    SolveError,
    starts::starts,
    step::{REACHED, no_values, reach_from, slot, solve_at},
};

/// How many codes lie between two reports of progress.
const REPORT_EVERY: u64 = 1 << 18;

/// The value of every reachable position, in the slot of its code, and [`Value::NONE`] elsewhere.
///
/// `progress` is told how much is done, and of how much.
pub(crate) fn sweep<G: Solvable>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    for start in starts(game) {
        *slot(game, &mut values, game.encode(start))? = REACHED;
    }
    let rises = |position, child| game.encode(child) > game.encode(position);
    for code in 0..codes {
        if code % REPORT_EVERY == 0 {
            progress(code, 2 * codes);
        }
        if *slot(game, &mut values, code)? != Value::NONE {
            reach_from(game, code, &mut values, rises, |_| ())?;
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
