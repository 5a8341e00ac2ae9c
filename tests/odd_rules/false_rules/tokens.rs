//! A game of tokens that move along arrows, with a lie.

use perfect_play_core::{Game, Move, Outcome, Player};
use perfect_play_test_kit::{At, Blind, Listed, Lying, Node, lies, open};

/// The number of tokens.
pub(super) const TOKENS: usize = 3;

/// The number of fields that a token can stand on.
pub(super) const FIELDS: u8 = 4;

/// What a position is made of. It is a digit of the position's number, which is its code, if it has one: plies come
/// first, so that codes rise with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    plies: u32,
    player: Player,
    /// A number that some moves change.
    memory: u32,
    tokens: [u8; TOKENS],
}

/// The number of positions.
const POSITIONS: u32 = 16 * 2 * 2 * 64;

impl Position {
    fn of(node: u32) -> Self {
        let token = |unit| u8::try_from(node / unit % 4).unwrap();
        Self {
            plies: node >> 8,
            player: if node >> 7 & 1 == 1 { Player::O } else { Player::X },
            memory: node >> 6 & 1,
            tokens: [16, 4, 1].map(token),
        }
    }

    fn node(self) -> u32 {
        let player = u32::from(self.player == Player::O);
        let rest = (self.plies % 16 * 2 + player) * 2 + self.memory;
        self.tokens.iter().fold(rest, |node, &token| 4 * node + u32::from(token))
    }
}

/// A part of a position that something does not look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ignored {
    Nothing,
    Player,
    Memory,
    Plies,
}

pub(super) const IGNORED: [Ignored; 4] =
    [Ignored::Nothing, Ignored::Player, Ignored::Memory, Ignored::Plies];

impl Ignored {
    /// The bits of a position's number.
    fn bits(self) -> u16 {
        match self {
            Self::Nothing => 0,
            Self::Player => 1 << 7,
            Self::Memory => 1 << 6,
            Self::Plies => 15 << 8,
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lie {
    Nothing,
    /// What `Eq`, `Ord` and `Hash` ignore, and what the key and the code do not contain.
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

/// How a game is made: tokens move along arrows.
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
    pub(super) lie: Lie,
}

/// The ways to order three tokens. They are a group.
const ORDERS: [[usize; TOKENS]; 6] =
    [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

fn sorted(mut tokens: [u8; TOKENS]) -> [u8; TOKENS] {
    tokens.sort_unstable();
    tokens
}

impl Tokens {
    /// A number below `end` that depends on the tokens, but not on their order.
    fn choice(&self, what: u8, tokens: [u8; TOKENS], end: u64) -> u64 {
        let order = match self.lie {
            Lie::Token(token) => tokens[usize::from(token) % TOKENS],
            _ => 0,
        };
        let bytes = sorted(tokens).into_iter().chain([what, order]);
        let mixed = bytes.fold(self.seed, |mixed, byte| {
            (mixed ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        (mixed >> 7) % end
    }

    /// Each token has two moves.
    fn after(&self, position: Position, mv: Move) -> Option<Position> {
        let mut next = position;
        let token = &mut next.tokens[usize::from(mv / 2)];
        let from = *token;
        *token = self.arrows[usize::from(from)][usize::from(mv % 2)];
        let is_barred = position.memory == 1 && mv % 2 == 1;
        if *token == from || is_barred {
            return None;
        }
        if self.is_impartial || self.choice(1, next.tokens, 4) > 0 {
            next.player = position.player.opponent();
        }
        if self.choice(2, position.tokens, 3) == 0 {
            next.memory = 1 - position.memory;
        }
        next.plies += u32::from(self.counts);
        Some(next)
    }

    fn node(&self, node: u32) -> Node {
        let position @ Position { tokens, player, plies, .. } = Position::of(node);
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        let outcome = |choice| outcomes.get(usize::try_from(choice).unwrap()).copied();
        let end = outcome(self.choice(3, tokens, 12)).filter(|_| tokens != [0; TOKENS]);
        let blocked = outcome(self.choice(4, tokens, 3)).unwrap();
        let moves = (0..6).filter_map(|mv| Some((mv, self.after(position, mv)?.node())));
        Node {
            end: end.unwrap_or(blocked),
            says_end: end.is_some(),
            layer: plies,
            ..open(player, moves.filter(|_| end.is_none()))
        }
    }

    /// The game with codes, and without its lie.
    fn honest(&self) -> Listed {
        let images = |order: [usize; TOKENS]| {
            let image = |node| {
                let position = Position::of(node);
                Position { tokens: order.map(|from| position.tokens[from]), ..position }.node()
            };
            (0..POSITIONS).map(image).collect()
        };
        let moves = |order: [usize; TOKENS]| {
            let image = |token| order.iter().position(|&from| from == token).unwrap();
            let image = |mv: usize| u8::try_from(2 * image(mv / 2) + mv % 2).unwrap();
            (0..6).map(image).collect()
        };
        Listed {
            name: "tokens",
            repeats: self.repeats,
            is_impartial: self.is_impartial,
            counts_plies: self.counts,
            max_plies: if self.counts { 9 } else { 0 },
            codes_rise: self.counts && self.seed.is_multiple_of(2),
            symmetries: ORDERS.map(|order| (images(order), moves(order))).to_vec().into(),
            ..Listed::new((0..POSITIONS).map(|node| self.node(node)).collect::<Vec<_>>())
        }
    }

    /// The game with codes.
    pub(super) fn game(&self) -> Lying<Listed> {
        let mut game = self.honest();
        let symmetries = self.symmetries;
        // The memory does not show.
        let text = |at: At, _| Ok(format!("{:?}", Position::of(at.node()).tokens));
        let lies = lies().symmetries(move |_| symmetries).fmt_position(text);
        let tokens = |at: At| Position::of(at.node()).tokens;
        let (listed, positions, moves) = (game.clone(), game.clone(), game.clone());
        let place = move |at: At, change: &dyn Fn(&mut Position)| {
            let mut position = Position::of(at.node());
            change(&mut position);
            listed.at(position.node())
        };
        let lies = match self.lie {
            Lie::Nothing | Lie::Token(_) => lies,
            Lie::Equality(ignored, unwritten) => {
                let compared = Blind::EQ | Blind::ORD | Blind::HASH;
                game.blind =
                    Blind::to(ignored.bits(), compared).and_to(unwritten.bits(), Blind::KEY);
                lies.encode(move |_, code| code & !u64::from(unwritten.bits()))
            }
            Lie::Plies { at: wrong, images, by } => {
                let plies = move |at: At| u8::try_from(Position::of(at.node()).plies).unwrap();
                let is_meant = move |at: At| {
                    tokens(at) == wrong || images && sorted(tokens(at)) == sorted(wrong)
                };
                lies.ply(move |at, ply| {
                    let by = if is_meant(at) { by } else { 0 };
                    if by > 0 || images { Some(plies(at).wrapping_add(by).into()) } else { ply }
                })
            }
            Lie::PliesAlways(plies) => lies.ply(move |_, _| plies),
            Lie::Image { at: of, symmetry: by, is } => lies.image(move |at, symmetry, image| {
                let is_meant = (tokens(at), symmetry) == (of, by);
                if is_meant { place(at, &|position| position.tokens = is) } else { image }
            }),
            Lie::Part { symmetry: by, part, everywhere } => {
                lies.image(move |at, symmetry, image| {
                    let is_meant = symmetry == by && (everywhere || tokens(at)[0] == 1);
                    if !is_meant {
                        return image;
                    }
                    place(image, &|position| match part {
                        Ignored::Player => position.player = position.player.opponent(),
                        Ignored::Memory => position.memory = 1 - position.memory,
                        Ignored::Plies => position.plies ^= 1,
                        Ignored::Nothing => {}
                    })
                })
            }
            Lie::Move { mv: of, symmetry: by, is } => lies.image_of_move(
                move |_, mv, symmetry, image| {
                    if (mv, symmetry) == (of, by) { is } else { image }
                },
            ),
            // They begin again after the last one.
            Lie::Symmetries(symmetries) => {
                let own = |symmetry| symmetry % 6;
                lies.symmetries(move |_| symmetries)
                    .image(move |at, by, _| positions.image(at, own(by)))
                    .image_of_move(move |at, mv, by, _| moves.image_of_move(at, mv, own(by)))
            }
            Lie::Instead { symmetry, of, moves: also_moves } => {
                let own = move |by| if by == symmetry { of } else { by };
                let lies = lies.image(move |at, by, _| positions.image(at, own(by)));
                if also_moves {
                    lies.image_of_move(move |at, mv, by, _| moves.image_of_move(at, mv, own(by)))
                } else {
                    lies
                }
            }
        };
        Lying::new(game, lies)
    }
}
