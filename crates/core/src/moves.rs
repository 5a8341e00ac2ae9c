//! Moves, and sets of them.

use core::fmt;

/// A move, as a number that its game gives meaning to: for a placement game the cell, counted from
/// 0 row by row from the top left; for falling marks the column, counted from 1 at the left.
///
/// ```
/// use perfect_play_core::{Game, Mnk, Move};
///
/// let four: Move = 4;
/// let (placed, fallen) = (Mnk::TICTACTOE, Mnk::new(4, 4, 4)?.gravity());
/// assert_eq!(placed.notation(placed.play(placed.start(), four)).to_string(), "....X....");
/// assert_eq!(fallen.notation(fallen.play(fallen.start(), four)).to_string(), "...............X");
/// # Ok::<(), perfect_play_core::InvalidLines>(())
/// ```
pub type Move = u8;

/// A set of moves: bit `i` stands for move `i`, so moves are numbered 0 to 63.
///
/// ```
/// use perfect_play_core::Moves;
///
/// let moves: Moves = [4, 0, 8].into_iter().collect();
/// assert!(moves.contains(4));
/// assert_eq!(moves.first(), Some(0));
/// assert_eq!(moves.to_string(), "0 4 8");
/// assert!(moves.without(4).is_within(moves) && !moves.with(1).is_within(moves));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves(u64);

impl Moves {
    /// How many numbers there are for moves: a set has a bit for each.
    pub const NUMBERS: u8 = 64;

    /// No move at all.
    pub const EMPTY: Self = Self(0);

    /// The set whose bit `i` says whether move `i` is in it.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// This set with one move more. A number of 64 or more is no move and adds nothing.
    #[must_use]
    pub const fn with(self, mv: Move) -> Self {
        match 1_u64.checked_shl(mv as u32) {
            Some(bit) => Self(self.0 | bit),
            None => self,
        }
    }

    /// This set with one move fewer, if it was in it.
    #[must_use]
    pub const fn without(self, mv: Move) -> Self {
        match 1_u64.checked_shl(mv as u32) {
            Some(bit) => Self(self.0 & !bit),
            None => self,
        }
    }

    /// Whether the move is in the set.
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        mv < Self::NUMBERS && self.0 >> mv & 1 == 1
    }

    /// Whether every move of this set is in the other one too.
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many moves are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds no move.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest move of the set; `None` if it is empty.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 64")]
    pub const fn first(self) -> Option<Move> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as Move) }
    }

    /// The moves, ascending.
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self)
    }
}

/// Collects moves; a number of 64 or more is none and is left out.
///
/// # Panics
///
/// On such a number, but only with debug assertions: rules that number moves so are wrong.
impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves.into_iter().fold(Self::EMPTY, |moves, mv| {
            debug_assert!(mv < Self::NUMBERS, "move {mv}: moves are numbered below 64");
            moves.with(mv)
        })
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

/// The moves of a set, ascending. Made by [`Moves::iter`].
///
/// ```
/// use perfect_play_core::Moves;
///
/// let mut moves = Moves::from_bits(0b101).iter();
/// assert_eq!(moves.len(), 2);
/// assert_eq!((moves.next(), moves.next(), moves.next()), (Some(0), Some(2), None));
/// ```
#[derive(Clone, Debug)]
pub struct MovesIter(Moves);

impl Iterator for MovesIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for MovesIter {}

/// Prints the moves as a set: `{0, 4, 8}`.
impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Prints the moves ascending with one space between, and nothing for the empty set.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mv) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}
