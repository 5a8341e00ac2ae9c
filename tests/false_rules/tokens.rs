//! A game of tokens that move along arrows, with a lie.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use perfect_play_generator::core::{
    Game, Key, Move, Moves, NO_CODES, NotAPosition, Outcome, Player,
};

/// The number of tokens.
pub(super) const TOKENS: usize = 3;

/// Each token has two moves.
const MOVES: u8 = 6;

/// The number of fields that a token can stand on.
pub(super) const FIELDS: u8 = 4;

/// The number of codes, if positions have codes.
pub(super) const CODES: u64 = 16 * 2 * 2 * 64;

/// Three tokens, each on one of four fields, and what else the rules may depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) tokens: [u8; TOKENS],
    pub(super) player: Player,
    /// A number that some moves change.
    pub(super) memory: u8,
    pub(super) plies: u8,
    /// What `Eq`, `Ord` and `Hash` ignore.
    pub(super) ignored: Ignored,
    /// What the key does not contain.
    pub(super) unwritten: Ignored,
}

/// A part of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ignored {
    Nothing,
    Player,
    Memory,
    Plies,
}

pub(super) const IGNORED: [Ignored; 4] =
    [Ignored::Nothing, Ignored::Player, Ignored::Memory, Ignored::Plies];

/// All parts of a position that the rules may depend on.
pub(super) type Whole = ([u8; TOKENS], Player, u8, u8);

impl Position {
    pub(super) fn whole(self) -> Whole {
        (self.tokens, self.player, self.memory, self.plies)
    }

    fn without(self, ignored: Ignored) -> Whole {
        let (tokens, player, memory, plies) = self.whole();
        match ignored {
            Ignored::Nothing => (tokens, player, memory, plies),
            Ignored::Player => (tokens, Player::X, memory, plies),
            Ignored::Memory => (tokens, player, 0, plies),
            Ignored::Plies => (tokens, player, memory, 0),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.without(self.ignored) == other.without(self.ignored)
    }
}
impl Eq for Position {}
impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        self.without(self.ignored).cmp(&other.without(self.ignored))
    }
}
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.without(self.ignored).hash(state);
    }
}

impl Key for Position {
    const BYTES: usize = TOKENS + 5;

    fn write(self, bytes: &mut [u8]) {
        let (tokens, player, memory, plies) = self.without(self.unwritten);
        (tokens, player, memory, plies, [self.ignored as u8, self.unwritten as u8]).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (tokens, player, memory, plies, kinds) = Key::read(bytes)?;
        let [ignored, unwritten]: [u8; 2] = kinds;
        let kind = |number: u8| IGNORED.get(usize::from(number)).copied();
        let (ignored, unwritten) = (kind(ignored)?, kind(unwritten)?);
        Some(Self { tokens, player, memory, plies, ignored, unwritten })
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lie {
    Nothing,
    Equality(Ignored, Ignored),
    /// The number of plies is wrong in one position and its images, or only there.
    Plies {
        at: [u8; TOKENS],
        images: bool,
        by: u8,
    },
    PliesAlways(Option<u16>),
    /// The image of one position under one symmetry.
    Image {
        at: [u8; TOKENS],
        symmetry: u8,
        is: [u8; TOKENS],
    },
    /// The image under one symmetry has another player, memory or plies.
    Part {
        symmetry: u8,
        part: Ignored,
        everywhere: bool,
    },
    /// The image of one move under one symmetry.
    Move {
        mv: Move,
        symmetry: u8,
        is: Move,
    },
    /// The number of symmetries.
    Symmetries(u8),
    /// One symmetry is another one, for positions or also for moves.
    Instead {
        symmetry: u8,
        of: u8,
        moves: bool,
    },
    /// The rules are different for one token.
    Token(u8),
}

/// A game: tokens move along arrows.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// Where the arrows from a field lead.
    pub(super) arrows: [[u8; 2]; 4],
    /// Numbers by which choices are made.
    pub(super) seed: u64,
    pub(super) repeats: bool,
    pub(super) is_impartial: bool,
    pub(super) counts: bool,
    pub(super) symmetries: u8,
    /// The number of codes: [`CODES`], or [`NO_CODES`], and then the positions are found by playing.
    pub(super) codes: u64,
    pub(super) lie: Lie,
}

/// The ways to order three tokens. They are a group.
const ORDERS: [[usize; TOKENS]; 6] =
    [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

impl Tokens {
    /// A number below `end` that depends on the tokens, but not on their order.
    fn choice(&self, what: u8, tokens: [u8; TOKENS], end: u64) -> u64 {
        let mut sorted = tokens;
        sorted.sort_unstable();
        let order = match self.lie {
            Lie::Token(token) => tokens[usize::from(token) % TOKENS],
            _ => 0,
        };
        let bytes = sorted.into_iter().chain([what, order]);
        let mixed = bytes.fold(self.seed, |mixed, byte| {
            (mixed ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        (mixed >> 7) % end
    }

    /// The symmetries in the order in which the game numbers them.
    fn order(&self, symmetry: u8, of_moves: bool) -> [usize; TOKENS] {
        let symmetry = match self.lie {
            Lie::Instead { symmetry: own, of, moves }
                if own == symmetry && (moves || !of_moves) =>
            {
                of
            }
            _ => symmetry,
        };
        ORDERS[usize::from(symmetry) % ORDERS.len()]
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tokens")
    }
}

impl Game for Tokens {
    type Position = Position;

    fn start(&self) -> Position {
        let (ignored, unwritten) = match self.lie {
            Lie::Equality(ignored, unwritten) => (ignored, unwritten),
            _ => (Ignored::Nothing, Ignored::Nothing),
        };
        let tokens = [0; TOKENS];
        Position { tokens, player: Player::X, memory: 0, plies: 0, ignored, unwritten }
    }
    fn to_move(&self, position: Position) -> Player {
        position.player
    }
    fn legal_moves(&self, position: Position) -> Moves {
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let moves = (0..MOVES).filter(|&mv| {
            let from = position.tokens[usize::from(mv / 2)];
            let to = self.arrows[usize::from(from)][usize::from(mv % 2)];
            let is_barred = position.memory == 1 && mv % 2 == 1;
            to != from && !is_barred
        });
        moves.collect()
    }
    fn play(&self, position: Position, mv: Move) -> Position {
        let mut next = position;
        let token = usize::from(mv / 2) % TOKENS;
        let from = position.tokens[token];
        next.tokens[token] = self.arrows[usize::from(from)][usize::from(mv % 2)];
        if self.is_impartial || self.choice(1, next.tokens, 4) > 0 {
            next.player = position.player.opponent();
        }
        if self.choice(2, position.tokens, 3) == 0 {
            next.memory = 1 - position.memory;
        }
        if self.counts {
            next.plies = position.plies.wrapping_add(1);
        }
        next
    }
    fn terminal(&self, position: Position) -> Option<Outcome> {
        let outcome = match self.choice(3, position.tokens, 12) {
            0 => Outcome::Win,
            1 => Outcome::Draw,
            2 => Outcome::Loss,
            _ => return None,
        };
        (position.tokens != [0; TOKENS]).then_some(outcome)
    }
    fn blocked(&self, position: Position) -> Outcome {
        match self.choice(4, position.tokens, 3) {
            0 => Outcome::Win,
            1 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
    fn is_impartial(&self) -> bool {
        self.is_impartial
    }
    fn ply(&self, position: Position) -> Option<u16> {
        let plies = position.plies;
        match self.lie {
            Lie::Plies { at, by, .. } if at == position.tokens => {
                Some(plies.wrapping_add(by).into())
            }
            Lie::Plies { mut at, images: true, by } => {
                let mut tokens = position.tokens;
                at.sort_unstable();
                tokens.sort_unstable();
                Some(if at == tokens { plies.wrapping_add(by) } else { plies }.into())
            }
            Lie::PliesAlways(plies) => plies,
            _ => self.counts.then_some(plies.into()),
        }
    }
    fn max_plies(&self) -> u16 {
        if self.counts { 9 } else { 0 }
    }

    fn symmetries(&self) -> u8 {
        match self.lie {
            Lie::Symmetries(symmetries) => symmetries,
            _ => self.symmetries,
        }
    }
    fn image(&self, position: Position, symmetry: u8) -> Position {
        let tokens = self.order(symmetry, false).map(|from| position.tokens[from]);
        let mut image = Position { tokens, ..position };
        match self.lie {
            Lie::Image { at, symmetry: own, is } if (at, own) == (position.tokens, symmetry) => {
                image.tokens = is;
            }
            Lie::Part { symmetry: own, part, everywhere }
                if own == symmetry && (everywhere || position.tokens[0] == 1) =>
            {
                match part {
                    Ignored::Player => image.player = position.player.opponent(),
                    Ignored::Memory => image.memory = 1 - position.memory,
                    Ignored::Plies => image.plies ^= 1,
                    Ignored::Nothing => {}
                }
            }
            _ => {}
        }
        image
    }
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        match self.lie {
            Lie::Move { mv: own, symmetry: at, is } if (own, at) == (mv, symmetry) => return is,
            _ => {}
        }
        let order = self.order(symmetry, true);
        let token = (0..).zip(order).find(|&(_, from)| from == usize::from(mv / 2));
        2 * token.map_or(0, |(to, _)| to) + mv % 2
    }

    /// The digits of a code are the parts of a position that a key contains. Plies come first, so codes rise with them.
    fn codes(&self) -> u64 {
        self.codes
    }
    fn encode(&self, position: Position) -> u64 {
        if self.codes == NO_CODES {
            return 0;
        }
        let (tokens, player, memory, plies) = position.without(position.unwritten);
        let digits = [(plies, 16), (u8::from(player == Player::O), 2), (memory, 2)];
        let digits = digits.into_iter().chain(tokens.map(|token| (token, FIELDS)));
        digits.fold(0, |code, (digit, base)| code * u64::from(base) + u64::from(digit))
    }
    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        if self.codes == NO_CODES || code >= self.codes {
            return Err(NotAPosition::CodeTooLarge { code, codes: self.codes });
        }
        let digit = |unit, base| u8::try_from(code / unit % base).unwrap_or(0);
        let player = if digit(128, 2) == 1 { Player::O } else { Player::X };
        let tokens = [16, 4, 1].map(|unit| digit(unit, 4));
        Ok(Position { tokens, player, memory: digit(64, 2), plies: digit(256, 16), ..self.start() })
    }
    fn codes_rise(&self) -> bool {
        self.counts && self.seed.is_multiple_of(2)
    }

    /// The memory does not show.
    fn fmt_position(&self, position: Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", position.tokens)
    }
}
