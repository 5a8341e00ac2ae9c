//! The numbering of a game without codes: its positions are found by playing on, and numbered in the order of
//! their keys.

use std::{error::Error, fmt, hash::BuildHasher, sync::Arc};

use hashbrown::{DefaultHashBuilder, HashTable};
use perfect_play_core::{
    Game, Key, MAX_KEY_BYTES, Move, Moves, Next, NotAPosition, Outcome, ParsePositionError, Player,
    Printable, ProbeError, Scheme, Shown, Symmetric, Tabular, Unreachable, Value,
};

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
    positions: Arc<Positions<G::Position>>,
    max_move: Move,
    max_plies: u8,
}

/// Positions in ascending order.
struct Positions<P> {
    sorted: Vec<P>,
    /// Their numbers, by a hash of them.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<P: Key> Positions<P> {
    fn none() -> Self {
        Self {
            sorted: Vec::new(),
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The number of a position.
    #[inline]
    fn number(&self, position: P) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        let is_it = |&number: &u32| self.sorted.get(number as usize) == Some(&position);
        self.numbers.find(hash, is_it).copied()
    }

    /// Puts a position behind the others, if it is not one of them.
    fn insert(&mut self, position: P) -> Result<(), FindError> {
        let hash = self.hasher.hash_one(position);
        let Self { sorted, numbers, hasher } = self;
        let is_it = |&number: &u32| sorted.get(number as usize) == Some(&position);
        if numbers.find(hash, is_it).is_some() {
            return Ok(());
        }
        let out_of_memory = FindError::OutOfMemory { positions: sorted.len() as u64 };
        if sorted.try_reserve(1).is_err() {
            return Err(out_of_memory);
        }
        // There are fewer than 2^32.
        let number = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
        sorted.push(position);
        let rehash = rehash(sorted, hasher);
        numbers.try_reserve(1, &rehash).map_err(|_| out_of_memory)?;
        numbers.insert_unique(hash, number, rehash);
        Ok(())
    }

    /// These positions, which are sorted.
    fn of_sorted(sorted: Vec<P>) -> Result<Self, FindError> {
        let Self { mut numbers, hasher, .. } = Self::none();
        {
            let rehash = rehash(&sorted, &hasher);
            let out_of_memory = |_| FindError::OutOfMemory { positions: sorted.len() as u64 };
            numbers.try_reserve(sorted.len(), &rehash).map_err(out_of_memory)?;
            for (number, position) in (0..).zip(&sorted) {
                numbers.insert_unique(hasher.hash_one(position), number, &rehash);
            }
        }
        Ok(Self { sorted, numbers, hasher })
    }
}

/// The hash of a position, by its number.
fn rehash<'p, P: Key>(
    sorted: &'p [P],
    hasher: &'p DefaultHashBuilder,
) -> impl Fn(&u32) -> u64 + 'p {
    |&number| sorted.get(number as usize).map_or(0, |position| hasher.hash_one(position))
}

impl<G: Game<Position: Key>> Found<G> {
    /// Finds all positions that play leads to, unless there are more than `most`. `progress` is told now and then
    /// how many have been found.
    ///
    /// # Errors
    ///
    /// If there are too many, there is not enough memory, or positions are no keys as [`Key`] says.
    pub fn of(game: G, most: u64, progress: &mut dyn FnMut(u64)) -> Result<Self, FindError> {
        if G::Position::BYTES > MAX_KEY_BYTES {
            return Err(FindError::LongKey { bytes: G::Position::BYTES });
        }
        let mut found = Positions::none();
        let mut starts = vec![game.start()];
        game.other_starts(&mut |start| starts.push(start));
        for start in starts {
            found.insert(start)?;
        }
        let mut done = 0;
        while let Some(&position) = found.sorted.get(done) {
            if done.is_multiple_of(REPORT_EVERY) {
                progress(found.sorted.len() as u64);
            }
            done += 1;
            if game.terminal(position).is_some() {
                continue;
            }
            for mv in game.legal_moves(position) {
                found.insert(game.play(position, mv))?;
            }
            if found.sorted.len() as u64 > most.min(MOST) {
                return Err(FindError::TooMany { game: game.to_string(), most: most.min(MOST) });
            }
        }
        let mut sorted = found.sorted;
        drop(found.numbers);
        sorted.sort_unstable();
        check_keys(&sorted)?;
        Self::of_positions(game, sorted)
    }

    /// The game with these positions, as they were found once: their keys one after the other, ascending. Whether
    /// they are those that play leads to, a proof tells.
    ///
    /// # Errors
    ///
    /// If they are not keys of positions in ascending order, or there is not enough memory.
    pub fn of_keys(game: G, keys: &[u8]) -> Result<Self, FindError> {
        let width = G::Position::BYTES;
        if width > MAX_KEY_BYTES {
            return Err(FindError::LongKey { bytes: width });
        }
        let count = keys.len() / width.max(1);
        let mut sorted = Vec::new();
        sorted
            .try_reserve_exact(count)
            .map_err(|_| FindError::OutOfMemory { positions: count as u64 })?;
        for (number, key) in keys.chunks(width.max(1)).enumerate() {
            let position = G::Position::read(key);
            let position = position.filter(|&position| sorted.last() < Some(&position));
            sorted.push(position.ok_or(FindError::BadKey { number: number as u64 })?);
        }
        Self::of_positions(game, sorted)
    }

    fn of_positions(game: G, sorted: Vec<G::Position>) -> Result<Self, FindError> {
        let looked_at = sorted.iter().filter(|_| sorted.len() <= MOST_LOOKED_AT);
        let most = looked_at.filter_map(|&position| game.legal_moves(position).last()).max();
        let max_move = if sorted.len() <= MOST_LOOKED_AT { most.unwrap_or(0) } else { Move::MAX };
        let plies = sorted.iter().map(|&position| game.plies_played(position));
        let max_plies = plies.max().flatten().unwrap_or(0);
        Ok(Self { game, positions: Arc::new(Positions::of_sorted(sorted)?), max_move, max_plies })
    }
}

impl<G: Game> Found<G> {
    /// The game itself, whose positions have no codes.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The positions, in the order of their codes.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions.sorted
    }
}

/// The most positions that are found.
const MOST: u64 = 1 << 30;

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

/// Why the positions of a game were not found.
///
/// ```
/// use perfect_play_tiers::FindError;
///
/// let error = FindError::TooMany { game: "chess".to_owned(), most: 1_000_000 };
/// let text = "chess has more than 1000000 positions, which is the most that are found here";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindError {
    /// There are more positions than asked for.
    TooMany {
        /// The game's name.
        game: String,
        /// How many were asked for at most.
        most: u64,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// How many positions had been found.
        positions: u64,
    },
    /// A position takes more than [`MAX_KEY_BYTES`].
    LongKey {
        /// How many it takes.
        bytes: usize,
    },
    /// The key of a position is not read again, or keys are not ordered as positions are.
    NotAKey {
        /// The position, as its [`fmt::Debug`] writes it.
        position: String,
    },
    /// Of keys that were found once, one is that of no position, or not larger than the one before.
    BadKey {
        /// How many are before it.
        number: u64,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { game, most } => write!(
                f,
                "{} has more than {most} positions, which is the most that are found here",
                Shown(game)
            ),
            Self::OutOfMemory { positions } => write!(
                f,
                "there is not enough memory for more than {positions} positions: free some, or use a \
                 machine with more"
            ),
            Self::LongKey { bytes } => write!(
                f,
                "a position takes {bytes} bytes as a key, and at most {MAX_KEY_BYTES} are allowed: leave \
                 out what the rules do not depend on"
            ),
            Self::NotAKey { position } => write!(
                f,
                "the key of {} is not read again, or keys are not ordered as positions are: see `Key`",
                Shown(position)
            ),
            Self::BadKey { number } => {
                write!(f, "key {number} is that of no position, or not in ascending order")
            }
        }
    }
}

impl Error for FindError {}

/// The name of the game.
impl<G: Game> fmt::Display for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game> fmt::Debug for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({}, {} positions)", self.game, self.positions.sorted.len())
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
    fn is_called(&self, name: &str) -> bool {
        self.game.is_called(name)
    }
}

impl<G: Game<Position: Key>> Tabular for Found<G> {
    fn codes(&self) -> u64 {
        self.positions.sorted.len() as u64
    }
    /// The position's number. What was not found gets the number behind the last one.
    #[inline]
    fn encode(&self, position: G::Position) -> u64 {
        self.positions.number(position).map_or(self.codes(), u64::from)
    }
    fn decode(&self, code: u64) -> Result<G::Position, NotAPosition> {
        let position = usize::try_from(code).ok().and_then(|code| self.positions.sorted.get(code));
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
        self.positions.sorted == other.positions.sorted
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
