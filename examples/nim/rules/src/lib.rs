#![no_std]
//! The rules of Nim with three heaps, of 3, 4 and 5 stones.
//!
//! The players take stones in turn: as many as they like, at least one, all from one heap. In normal
//! play who takes the last stone wins; in misère play who takes it loses.
//!
//! The theory is C. L. Bouton's (1901): in normal play who is to move loses where the exclusive or of
//! the heaps is 0. In misère play that is so too, unless no heap has two stones or more: then who is
//! to move loses where the number of heaps is odd.

use core::fmt;

use perfect_play_core::{Game, Move, Moves, Outcome, Player, Printable, Symmetric, Tabular};

/// How many stones the heaps have at the start.
pub const HEAPS: Heaps = [3, 4, 5];

/// The stones that are left. Both players have the same moves, so a position does not tell who is to move.
pub type Heaps = [u8; 3];

/// Nim with heaps of 3, 4 and 5 stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    misere: bool,
}

/// The most stones that a move can take: a move's number is this many times its heap's, and the
/// stones that it takes, less one.
const MOST: u8 = 5;

impl Nim {
    /// Who takes the last stone wins.
    pub const NORMAL: Self = Self { misere: false };

    /// Who takes the last stone loses.
    pub const MISERE: Self = Self { misere: true };
}

/// The heap that a move takes from, 0 to 2, and how many stones it takes.
#[must_use]
pub const fn heap_and_stones(mv: Move) -> (u8, u8) {
    (mv / MOST, mv % MOST + 1)
}

/// Prints `nim` or `nim+misere`: each has a table of its own, and so a name of its own.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.misere { "nim+misere" } else { "nim" })
    }
}

impl Game for Nim {
    type Position = Heaps;

    fn start(&self) -> Heaps {
        HEAPS
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// It does not matter: the game is impartial.
    fn to_move(&self, _: Heaps) -> Player {
        Player::X
    }

    fn legal_moves(&self, heaps: Heaps) -> Moves {
        let moves = (0..)
            .zip(heaps)
            .flat_map(|(heap, left)| (0..left.min(MOST)).map(move |stones| MOST * heap + stones));
        moves.collect()
    }

    fn play(&self, mut heaps: Heaps, mv: Move) -> Heaps {
        let (heap, stones) = heap_and_stones(mv);
        if let Some(left) = heaps.get_mut(usize::from(heap)) {
            *left = left.saturating_sub(stones);
        }
        heaps
    }

    /// The other player has taken the last stone.
    fn terminal(&self, heaps: Heaps) -> Option<Outcome> {
        let last = if self.misere { Outcome::Win } else { Outcome::Loss };
        (heaps == [0; 3]).then_some(last)
    }
}

impl Tabular for Nim {}

impl Symmetric for Nim {}

impl Printable for Nim {}
