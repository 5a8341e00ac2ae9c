//! Games as lists of positions: with circles and extra turns, for points, and impartial ones.

use std::fmt;

use perfect_play_core::{Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Scheme};
use perfect_play_generator::{Solution, solve};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph {
    name: &'static str,
    nodes: &'static [Node],
    scheme: Scheme,
    repeats: bool,
    is_impartial: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    to_move: Player,
    /// Each move, and the position after it.
    moves: &'static [(Move, u8)],
    /// The outcome, if there are no moves.
    end: Outcome,
    score: i16,
}

const fn open(to_move: Player, moves: &'static [(Move, u8)]) -> Node {
    Node { to_move, moves, end: Outcome::Loss, score: 0 }
}

const fn over(to_move: Player, end: Outcome, score: i16) -> Node {
    Node { to_move, moves: &[], end, score }
}

/// Play can repeat positions. A draw may be the end of the game, or have none.
const CIRCLES: Graph = Graph {
    name: "circles",
    nodes: &[
        open(Player::X, &[(0, 1), (1, 2), (5, 0)]),
        open(Player::O, &[(0, 0), (2, 5)]),
        open(Player::X, &[(0, 3), (2, 1)]),
        over(Player::O, Outcome::Draw, 0),
        over(Player::O, Outcome::Loss, 0),
        open(Player::X, &[(0, 4), (1, 0), (9, 6)]),
        open(Player::X, &[(3, 4), (4, 3)]),
        // This position is unreachable.
        open(Player::O, &[(0, 0)]),
    ],
    scheme: Scheme::Remoteness,
    repeats: true,
    is_impartial: false,
};

const POINTS: Graph = Graph {
    name: "points",
    nodes: &[
        open(Player::X, &[(0, 1), (1, 2), (2, 3)]),
        open(Player::X, &[(0, 4), (1, 5)]),
        open(Player::O, &[(0, 5), (3, 6)]),
        open(Player::O, &[(0, 4), (1, 7)]),
        over(Player::O, Outcome::Loss, -7),
        over(Player::X, Outcome::Draw, 0),
        over(Player::X, Outcome::Win, 127),
        over(Player::O, Outcome::Loss, -127),
    ],
    scheme: Scheme::Score,
    repeats: false,
    is_impartial: false,
};

/// Both players have the same moves. A player who cannot move loses.
const IMPARTIAL: Graph = Graph {
    name: "impartial",
    nodes: &[
        open(Player::X, &[(0, 1), (1, 2)]),
        open(Player::X, &[(0, 2), (1, 3)]),
        open(Player::X, &[(0, 3)]),
        over(Player::X, Outcome::Loss, 0),
    ],
    scheme: Scheme::Remoteness,
    repeats: false,
    is_impartial: true,
};

/// All of these games, solved.
pub(crate) fn graphs() -> impl Iterator<Item = Solution<Graph>> {
    let solved = |game| solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    [CIRCLES, POINTS, IMPARTIAL].into_iter().map(solved)
}

impl Graph {
    fn node(&self, at: u8) -> &Node {
        &self.nodes[usize::from(at)]
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Game for Graph {
    type Position = u8;

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, at: u8) -> Player {
        self.node(at).to_move
    }

    fn legal_moves(&self, at: u8) -> Moves {
        self.node(at).moves.iter().map(|&(mv, _)| mv).collect()
    }

    fn play(&self, at: u8, mv: Move) -> u8 {
        self.node(at).moves.iter().find(|&&(of, _)| of == mv).map_or(at, |&(_, to)| to)
    }

    fn terminal(&self, at: u8) -> Option<Outcome> {
        let node = self.node(at);
        (node.moves.is_empty() && !self.is_impartial).then_some(node.end)
    }

    fn scheme(&self) -> Scheme {
        self.scheme
    }

    fn score(&self, at: u8) -> i16 {
        self.node(at).score
    }

    fn repeats(&self) -> bool {
        self.repeats
    }

    fn is_impartial(&self) -> bool {
        self.is_impartial
    }

    fn codes(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn encode(&self, at: u8) -> u64 {
        at.into()
    }

    fn decode(&self, code: u64) -> Result<u8, NotAPosition> {
        let codes = self.codes();
        let at = u8::try_from(code).ok().filter(|_| code < codes);
        at.ok_or(NotAPosition::CodeTooLarge { code, codes })
    }

    fn max_move(&self) -> Move {
        9
    }
}
