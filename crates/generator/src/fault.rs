//! Contradictions at a single position, and with a single move.

use perfect_play_core::{Game, Move, Moves, Next, Outcome, Scheme, Value};

use crate::{InconsistencyKind, inconsistency::drawn};

/// The value of the end of the game in a position with these moves, if the game is over. If there are moves
/// although the game is over, the rules contradict themselves, and the value is meaningless. The moves are
/// passed in so that they are computed only once.
#[inline]
pub(crate) fn end_at<G: Game>(game: &G, position: G::Position, moves: Moves) -> Option<Value> {
    if moves.is_empty() { game.end(position) } else { game.terminal(position).map(Value::terminal) }
}

/// The most points that a table stores.
const MOST_POINTS: u16 = 127;

/// What is wrong with the end of the game in a position with these moves and this end.
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
    if let Some(end) = end {
        let winner = match end.outcome() {
            Outcome::Win => Some(game.to_move(position)),
            Outcome::Draw => None,
            Outcome::Loss => Some(game.to_move(position).opponent()),
        };
        if game.winner(position) != winner {
            return Some(InconsistencyKind::OtherWinner { winner });
        }
    }
    if game.scheme() == Scheme::Score && moves.is_empty() {
        let outcome = game.terminal(position).unwrap_or_else(|| game.blocked(position));
        let score = game.score(position);
        let is_too_large = score.unsigned_abs() > MOST_POINTS;
        if is_too_large || i16::from(outcome.number()) != score.signum() {
            return Some(InconsistencyKind::OtherScore { outcome, score });
        }
    }
    None
}

/// Whether a solver compares the children of the position with this number with the positions to which they count as equal
/// ([`difference`](perfect_play_numbering::difference())). The comparison takes long, so it is done for the first positions,
/// which are all positions of a small game, and for a sample of the others. The check of the rules compares all.
#[inline]
pub(crate) fn is_compared(number: u64) -> bool {
    number < 1 << 10 || number.is_multiple_of(1 << 8)
}

/// What is wrong with the plies or the side to move after a move.
#[inline]
pub(crate) fn fault_of_move<G: Game>(
    game: &G,
    position: G::Position,
    mv: Move,
    child: G::Position,
) -> Option<InconsistencyKind> {
    let next = Next::of(game, position, child);
    if game.next(position, child) != next {
        return Some(InconsistencyKind::OtherNext { mv, next });
    }
    let (before, after) = (game.ply(position), game.ply(child));
    let rises = before.map(|plies| plies.checked_add(1)) == after.map(Some);
    let kind = || InconsistencyKind::PlyDoesNotRise { mv, to: drawn(game, child), before, after };
    (!rises).then(kind)
}

/// What is wrong with the position itself, which has these moves and this end.
#[inline]
pub(crate) fn fault_at<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
    end: Option<Value>,
) -> Option<InconsistencyKind> {
    let (max_move, most) = (game.max_move(), game.max_plies());
    if let Some(ply) = game.ply(position).filter(|&ply| most > 0 && ply > most) {
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
