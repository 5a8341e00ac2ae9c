//! Solves a game ply by ply. It works for any codes.
//!
//! First it finds all reachable positions, ply by ply from the start. Then it solves the plies from the last to
//! the first. Each position gets its value from its children, which are solved already.

use std::mem;

use perfect_play_core::{Game, Value};
use perfect_play_numbering::starts;

use crate::{
    SolveError,
    graph::Checks,
    step::{REACHED, code_of, contradiction, no_values, reach_from, slot, solve_at},
};

/// The number of positions between two reports of progress.
const REPORT_EVERY: usize = 1 << 14;

/// Returns the values of all reachable positions, by code. The other slots are
/// [`perfect_play_core::Value::NONE`].
///
/// Calls `progress` with the amount of work done and an upper bound of the total amount, because there are at
/// most as many positions as codes.
pub(crate) fn by_ply<G: Game>(
    game: &G,
    checks: Checks,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    let most = game.max_plies();
    let mut plies: Vec<Vec<u64>> = vec![Vec::new(); usize::from(most) + 1];
    for start in starts(game) {
        let code = code_of(game, start, true)?;
        let slot = slot(game, &mut values, code)?;
        if *slot == Value::NONE {
            *slot = REACHED;
            let at_ply = game.ply(start).and_then(|ply| plies.get_mut(usize::from(ply)));
            at_ply.ok_or_else(|| contradiction(game))?.push(code);
        }
    }
    let rises = |position, child| {
        let ply = game.ply(child);
        game.ply(position) < ply && ply <= Some(most)
    };
    let mut count = 0_usize;
    for ply in 0..plies.len() {
        let reached = mem::take(&mut plies[ply]);
        for &code in &reached {
            if count.is_multiple_of(REPORT_EVERY) {
                progress(count as u64, 2 * codes);
            }
            // Nothing is added to the list that was taken: `rises` is checked first, so the ply of a child is
            // larger.
            let put = |child| {
                if let Some(ply) = game.ply(child) {
                    plies[usize::from(ply)].push(game.encode(child));
                }
            };
            reach_from(game, checks, (code, count as u64), &mut values, rises, put)?;
            count += 1;
        }
        plies[ply] = reached;
    }
    for (done, code) in plies.into_iter().rev().flatten().enumerate() {
        if done.is_multiple_of(REPORT_EVERY) {
            progress(codes + done as u64, 2 * codes);
        }
        solve_at(game, code, &mut values)?;
    }
    Ok(values)
}
