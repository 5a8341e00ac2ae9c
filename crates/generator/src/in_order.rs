//! Solves a game that does not repeat a position, and does not count plies: each position as soon as all that its
//! moves lead to is solved.

use perfect_play_core::{Best, Scheme, Value};

use crate::graph::{Graph, OPEN};

/// How many positions are solved between two reports.
const REPORT_EVERY: usize = 1 << 14;

/// Gives all positions their values but those from which play can come to a circle: they stay open.
///
/// # Errors
///
/// The number of a position that is decided too far away to be said.
pub(crate) fn in_order(
    graph: &mut Graph,
    scheme: Scheme,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), usize> {
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
                graph.values[parent] = best[parent].value(scheme).ok_or(parent)?.byte();
                // There are fewer than 2^31 positions.
                solved.extend(u32::try_from(parent));
            }
        }
    }
    Ok(())
}
