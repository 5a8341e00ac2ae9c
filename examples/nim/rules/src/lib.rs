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

use perfect_play_core::{
    Game, Move, Moves, NotAPosition, Outcome, Player, Printable, Symmetric, Tabular,
};

/// How many stones the heaps have at the start.
pub const HEAPS: [u8; 3] = [3, 4, 5];

/// Nim with heaps of 3, 4 and 5 stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    misere: bool,
}

/// The stones that are left, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The heaps, none larger than at the start.
    pub heaps: [u8; 3],
    /// Who is to move. It is no matter for how the game ends for that player.
    pub to_move: Player,
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
    type Position = Position;

    fn start(&self) -> Position {
        Position { heaps: HEAPS, to_move: Player::X }
    }

    fn to_move(&self, position: Position) -> Player {
        position.to_move
    }

    fn legal_moves(&self, position: Position) -> Moves {
        let moves = (0..)
            .zip(position.heaps)
            .flat_map(|(heap, left)| (0..left.min(MOST)).map(move |stones| MOST * heap + stones));
        moves.collect()
    }

    fn play(&self, mut position: Position, mv: Move) -> Position {
        let (heap, stones) = heap_and_stones(mv);
        if let Some(left) = position.heaps.get_mut(usize::from(heap)) {
            *left = left.saturating_sub(stones);
        }
        position.to_move = position.to_move.opponent();
        position
    }

    /// The other player has taken the last stone.
    fn terminal(&self, position: Position) -> Option<Outcome> {
        let last = if self.misere { Outcome::Win } else { Outcome::Loss };
        (position.heaps == [0; 3]).then_some(last)
    }
}

impl Tabular for Nim {
    fn codes(&self) -> u64 {
        HEAPS.iter().fold(2, |codes, &stones| codes * (u64::from(stones) + 1))
    }

    /// The stones that were taken of each heap are the digits of a number, which rises with every
    /// move. Who is to move is its lowest bit.
    ///
    /// Heaps that are too large have no code. They get one that no position has, by which tables
    /// tell them.
    fn encode(&self, position: Position) -> u64 {
        let mut code = 0;
        for (all, left) in HEAPS.into_iter().zip(position.heaps) {
            let Some(taken) = all.checked_sub(left) else { return u64::MAX };
            code = code * (u64::from(all) + 1) + u64::from(taken);
        }
        2 * code + u64::from(position.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        if code >= self.codes() {
            return Err(NotAPosition::CodeTooLarge { code, codes: self.codes() });
        }
        let (mut rest, mut heaps) = (code / 2, HEAPS);
        for left in heaps.iter_mut().rev() {
            let digits = u64::from(*left) + 1;
            // A digit is at most what the heap has.
            *left -= u8::try_from(rest % digits).unwrap_or(0);
            rest /= digits;
        }
        let to_move = if code.is_multiple_of(2) { Player::X } else { Player::O };
        Ok(Position { heaps, to_move })
    }

    /// What is none has a code that no position has: to decode it would tell the same, and take longer.
    fn is_position(&self, position: Position) -> bool {
        self.encode(position) < self.codes()
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        3 * MOST - 1
    }

    /// A stone at a time.
    fn max_plies(&self) -> u8 {
        HEAPS.iter().sum()
    }

    /// The stones that were taken. The plies are not to be told from a position.
    fn ply(&self, position: Position) -> u8 {
        let left = position.heaps.iter().fold(0_u8, |sum, &left| sum.saturating_add(left));
        self.max_plies().saturating_sub(left)
    }

    /// The same heaps, whichever rule: so the two tables can be compared.
    fn same_positions(&self, _: &Self) -> bool {
        true
    }
}

impl Symmetric for Nim {}

impl Printable for Nim {
    /// In one line like `3 4 5, X to move`.
    fn fmt_position(&self, position: Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = position.heaps;
        write!(f, "{first} {second} {third}, {} to move", position.to_move)
    }
}
