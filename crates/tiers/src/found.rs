//! The numbering of a game without codes: its positions are found by playing on, and numbered in the order of
//! their keys.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Game, Key, MAX_KEY_BYTES, Move, Moves, Next, NotAPosition, Outcome, ParsePositionError, Player,
    Printable, ProbeError, Scheme, Symmetric, Tabular, Unreachable, Value,
};

use crate::{FindError, Finder, finder::MOST};

/// How many positions are found between two reports.
const REPORT_EVERY: usize = 1 << 14;

/// Up to how many positions it is looked up which moves there are, so that small tables are smaller.
const MOST_LOOKED_AT: usize = 1 << 20;

/// A game whose positions have been found, and have codes: their numbers in the order of their keys. So it is
/// [`Tabular`], whatever the game itself is.
///
/// It is a game with the same rules and the same name, and everything that takes a game with codes takes it: it is
/// solved, proven, baked, written and exported.
///
/// ```
/// use std::fmt;
///
/// use perfect_play_core::{Game, Move, Moves, Outcome, Player, Printable, Symmetric, Tabular};
/// use perfect_play_tiers::Found;
///
/// /// Who takes the last of some stones wins; one to three are taken at a time.
/// #[derive(Clone)]
/// struct Stones;
///
/// impl fmt::Display for Stones {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("stones")
///     }
/// }
/// impl Game for Stones {
///     type Position = u8;
///
///     fn start(&self) -> u8 {
///         21
///     }
///     fn to_move(&self, _: u8) -> Player {
///         Player::X
///     }
///     fn legal_moves(&self, stones: u8) -> Moves {
///         (1..=stones.min(3)).collect()
///     }
///     fn play(&self, stones: u8, taken: Move) -> u8 {
///         stones.saturating_sub(taken)
///     }
///     fn terminal(&self, stones: u8) -> Option<Outcome> {
///         (stones == 0).then_some(Outcome::Loss)
///     }
///     fn is_impartial(&self) -> bool {
///         true
///     }
/// }
/// impl Symmetric for Stones {}
/// impl Printable for Stones {}
///
/// let found = Found::of(Stones, 1_000_000, &mut |_| ())?;
/// assert_eq!((found.codes(), found.encode(21), found.decode(7)), (22, 21, Ok(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Found<G: Game> {
    game: G,
    positions: Arc<Finder<G::Position>>,
    max_move: Move,
    max_plies: u8,
}

impl<G: Game<Position: Key>> Found<G> {
    /// Finds all positions that play leads to, unless there are more than `most`. `progress` is told now and then
    /// how many have been found.
    ///
    /// # Errors
    ///
    /// If there are too many, there is not enough memory, or positions are no keys as [`Key`] says.
    pub fn of(game: G, most: u64, progress: &mut dyn FnMut(u64)) -> Result<Self, FindError> {
        let mut found = Finder::new(&game.to_string(), most)?;
        let mut starts = vec![game.start()];
        game.other_starts(&mut |start| starts.push(start));
        for start in starts {
            found.insert(start)?;
        }
        let mut done = 0;
        while let Some(&position) = found.positions().get(done) {
            if done.is_multiple_of(REPORT_EVERY) {
                progress(found.positions().len() as u64);
            }
            done += 1;
            for mv in game.legal_moves(position) {
                found.insert(game.play(position, mv))?;
            }
        }
        Self::finish(game, found, &mut [])
    }

    /// The game with all its positions, which were found in any order. `values` are by the numbers that they were
    /// found with, or none; they are put in the order of the codes.
    ///
    /// # Errors
    ///
    /// If positions are no keys as [`Key`] says, or there is not enough memory.
    pub fn finish(
        game: G,
        found: Finder<G::Position>,
        values: &mut [u8],
    ) -> Result<Self, FindError> {
        let sorted = found.sorted(values)?;
        check_keys(&sorted.positions)?;
        Ok(Self::of_positions(game, sorted))
    }

    /// The game with these positions, as they were found once: their keys one after the other, ascending. Whether
    /// they are those that play leads to, a proof tells.
    ///
    /// # Errors
    ///
    /// If they are not keys of positions in ascending order, or there is not enough memory.
    pub fn of_keys(game: G, keys: &[u8]) -> Result<Self, FindError> {
        let mut found = Finder::new(&game.to_string(), MOST)?;
        for (number, key) in keys.chunks(G::Position::BYTES.max(1)).enumerate() {
            let position = G::Position::read(key);
            let position = position.filter(|&position| found.positions().last() < Some(&position));
            found.insert(position.ok_or(FindError::BadKey { number: number as u64 })?)?;
        }
        Ok(Self::of_positions(game, found))
    }

    fn of_positions(game: G, found: Finder<G::Position>) -> Self {
        let sorted = found.positions();
        let max_move = if sorted.len() > MOST_LOOKED_AT {
            Move::MAX
        } else {
            let most =
                sorted.iter().filter_map(|&position| game.legal_moves(position).last()).max();
            most.unwrap_or(0)
        };
        let plies = sorted.iter().map(|&position| game.plies_played(position));
        let max_plies = plies.max().flatten().unwrap_or(0);
        Self { game, positions: Arc::new(found), max_move, max_plies }
    }
}

impl<G: Game> Found<G> {
    /// The game itself, whose positions have no codes.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The positions, in the order of their codes.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions.positions
    }
}

/// Checks that keys are ordered as the positions are, and are read again.
fn check_keys<P: Key>(sorted: &[P]) -> Result<(), FindError> {
    let mut last = [0; MAX_KEY_BYTES];
    for (number, position) in sorted.iter().enumerate() {
        let mut bytes = [0; MAX_KEY_BYTES];
        let key = &mut bytes[..P::BYTES];
        position.write(key);
        let is_read = P::read(key) == Some(*position);
        if !is_read || number > 0 && last[..P::BYTES] >= *key {
            return Err(FindError::NotAKey { position: format!("{position:?}") });
        }
        last = bytes;
    }
    Ok(())
}

/// The name of the game.
impl<G: Game> fmt::Display for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game> fmt::Debug for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({}, {} positions)", self.game, self.positions.positions.len())
    }
}

/// The rules are those of the game.
impl<G: Game> Game for Found<G> {
    type Position = G::Position;

    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn to_move(&self, position: G::Position) -> Player {
        self.game.to_move(position)
    }
    fn legal_moves(&self, position: G::Position) -> Moves {
        self.game.legal_moves(position)
    }
    fn play(&self, position: G::Position, mv: Move) -> G::Position {
        self.game.play(position, mv)
    }
    fn terminal(&self, position: G::Position) -> Option<Outcome> {
        self.game.terminal(position)
    }
    fn blocked(&self, position: G::Position) -> Outcome {
        self.game.blocked(position)
    }
    fn end(&self, position: G::Position) -> Option<Value> {
        self.game.end(position)
    }
    fn scheme(&self) -> Scheme {
        self.game.scheme()
    }
    fn score(&self, position: G::Position) -> i8 {
        self.game.score(position)
    }
    fn repeats(&self) -> bool {
        self.game.repeats()
    }
    fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }
    fn next(&self, before: G::Position, after: G::Position) -> Next {
        self.game.next(before, after)
    }
    fn other_starts(&self, each: &mut dyn FnMut(G::Position)) {
        self.game.other_starts(each);
    }
    fn plies_played(&self, position: G::Position) -> Option<u8> {
        self.game.plies_played(position)
    }
    fn checksum(&self) -> Option<u64> {
        self.game.checksum()
    }
    fn is_called(&self, name: &str) -> bool {
        self.game.is_called(name)
    }
}

impl<G: Game<Position: Key>> Tabular for Found<G> {
    fn codes(&self) -> u64 {
        self.positions.positions().len() as u64
    }
    /// The position's number. What was not found gets the number behind the last one.
    #[inline]
    fn encode(&self, position: G::Position) -> u64 {
        self.positions.number(position).map_or(self.codes(), u64::from)
    }
    fn decode(&self, code: u64) -> Result<G::Position, NotAPosition> {
        let position =
            usize::try_from(code).ok().and_then(|code| self.positions.positions().get(code));
        let too_large = NotAPosition::CodeTooLarge { code, codes: self.codes() };
        position.copied().ok_or(too_large)
    }
    fn is_position(&self, position: G::Position) -> bool {
        self.positions.number(position).is_some()
    }
    /// That play does not lead there: all positions to which it does have been found.
    fn why_no_entry(&self, _: G::Position) -> ProbeError {
        Unreachable::NotInTable.into()
    }
    fn max_move(&self) -> Move {
        self.max_move
    }
    fn max_plies(&self) -> u8 {
        self.max_plies
    }
    fn ply(&self, position: G::Position) -> u8 {
        self.game.plies_played(position).unwrap_or(0)
    }
    fn key_bytes(&self) -> usize {
        G::Position::BYTES
    }
    fn write_key(&self, code: u64, bytes: &mut [u8]) {
        if let Ok(position) = self.decode(code) {
            position.write(bytes);
        }
    }
    fn same_positions(&self, other: &Self) -> bool {
        self.positions.positions() == other.positions.positions()
    }
}

impl<G: Symmetric> Symmetric for Found<G> {
    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }
    fn image(&self, position: G::Position, symmetry: u8) -> G::Position {
        self.game.image(position, symmetry)
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(mv, symmetry)
    }
}

impl<G: Printable> Printable for Found<G> {
    fn fmt_position(&self, position: G::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(position, f)
    }
    fn parse_position(&self, text: &str) -> Result<G::Position, ParsePositionError> {
        self.game.parse_position(text)
    }
    fn fmt_move(&self, position: G::Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_move(position, mv, f)
    }
    fn parse_move(&self, position: G::Position, text: &str) -> Option<Move> {
        self.game.parse_move(position, text)
    }
}
