#![no_std]
//! The rules of Nim with three heaps, of 3, 4 and 5 stones.
//!
//! The players take turns. A move takes one or more stones from one heap. In normal play, the
//! player who takes the last stone wins. In misère play, that player loses.
//!
//! The theory is by C. L. Bouton (1901). In normal play, the side to move loses if and only if the
//! exclusive or of the heaps is 0. The same holds in misère play, unless no heap has two stones or
//! more. Then the side to move loses if and only if the number of heaps is odd.

use core::fmt;

use perfect_play_core::{Game, Move, Moves, Outcome, Player};

/// How many stones the heaps have at the start.
pub const HEAPS: Heaps = [3, 4, 5];

/// The stones that are left. Both players have the same moves, so a position does not contain the
/// side to move.
pub type Heaps = [u8; 3];

/// Nim with heaps of 3, 4 and 5 stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    misere: bool,
}

/// The largest number of stones that a move can take. A move's number is this number times the
/// heap's number, plus the stones that the move takes, minus one.
const MOST: u8 = 5;

impl Nim {
    /// The player who takes the last stone wins.
    pub const NORMAL: Self = Self { misere: false };

    /// The player who takes the last stone loses.
    pub const MISERE: Self = Self { misere: true };
}

/// The heap that a move takes from, 0 to 2, and how many stones it takes.
#[must_use]
pub const fn heap_and_stones(mv: Move) -> (u8, u8) {
    (mv / MOST, mv % MOST + 1)
}

/// Prints `nim` or `nim+misere`. The two games have different tables, so they must have different
/// names.
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

    /// Unused, because the game is impartial.
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
