//! Solves any game whatever its codes: by the order that every game has, its plies.
//!
//! First all that play leads to is found, sorted by ply as it comes. Then, from the last ply to the
//! first, every position gets its value from those one ply on, which have theirs.

use perfect_play_core::Game;

use crate::{
    SolveError,
    step::{REACHED, no_values, reach_from, slot, solve_at},
};

/// How many positions lie between two reports of progress.
const REPORT_EVERY: usize = 1 << 14;

/// The value of every reachable position, in the slot of its code, and
/// [`perfect_play_core::Value::NONE`] elsewhere.
///
/// `progress` is told how much is done, and of how much: at most there are as many positions as
/// codes.
pub(crate) fn by_ply<G: Game>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let codes = game.codes();
    let mut values = no_values(codes)?;
    let mut plies: Vec<Vec<u64>> = vec![Vec::new(); usize::from(game.max_plies()) + 1];
    let rises = |position, child| game.ply(child) > game.ply(position);
    let start = game.encode(game.start());
    *slot(game, &mut values, start)? = REACHED;
    let mut waiting = vec![start];
    let mut count = 0_usize;
    while let Some(code) = waiting.pop() {
        if count.is_multiple_of(REPORT_EVERY) {
            progress(count as u64, 2 * codes);
        }
        count += 1;
        reach_from(game, code, &mut values, rises, |child| waiting.push(game.encode(child)))?;
        // It decodes: that was checked just now.
        if let Some(ply) = game
            .decode(code)
            .ok()
            .and_then(|position| plies.get_mut(usize::from(game.ply(position))))
        {
            ply.push(code);
        }
    }
    for (done, code) in plies.into_iter().rev().flatten().enumerate() {
        if done.is_multiple_of(REPORT_EVERY) {
            progress(codes + done as u64, 2 * codes);
        }
        solve_at(game, code, &mut values)?;
    }
    Ok(values)
}
