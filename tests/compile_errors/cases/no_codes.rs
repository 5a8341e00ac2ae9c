//! A game whose positions have no codes, where a table of it is asked for.

use std::fmt;

use perfect_play::{Game, Move, Moves, Outcome, Player};

struct Chess;

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chess")
    }
}

impl Game for Chess {
    type Position = ();

    fn start(&self) {}

    fn to_move(&self, (): ()) -> Player {
        Player::X
    }

    fn legal_moves(&self, (): ()) -> Moves {
        Moves::EMPTY
    }

    fn play(&self, (): (), _: Move) {}

    fn terminal(&self, (): ()) -> Option<Outcome> {
        Some(Outcome::Draw)
    }
}

fn solve(_: impl perfect_play::Game) {}

fn main() {
    solve(Chess);
}
