//! A game of any type whose positions have been found. Its positions are numbers.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Drawable, Drawing, Game, Key, MAX_KEY_BYTES, Move, MoveCells, Moves, Next, NotAPosition,
    Outcome, ParsePositionError, Piece, Player, Printable, ProbeError, Scheme, Symmetric, Tabular,
    Unreachable, Value,
};
use perfect_play_generator::tiers::Found;

/// A game whose type is known only at run time, and whose positions have been found ([`Found`]). A position is
/// represented by its code in [`Found`].
///
/// ```
/// use perfect_play_core::{Game, Objective, Outcome, Printable, Probe};
/// use perfect_play_engine::FoundGame;
/// use perfect_play_games::Nim;
/// use perfect_play_generator::{Finding, find, solve};
///
/// let nim: Nim = "nim:1,2,3".parse()?;
/// let game = FoundGame::new(find(nim, Finding::default(), &mut |_, _| ())?);
/// let start = game.start();
/// let table = solve(game, Objective::Fastest, &mut |_, _| ())?;
/// assert_eq!(table.probe(start)?.outcome, Outcome::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FoundGame {
    rules: Arc<dyn Rules>,
    /// How many bytes of the rules' keys belong to the game. The others are zeros.
    key_bytes: usize,
}

/// The rules of a game, for positions given by their codes.
trait Rules: fmt::Display + Send + Sync {
    fn codes(&self) -> u64;
    fn codes_per_slot(&self) -> u64;
    fn positions_in(&self, slot: u64) -> u64;
    fn has(&self, position: u64) -> bool;
    fn start(&self) -> u64;
    fn other_starts(&self, each: &mut dyn FnMut(u64));
    fn to_move(&self, position: u64) -> Player;
    fn legal_moves(&self, position: u64) -> Moves;
    fn play(&self, position: u64, mv: Move) -> u64;
    fn terminal(&self, position: u64) -> Option<Outcome>;
    fn blocked(&self, position: u64) -> Outcome;
    fn end(&self, position: u64) -> Option<Value>;
    fn scheme(&self) -> Scheme;
    fn score(&self, position: u64) -> i8;
    fn repeats(&self) -> bool;
    fn is_impartial(&self) -> bool;
    fn next(&self, before: u64, after: u64) -> Next;
    fn plies_played(&self, position: u64) -> Option<u8>;
    fn checksum(&self) -> Option<u64>;
    fn is_called(&self, name: &str) -> bool;
    fn max_move(&self) -> Move;
    fn max_plies(&self) -> u8;
    fn key_bytes(&self) -> usize;
    fn write_key(&self, slot: u64, bytes: &mut [u8]);
    fn symmetries(&self) -> u8;
    fn image(&self, position: u64, symmetry: u8) -> u64;
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move;
    fn canonical(&self, position: u64) -> (u64, u8);
    fn fmt_position(&self, position: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn parse_position(&self, text: &str) -> Result<u64, ParsePositionError>;
    fn fmt_move(&self, position: u64, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn drawing(&self) -> Drawing;
    fn piece(&self, position: u64, cell: u8) -> Option<Piece>;
    fn points_at(&self, position: u64, mv: Move) -> MoveCells;
    fn line(&self, position: u64) -> Moves;
    fn is_seen_by_mover(&self) -> bool;
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The code of a value that is not a position.
const NONE: u64 = u64::MAX;

/// The position with a code. If no position has this code, the start, which callers do not use.
fn at<G: Symmetric + Game<Position: Key>>(found: &Found<G>, code: u64) -> G::Position {
    found.image_at(code).unwrap_or_else(|| found.start())
}

/// The code of a position.
fn code<G: Symmetric + Game<Position: Key>>(found: &Found<G>, position: G::Position) -> u64 {
    let code = found.encode(position);
    if code < found.codes() { code } else { NONE }
}

impl<G> Rules for Found<G>
where
    G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync,
{
    fn codes(&self) -> u64 {
        Tabular::codes(self)
    }
    fn codes_per_slot(&self) -> u64 {
        Tabular::codes_per_slot(self)
    }
    fn positions_in(&self, slot: u64) -> u64 {
        Tabular::positions_in(self, slot)
    }
    fn has(&self, position: u64) -> bool {
        self.decode(position).is_ok()
    }
    fn start(&self) -> u64 {
        code(self, self.game().start())
    }
    fn other_starts(&self, each: &mut dyn FnMut(u64)) {
        self.game().other_starts(&mut |start| each(code(self, start)));
    }
    fn to_move(&self, position: u64) -> Player {
        self.game().to_move(at(self, position))
    }
    fn legal_moves(&self, position: u64) -> Moves {
        self.game().legal_moves(at(self, position))
    }
    fn play(&self, position: u64, mv: Move) -> u64 {
        code(self, self.game().play(at(self, position), mv))
    }
    fn terminal(&self, position: u64) -> Option<Outcome> {
        self.game().terminal(at(self, position))
    }
    fn blocked(&self, position: u64) -> Outcome {
        self.game().blocked(at(self, position))
    }
    fn end(&self, position: u64) -> Option<Value> {
        self.game().end(at(self, position))
    }
    fn scheme(&self) -> Scheme {
        self.game().scheme()
    }
    fn score(&self, position: u64) -> i8 {
        self.game().score(at(self, position))
    }
    fn repeats(&self) -> bool {
        self.game().repeats()
    }
    fn is_impartial(&self) -> bool {
        self.game().is_impartial()
    }
    fn next(&self, before: u64, after: u64) -> Next {
        self.game().next(at(self, before), at(self, after))
    }
    fn plies_played(&self, position: u64) -> Option<u8> {
        self.game().plies_played(at(self, position))
    }
    fn checksum(&self) -> Option<u64> {
        self.game().checksum()
    }
    fn is_called(&self, name: &str) -> bool {
        self.game().is_called(name)
    }
    fn max_move(&self) -> Move {
        Tabular::max_move(self)
    }
    fn max_plies(&self) -> u8 {
        Tabular::max_plies(self)
    }
    fn key_bytes(&self) -> usize {
        Tabular::key_bytes(self)
    }
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        Tabular::write_key(self, slot, bytes);
    }
    fn symmetries(&self) -> u8 {
        self.game().symmetries()
    }
    fn image(&self, position: u64, symmetry: u8) -> u64 {
        code(self, self.game().image(at(self, position), symmetry))
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game().image_of_move(mv, symmetry)
    }
    fn canonical(&self, position: u64) -> (u64, u8) {
        let canonical = position - position % Tabular::codes_per_slot(self);
        let mut symmetries = 0..self.game().symmetries();
        let (from, to) = (at(self, position), at(self, canonical));
        let there = symmetries.find(|&symmetry| self.game().image(from, symmetry) == to);
        (canonical, there.unwrap_or(0))
    }
    fn fmt_position(&self, position: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game().fmt_position(at(self, position), f)
    }
    fn parse_position(&self, text: &str) -> Result<u64, ParsePositionError> {
        self.game().parse_position(text).map(|position| code(self, position))
    }
    fn fmt_move(&self, position: u64, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game().fmt_move(at(self, position), mv, f)
    }
    fn drawing(&self) -> Drawing {
        self.game().drawing()
    }
    fn piece(&self, position: u64, cell: u8) -> Option<Piece> {
        self.game().piece(at(self, position), cell)
    }
    fn points_at(&self, position: u64, mv: Move) -> MoveCells {
        self.game().points_at(at(self, position), mv)
    }
    fn line(&self, position: u64) -> Moves {
        self.game().line(at(self, position))
    }
    fn is_seen_by_mover(&self) -> bool {
        self.game().is_seen_by_mover()
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game().fmt_cell(cell, f)
    }
}

impl FoundGame {
    /// The game with these positions.
    pub fn new<G>(found: Found<G>) -> Self
    where
        G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync + 'static,
    {
        Self { rules: Arc::new(found), key_bytes: G::Position::BYTES }
    }

    /// The same game, with keys of this many bytes. The type of the rules may have wider ones.
    pub(crate) fn with_keys_of(self, key_bytes: usize) -> Self {
        Self { key_bytes, ..self }
    }

    /// Whether a slot has this code. The code need not be that of a position.
    fn has_slot_of(&self, code: u64) -> bool {
        code < self.rules.codes()
    }
}

impl fmt::Display for FoundGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl fmt::Debug for FoundGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FoundGame({}, {} canonical positions)", self.rules, self.slots())
    }
}

impl Game for FoundGame {
    type Position = u64;

    fn start(&self) -> u64 {
        self.rules.start()
    }
    fn to_move(&self, position: u64) -> Player {
        self.rules.to_move(position)
    }
    fn legal_moves(&self, position: u64) -> Moves {
        if self.has_slot_of(position) { self.rules.legal_moves(position) } else { Moves::EMPTY }
    }
    fn play(&self, position: u64, mv: Move) -> u64 {
        self.rules.play(position, mv)
    }
    fn terminal(&self, position: u64) -> Option<Outcome> {
        self.rules.terminal(position)
    }
    fn blocked(&self, position: u64) -> Outcome {
        self.rules.blocked(position)
    }
    fn end(&self, position: u64) -> Option<Value> {
        self.rules.end(position)
    }
    fn scheme(&self) -> Scheme {
        self.rules.scheme()
    }
    fn score(&self, position: u64) -> i8 {
        self.rules.score(position)
    }
    fn repeats(&self) -> bool {
        self.rules.repeats()
    }
    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }
    fn next(&self, before: u64, after: u64) -> Next {
        self.rules.next(before, after)
    }
    fn other_starts(&self, each: &mut dyn FnMut(u64)) {
        self.rules.other_starts(each);
    }
    fn plies_played(&self, position: u64) -> Option<u8> {
        self.rules.plies_played(position)
    }
    fn checksum(&self) -> Option<u64> {
        self.rules.checksum()
    }
    fn is_called(&self, name: &str) -> bool {
        self.rules.is_called(name)
    }
}

impl Tabular for FoundGame {
    fn codes(&self) -> u64 {
        self.rules.codes()
    }
    fn encode(&self, position: u64) -> u64 {
        position
    }
    fn decode(&self, code: u64) -> Result<u64, NotAPosition> {
        if !self.has_slot_of(code) {
            return Err(NotAPosition::CodeTooLarge { code, codes: self.codes() });
        }
        self.rules
            .has(code)
            .then_some(code)
            .ok_or(NotAPosition::Rules("its image has a smaller code"))
    }
    fn codes_per_slot(&self) -> u64 {
        self.rules.codes_per_slot()
    }
    fn positions_in(&self, slot: u64) -> u64 {
        self.rules.positions_in(slot)
    }
    fn is_position(&self, position: u64) -> bool {
        self.rules.has(position)
    }
    /// All reachable positions have been found, so this one is unreachable.
    fn why_no_entry(&self, _: u64) -> ProbeError {
        Unreachable::NotInTable.into()
    }
    fn max_move(&self) -> Move {
        self.rules.max_move()
    }
    fn max_plies(&self) -> u8 {
        self.rules.max_plies()
    }
    fn ply(&self, position: u64) -> u8 {
        self.rules.plies_played(position).unwrap_or(0)
    }
    fn key_bytes(&self) -> usize {
        self.key_bytes
    }
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        let mut key = [0; MAX_KEY_BYTES];
        self.rules.write_key(slot, &mut key[..self.rules.key_bytes()]);
        bytes.iter_mut().zip(key).for_each(|(byte, of)| *byte = of);
    }
    /// Whether the games have the same name, and the same number of positions with the same keys.
    fn same_positions(&self, other: &Self) -> bool {
        let width = self.key_bytes();
        let are_alike = self.is_called(&other.to_string())
            && width == other.key_bytes()
            && self.codes_per_slot() == other.codes_per_slot()
            && self.slots() == other.slots();
        let mut keys = [vec![0; width], vec![0; width]];
        let is_alike = |slot| {
            let [one, another] = &mut keys;
            self.write_key(slot, one);
            other.write_key(slot, another);
            one == another
        };
        are_alike && (0..self.slots()).all(is_alike)
    }
}

impl Symmetric for FoundGame {
    fn symmetries(&self) -> u8 {
        self.rules.symmetries()
    }
    fn image(&self, position: u64, symmetry: u8) -> u64 {
        self.rules.image(position, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.rules.image_of_move(mv, symmetry)
    }
    fn canonical(&self, position: u64) -> (u64, u8) {
        self.rules.canonical(position)
    }
    fn is_canonical(&self, position: u64) -> bool {
        position.is_multiple_of(self.codes_per_slot())
    }
}

impl Printable for FoundGame {
    fn fmt_position(&self, position: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt_position(position, f)
    }
    fn parse_position(&self, text: &str) -> Result<u64, ParsePositionError> {
        let read = self.rules.parse_position(text);
        if read != Err(ParsePositionError::NotRead) {
            return read;
        }
        let mut all = (0..self.codes()).filter(|&code| self.rules.has(code));
        let found = all.find(|&position| self.notation(position).to_string() == text);
        found.ok_or(ParsePositionError::Wrong("it is not a position of this game"))
    }
    fn fmt_move(&self, position: u64, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt_move(position, mv, f)
    }
}

impl Drawable for FoundGame {
    fn drawing(&self) -> Drawing {
        self.rules.drawing()
    }
    fn piece(&self, position: u64, cell: u8) -> Option<Piece> {
        self.rules.piece(position, cell)
    }
    fn points_at(&self, position: u64, mv: Move) -> MoveCells {
        self.rules.points_at(position, mv)
    }
    fn line(&self, position: u64) -> Moves {
        self.rules.line(position)
    }
    fn is_seen_by_mover(&self) -> bool {
        self.rules.is_seen_by_mover()
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt_cell(cell, f)
    }
}
