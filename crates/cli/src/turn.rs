//! A level's turn: from the table, which is not trusted.

use perfect_play_core::{Game, Level, Move, Policy, Probe};
use perfect_play_table::Contradiction;

/// How a level plays in a position where the game is not over.
///
/// A file whose checksums are right may still be wrong: a level that has no move there, or one that
/// is not legal, is the table's contradiction.
pub(crate) fn policy<P: Probe>(
    table: &P,
    position: <P::Game as Game>::Position,
    level: Level,
) -> Result<Policy, Contradiction> {
    let game = table.game();
    let legal = game.legal_moves(position);
    level
        .policy(table, position)
        .ok()
        .filter(|policy| !policy.moves().is_empty() && policy.moves().is_within(legal))
        .ok_or_else(|| Contradiction::at(game, position))
}

/// A move of the level's choice in a position where the game is not over.
pub(crate) fn choose<P: Probe>(
    table: &P,
    position: <P::Game as Game>::Position,
    level: Level,
    random: impl FnMut() -> u32,
) -> Result<Move, Contradiction> {
    let chosen = policy(table, position, level)?.choose(random);
    chosen.ok_or_else(|| Contradiction::at(table.game(), position))
}
