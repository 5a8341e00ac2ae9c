//! A game of any type whose positions are the bytes of their keys.
//!
//! An optimised build compiles the solvers once for each family. They then run twice as fast, but take two minutes to
//! compile and half a megabyte of code. WebAssembly is downloaded, and builds with debug assertions are compiled often.
//! Both compile the solvers only once, and call the rules through a pointer. The table is the same either way, because
//! keys are ordered as their bytes are. A test compares both.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Drawable, Drawing, Game, Key, Move, MoveCells, Moves, Next, Outcome, ParsePositionError, Piece,
    Player, Printable, Scheme, Symmetric, Value,
};

/// The number of bytes in the widest key of our games.
const WIDEST: usize = 16;

/// A key, followed by zeros.
type Wide = [u8; WIDEST];

/// A game whose positions are keys.
#[derive(Clone)]
pub(crate) struct ByKey(Arc<dyn Rules>);

/// The rules of a game, for positions given by their keys.
trait Rules: fmt::Display + Send + Sync {
    fn start(&self) -> Wide;
    fn other_starts(&self, each: &mut dyn FnMut(Wide));
    fn to_move(&self, key: Wide) -> Player;
    fn legal_moves(&self, key: Wide) -> Moves;
    fn play(&self, key: Wide, mv: Move) -> Wide;
    fn terminal(&self, key: Wide) -> Option<Outcome>;
    fn blocked(&self, key: Wide) -> Outcome;
    fn end(&self, key: Wide) -> Option<Value>;
    fn scheme(&self) -> Scheme;
    fn score(&self, key: Wide) -> i8;
    fn repeats(&self) -> bool;
    fn is_impartial(&self) -> bool;
    fn next(&self, before: Wide, after: Wide) -> Next;
    fn plies_played(&self, key: Wide) -> Option<u8>;
    fn checksum(&self) -> Option<u64>;
    fn is_called(&self, name: &str) -> bool;
    fn winner(&self, key: Wide) -> Option<Player>;
    fn symmetries(&self) -> u8;
    fn image(&self, key: Wide, symmetry: u8) -> Wide;
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move;
    fn fmt_position(&self, key: Wide, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn parse_position(&self, text: &str) -> Result<Wide, ParsePositionError>;
    fn fmt_move(&self, key: Wide, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn drawing(&self) -> Drawing;
    fn piece(&self, key: Wide, cell: u8) -> Option<Piece>;
    fn points_at(&self, key: Wide, mv: Move) -> MoveCells;
    fn line(&self, key: Wide) -> Moves;
    fn is_seen_by_mover(&self) -> bool;
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The key of a position.
fn key<P: Key>(position: P) -> Wide {
    let mut key = [0; WIDEST];
    position.write(&mut key[..P::BYTES]);
    key
}

/// The position with a key. If the bytes are not a key, the start.
fn at<G: Game<Position: Key>>(game: &G, key: Wide) -> G::Position {
    Key::read(&key[..<G::Position as Key>::BYTES]).unwrap_or_else(|| game.start())
}

impl<G> Rules for G
where
    G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync,
{
    fn start(&self) -> Wide {
        key(Game::start(self))
    }
    fn other_starts(&self, each: &mut dyn FnMut(Wide)) {
        Game::other_starts(self, &mut |start| each(key(start)));
    }
    fn to_move(&self, key: Wide) -> Player {
        Game::to_move(self, at(self, key))
    }
    fn legal_moves(&self, key: Wide) -> Moves {
        Game::legal_moves(self, at(self, key))
    }
    fn play(&self, before: Wide, mv: Move) -> Wide {
        key(Game::play(self, at(self, before), mv))
    }
    fn terminal(&self, key: Wide) -> Option<Outcome> {
        Game::terminal(self, at(self, key))
    }
    fn blocked(&self, key: Wide) -> Outcome {
        Game::blocked(self, at(self, key))
    }
    fn end(&self, key: Wide) -> Option<Value> {
        Game::end(self, at(self, key))
    }
    fn scheme(&self) -> Scheme {
        Game::scheme(self)
    }
    fn score(&self, key: Wide) -> i8 {
        Game::score(self, at(self, key))
    }
    fn repeats(&self) -> bool {
        Game::repeats(self)
    }
    fn is_impartial(&self) -> bool {
        Game::is_impartial(self)
    }
    fn next(&self, before: Wide, after: Wide) -> Next {
        Game::next(self, at(self, before), at(self, after))
    }
    fn plies_played(&self, key: Wide) -> Option<u8> {
        Game::plies_played(self, at(self, key))
    }
    fn checksum(&self) -> Option<u64> {
        Game::checksum(self)
    }
    fn is_called(&self, name: &str) -> bool {
        Game::is_called(self, name)
    }
    fn winner(&self, key: Wide) -> Option<Player> {
        Game::winner(self, at(self, key))
    }
    fn symmetries(&self) -> u8 {
        Symmetric::symmetries(self)
    }
    fn image(&self, of: Wide, symmetry: u8) -> Wide {
        key(Symmetric::image(self, at(self, of), symmetry))
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        Symmetric::image_of_move(self, mv, symmetry)
    }
    fn fmt_position(&self, key: Wide, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable::fmt_position(self, at(self, key), f)
    }
    fn parse_position(&self, text: &str) -> Result<Wide, ParsePositionError> {
        Printable::parse_position(self, text).map(key)
    }
    fn fmt_move(&self, key: Wide, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable::fmt_move(self, at(self, key), mv, f)
    }
    fn drawing(&self) -> Drawing {
        Drawable::drawing(self)
    }
    fn piece(&self, key: Wide, cell: u8) -> Option<Piece> {
        Drawable::piece(self, at(self, key), cell)
    }
    fn points_at(&self, key: Wide, mv: Move) -> MoveCells {
        Drawable::points_at(self, at(self, key), mv)
    }
    fn line(&self, key: Wide) -> Moves {
        Drawable::line(self, at(self, key))
    }
    fn is_seen_by_mover(&self) -> bool {
        Drawable::is_seen_by_mover(self)
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Drawable::fmt_cell(self, cell, f)
    }
}

impl ByKey {
    /// The game.
    pub(crate) fn new<G>(game: G) -> Self
    where
        G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync + 'static,
    {
        const { assert!(<G::Position as Key>::BYTES <= WIDEST, "a wider key needs a larger constant") };
        Self(Arc::new(game))
    }
}

impl fmt::Display for ByKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Game for ByKey {
    type Position = Wide;

    fn start(&self) -> Wide {
        self.0.start()
    }
    fn to_move(&self, key: Wide) -> Player {
        self.0.to_move(key)
    }
    fn legal_moves(&self, key: Wide) -> Moves {
        self.0.legal_moves(key)
    }
    fn play(&self, key: Wide, mv: Move) -> Wide {
        self.0.play(key, mv)
    }
    fn terminal(&self, key: Wide) -> Option<Outcome> {
        self.0.terminal(key)
    }
    fn blocked(&self, key: Wide) -> Outcome {
        self.0.blocked(key)
    }
    fn end(&self, key: Wide) -> Option<Value> {
        self.0.end(key)
    }
    fn scheme(&self) -> Scheme {
        self.0.scheme()
    }
    fn score(&self, key: Wide) -> i8 {
        self.0.score(key)
    }
    fn repeats(&self) -> bool {
        self.0.repeats()
    }
    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }
    fn next(&self, before: Wide, after: Wide) -> Next {
        self.0.next(before, after)
    }
    fn other_starts(&self, each: &mut dyn FnMut(Wide)) {
        self.0.other_starts(each);
    }
    fn plies_played(&self, key: Wide) -> Option<u8> {
        self.0.plies_played(key)
    }
    fn checksum(&self) -> Option<u64> {
        self.0.checksum()
    }
    fn is_called(&self, name: &str) -> bool {
        self.0.is_called(name)
    }
    fn winner(&self, key: Wide) -> Option<Player> {
        self.0.winner(key)
    }
}

impl Symmetric for ByKey {
    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }
    fn image(&self, key: Wide, symmetry: u8) -> Wide {
        self.0.image(key, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.0.image_of_move(mv, symmetry)
    }
}

impl Printable for ByKey {
    fn fmt_position(&self, key: Wide, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_position(key, f)
    }
    fn parse_position(&self, text: &str) -> Result<Wide, ParsePositionError> {
        self.0.parse_position(text)
    }
    fn fmt_move(&self, key: Wide, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_move(key, mv, f)
    }
}

impl Drawable for ByKey {
    fn drawing(&self) -> Drawing {
        self.0.drawing()
    }
    fn piece(&self, key: Wide, cell: u8) -> Option<Piece> {
        self.0.piece(key, cell)
    }
    fn points_at(&self, key: Wide, mv: Move) -> MoveCells {
        self.0.points_at(key, mv)
    }
    fn line(&self, key: Wide) -> Moves {
        self.0.line(key)
    }
    fn is_seen_by_mover(&self) -> bool {
        self.0.is_seen_by_mover()
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_cell(cell, f)
    }
}
