//! A game of any type whose positions have been found: they are numbers.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Game, Key, Move, Moves, Next, NotAPosition, Outcome, ParsePositionError, Player, Printable,
    ProbeError, Scheme, Symmetric, Tabular, Unreachable, Value,
};
use perfect_play_generator::tiers::Found;

/// A game whose type is known only at run time, and whose positions have been found ([`Found`]): a position is its
/// number among them.
///
/// ```
/// use perfect_play_core::{Game, Objective, Outcome, Printable, Probe};
/// use perfect_play_engine::FoundGame;
/// use perfect_play_games::Nim;
/// use perfect_play_generator::{solve, tiers::Found};
///
/// let nim: Nim = "nim:1,2,3".parse()?;
/// let game = FoundGame::new(Found::of(nim, 1_000, &mut |_| ())?);
/// let start = game.start();
/// let table = solve(game, Objective::Fastest)?;
/// assert_eq!(table.probe(start)?.outcome, Outcome::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FoundGame(Arc<dyn Rules>);

/// What rules say of a position by its number.
trait Rules: fmt::Display + Send + Sync {
    fn positions(&self) -> u32;
    fn start(&self) -> u32;
    fn other_starts(&self, each: &mut dyn FnMut(u32));
    fn to_move(&self, position: u32) -> Player;
    fn legal_moves(&self, position: u32) -> Moves;
    fn play(&self, position: u32, mv: Move) -> u32;
    fn terminal(&self, position: u32) -> Option<Outcome>;
    fn blocked(&self, position: u32) -> Outcome;
    fn end(&self, position: u32) -> Option<Value>;
    fn scheme(&self) -> Scheme;
    fn score(&self, position: u32) -> i8;
    fn repeats(&self) -> bool;
    fn is_impartial(&self) -> bool;
    fn next(&self, before: u32, after: u32) -> Next;
    fn plies_played(&self, position: u32) -> Option<u8>;
    fn checksum(&self) -> Option<u64>;
    fn is_called(&self, name: &str) -> bool;
    fn max_move(&self) -> Move;
    fn max_plies(&self) -> u8;
    fn key_bytes(&self) -> usize;
    fn write_key(&self, position: u32, bytes: &mut [u8]);
    fn symmetries(&self) -> u8;
    fn image(&self, position: u32, symmetry: u8) -> u32;
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move;
    fn fmt_position(&self, position: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError>;
    fn fmt_move(&self, position: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The number of what is no position.
const NONE: u32 = u32::MAX;

/// The position with a number, or the start if none has it: nobody who asks for the latter reads the answer.
fn at<G: Game<Position: Key>>(found: &Found<G>, number: u32) -> G::Position {
    found.decode(number.into()).unwrap_or_else(|_| found.start())
}

/// The number of a position.
fn number<G: Game<Position: Key>>(found: &Found<G>, position: G::Position) -> u32 {
    // There are fewer positions than 2^32.
    let code = found.encode(position);
    if code < found.codes() { u32::try_from(code).unwrap_or(NONE) } else { NONE }
}

impl<G> Rules for Found<G>
where
    G: Game<Position: Key + Send + Sync> + Symmetric + Printable + Send + Sync,
{
    fn positions(&self) -> u32 {
        u32::try_from(self.codes()).unwrap_or(NONE)
    }
    fn start(&self) -> u32 {
        number(self, self.game().start())
    }
    fn other_starts(&self, each: &mut dyn FnMut(u32)) {
        self.game().other_starts(&mut |start| each(number(self, start)));
    }
    fn to_move(&self, position: u32) -> Player {
        self.game().to_move(at(self, position))
    }
    fn legal_moves(&self, position: u32) -> Moves {
        self.game().legal_moves(at(self, position))
    }
    fn play(&self, position: u32, mv: Move) -> u32 {
        number(self, self.game().play(at(self, position), mv))
    }
    fn terminal(&self, position: u32) -> Option<Outcome> {
        self.game().terminal(at(self, position))
    }
    fn blocked(&self, position: u32) -> Outcome {
        self.game().blocked(at(self, position))
    }
    fn end(&self, position: u32) -> Option<Value> {
        self.game().end(at(self, position))
    }
    fn scheme(&self) -> Scheme {
        self.game().scheme()
    }
    fn score(&self, position: u32) -> i8 {
        self.game().score(at(self, position))
    }
    fn repeats(&self) -> bool {
        self.game().repeats()
    }
    fn is_impartial(&self) -> bool {
        self.game().is_impartial()
    }
    fn next(&self, before: u32, after: u32) -> Next {
        self.game().next(at(self, before), at(self, after))
    }
    fn plies_played(&self, position: u32) -> Option<u8> {
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
    fn write_key(&self, position: u32, bytes: &mut [u8]) {
        Tabular::write_key(self, position.into(), bytes);
    }
    fn symmetries(&self) -> u8 {
        self.game().symmetries()
    }
    fn image(&self, position: u32, symmetry: u8) -> u32 {
        number(self, self.game().image(at(self, position), symmetry))
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game().image_of_move(mv, symmetry)
    }
    fn fmt_position(&self, position: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game().fmt_position(at(self, position), f)
    }
    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError> {
        self.game().parse_position(text).map(|position| number(self, position))
    }
    fn fmt_move(&self, position: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game().fmt_move(at(self, position), mv, f)
    }
}

impl FoundGame {
    /// The game with these positions.
    pub fn new<G>(found: Found<G>) -> Self
    where
        G: Game<Position: Key + Send + Sync> + Symmetric + Printable + Send + Sync + 'static,
    {
        Self(Arc::new(found))
    }

    fn has(&self, position: u32) -> bool {
        position < self.0.positions()
    }
}

impl fmt::Display for FoundGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for FoundGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FoundGame({}, {} positions)", self.0, self.0.positions())
    }
}

impl Game for FoundGame {
    type Position = u32;

    fn start(&self) -> u32 {
        self.0.start()
    }
    fn to_move(&self, position: u32) -> Player {
        self.0.to_move(position)
    }
    fn legal_moves(&self, position: u32) -> Moves {
        if self.has(position) { self.0.legal_moves(position) } else { Moves::EMPTY }
    }
    fn play(&self, position: u32, mv: Move) -> u32 {
        self.0.play(position, mv)
    }
    fn terminal(&self, position: u32) -> Option<Outcome> {
        self.0.terminal(position)
    }
    fn blocked(&self, position: u32) -> Outcome {
        self.0.blocked(position)
    }
    fn end(&self, position: u32) -> Option<Value> {
        self.0.end(position)
    }
    fn scheme(&self) -> Scheme {
        self.0.scheme()
    }
    fn score(&self, position: u32) -> i8 {
        self.0.score(position)
    }
    fn repeats(&self) -> bool {
        self.0.repeats()
    }
    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }
    fn next(&self, before: u32, after: u32) -> Next {
        self.0.next(before, after)
    }
    fn other_starts(&self, each: &mut dyn FnMut(u32)) {
        self.0.other_starts(each);
    }
    fn plies_played(&self, position: u32) -> Option<u8> {
        self.0.plies_played(position)
    }
    fn checksum(&self) -> Option<u64> {
        self.0.checksum()
    }
    fn is_called(&self, name: &str) -> bool {
        self.0.is_called(name)
    }
}

impl Tabular for FoundGame {
    fn codes(&self) -> u64 {
        self.0.positions().into()
    }
    fn encode(&self, position: u32) -> u64 {
        position.into()
    }
    fn decode(&self, code: u64) -> Result<u32, NotAPosition> {
        let position = u32::try_from(code).ok().filter(|&position| self.has(position));
        position.ok_or(NotAPosition::CodeTooLarge { code, codes: self.codes() })
    }
    fn is_position(&self, position: u32) -> bool {
        self.has(position)
    }
    /// That play does not lead there: all positions to which it does have been found.
    fn why_no_entry(&self, _: u32) -> ProbeError {
        Unreachable::NotInTable.into()
    }
    fn max_move(&self) -> Move {
        self.0.max_move()
    }
    fn max_plies(&self) -> u8 {
        self.0.max_plies()
    }
    fn ply(&self, position: u32) -> u8 {
        self.0.plies_played(position).unwrap_or(0)
    }
    fn key_bytes(&self) -> usize {
        self.0.key_bytes()
    }
    fn write_key(&self, code: u64, bytes: &mut [u8]) {
        if let Ok(position) = self.decode(code) {
            self.0.write_key(position, bytes);
        }
    }
    /// If they have the same name, and as many positions with the same keys.
    fn same_positions(&self, other: &Self) -> bool {
        let key_of = |game: &Self, number| {
            let mut key = vec![0; game.key_bytes()];
            game.0.write_key(number, &mut key);
            key
        };
        let are_alike = self.is_called(&other.to_string())
            && self.key_bytes() == other.key_bytes()
            && self.0.positions() == other.0.positions();
        are_alike
            && (0..self.0.positions()).all(|number| key_of(self, number) == key_of(other, number))
    }
}

impl Symmetric for FoundGame {
    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }
    fn image(&self, position: u32, symmetry: u8) -> u32 {
        self.0.image(position, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.0.image_of_move(mv, symmetry)
    }
}

impl Printable for FoundGame {
    fn fmt_position(&self, position: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_position(position, f)
    }
    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError> {
        let read = self.0.parse_position(text);
        if read != Err(ParsePositionError::NotRead) {
            return read;
        }
        let mut all = 0..self.0.positions();
        let found = all.find(|&position| self.notation(position).to_string() == text);
        found.ok_or(ParsePositionError::Wrong("it is no position of this game"))
    }
    fn fmt_move(&self, position: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_move(position, mv, f)
    }
}
