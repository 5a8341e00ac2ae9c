//! Solves a game by the graph of its positions and moves: where plies do not tell the order, or positions have to be
//! found.

use perfect_play_core::{Game, Key, Objective, Printable, Scheme, Solvable, Symmetric, Value};
use perfect_play_tiers::{Finder, Found};

use crate::{
    SolveError,
    check_rules::circle,
    graph::{ByCode, Graph, Met, OPEN},
    in_order::in_order,
    retrograde::retrograde,
    solve::Solution,
};

/// The values of a game with codes.
pub(crate) fn by_graph<G: Solvable>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let mut met = ByCode::new(game)?;
    let mut graph = Graph::of(game, &mut met, game.codes(), progress)?;
    let solved = solve_graph(game, &mut graph, progress)?;
    if let Err(unsolved) = solved {
        let position = met.get(unsolved.number()).unwrap_or_else(|| game.start());
        return Err(unsolved.error(game, position));
    }
    met.values(&graph.values)
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
    let mut graph = Graph::of(&game, &mut met, most, progress)?;
    let solved = solve_graph(&game, &mut graph, progress)?;
    let Graph { values, .. } = graph;
    if let Err(unsolved) = solved {
        let position = met.positions().get(unsolved.number()).copied();
        let position = position.unwrap_or_else(|| game.start());
        let found = Found::finish(game, met, &mut [])?;
        return Err(unsolved.error(&found, position));
    }
    let draw = Value::DRAW.byte();
    let mut values: Vec<u8> =
        values.into_iter().map(|value| if value == OPEN { draw } else { value }).collect();
    let found = Found::finish(game, met, &mut values)?;
    Ok(Solution::by_code(found, objective, values)?)
}

/// Why a position has no value.
enum Unsolved {
    /// It is decided too far away.
    TooFar(usize),
    /// It lies on a circle, or leads to one.
    Circle(usize),
}

impl Unsolved {
    fn number(&self) -> usize {
        match self {
            Self::TooFar(number) | Self::Circle(number) => *number,
        }
    }

    fn error<G: Solvable>(&self, game: &G, position: G::Position) -> SolveError {
        match self {
            Self::TooFar(_) => SolveError::too_far(game, position),
            Self::Circle(_) => circle(game, position),
        }
    }
}

/// Gives all positions their values; where play can come back to a position, what stays open is a draw.
fn solve_graph<G: Game>(
    game: &G,
    graph: &mut Graph,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Result<(), Unsolved>, SolveError> {
    if game.repeats() {
        if game.scheme() == Scheme::Score {
            return Err(SolveError::ScoresRepeat);
        }
        return Ok(retrograde(graph, progress).map_err(Unsolved::TooFar));
    }
    if let Err(number) = in_order(graph, game.scheme(), progress) {
        return Ok(Err(Unsolved::TooFar(number)));
    }
    let open = graph.values.iter().position(|&value| value == OPEN);
    Ok(open.map_or(Ok(()), |number| Err(Unsolved::Circle(number))))
}
