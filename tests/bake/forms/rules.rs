//! Nim with three heaps of three: in all six orders the same.

#![no_std]

use core::fmt;

use perfect_play_core::{Game, Key, Move, Moves, NotAPosition, Outcome, Player};

/// The game.
pub struct Piles;

/// The heaps, and who takes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// How many each heap has.
    pub heaps: [u8; 3],
    /// Who takes next.
    pub to_move: Player,
}

impl Key for Position {
    const BYTES: usize = <([u8; 3], Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.heaps, self.to_move).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (heaps, to_move) = Key::read(bytes)?;
        Some(Self { heaps, to_move })
    }
}

/// Where each heap comes from.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("piles")
    }
}

impl Game for Piles {
    type Position = Position;

    fn start(&self) -> Position {
        Position { heaps: [3; 3], to_move: Player::X }
    }

    fn to_move(&self, position: Position) -> Player {
        position.to_move
    }

    /// Three times the heap, and how many are taken less one.
    fn legal_moves(&self, position: Position) -> Moves {
        (0..9).filter(|mv| mv % 3 < position.heaps[usize::from(mv / 3)]).collect()
    }

    fn play(&self, mut position: Position, mv: Move) -> Position {
        let heap = &mut position.heaps[usize::from(mv / 3)];
        *heap = heap.saturating_sub(mv % 3 + 1);
        Position { to_move: position.to_move.opponent(), ..position }
    }

    fn terminal(&self, position: Position) -> Option<Outcome> {
        (position.heaps == [0; 3]).then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        128
    }

    fn encode(&self, position: Position) -> u64 {
        let heaps = position.heaps.iter().fold(0, |code, &heap| 4 * code + u64::from(heap));
        2 * heaps + u64::from(position.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        if code >= 128 {
            return Err(NotAPosition::Rules("a heap is too large"));
        }
        let heap = |place: u32| (code / 2 / 4_u64.pow(place) % 4) as u8;
        let to_move = if code % 2 == 0 { Player::X } else { Player::O };
        Ok(Position { heaps: [heap(2), heap(1), heap(0)], to_move })
    }

    fn max_move(&self) -> Move {
        8
    }

    fn max_plies(&self) -> u16 {
        9
    }

    fn symmetries(&self) -> u8 {
        6
    }

    fn image(&self, position: Position, symmetry: u8) -> Position {
        let order = ORDERS[usize::from(symmetry)];
        Position { heaps: order.map(|from| position.heaps[from]), ..position }
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let order = ORDERS[usize::from(symmetry)];
        let to = order.iter().position(|&from| from == usize::from(mv / 3)).unwrap_or(0);
        3 * to as u8 + mv % 3
    }
}
