//! A game solved in memory.

use crate::failure::Failure;
use perfect_play_core::{Objective, Shown};
use perfect_play_engine::{AnyTable, Method, TierSolve, TypedName};

/// Solves a game in memory. The lines of `request` are its name, the objective, the number of bytes that a table
/// may take, and the number of plies that are stored, if not all positions are.
pub(crate) fn solve(
    request: &[u8],
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<AnyTable, Failure> {
    let request = String::from_utf8_lossy(request);
    let mut lines = request.splitn(4, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (name, objective, memory, plies) = (next(), next(), next(), next());
    let memory: u64 = memory.parse().map_err(|_| Failure::new("`memory` is a number of bytes"))?;
    let objective: Objective = objective.parse().map_err(Failure::new)?;
    let game = TypedName::read(name).game().map_err(|error| {
        Failure::new(format_args!("`{}` cannot be solved: {error}", Shown(name)))
    })?;
    if !plies.is_empty() {
        let plies: u16 = plies.parse().map_err(|_| Failure::new("`plies` is a number of plies"))?;
        let first_plies = || match plies {
            0 => AnyTable::searched(game, objective),
            _ => AnyTable::solve_plies(game, plies, objective, memory, progress),
        };
        return first_plies().map_err(Failure::new);
    }
    if let Method::Tiers(game) = Method::of(&game) {
        let slots = TierSolve::new(game).map_err(Failure::new)?.slots();
        if slots > memory {
            return Err(Failure::new(format_args!(
                "the table of {game} takes {slots} bytes of memory, and {memory} may be used: allow more with the \
                 option `memory`, or solve it with `perfect-play solve {game} -o FILE` and open the file"
            )));
        }
    }
    AnyTable::solve(game, objective, memory, progress).map_err(Failure::new)
}
