//! A user's game, whose positions are no boards, and what its tables must answer.

use std::fmt;

use perfect_play_generator::core::{
    Game, Move, Moves, NotAPosition, Outcome, Player, Printable, Symmetric, Tabular,
};

use crate::{
    oracle,
    truth::{Answer, Truth},
};

/// The players take stones from a pile in turn, one to three each; who takes the last one wins. If there
/// were none to take at first, nobody has won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones {
    pile: u8,
}

/// The stones that are left, and who takes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    stones: u8,
    to_move: Player,
}

impl Stones {
    /// The game with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let pile = name.strip_prefix("stones:")?.parse().ok()?;
        let game = Self { pile };
        (game.to_string() == name && pile <= 100).then_some(game)
    }

    /// What its table must answer.
    pub(crate) fn truth(self) -> Truth<Left> {
        let pile = usize::from(self.pile);
        // By stones left, how it ends for who takes next, and in how many plies.
        let mut verdicts: Vec<oracle::Verdict> = vec![(-1, 0)];
        let moves = |verdicts: &[oracle::Verdict], left: usize| -> Vec<(u8, oracle::Verdict)> {
            let to = |taken: usize| {
                let (outcome, plies) = verdicts[left - taken];
                (u8::try_from(taken).unwrap() - 1, (-outcome, plies + 1))
            };
            (1..=left.min(3)).map(to).collect()
        };
        for left in 1..=pile {
            let moves = moves(&verdicts, left);
            let wins = moves.iter().filter(|(_, (outcome, _))| *outcome > 0);
            let win = wins.map(|&(_, worth)| worth).min_by_key(|&(_, plies)| plies);
            let loss = moves.iter().map(|&(_, worth)| worth).max_by_key(|&(_, plies)| plies);
            verdicts.push(win.or(loss).unwrap());
        }
        // Who takes next, 0 or 1, with so many stones left.
        let mut reached = vec![[false; 2]; pile + 1];
        reached[pile][0] = true;
        for left in (1..=pile).rev() {
            for player in 0..2 {
                for taken in 1..=left.min(3) {
                    reached[left - taken][1 - player] |= reached[left][player];
                }
            }
        }
        let mut positions_by_ply = vec![0; pile + 1];
        let mut asked = Vec::new();
        // More stones than there are, too.
        for stones in (0..=self.pile.saturating_add(3)).rev() {
            for (player, to_move) in [(0, Player::X), (1, Player::O)] {
                let left = usize::from(stones);
                let answer = (left <= pile && reached[left][player]).then(|| {
                    positions_by_ply[pile - left] += 1;
                    Answer::new(verdicts[left], &moves(&verdicts, left))
                });
                asked.push((Left { stones, to_move }, answer));
            }
        }
        Truth { asked, positions_by_ply }
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stones:{}", self.pile)
    }
}

impl Game for Stones {
    type Position = Left;

    fn start(&self) -> Left {
        Left { stones: self.pile, to_move: Player::X }
    }

    fn to_move(&self, left: Left) -> Player {
        left.to_move
    }

    /// Move 0 takes one stone, move 2 three.
    fn legal_moves(&self, left: Left) -> Moves {
        (0..3).filter(|&mv| mv < left.stones).collect()
    }

    fn play(&self, left: Left, mv: Move) -> Left {
        Left { stones: left.stones.saturating_sub(mv + 1), to_move: left.to_move.opponent() }
    }

    fn terminal(&self, left: Left) -> Option<Outcome> {
        (left.stones == 0).then_some(Outcome::Loss)
    }
}

impl Tabular for Stones {
    fn codes(&self) -> u64 {
        2 * (u64::from(self.pile) + 1)
    }

    fn encode(&self, left: Left) -> u64 {
        let taken = u64::from(self.pile.wrapping_sub(left.stones));
        2 * taken + u64::from(left.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Left, NotAPosition> {
        let codes = self.codes();
        let taken = u8::try_from(code / 2).ok().filter(|&taken| taken <= self.pile);
        let taken = taken.ok_or(NotAPosition::CodeTooLarge { code, codes })?;
        let to_move = if code.is_multiple_of(2) { Player::X } else { Player::O };
        Ok(Left { stones: self.pile - taken, to_move })
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        2
    }

    fn max_plies(&self) -> u8 {
        self.pile
    }

    /// Plays of different length lead here, so tables are counted by the stones taken.
    fn ply(&self, left: Left) -> u8 {
        self.pile.saturating_sub(left.stones)
    }
}

impl Symmetric for Stones {}

impl Printable for Stones {}
