//! A game that is not built in.

use std::fmt;

use perfect_play_core::{Game, Key, Move, Moves, NotAPosition, Outcome, Player};

/// The players take one to three stones from a pile in turn. The player who takes the last one wins. With an empty pile
/// the game is over at the start.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    /// The stones at the start.
    pub pile: u8,
}

/// A position of [`Stones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    /// The stones that are left.
    pub left: u8,
    /// The side to move.
    pub to_move: Player,
}

impl Key for Pile {
    const BYTES: usize = <(u8, Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.left, self.to_move).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (left, to_move) = Key::read(bytes)?;
        Some(Self { left, to_move })
    }
}

/// Prints the name, such as `stones:12`.
impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stones:{}", self.pile)
    }
}

impl Game for Stones {
    type Position = Pile;

    fn start(&self) -> Pile {
        Pile { left: self.pile, to_move: Player::X }
    }

    fn to_move(&self, pile: Pile) -> Player {
        pile.to_move
    }

    /// Move 0 takes one stone, move 2 takes three.
    fn legal_moves(&self, pile: Pile) -> Moves {
        (0..3).filter(|&mv| mv < pile.left).collect()
    }

    fn play(&self, pile: Pile, mv: Move) -> Pile {
        Pile { left: pile.left.saturating_sub(mv + 1), to_move: pile.to_move.opponent() }
    }

    fn terminal(&self, pile: Pile) -> Option<Outcome> {
        (pile.left == 0).then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        2 * (u64::from(self.pile) + 1)
    }

    fn encode(&self, pile: Pile) -> u64 {
        let taken = u64::from(self.pile.wrapping_sub(pile.left));
        2 * taken + u64::from(pile.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Pile, NotAPosition> {
        let codes = self.codes();
        let taken = u8::try_from(code / 2).ok().filter(|&taken| taken <= self.pile);
        let taken = taken.ok_or(NotAPosition::CodeTooLarge { code, codes })?;
        let to_move = if code.is_multiple_of(2) { Player::X } else { Player::O };
        Ok(Pile { left: self.pile - taken, to_move })
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        2
    }

    fn max_plies(&self) -> u16 {
        self.pile.into()
    }
}
