//! Solves a game that does not repeat a position, and does not count plies: each position as soon as all that its
//! moves lead to is solved.

use std::{iter, mem};

use perfect_play_core::{Best, Solvable, Value};

use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    graph::{Graph, OPEN},
    inconsistency::drawn,
    step::{contradiction, no_values, slot},
};

/// How many positions are solved between two reports.
const REPORT_EVERY: usize = 1 << 14;

/// The values of a game without circles, by code.
pub(crate) fn in_order<G: Solvable>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let mut graph = Graph::of(game, progress)?;
    let mut best = vec![Best::NONE; graph.values.len()];
    let ended = (0..).zip(&graph.values).filter(|&(_, &value)| value != OPEN);
    let mut solved: Vec<u32> = ended.map(|(number, _)| number).collect();
    let (all, mut done) = (graph.values.len(), 0_usize);
    while let Some(number) = solved.pop() {
        if done.is_multiple_of(REPORT_EVERY) {
            progress((2 * all + done) as u64, 3 * all as u64);
        }
        done += 1;
        let Some(value) = Value::from_byte(graph.values[number as usize]) else { continue };
        for (parent, next) in graph.parents.to(number) {
            best[parent].add(value, next);
            graph.left[parent] -= 1;
            if graph.left[parent] == 0 {
                let Some(value) = best[parent].value(game.scheme()) else {
                    return Err(SolveError::too_far(game, graph.code(parent)));
                };
                graph.values[parent] = value.byte();
                // There are fewer than 2^31 positions.
                solved.extend(u32::try_from(parent));
            }
        }
    }
    if graph.open().next().is_some() { Err(circle(game, &graph)?) } else { graph.into_values(game) }
}

/// In the slot of a position that is not solved.
const LEFT: u8 = 0;
/// In the slot of such a position that the way has come to.
const PASSED: u8 = 1;

/// That play goes round in circles: from each position that is left a move leads to another, so a way through these
/// comes back to itself.
fn circle<G: Solvable>(game: &G, graph: &Graph) -> Result<SolveError, SolveError> {
    let mut slots = no_values(game.codes())?;
    for code in graph.open() {
        *slot(game, &mut slots, code)? = LEFT;
    }
    let first = graph.open().next().and_then(|code| game.decode(code).ok());
    let mut position = first.ok_or_else(|| contradiction(game))?;
    while mem::replace(slot(game, &mut slots, game.encode(position))?, PASSED) == LEFT {
        position = onward(game, &slots, position).ok_or_else(|| contradiction(game))?;
    }
    let way = iter::successors(Some(position), |&position| onward(game, &slots, position));
    // A game that answers otherwise when it is asked again has no end of ways.
    let way = way.skip(1).take_while(|&other| other != position).take(slots.len());
    let through = way.map(|position| drawn(game, position)).collect();
    let kind = InconsistencyKind::Circle { through };
    Ok(Inconsistency { position: drawn(game, position), kind }.into())
}

/// Where the first move leads that does not lead to what is solved.
fn onward<G: Solvable>(game: &G, slots: &[u8], position: G::Position) -> Option<G::Position> {
    let is_left = |&child: &G::Position| {
        let slot = usize::try_from(game.encode(child)).ok().and_then(|code| slots.get(code));
        slot.is_some_and(|&slot| slot != Value::NONE)
    };
    game.legal_moves(position).into_iter().map(|mv| game.play(position, mv)).find(is_left)
}
