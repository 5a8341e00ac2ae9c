//! A game whose positions and moves are a list, so that a test can choose them.

use std::{collections::HashMap, fmt};

use perfect_play_generator::core::{
    Game, Move, Moves, NotAPosition, Outcome, Player, Printable, Scheme, Symmetric, Tabular,
};

/// A game as a list of positions. A position is its number, and its code.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// The first is [`Game::start`].
    pub(super) starts: Vec<u8>,
    pub(super) scheme: Scheme,
    pub(super) repeats: bool,
    pub(super) is_impartial: bool,
    pub(super) order: Order,
    /// As many as there are positions, or too few.
    pub(super) codes: u64,
}

/// What the game says of the order of its positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    Unsaid,
    /// A position's number is its ply.
    Plies,
    /// And every move leads to a larger one.
    Codes,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) to_move: Player,
    /// Where each move leads.
    pub(super) moves: HashMap<Move, u8>,
    /// Where there are no moves: how the game ends, and by how many points, and whether [`Game::terminal`] says so.
    pub(super) end: Outcome,
    pub(super) score: i8,
    pub(super) is_terminal: bool,
}

impl Graph {
    pub(super) fn node(&self, at: u8) -> &Node {
        &self.nodes[usize::from(at)]
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("graph")
    }
}

impl Game for Graph {
    type Position = u8;

    fn start(&self) -> u8 {
        self.starts[0]
    }
    fn other_starts(&self, each: &mut dyn FnMut(u8)) {
        self.starts[1..].iter().copied().for_each(each);
    }
    fn to_move(&self, at: u8) -> Player {
        self.node(at).to_move
    }
    fn legal_moves(&self, at: u8) -> Moves {
        self.node(at).moves.keys().copied().collect()
    }
    fn play(&self, at: u8, mv: Move) -> u8 {
        self.node(at).moves.get(&mv).copied().unwrap_or(at)
    }
    fn terminal(&self, at: u8) -> Option<Outcome> {
        let node = self.node(at);
        (node.moves.is_empty() && node.is_terminal).then_some(node.end)
    }
    fn blocked(&self, at: u8) -> Outcome {
        self.node(at).end
    }
    fn scheme(&self) -> Scheme {
        self.scheme
    }
    fn score(&self, at: u8) -> i8 {
        self.node(at).score
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
    fn is_impartial(&self) -> bool {
        self.is_impartial
    }
}

impl Tabular for Graph {
    fn codes(&self) -> u64 {
        self.codes
    }
    fn encode(&self, at: u8) -> u64 {
        at.into()
    }
    fn decode(&self, code: u64) -> Result<u8, NotAPosition> {
        let at = u8::try_from(code).ok().filter(|&at| usize::from(at) < self.nodes.len());
        at.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn max_plies(&self) -> u8 {
        let last = u8::try_from(self.nodes.len()).unwrap() - 1;
        if self.order == Order::Unsaid { 0 } else { last }
    }
    fn ply(&self, at: u8) -> u8 {
        if self.max_plies() > 0 { at } else { 0 }
    }
    fn codes_rise(&self) -> bool {
        self.order == Order::Codes
    }
}

impl Symmetric for Graph {}

impl Printable for Graph {}
