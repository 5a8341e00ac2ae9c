//! A game as data.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use perfect_play_core::{Game, Key, Move, Moves, NO_CODES, NotAPosition, Outcome, Player, Scheme};

use crate::Lying;

/// A position of a [`Listed`] game: the number of a node. In a game that is [`Blind`], some traits do not look at all of it.
#[derive(Clone, Copy)]
pub struct At {
    node: u32,
    /// It is the same everywhere in a game.
    blind: Blind,
}

/// By trait, the bits of a node's number that it does not look at. Several traits are a sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind {
    bits: [u16; 4],
    /// [`Blind::without_order`].
    has_no_order: bool,
}

impl Blind {
    /// `Eq`.
    pub const EQ: u8 = 1;
    /// `Ord`.
    pub const ORD: u8 = 2;
    /// `Hash`.
    pub const HASH: u8 = 4;
    /// `Key`: what is written.
    pub const KEY: u8 = 8;

    /// These traits do not look at these bits.
    #[must_use]
    pub fn to(bits: u16, traits: u8) -> Self {
        Self::default().and_to(bits, traits)
    }

    /// All traits look at all bits, but `Ord` is no order: one is less than another, which is less than a third, which is
    /// less than the first.
    #[must_use]
    pub fn without_order() -> Self {
        Self { has_no_order: true, ..Self::default() }
    }

    /// Nor do these.
    #[must_use]
    pub fn and_to(mut self, bits: u16, traits: u8) -> Self {
        for (place, unseen) in self.bits.iter_mut().enumerate() {
            *unseen |= if traits >> place & 1 == 1 { bits } else { 0 };
        }
        self
    }
}

impl At {
    /// The number of the node.
    #[must_use]
    pub fn node(self) -> u32 {
        self.node
    }

    /// The bytes of a node's key, in a game that is not blind.
    #[must_use]
    pub fn key(node: u32) -> [u8; At::BYTES] {
        let mut bytes = [0; At::BYTES];
        Self { node, blind: Blind::default() }.write(&mut bytes);
        bytes
    }

    /// What one of the traits sees.
    fn seen(self, of: u8) -> u32 {
        self.node & !u32::from(self.blind.bits[of.trailing_zeros() as usize])
    }
}

/// The number of the node.
impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)
    }
}

impl PartialEq for At {
    fn eq(&self, other: &Self) -> bool {
        self.seen(Blind::EQ) == other.seen(Blind::EQ)
    }
}

impl Eq for At {}

impl Ord for At {
    fn cmp(&self, other: &Self) -> Ordering {
        let [one, two] = [self, other].map(|at| at.seen(Blind::ORD));
        let mixed = one.wrapping_mul(2_654_435_761) ^ two.wrapping_mul(40_503);
        match mixed & 64 {
            _ if one == two || !self.blind.has_no_order => one.cmp(&two),
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

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seen(Blind::HASH).hash(state);
    }
}

impl Key for At {
    const BYTES: usize = 13;

    fn write(self, bytes: &mut [u8]) {
        let Blind { bits, has_no_order } = self.blind;
        (self.seen(Blind::KEY), (bits, u8::from(has_no_order))).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (node, (bits, has_no_order)): (u32, ([u16; 4], u8)) = Key::read(bytes)?;
        let has_no_order = [false, true].get(usize::from(has_no_order)).copied()?;
        Some(Self { node, blind: Blind { bits, has_no_order } })
    }
}

/// A position and its moves.
#[derive(Clone, Debug)]
pub struct Node {
    /// [`Game::to_move`].
    pub to_move: Player,
    /// Where each move leads.
    pub moves: BTreeMap<Move, u32>,
    /// Where there are no moves: how the game ends,
    pub end: Outcome,
    /// and by how many points,
    pub score: i16,
    /// and whether [`Game::terminal`] says so, or only [`Game::blocked`].
    pub says_end: bool,
    /// It rises with each move; by one if the game counts plies.
    pub layer: u32,
}

/// A node with these moves, each with the node it leads to.
pub fn open(to_move: Player, moves: impl IntoIterator<Item = (Move, u32)>) -> Node {
    Node { moves: moves.into_iter().collect(), ..over(to_move, Outcome::Loss) }
}

/// A node from which a move leads to each of these nodes. The moves are numbered from 0.
pub fn to(to_move: Player, nodes: impl IntoIterator<Item = u32>) -> Node {
    open(to_move, (0..).zip(nodes))
}

/// A node at which the game is over.
#[must_use]
pub fn over(to_move: Player, end: Outcome) -> Node {
    Node { to_move, moves: BTreeMap::new(), end, score: 0, says_end: true, layer: 0 }
}

/// A game as a list of positions. Its codes, if it has any, are the numbers of its nodes.
///
/// Lies about it are told by [`Lying`].
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are answers of the game's methods")]
pub struct Listed {
    /// The name.
    pub name: &'static str,
    /// The positions.
    pub nodes: Arc<[Node]>,
    /// The first is [`Game::start`].
    pub starts: Vec<u32>,
    /// [`Game::scheme`].
    pub scheme: Scheme,
    /// [`Game::repeats`].
    pub repeats: bool,
    /// [`Game::is_impartial`].
    pub is_impartial: bool,
    /// The number of codes, or [`NO_CODES`].
    pub codes: u64,
    /// [`Game::codes_rise`].
    pub codes_rise: bool,
    /// [`Game::max_move`].
    pub max_move: Move,
    /// [`Game::max_plies`]: the highest layer, or 0 if no bound is given.
    pub max_plies: u16,
    /// Whether [`Game::ply`] gives layers.
    pub counts_plies: bool,
    /// The last layer, if all draws are there and [`Game::plies_to_draw`] says so.
    pub draws_in: Option<u32>,
    /// The images of nodes and of moves, for each symmetry. What is not in a list is its own image.
    pub symmetries: Arc<[(Vec<u32>, Vec<Move>)]>,
    /// What the traits of [`At`] do not look at.
    pub blind: Blind,
}

impl Listed {
    /// A game of these nodes, with codes. It starts at node 0.
    pub fn new(nodes: impl Into<Arc<[Node]>>) -> Self {
        let nodes = nodes.into();
        Self {
            name: "listed",
            codes: nodes.len() as u64,
            nodes,
            starts: vec![0],
            scheme: Scheme::Remoteness,
            repeats: false,
            is_impartial: false,
            codes_rise: false,
            max_move: Move::MAX,
            max_plies: 0,
            counts_plies: false,
            draws_in: None,
            symmetries: vec![(Vec::new(), Vec::new())].into(),
            blind: Blind::default(),
        }
    }

    /// A game without choices: so many plies, and then this end for the side to move. The layer of a node is its number.
    #[must_use]
    pub fn chain(plies: u32, end: Outcome) -> Self {
        let node = |played: u32| {
            let to_move = if played.is_multiple_of(2) { Player::X } else { Player::O };
            let moves = (played < plies).then_some((0, played + 1));
            Node { end, layer: played, ..open(to_move, moves) }
        };
        Self { name: "chain", ..Self::new((0..=plies).map(node).collect::<Vec<_>>()) }
    }

    /// A game that is over at once.
    #[must_use]
    pub fn over(name: &'static str) -> Self {
        Self { name, counts_plies: true, ..Self::chain(0, Outcome::Loss) }
    }

    /// The same game, whose positions have to be found.
    #[must_use]
    pub fn without_codes(&self) -> Self {
        Self { codes: NO_CODES, ..self.clone() }
    }

    /// Whether positions have codes.
    #[must_use]
    pub fn has_codes(&self) -> bool {
        self.codes != NO_CODES
    }

    /// The number of nodes.
    ///
    /// # Panics
    ///
    /// If there are too many.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap()
    }

    /// The position of a node.
    #[must_use]
    pub fn at(&self, node: u32) -> At {
        At { node, blind: self.blind }
    }

    /// The node of a position. A table that was forged may have others, of which nothing leads anywhere.
    fn node(&self, at: At) -> Option<&Node> {
        self.nodes.get(at.node as usize)
    }
}

impl Lying<Listed> {
    /// The same game and lies. Its positions have to be found.
    #[must_use]
    pub fn without_codes(&self) -> Self {
        Self::new(self.game.without_codes(), self.lies.clone())
    }

    /// The position of a node.
    #[must_use]
    pub fn at(&self, node: u32) -> At {
        self.game.at(node)
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Game for Listed {
    type Position = At;

    fn start(&self) -> At {
        self.at(self.starts[0])
    }
    fn other_starts(&self, each: &mut dyn FnMut(At)) {
        self.starts[1..].iter().for_each(|&node| each(self.at(node)));
    }
    fn to_move(&self, at: At) -> Player {
        self.node(at).map_or(Player::X, |node| node.to_move)
    }
    fn legal_moves(&self, at: At) -> Moves {
        self.node(at).into_iter().flat_map(|node| node.moves.keys().copied()).collect()
    }
    fn play(&self, at: At, mv: Move) -> At {
        let to = self.node(at).and_then(|node| node.moves.get(&mv));
        to.map_or(at, |&to| self.at(to))
    }
    fn terminal(&self, at: At) -> Option<Outcome> {
        let node = self.node(at)?;
        (node.moves.is_empty() && node.says_end).then_some(node.end)
    }
    fn blocked(&self, at: At) -> Outcome {
        self.node(at).map_or(Outcome::Loss, |node| node.end)
    }
    fn scheme(&self) -> Scheme {
        self.scheme
    }
    fn score(&self, at: At) -> i16 {
        self.node(at).map_or(0, |node| node.score)
    }
    fn repeats(&self) -> bool {
        self.repeats
    }
    fn is_impartial(&self) -> bool {
        self.is_impartial
    }

    fn ply(&self, at: At) -> Option<u16> {
        let layer = self.node(at)?.layer;
        if self.counts_plies { u16::try_from(layer).ok() } else { None }
    }
    fn max_plies(&self) -> u16 {
        self.max_plies
    }
    /// The largest number for all that are larger.
    fn plies_to_draw(&self, at: At) -> Option<u16> {
        let left = self.draws_in?.checked_sub(self.node(at)?.layer)?;
        Some(u16::try_from(left).unwrap_or(u16::MAX))
    }
    fn max_move(&self) -> Move {
        self.max_move
    }

    fn codes(&self) -> u64 {
        self.codes
    }
    fn encode(&self, at: At) -> u64 {
        if self.has_codes() { at.node.into() } else { 0 }
    }
    fn decode(&self, code: u64) -> Result<At, NotAPosition> {
        let node = u32::try_from(code).ok().filter(|&node| node < self.count());
        let node = node.filter(|_| self.has_codes());
        node.map(|node| self.at(node)).ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes })
    }
    fn codes_rise(&self) -> bool {
        self.codes_rise
    }

    fn symmetries(&self) -> u8 {
        u8::try_from(self.symmetries.len()).unwrap()
    }
    fn image(&self, at: At, symmetry: u8) -> At {
        let images = self.symmetries.get(usize::from(symmetry)).map(|(nodes, _)| nodes);
        images.and_then(|nodes| nodes.get(at.node as usize)).map_or(at, |&node| self.at(node))
    }
    fn image_of_move(&self, _: At, mv: Move, symmetry: u8) -> Move {
        let images = self.symmetries.get(usize::from(symmetry)).map(|(_, moves)| moves);
        images.and_then(|moves| moves.get(usize::from(mv))).copied().unwrap_or(mv)
    }
}
