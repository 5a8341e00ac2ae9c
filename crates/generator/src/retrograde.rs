//! Retrograde analysis: from the ends of the game back to what leads to them, for games in which play can come
//! back to a position.
//!
//! A win in *n* plies has a move to a loss in *n* − 1, and is found from there; a loss in *n* plies has no other
//! moves than to wins, the latest of them in *n* − 1. So what is decided in *n* plies is found from what is decided
//! in *n* − 1, whatever circles there are. (Where the same player moves again, wins and losses change places.) What
//! is never found is a draw: nobody can force an end.

use std::mem;

use perfect_play_core::{Next, Outcome, Scheme, Value};

use crate::graph::{Graph, OPEN};

/// Gives all positions their values that are won or lost. The others stay open.
///
/// # Errors
///
/// The number of a position that is decided too far away to be said.
pub(crate) fn retrograde(
    graph: &mut Graph,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), usize> {
    let is_decided = |value: u8| value != OPEN && value != Value::DRAW.byte();
    let decided = (0..).zip(&graph.values).filter(|&(_, &value)| is_decided(value));
    let mut latest: Vec<u32> = decided.map(|(number, _)| number).collect();
    let (all, mut done) = (graph.values.len() as u64, 0);
    while !latest.is_empty() {
        done += latest.len() as u64;
        progress(2 * all + done, 3 * all);
        for number in mem::take(&mut latest) {
            // What is in the list has its value.
            let Some(value) = Value::from_byte(graph.values[number as usize]) else { continue };
            for (parent, next) in graph.parents.to(number) {
                graph.left[parent] -= 1;
                if graph.values[parent] != OPEN {
                    continue;
                }
                let wins = (value.outcome() == Outcome::Loss) == (next == Next::Opponent);
                if wins || graph.left[parent] == 0 {
                    let before = Scheme::Remoteness.before(value, next).ok_or(parent)?;
                    graph.values[parent] = before.byte();
                    // There are fewer than 2^31 positions.
                    latest.extend(u32::try_from(parent));
                }
            }
        }
    }
    Ok(())
}
