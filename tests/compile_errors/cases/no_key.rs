//! A game whose positions are a type that is not a key.

use std::fmt;

use perfect_play::{Game, Move, Moves, Outcome, Player};

struct Stones;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pile {
    left: u8,
    to_move: Player,
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stones")
    }
}

impl Game for Stones {
    type Position = Pile;

    fn start(&self) -> Pile {
        Pile { left: 21, to_move: Player::X }
    }

    fn to_move(&self, pile: Pile) -> Player {
        pile.to_move
    }

    fn legal_moves(&self, pile: Pile) -> Moves {
        (1..=pile.left.min(3)).collect()
    }

    fn play(&self, pile: Pile, taken: Move) -> Pile {
        Pile { left: pile.left.saturating_sub(taken), to_move: pile.to_move.opponent() }
    }

    fn terminal(&self, pile: Pile) -> Option<Outcome> {
        (pile.left == 0).then_some(Outcome::Loss)
    }
}

fn main() {
    println!("{Stones}");
}
