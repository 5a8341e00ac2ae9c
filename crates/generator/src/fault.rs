//! What is wrong with a position by itself, whatever its moves lead to.

use perfect_play_core::{Game, Moves, Scheme, Solvable, Value};

use crate::InconsistencyKind;

/// How the game ends in a position with these moves, if it does. With moves left, the rules contradict themselves,
/// and the value means nothing: so the moves are not asked for once more.
#[inline]
pub(crate) fn end_at<G: Game>(game: &G, position: G::Position, moves: Moves) -> Option<Value> {
    if moves.is_empty() { game.end(position) } else { game.terminal(position).map(Value::terminal) }
}

/// What is wrong with the end of the game in a position that has these moves and ends so.
#[inline]
pub(crate) fn fault_of_end<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
    end: Option<Value>,
) -> Option<InconsistencyKind> {
    if end.is_some() && !moves.is_empty() {
        return Some(InconsistencyKind::MovesAfterTheEnd { moves });
    }
    if game.scheme() == Scheme::Score && moves.is_empty() {
        let outcome = game.terminal(position).unwrap_or_else(|| game.blocked(position));
        let score = game.score(position);
        if score == i8::MIN || outcome.number() != score.signum() {
            return Some(InconsistencyKind::OtherScore { outcome, score });
        }
    }
    None
}

/// What is wrong with the position itself, which has these moves and ends so.
#[inline]
pub(crate) fn fault_at<G: Solvable>(
    game: &G,
    position: G::Position,
    moves: Moves,
    end: Option<Value>,
) -> Option<InconsistencyKind> {
    let max_move = game.max_move();
    let (ply, most) = (game.ply(position), game.max_plies());
    if ply > most {
        return Some(InconsistencyKind::TooLong { ply, most });
    }
    if let Some(kind) = fault_of_end(game, position, moves, end) {
        return Some(kind);
    }
    if moves.last() > Some(max_move) {
        let mv = moves.iter().find(|&mv| mv > max_move)?;
        return Some(InconsistencyKind::MoveTooLarge { mv, most: max_move });
    }
    if end != Some(Value::DRAW) || game.scheme() == Scheme::Score {
        return None;
    }
    let plies = game.plies_to_draw(position).filter(|&plies| plies != 0);
    plies.map(|plies| InconsistencyKind::DrawIsNotOver { plies })
}
