//! The value of every position by its definition: all rounds over all positions, with no code of the solvers.

use std::collections::HashMap;

use perfect_play_generator::core::{Move, Outcome, Scheme};

use super::graph::Graph;

/// What the definition says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    Win(u8),
    Draw,
    Loss(u8),
    Points(i8),
}

impl Worth {
    /// Its value for the player who moves here.
    fn before(self, again: bool) -> Self {
        match self {
            Self::Win(plies) if again => Self::Win(plies + 1),
            Self::Loss(plies) if again => Self::Loss(plies + 1),
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Points(points) if !again => Self::Points(-points),
            same => same,
        }
    }

    /// The more, the better.
    fn liking(self) -> (i8, i16) {
        match self {
            Self::Win(plies) => (1, -i16::from(plies)),
            Self::Draw => (0, 0),
            Self::Loss(plies) => (-1, plies.into()),
            Self::Points(points) => (points.signum(), points.into()),
        }
    }

    pub(super) fn outcome(self) -> Outcome {
        match self.liking().0 {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// Plies, and points.
    pub(super) fn measures(self) -> (Option<u8>, Option<i8>) {
        match self {
            Self::Win(plies) | Self::Loss(plies) => (Some(plies), None),
            Self::Draw => (None, None),
            Self::Points(points) => (None, Some(points)),
        }
    }
}

/// The value of each move in a position, if the value of the position after it is known.
pub(super) fn of_moves(
    game: &Graph,
    known: &HashMap<u8, Worth>,
    at: u8,
) -> Vec<(Move, Option<Worth>)> {
    let node = game.node(at);
    let of_move = |(&mv, child): (&Move, &u8)| {
        let again = !game.is_impartial && game.node(*child).to_move == node.to_move;
        (mv, known.get(child).map(|worth| worth.before(again)))
    };
    let mut of_moves: Vec<_> = node.moves.iter().map(of_move).collect();
    of_moves.sort_unstable_by_key(|&(mv, _)| mv);
    of_moves
}

/// The value of every reachable position. There are more rounds than positions. A position without a value after
/// all rounds is a draw.
pub(super) fn brute_force(game: &Graph) -> HashMap<u8, Worth> {
    let mut reached: Vec<u8> = Vec::new();
    let mut waiting = game.starts.clone();
    while let Some(at) = waiting.pop() {
        if !reached.contains(&at) {
            reached.push(at);
            waiting.extend(game.node(at).moves.values());
        }
    }
    let mut known = HashMap::new();
    for plies in 0..30 {
        let before = known.clone();
        for &at in reached.iter().filter(|&at| !before.contains_key(at)) {
            let node = game.node(at);
            if node.moves.is_empty() {
                let worth = match (game.scheme, node.end) {
                    (Scheme::Score, _) => Worth::Points(node.score),
                    (_, Outcome::Win) => Worth::Win(0),
                    (_, Outcome::Draw) => Worth::Draw,
                    (_, Outcome::Loss) => Worth::Loss(0),
                };
                known.insert(at, worth);
                continue;
            }
            let worths = of_moves(game, &before, at);
            let all: Option<Vec<Worth>> = worths.iter().map(|&(_, worth)| worth).collect();
            let best = worths.iter().filter_map(|&(_, worth)| worth).max_by_key(|w| w.liking());
            match (best, all) {
                (Some(Worth::Win(found)), _) | (Some(Worth::Loss(found)), Some(_)) => {
                    assert_eq!(found, plies);
                }
                (Some(Worth::Points(_)), Some(_)) => {}
                _ => continue,
            }
            known.insert(at, best.unwrap());
        }
    }
    for at in reached {
        known.entry(at).or_insert(Worth::Draw);
    }
    known
}
