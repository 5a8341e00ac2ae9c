//! A game of a user's own, whose rules cannot panic: the players take one or two of five stones in
//! turn, and who takes the last one wins. What the trait can leave to its defaults, it does.

#![no_std]

use core::fmt;

use perfect_play_core::{Game, Key, Move, Moves, NotAPosition, Outcome, Player};

/// The game.
#[derive(Clone, Copy)]
pub struct Stones;

/// How many stones have been taken, and who takes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// How many stones have been taken.
    pub taken: u8,
    /// Who takes next.
    pub to_move: Player,
}

impl Key for Position {
    const BYTES: usize = <(u8, Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.taken, self.to_move).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (taken, to_move) = Key::read(bytes)?;
        Some(Self { taken, to_move })
    }
}

const STONES: u8 = 5;

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stones")
    }
}

impl Game for Stones {
    type Position = Position;

    fn start(&self) -> Position {
        Position { taken: 0, to_move: Player::X }
    }

    fn to_move(&self, position: Position) -> Player {
        position.to_move
    }

    fn legal_moves(&self, position: Position) -> Moves {
        match position.taken {
            ..=3 => Moves::EMPTY.with(1).with(2),
            4 => Moves::EMPTY.with(1),
            _ => Moves::EMPTY,
        }
    }

    fn play(&self, position: Position, stones: Move) -> Position {
        let taken = position.taken.saturating_add(stones);
        Position { taken, to_move: position.to_move.opponent() }
    }

    fn terminal(&self, position: Position) -> Option<Outcome> {
        (position.taken >= STONES).then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        2 * (u64::from(STONES) + 1)
    }

    fn encode(&self, position: Position) -> u64 {
        2 * u64::from(position.taken) + u64::from(position.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        match u8::try_from(code / 2) {
            Ok(taken) if taken <= STONES => {
                let to_move = if code.is_multiple_of(2) { Player::X } else { Player::O };
                Ok(Position { taken, to_move })
            }
            _ => Err(NotAPosition::Rules("so many stones cannot have been taken")),
        }
    }

    fn max_move(&self) -> Move {
        2
    }

    fn max_plies(&self) -> u16 {
        STONES.into()
    }
}
