//! A game: the players take one to three stones from a pile in turn; who takes the last one wins.

#![no_std]

use core::fmt;

use perfect_play_core::{Game, Move, Moves, NotAPosition, Outcome, Player};

/// The game with so many stones.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    pile: u8,
}

impl Stones {
    /// The game with so many stones.
    pub const fn new(pile: u8) -> Self {
        Self { pile }
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stones:{}", self.pile)
    }
}

/// The stones taken, and who takes next.
pub type Position = (u8, Player);

impl Game for Stones {
    type Position = Position;

    fn start(&self) -> Position {
        (0, Player::X)
    }

    fn to_move(&self, (_, player): Position) -> Player {
        player
    }

    /// A move is the number of stones.
    fn legal_moves(&self, (taken, _): Position) -> Moves {
        (1..=3).filter(|stones| taken + stones <= self.pile).collect()
    }

    fn play(&self, (taken, player): Position, stones: Move) -> Position {
        (taken.saturating_add(stones), player.opponent())
    }

    fn terminal(&self, (taken, _): Position) -> Option<Outcome> {
        (taken >= self.pile).then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        2 * (u64::from(self.pile) + 1)
    }

    fn encode(&self, (taken, player): Position) -> u64 {
        2 * u64::from(taken) + u64::from(player == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        match u8::try_from(code / 2) {
            Ok(taken) if taken <= self.pile => {
                Ok((taken, if code % 2 == 0 { Player::X } else { Player::O }))
            }
            _ => Err(NotAPosition::CodeTooLarge { code, codes: self.codes() }),
        }
    }

    fn max_plies(&self) -> u16 {
        self.pile.into()
    }
}
