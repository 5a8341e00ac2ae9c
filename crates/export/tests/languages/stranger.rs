//! A game whose positions and moves are unlike those of a board game.

use std::fmt;

use perfect_play_core::{
    Game, Key, Move, Moves, NotAPosition, Outcome, Player, ProbeError, Unreachable,
};

/// The players take stones from a pile in turn, one to `most` each. The player who takes the last stone wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones {
    pile: u8,
    most: u8,
    /// How much a move's number rises for each further stone.
    step: Move,
    name: &'static str,
}

impl Stones {
    /// A game with as many moves as fit into 64 bits. Its name would end a comment, a text or a line in any of the
    /// languages.
    pub(crate) const WORST: Self = Self {
        pile: 70,
        most: 64,
        step: 1,
        name: "stones */ /* ??/ \"\"\" ''' \\u{ ${a} \n\u{e9} game_ perfect play",
    };

    /// A game with move numbers from 0 to the largest one.
    pub(crate) const MANY_MOVES: Self = Self { pile: 86, most: 86, step: 3, name: "many moves" };

    /// How many stones a move takes.
    fn stones(&self, mv: Move) -> u8 {
        mv / self.step + 1
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pile {
    taken: u8,
    to_move: Player,
}

impl Key for Pile {
    const BYTES: usize = <(u8, Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.taken, self.to_move).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (taken, to_move) = Key::read(bytes)?;
        Some(Self { taken, to_move })
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Game for Stones {
    type Position = Pile;

    fn start(&self) -> Pile {
        Pile { taken: 0, to_move: Player::X }
    }

    fn to_move(&self, pile: Pile) -> Player {
        pile.to_move
    }

    fn legal_moves(&self, pile: Pile) -> Moves {
        let all = (0..self.most).map(|more| more * self.step);
        all.filter(|&mv| pile.taken + self.stones(mv) <= self.pile).collect()
    }

    fn play(&self, pile: Pile, mv: Move) -> Pile {
        Pile { taken: pile.taken + self.stones(mv), to_move: pile.to_move.opponent() }
    }

    fn terminal(&self, pile: Pile) -> Option<Outcome> {
        (pile.taken == self.pile).then_some(Outcome::Loss)
    }

    /// Three codes for each number of stones. The third one is not a position's code, although it decodes to the
    /// first position's pile.
    fn codes(&self) -> u64 {
        3 * (u64::from(self.pile) + 1)
    }

    fn encode(&self, pile: Pile) -> u64 {
        3 * u64::from(pile.taken) + u64::from(pile.to_move == Player::O)
    }

    fn decode(&self, code: u64) -> Result<Pile, NotAPosition> {
        let codes = self.codes();
        let to_move = match code % 3 {
            0 => Player::X,
            1 => Player::O,
            _ if code == 2 => Player::X,
            _ => return Err(NotAPosition::Unbalanced { x: 0, o: 2 }),
        };
        if code >= codes {
            return Err(NotAPosition::CodeTooLarge { code, codes });
        }
        Ok(Pile { taken: u8::try_from(code / 3).unwrap(), to_move })
    }

    fn check(&self, pile: Pile) -> Result<(), ProbeError> {
        if pile.taken == 0 && pile.to_move == Player::O {
            return Err(Unreachable::NotInTable.into());
        }
        Ok(())
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        (self.most - 1) * self.step
    }

    fn max_plies(&self) -> u16 {
        self.pile.into()
    }

    /// There are no draws, so this is not used.
    fn plies_to_draw(&self, _: Pile) -> Option<u16> {
        Some(u16::MAX)
    }

    fn fmt_position(&self, pile: Pile, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stones, {} to move", self.pile - pile.taken, pile.to_move)
    }
}
