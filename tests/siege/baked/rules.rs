//! A game as data.

mod data;

use std::fmt;

pub use data::{NODES, OBJECTIVE};
use data::{
    CODES, CODES_RISE, COUNTS_PLIES, DRAWS_IN, IMPARTIAL, MAX_PLIES, REPEATS, SCHEME, STARTS,
    SYMMETRIES,
};
use perfect_play_core::{Game, Move, Moves, NO_CODES, NotAPosition, Outcome, Player, Scheme};

/// The game with codes or without. A position is the number of a node.
#[derive(Clone, Copy)]
pub struct Data {
    pub coded: bool,
}

pub struct Node {
    to_move: Player,
    moves: &'static [(Move, u16)],
    end: Outcome,
    score: i16,
    says_end: bool,
    layer: u16,
}

fn node(at: u16) -> Option<&'static Node> {
    NODES.get(usize::from(at))
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data")
    }
}

impl Game for Data {
    type Position = u16;

    fn start(&self) -> u16 {
        STARTS[0]
    }
    fn other_starts(&self, each: &mut dyn FnMut(u16)) {
        STARTS[1..].iter().for_each(|&start| each(start));
    }
    fn to_move(&self, at: u16) -> Player {
        node(at).map_or(Player::X, |node| node.to_move)
    }
    fn legal_moves(&self, at: u16) -> Moves {
        node(at).into_iter().flat_map(|node| node.moves).map(|of| of.0).collect()
    }
    fn play(&self, at: u16, mv: Move) -> u16 {
        let found = node(at).and_then(|node| node.moves.iter().find(|of| of.0 == mv));
        found.map_or(at, |of| of.1)
    }
    fn terminal(&self, at: u16) -> Option<Outcome> {
        node(at).filter(|node| node.moves.is_empty() && node.says_end).map(|node| node.end)
    }
    fn blocked(&self, at: u16) -> Outcome {
        node(at).map_or(Outcome::Loss, |node| node.end)
    }
    fn scheme(&self) -> Scheme {
        SCHEME
    }
    fn score(&self, at: u16) -> i16 {
        node(at).map_or(0, |node| node.score)
    }
    fn repeats(&self) -> bool {
        REPEATS
    }
    fn is_impartial(&self) -> bool {
        IMPARTIAL
    }
    fn ply(&self, at: u16) -> Option<u16> {
        node(at).filter(|_| COUNTS_PLIES).map(|node| node.layer)
    }

    fn codes(&self) -> u64 {
        if self.coded { CODES } else { NO_CODES }
    }
    fn encode(&self, at: u16) -> u64 {
        if self.coded { at.into() } else { 0 }
    }
    fn decode(&self, code: u64) -> Result<u16, NotAPosition> {
        let at = u16::try_from(code).ok().filter(|&at| self.coded && node(at).is_some());
        at.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn is_position(&self, at: u16) -> bool {
        !self.coded || node(at).is_some()
    }
    fn codes_rise(&self) -> bool {
        CODES_RISE
    }
    fn max_move(&self) -> Move {
        NODES.iter().flat_map(|node| node.moves).map(|of| of.0).max().unwrap_or(0)
    }
    fn max_plies(&self) -> u16 {
        MAX_PLIES
    }
    fn plies_to_draw(&self, at: u16) -> Option<u16> {
        node(at).and_then(|node| DRAWS_IN?.checked_sub(node.layer))
    }

    fn symmetries(&self) -> u8 {
        SYMMETRIES.len() as u8
    }
    fn image(&self, at: u16, symmetry: u8) -> u16 {
        *SYMMETRIES[usize::from(symmetry)].0.get(usize::from(at)).unwrap_or(&at)
    }
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        SYMMETRIES[usize::from(symmetry)].1[usize::from(mv)]
    }
}
