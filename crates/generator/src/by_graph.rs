//! Solves a game by the graph of its positions and moves: where plies do not tell the order, or positions have to be
//! found.

use std::mem;

use perfect_play_core::{Game, Key, Objective, Printable, Scheme, Solvable, Symmetric, Value};
use perfect_play_tiers::{Finder, Found};

use crate::{
    Inconsistency, InconsistencyKind, Solution, SolveError,
    graph::{ByCode, Graph, Met, OPEN},
    in_order::in_order,
    inconsistency::{drawn, indented},
    retrograde::retrograde,
};

/// The values of a game with codes.
pub(crate) fn by_graph<G: Solvable>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let mut met = ByCode::new(game)?;
    let values = values(game, &mut met, game.codes(), progress)?;
    met.values(&values)
}

/// Finds the positions of a game by playing on from its start, if there are at most so many, and solves it: what
/// [`Found::of`] and [`crate::solve()`] do one after the other, at once.
///
/// ```
/// use perfect_play_core::{Game, Objective, Outcome, Probe};
/// use perfect_play_games::Nim;
/// use perfect_play_generator::find_and_solve;
///
/// let nim: Nim = "nim:3,4,5".parse()?;
/// let table = find_and_solve(nim, Objective::Fastest, 1_000, &mut |_done, _of| ())?;
/// assert_eq!(table.probe(table.game().start())?.outcome, Outcome::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As there.
pub fn find_and_solve<G: Game<Position: Key> + Symmetric + Printable>(
    game: G,
    objective: Objective,
    most: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Solution<Found<G>>, SolveError> {
    if game.repeats() && objective == Objective::Outcome {
        return Err(SolveError::OutcomeRepeats);
    }
    let mut met = Finder::new(&game.to_string(), most)?;
    let mut values = values(&game, &mut met, most, progress)?;
    let found = Found::finish(game, met, &mut values)?;
    Ok(Solution::by_code(found, objective, values)?)
}

/// The values of all positions, by the numbers they were met with.
fn values<G: Printable>(
    game: &G,
    met: &mut impl Met<G::Position>,
    of: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    if game.repeats() && game.scheme() == Scheme::Score {
        return Err(SolveError::ScoresRepeat);
    }
    let mut graph = Graph::of(game, met, of, progress)?;
    let solved = if game.repeats() {
        retrograde(&mut graph, progress)
    } else {
        in_order(&mut graph, game.scheme(), progress)
    };
    if let Err(number) = solved {
        let position = met.get(number).map(|position| indented(&drawn(game, position)));
        return Err(SolveError::TooFar { position: position.unwrap_or_default() });
    }
    let Graph { mut values, .. } = graph;
    if let Some(first) = values.iter().position(|&value| value == OPEN) {
        if !game.repeats() {
            return Err(circle(game, met, &values, first)?.into());
        }
        for value in &mut values {
            if *value == OPEN {
                *value = Value::DRAW.byte();
            }
        }
    }
    Ok(values)
}

/// That play goes round in circles: from each position that is open a move leads to another, so a way through these
/// comes back to itself.
fn circle<G: Printable>(
    game: &G,
    met: &mut impl Met<G::Position>,
    values: &[u8],
    first: usize,
) -> Result<Inconsistency, SolveError> {
    let is_open: Vec<bool> = values.iter().map(|&value| value == OPEN).collect();
    let mut is_new = is_open.clone();
    let mut onward = |number: usize| -> Result<Option<usize>, SolveError> {
        let Some(position) = met.get(number) else { return Ok(None) };
        for mv in game.legal_moves(position) {
            let child = met.meet(game.play(position, mv))? as usize;
            if is_open.get(child) == Some(&true) {
                return Ok(Some(child));
            }
        }
        Ok(None)
    };
    let mut at = first;
    while mem::replace(&mut is_new[at], false) {
        // A game that answers otherwise when it is asked again has no way on.
        at = onward(at)?.unwrap_or(first);
    }
    let mut way = Vec::new();
    let mut next = onward(at)?;
    while let Some(number) = next.filter(|&number| number != at && way.len() < is_open.len()) {
        way.push(number);
        next = onward(number)?;
    }
    let text = |number| met.get(number).map(|position| drawn(game, position)).unwrap_or_default();
    let through = way.into_iter().map(text).collect();
    Ok(Inconsistency { position: text(at), kind: InconsistencyKind::Circle { through } })
}
