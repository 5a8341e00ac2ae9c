//! Solves a game.

use perfect_play_core::{CodeTable, Objective, Probe, Scheme, Solvable, Value};

use crate::{
    Inconsistency, InconsistencyKind, MAX_CODES, Solution, SolveError, by_graph::by_graph,
    by_ply::by_ply, sweep::sweep,
};

/// Solves a game completely. The method depends on the game. The first case in this list that fits the game decides:
///
/// * If play can repeat a position: retrograde analysis.
/// * If the game does not count plies, or if several codes share a slot: backward induction on the graph of all
///   positions and moves. A position is solved when all its children are solved.
/// * If the codes rise with every move: the code sweep, in two scans over all codes.
/// * Otherwise: backward induction, ply by ply.
///
/// The same game and objective always give the same bytes. Calls `progress` from time to time with the amount
/// of work done and the total amount.
///
/// ```
/// use perfect_play_core::{Objective, Outcome, Probe};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
///
/// let game: Mnk = "mnk:4,3,3".parse()?;
/// let mut told = Vec::new();
/// let mut progress = |done, of| told.push(done as f64 / of as f64);
/// let table = solve(game, Objective::Fastest, &mut progress)?;
/// let entry = table.probe(game.parse("............")?)?;
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(7)));
/// assert!(told.is_sorted() && told.iter().all(|&part| part <= 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is too large, or if its rules contradict themselves in a way that would make the table wrong:
/// see [`SolveError`]. [`check_rules`](crate::check_rules) finds more contradictions.
pub fn solve<G: Solvable>(
    game: G,
    objective: Objective,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Solution<G>, SolveError> {
    if game.slots() > MAX_CODES {
        return Err(SolveError::TooLarge { codes: game.codes() });
    }
    let plies = game.max_plies();
    if plies > Value::MAX_PLIES {
        return Err(SolveError::TooLong { plies });
    }
    if game.repeats() && objective == Objective::Outcome {
        return Err(SolveError::OutcomeRepeats);
    }
    let values = if game.repeats() || plies == 0 || game.codes_per_slot() > 1 {
        by_graph(&game, progress)?
    } else if game.codes_rise() {
        sweep(&game, progress)?
    } else {
        by_ply(&game, progress)?
    };
    let solution = CodeTable::by_code(game, objective, values)?;
    check_draws(&solution)?;
    Ok(solution)
}

/// Checks that every draw takes as long as the game says, because entries do not store this. This includes
/// positions that are won or lost but have a move that draws.
fn check_draws<G: Solvable>(solution: &Solution<G>) -> Result<(), SolveError> {
    let game = solution.game();
    if game.scheme() == Scheme::Score {
        return Ok(());
    }
    let is_drawn = |position| solution.value(position) == Ok(Value::DRAW);
    for position in solution.positions() {
        let Some(plies) = game.plies_to_draw(position) else { continue };
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            let after = game.plies_to_draw(child);
            if after.and_then(|after| after.checked_add(1)) != Some(plies) && is_drawn(child) {
                let kind = InconsistencyKind::OtherDraw { mv, plies, after };
                return Err(Inconsistency::at(game, position, kind).into());
            }
        }
    }
    Ok(())
}
