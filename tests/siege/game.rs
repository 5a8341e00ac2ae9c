//! A game as data: a list of nodes, with symmetries, with or without codes. It can tell lies.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use perfect_play_generator::core::{
    Game, Key, Move, Moves, NO_CODES, Next, NotAPosition, Outcome, Player, Scheme,
};

/// A position: a node of a [`Graph`]. Four nodes share an `id`, and differ in what is `hidden`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    id: u16,
    hidden: u8,
    /// Which traits do not look at what is hidden: a sum of [`At::EQ`] and the others. It is the same everywhere in a
    /// game, and 0 in a game that tells no lies.
    blind: u8,
}

impl At {
    pub(crate) const EQ: u8 = 1;
    pub(crate) const ORD: u8 = 2;
    pub(crate) const HASH: u8 = 4;
    pub(crate) const KEY: u8 = 8;

    /// The bytes of a node's key, in a game that tells no lies.
    pub(crate) fn key(node: u32) -> [u8; 4] {
        let [high, low] = u16::try_from(node / 4).unwrap().to_be_bytes();
        [high, low, u8::try_from(node % 4).unwrap(), 0]
    }

    pub(crate) fn node(self) -> u32 {
        u32::from(self.id) * 4 + u32::from(self.hidden)
    }

    fn seen(self, of: u8) -> (u16, u8) {
        (self.id, if self.blind & of == 0 { self.hidden } else { 0 })
    }
}

impl PartialEq for At {
    fn eq(&self, other: &Self) -> bool {
        self.seen(Self::EQ) == other.seen(Self::EQ)
    }
}

impl Eq for At {}

impl Ord for At {
    fn cmp(&self, other: &Self) -> Ordering {
        self.seen(Self::ORD).cmp(&other.seen(Self::ORD))
    }
}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seen(Self::HASH).hash(state);
    }
}

impl Key for At {
    const BYTES: usize = 4;

    fn write(self, bytes: &mut [u8]) {
        let (id, hidden) = self.seen(Self::KEY);
        (id, hidden, self.blind).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (id, hidden, blind) = Key::read(bytes)?;
        (hidden < 4).then_some(Self { id, hidden, blind })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) to_move: Player,
    /// Where each move leads.
    pub(crate) moves: BTreeMap<Move, u32>,
    /// Where there are no moves: how the game ends, and by how many points, and whether [`Game::terminal`] says so.
    pub(crate) end: Outcome,
    pub(crate) score: i16,
    pub(crate) says_end: bool,
    /// It rises with each move; by one if the game counts plies.
    pub(crate) layer: u16,
}

#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are answers of the game's methods")]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// The first is [`Game::start`].
    pub(crate) starts: Vec<u32>,
    pub(crate) scheme: Scheme,
    pub(crate) repeats: bool,
    pub(crate) is_impartial: bool,
    /// The number of codes, or [`NO_CODES`].
    pub(crate) codes: u64,
    pub(crate) codes_rise: bool,
    /// The highest layer, or 0 if no bound is given.
    pub(crate) max_plies: u16,
    /// Whether [`Game::ply`] gives layers.
    pub(crate) counts_plies: bool,
    /// The last layer, if all draws are there and [`Game::plies_to_draw`] says so.
    pub(crate) draws_in: Option<u16>,
    /// The images of nodes and moves, for each symmetry.
    pub(crate) symmetries: Vec<(Vec<u32>, Vec<Move>)>,
}

impl Graph {
    /// The number of nodes.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap()
    }
}

/// What a method says in place of what the graph says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lie {
    /// A move more or less.
    Legal(u32, Move),
    Play(u32, Move, u32),
    Terminal(u32, Option<Outcome>),
    Blocked(u32, Outcome),
    Score(u32, i16),
    /// It is the other player's turn.
    Turn(u32),
    /// They are the opposite of what is true.
    Impartial,
    Repeats,
    CodesRise,
    Scheme(Scheme),
    Codes(u64),
    Encode(u32, u64),
    Decode(u64, Option<u32>),
    IsPosition(u32, bool),
    MaxPlies(u16),
    MaxMove(Move),
    Ply(u32, Option<u16>),
    PliesToDraw(u32, Option<u16>),
    Symmetries(u8),
    Image(u32, u8, u32),
    /// The image of a move, in one position or in all.
    ImageOfMove(Option<u32>, Move, u8, Move),
    Canonical(u32, u64, u8),
    /// After a move between these, the other player moves next.
    Next(u32, u32),
    /// The loser of a game has won it, or somebody has won a draw.
    Winner(u32),
    /// It prints as another one.
    Text(u32, u32),
    /// No position can be printed.
    NoText,
    /// What comparing, sorting, hashing and writing positions does not look at.
    Blind(u8),
}

/// The game of a graph, with lies.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) graph: Arc<Graph>,
    pub(crate) lies: Vec<Lie>,
}

/// What the first lie of a kind says, or the truth.
macro_rules! said {
    ($game:expr, $lie:pat => $said:expr, $truth:expr) => {
        match $game.lies.iter().find_map(|lie| if let $lie = *lie { Some($said) } else { None }) {
            Some(said) => said,
            None => $truth,
        }
    };
    ($game:expr, $lie:pat if $guard:expr => $said:expr, $truth:expr) => {
        match $game.lies.iter().find_map(|lie| match *lie {
            $lie if $guard => Some($said),
            _ => None,
        }) {
            Some(said) => said,
            None => $truth,
        }
    };
}

impl Data {
    pub(crate) fn new(graph: Graph) -> Self {
        Self { graph: Arc::new(graph), lies: Vec::new() }
    }

    /// The same game, whose positions have to be found.
    pub(crate) fn without_codes(&self) -> Self {
        let graph = Graph { codes: NO_CODES, ..Graph::clone(&self.graph) };
        Self { graph: graph.into(), lies: self.lies.clone() }
    }

    pub(crate) fn has_codes(&self) -> bool {
        self.graph.codes != NO_CODES
    }

    pub(crate) fn at(&self, node: u32) -> At {
        let blind = said!(self, Lie::Blind(blind) => blind, 0);
        At { id: u16::try_from(node / 4).unwrap(), hidden: (node % 4) as u8, blind }
    }

    /// The node of a position. A table that was forged may have others, of which nothing leads anywhere.
    fn node(&self, at: At) -> Option<&Node> {
        self.graph.nodes.get(at.node() as usize)
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data")
    }
}

impl Game for Data {
    type Position = At;

    fn start(&self) -> At {
        self.at(self.graph.starts[0])
    }
    fn other_starts(&self, each: &mut dyn FnMut(At)) {
        self.graph.starts[1..].iter().for_each(|&node| each(self.at(node)));
    }
    fn to_move(&self, at: At) -> Player {
        let player = self.node(at).map_or(Player::X, |node| node.to_move);
        said!(self, Lie::Turn(of) if of == at.node() => player.opponent(), player)
    }
    fn legal_moves(&self, at: At) -> Moves {
        let moves: Moves =
            self.node(at).into_iter().flat_map(|node| node.moves.keys().copied()).collect();
        let flipped = |mv| {
            let others = moves.iter().filter(move |&other| other != mv);
            others.chain((!moves.contains(mv)).then_some(mv)).collect()
        };
        said!(self, Lie::Legal(of, mv) if of == at.node() => flipped(mv), moves)
    }
    fn play(&self, at: At, mv: Move) -> At {
        let to = self.node(at).and_then(|node| node.moves.get(&mv)).copied();
        let to = said!(self, Lie::Play(of, by, to) if (of, by) == (at.node(), mv) => Some(to), to);
        to.map_or(at, |to| self.at(to))
    }
    fn terminal(&self, at: At) -> Option<Outcome> {
        let says = |node: &Node| (node.moves.is_empty() && node.says_end).then_some(node.end);
        let end = self.node(at).and_then(says);
        said!(self, Lie::Terminal(of, end) if of == at.node() => end, end)
    }
    fn blocked(&self, at: At) -> Outcome {
        let end = self.node(at).map_or(Outcome::Loss, |node| node.end);
        said!(self, Lie::Blocked(of, end) if of == at.node() => end, end)
    }
    fn scheme(&self) -> Scheme {
        said!(self, Lie::Scheme(scheme) => scheme, self.graph.scheme)
    }
    fn score(&self, at: At) -> i16 {
        let score = self.node(at).map_or(0, |node| node.score);
        said!(self, Lie::Score(of, score) if of == at.node() => score, score)
    }
    fn repeats(&self) -> bool {
        self.graph.repeats != self.lies.contains(&Lie::Repeats)
    }
    fn is_impartial(&self) -> bool {
        self.graph.is_impartial != self.lies.contains(&Lie::Impartial)
    }
    fn next(&self, before: At, after: At) -> Next {
        let next = Next::of(self, before, after);
        let other = if next == Next::Same { Next::Opponent } else { Next::Same };
        said!(self, Lie::Next(from, to) if (from, to) == (before.node(), after.node()) => other, next)
    }
    fn winner(&self, at: At) -> Option<Player> {
        let winner = match self.end(at)?.outcome() {
            Outcome::Win => Some(self.to_move(at)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(at).opponent()),
        };
        let other = winner.map_or(Player::X, Player::opponent);
        said!(self, Lie::Winner(of) if of == at.node() => Some(other), winner)
    }
    fn ply(&self, at: At) -> Option<u16> {
        let layer = self.node(at).filter(|_| self.graph.counts_plies).map(|node| node.layer);
        said!(self, Lie::Ply(of, ply) if of == at.node() => ply, layer)
    }

    fn codes(&self) -> u64 {
        said!(self, Lie::Codes(codes) => codes, self.graph.codes)
    }
    fn encode(&self, at: At) -> u64 {
        let code = if self.has_codes() { at.node().into() } else { 0 };
        said!(self, Lie::Encode(of, code) if of == at.node() => code, code)
    }
    fn decode(&self, code: u64) -> Result<At, NotAPosition> {
        let node = u32::try_from(code)
            .ok()
            .filter(|&node| self.has_codes() && (node as usize) < self.graph.nodes.len());
        let node = said!(self, Lie::Decode(of, node) if of == code => node, node);
        node.map(|node| self.at(node))
            .ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn is_position(&self, at: At) -> bool {
        let is = self.codes() == NO_CODES || self.decode(self.encode(at)) == Ok(at);
        said!(self, Lie::IsPosition(of, is) if of == at.node() => is, is)
    }
    fn codes_rise(&self) -> bool {
        self.graph.codes_rise != self.lies.contains(&Lie::CodesRise)
    }
    fn max_move(&self) -> Move {
        said!(self, Lie::MaxMove(mv) => mv, Move::MAX)
    }
    fn max_plies(&self) -> u16 {
        said!(self, Lie::MaxPlies(plies) => plies, self.graph.max_plies)
    }
    fn plies_to_draw(&self, at: At) -> Option<u16> {
        let left = |node: &Node| self.graph.draws_in?.checked_sub(node.layer);
        let plies = self.node(at).and_then(left);
        said!(self, Lie::PliesToDraw(of, plies) if of == at.node() => plies, plies)
    }

    fn symmetries(&self) -> u8 {
        said!(self, Lie::Symmetries(count) => count, u8::try_from(self.graph.symmetries.len()).unwrap())
    }
    fn image(&self, at: At, symmetry: u8) -> At {
        let images = self.graph.symmetries.get(usize::from(symmetry)).map(|(nodes, _)| nodes);
        let image = images.and_then(|nodes| nodes.get(at.node() as usize)).copied();
        let lie = (at.node(), symmetry);
        let image = said!(self, Lie::Image(of, by, to) if (of, by) == lie => Some(to), image);
        image.map_or(at, |node| self.at(node))
    }
    fn image_of_move(&self, at: At, mv: Move, symmetry: u8) -> Move {
        let images = self.graph.symmetries.get(usize::from(symmetry)).map(|(_, moves)| moves);
        let image = images.map_or(mv, |moves| moves[usize::from(mv)]);
        let is_meant = |here: Option<u32>| here.is_none_or(|node| node == at.node());
        said!(self, Lie::ImageOfMove(here, of, by, to)
            if (of, by) == (mv, symmetry) && is_meant(here) => to, image)
    }
    fn canonical(&self, at: At) -> (u64, u8) {
        let images = (0..self.symmetries()).map(|by| (self.encode(self.image(at, by)), by));
        let least = images.min().unwrap_or((self.encode(at), 0));
        said!(self, Lie::Canonical(of, code, by) if of == at.node() => (code, by), least)
    }

    fn fmt_position(&self, at: At, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lies.contains(&Lie::NoText) {
            return Err(fmt::Error);
        }
        write!(f, "p{}", said!(self, Lie::Text(of, to) if of == at.node() => to, at.node()))
    }
}
