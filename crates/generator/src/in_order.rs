//! Solves a game that does not repeat a position, and does not count plies: each position as soon as all that its
//! moves lead to is solved.

use perfect_play_core::{Best, Solvable, Value};

use crate::{
    SolveError,
    check_rules::circle,
    graph::{Graph, OPEN},
    step::contradiction,
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
    // What is left lies on a circle, or leads to one.
    match graph.first_open() {
        None => graph.into_values(game),
        Some(code) => match game.decode(code) {
            Ok(position) => Err(circle(game, position)),
            Err(_) => Err(contradiction(game)),
        },
    }
}
