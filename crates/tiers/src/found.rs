//! The numbering of a game without codes. Its canonical positions are found by playing every move, and are
//! numbered in the order of their keys.

use std::{fmt, sync::Arc};

use perfect_play_core::{
    Game, Key, MAX_KEY_BYTES, Move, Moves, Next, NotAPosition, Outcome, ParsePositionError, Player,
    Printable, ProbeError, Scheme, Symmetric, Tabular, Unreachable, Value,
};

use crate::{FindError, ranks::Ranks};

/// If there are at most this many positions, the largest move number is determined. This makes small tables smaller.
const MOST_LOOKED_AT: usize = 1 << 20;

/// A game with a list of its positions. The list gives each position a code. So a `Found` is [`Tabular`] even if the
/// game itself has no codes.
///
/// It contains only *canonical* positions. The canonical position is the one with the smallest key among a position
/// and its images. Its slot in a table is its number in the order of the keys. The code of a position is the slot
/// times the number of symmetries, plus the first symmetry that leads from the canonical image to the position. So a
/// position and its images share a slot ([`Tabular::codes_per_slot`]).
///
/// A `Found` has the rules and the name of the game whose positions were found. Every function that takes a game with
/// codes also takes a `Found`. So it can be solved, baked and exported, and its table can be proven and written.
///
/// ```
/// use std::fmt;
///
/// use perfect_play_core::{Game, Move, Moves, Outcome, Player, Printable, Symmetric, Tabular};
/// use perfect_play_tiers::Found;
///
/// /// A move takes one to three stones. The player who takes the last stone wins.
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
/// // All positions reachable from 21 stones. `perfect_play_generator::find` finds them.
/// let found = Found::of(Stones, (0..=21).collect())?;
/// assert_eq!((found.codes(), found.encode(21), found.decode(7)), (22, 21, Ok(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Found<G: Game> {
    game: G,
    ranks: Arc<Ranks<G::Position>>,
    /// The number of symmetries, at least one.
    symmetries: u8,
    max_move: Move,
    max_plies: u8,
}

impl<G: Symmetric + Game<Position: Key>> Found<G> {
    /// The game with these canonical positions, in ascending order. This does not check whether they are the
    /// reachable positions. A proof checks that.
    ///
    /// # Errors
    ///
    /// If the positions are not ascending or not canonical, if they are not keys as [`Key`] requires, or if
    /// there is not enough memory.
    pub fn of(game: G, positions: Vec<G::Position>) -> Result<Self, FindError> {
        if G::Position::BYTES > MAX_KEY_BYTES {
            return Err(FindError::LongKey { bytes: G::Position::BYTES });
        }
        let mut last = [0; MAX_KEY_BYTES];
        let mut before = None;
        for &position in &positions {
            let mut bytes = [0; MAX_KEY_BYTES];
            let key = &mut bytes[..G::Position::BYTES];
            position.write(key);
            let is_read = G::Position::read(key) == Some(position);
            let is_before = last[..G::Position::BYTES] >= *key || before == Some(position);
            if !is_read || before.is_some() && is_before {
                return Err(FindError::NotAKey { position: format!("{position:?}") });
            }
            if canonical(&game, position) != position {
                return Err(FindError::NotCanonical { position: format!("{position:?}") });
            }
            (last, before) = (bytes, Some(position));
        }
        Self::of_positions(game, positions)
    }

    /// The game with positions that were found before, given as the keys of the canonical positions in
    /// ascending order, one after the other, in pieces of any number of keys. This does not check whether they are the
    /// reachable positions. A proof checks that.
    ///
    /// No piece is asked for before all keys of the pieces before it are checked, and memory grows with these keys.
    ///
    /// # Errors
    ///
    /// If they are not the keys of canonical positions in ascending order, or if there is not enough memory. Also the
    /// first error among the pieces.
    pub fn of_keys<E: From<FindError>>(
        game: G,
        pieces: impl IntoIterator<Item = Result<Vec<u8>, E>>,
    ) -> Result<Self, E> {
        let width = G::Position::BYTES.max(1);
        let mut positions = Vec::new();
        for piece in pieces {
            let piece = piece?;
            let out_of_memory = FindError::OutOfMemory { positions: positions.len() as u64 };
            positions.try_reserve_exact(piece.len() / width).map_err(|_| out_of_memory)?;
            for key in piece.chunks(width) {
                let bad = || FindError::BadKey { number: positions.len() as u64 };
                let position = G::Position::read(key).ok_or_else(bad)?;
                if positions.last() >= Some(&position) || canonical(&game, position) != position {
                    return Err(bad().into());
                }
                positions.push(position);
            }
        }
        Ok(Self::of_positions(game, positions)?)
    }

    fn of_positions(game: G, positions: Vec<G::Position>) -> Result<Self, FindError> {
        let ranks = Ranks::of(positions)?;
        let sorted = ranks.positions();
        let symmetries = game.symmetries().max(1);
        let max_move = if sorted.len() > MOST_LOOKED_AT {
            Move::MAX
        } else {
            // An image can have larger moves than its canonical image.
            let moves = sorted
                .iter()
                .fold(Moves::EMPTY, |moves, &position| moves.union(game.legal_moves(position)));
            let images = (1..symmetries)
                .filter_map(|of| moves.iter().map(|mv| game.image_of_move(mv, of)).max());
            images.chain(moves.last()).max().unwrap_or(0)
        };
        let plies = sorted.iter().map(|&position| game.plies_played(position));
        let max_plies = plies.max().flatten().unwrap_or(0);
        Ok(Self { game, ranks: Arc::new(ranks), symmetries, max_move, max_plies })
    }

    /// The position that a code stands for: an image of the canonical position of its slot. Several codes can stand for
    /// the same position. [`Tabular::encode`] returns the smallest of them, but any of them is accepted here. `None` if
    /// the code belongs to no slot.
    #[inline]
    pub fn image_at(&self, code: u64) -> Option<G::Position> {
        let (rank, back) = (code / self.codes_per_slot(), code % self.codes_per_slot());
        let &canonical = self.positions().get(usize::try_from(rank).ok()?)?;
        Some(if back == 0 {
            canonical
        } else {
            self.game.image(canonical, u8::try_from(back).ok()?)
        })
    }

    /// The number of the canonical image of a position, and this image.
    #[inline]
    fn rank(&self, position: G::Position) -> Option<(u64, G::Position)> {
        let canonical = canonical(&self.game, position);
        Some((self.ranks.of_position(canonical)?.into(), canonical))
    }
}

/// The smallest image of a position. The order of keys is the order of their bytes.
#[inline]
pub fn canonical<G: Symmetric + Game<Position: Ord>>(
    game: &G,
    position: G::Position,
) -> G::Position {
    let images = (1..game.symmetries()).map(|symmetry| game.image(position, symmetry));
    images.fold(position, Ord::min)
}

impl<G: Game> Found<G> {
    /// The game itself, without codes.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The canonical positions, in the order of their slots.
    pub fn positions(&self) -> &[G::Position]
    where
        G::Position: Key,
    {
        self.ranks.positions()
    }
}

/// Prints the name of the game.
impl<G: Game> fmt::Display for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Game<Position: Key>> fmt::Debug for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({}, {} canonical positions)", self.game, self.positions().len())
    }
}

/// The rules of the game.
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

impl<G: Symmetric + Game<Position: Key>> Tabular for Found<G> {
    fn codes(&self) -> u64 {
        self.positions().len() as u64 * self.codes_per_slot()
    }
    /// A position that was not found gets the number after the last code.
    fn encode(&self, position: G::Position) -> u64 {
        let Some((rank, canonical)) = self.rank(position) else { return self.codes() };
        if self.symmetries == 1 {
            return rank;
        }
        let mut symmetries = 0..self.symmetries;
        let back = symmetries.find(|&symmetry| self.game.image(canonical, symmetry) == position);
        back.map_or(self.codes(), |back| rank * self.codes_per_slot() + u64::from(back))
    }
    fn decode(&self, code: u64) -> Result<G::Position, NotAPosition> {
        let too_large = NotAPosition::CodeTooLarge { code, codes: self.codes() };
        let image = self.image_at(code).ok_or(too_large)?;
        let first = code - code % self.codes_per_slot();
        if (first..code).any(|earlier| self.image_at(earlier) == Some(image)) {
            return Err(NotAPosition::Rules("its image has a smaller code"));
        }
        Ok(image)
    }
    fn codes_per_slot(&self) -> u64 {
        self.symmetries.into()
    }
    #[inline]
    fn slot(&self, position: G::Position) -> u64 {
        self.rank(position).map_or(self.slots(), |(rank, _)| rank)
    }
    /// Counts the different images of the canonical position. This is faster than the default, which decodes each code
    /// of the slot.
    fn positions_in(&self, slot: u64) -> u64 {
        let Some(canonical) = self.image_at(slot * self.codes_per_slot()) else { return 0 };
        let mut images = Vec::with_capacity(self.symmetries.into());
        images.push(canonical);
        for symmetry in 1..self.symmetries {
            let image = self.game.image(canonical, symmetry);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images.len() as u64
    }
    /// Always `true`. If a value is not a position, it has no slot, and the table notices that. A test here would look
    /// up the position a second time.
    fn is_position(&self, _: G::Position) -> bool {
        true
    }
    /// The position is unreachable, because all reachable positions have been found.
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
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        let canonical = usize::try_from(slot).ok().and_then(|slot| self.positions().get(slot));
        if let Some(canonical) = canonical {
            canonical.write(bytes);
        }
    }
    fn same_positions(&self, other: &Self) -> bool {
        self.symmetries == other.symmetries && self.positions() == other.positions()
    }
}

impl<G: Symmetric + Game<Position: Key>> Symmetric for Found<G> {
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
