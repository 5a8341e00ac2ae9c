//! A game whose positions are compared, but have no total order. A sort by such comparisons may panic, or never end.

use std::{cmp::Ordering, fmt};

use perfect_play_core::{Game, Key, Move, Moves, Objective, Outcome, Player};
use perfect_play_generator::solve;

/// A node of a binary tree. Node n has the children 2n + 1 and 2n + 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At(u32);

impl Ord for At {
    fn cmp(&self, other: &Self) -> Ordering {
        let mixed = self.0.wrapping_mul(2_654_435_761) ^ other.0.wrapping_mul(40_503);
        match mixed & 64 {
            _ if self.0 == other.0 => Ordering::Equal,
            0 => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Key for At {
    const BYTES: usize = 4;

    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        u32::read(bytes).map(Self)
    }
}

/// A walk from the root of a tree with this many nodes to a leaf.
struct Tree(u32);

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tree")
    }
}

impl Game for Tree {
    type Position = At;

    fn start(&self) -> At {
        At(0)
    }
    fn to_move(&self, at: At) -> Player {
        if (at.0 + 1).ilog2().is_multiple_of(2) { Player::X } else { Player::O }
    }
    fn legal_moves(&self, at: At) -> Moves {
        if self.terminal(at).is_none() { Moves::from_low_bits(0b11) } else { Moves::EMPTY }
    }
    fn play(&self, at: At, mv: Move) -> At {
        At(2 * at.0 + 1 + u32::from(mv))
    }
    fn terminal(&self, at: At) -> Option<Outcome> {
        (2 * at.0 + 2 >= self.0).then_some(Outcome::Loss)
    }
}

#[test]
fn it_is_refused_for_any_number_of_positions() {
    for nodes in [31, 1 << 10, 300_001] {
        let error = solve(Tree(nodes), Objective::Fastest, &mut |_, _| ()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("order"), "{nodes}: {error}");
    }
}
