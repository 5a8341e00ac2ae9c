//! The 16-bit entry of small tables. One load gives a whole entry.

use crate::{Entry, Moves, Outcome};

/// An entry in 16 bits, for games with move numbers up to 8 and at most fifteen plies.
///
/// | bits | meaning |
/// |---|---|
/// | 0–8 | the optimal moves, bit *i* for move *i* |
/// | 9–12 | remoteness in plies |
/// | 13–14 | 1 loss, 2 draw, 3 win; 0 if there is no entry |
/// | 15 | 1 for a draw without a remoteness, otherwise 0 |
///
/// Games that are played for points have no words.
///
/// The word of a slot without an entry is 0.
///
/// ```
/// use perfect_play_core::{Entry, Moves, Outcome, Word};
///
/// let entry = Entry {
///     outcome: Outcome::Win,
///     remoteness: Some(3),
///     score: None,
///     optimal_moves: Moves::EMPTY.with(1).with(8),
/// };
/// let word = Word::pack(entry).unwrap();
/// assert_eq!(word.bits(), 0b0_11_0011_100000010);
/// assert_eq!(word.entry(), Some(entry));
/// assert_eq!(Word::NONE.entry(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u16);

const MOVE_BITS: u16 = 9;
const REMOTENESS_BITS: u16 = 4;
const OUTCOME_BITS: u16 = 2;
const MOVES: u16 = (1 << MOVE_BITS) - 1;
const REMOTENESS: u16 = (1 << REMOTENESS_BITS) - 1;

impl Word {
    /// The word of a slot without an entry.
    pub const NONE: Self = Self(0);

    /// The number of moves that a word can hold: moves 0 to 8.
    #[expect(clippy::cast_possible_truncation, reason = "nine")]
    pub const MOVES: u8 = MOVE_BITS as u8;

    /// The largest remoteness that a word can hold, in plies.
    pub const MAX_REMOTENESS: u16 = REMOTENESS;

    /// The entry as a word. `None` if it has a move or a remoteness that a word cannot hold.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "it is checked to fit")]
    pub const fn pack(entry: Entry) -> Option<Self> {
        let ([moves, 0, 0, 0], None) = (entry.optimal_moves.bits(), entry.score) else {
            return None;
        };
        let (remoteness, endless) = match (entry.remoteness, entry.outcome) {
            (Some(plies), _) => (plies, 0),
            (None, Outcome::Draw) => (0, 1),
            (None, _) => return None,
        };
        if moves > MOVES as u64 || remoteness > Self::MAX_REMOTENESS {
            return None;
        }
        let outcome = match entry.outcome {
            Outcome::Loss => 1,
            Outcome::Draw => 2,
            Outcome::Win => 3,
        };
        Some(Self(
            endless << (MOVE_BITS + REMOTENESS_BITS + OUTCOME_BITS)
                | outcome << (MOVE_BITS + REMOTENESS_BITS)
                | remoteness << MOVE_BITS
                | moves as u16,
        ))
    }

    /// The word with these bits. `None` if they are not a valid word.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let word = Self(bits);
        match word.entry() {
            Some(entry) => match Self::pack(entry) {
                Some(packed) if packed.0 == bits => Some(word),
                _ => None,
            },
            None if bits == 0 => Some(word),
            None => None,
        }
    }

    /// The word with these bits, without a check. Use it for bits of a table that was checked or computed.
    /// Wrong bits read as some entry or as no entry, and never panic.
    #[inline]
    #[must_use]
    pub const fn from_trusted_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The word as bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The entry, or `None` if the slot has no entry.
    #[inline]
    #[must_use]
    pub const fn entry(self) -> Option<Entry> {
        let plies = self.0 >> MOVE_BITS & REMOTENESS;
        let (outcome, remoteness) = match self.0 >> (MOVE_BITS + REMOTENESS_BITS) {
            1 => (Outcome::Loss, Some(plies)),
            2 => (Outcome::Draw, Some(plies)),
            3 => (Outcome::Win, Some(plies)),
            6 => (Outcome::Draw, None),
            _ => return None,
        };
        Some(Entry {
            outcome,
            remoteness,
            score: None,
            optimal_moves: Moves::from_low_bits((self.0 & MOVES) as u64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    #[test]
    fn all_65_536_words_are_one_entry_or_none_or_refused() {
        let mut entries = 0;
        for bits in 0..=u16::MAX {
            let Some(word) = Word::from_bits(bits) else {
                continue;
            };
            match word.entry() {
                Some(entry) => {
                    assert_eq!(Word::pack(entry), Some(word));
                    entries += 1;
                }
                None => assert_eq!(word, Word::NONE),
            }
        }
        assert_eq!(entries, (3 * 16 + 1) * 512);
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let entry = Entry {
            outcome: Outcome::Draw,
            remoteness: Some(15),
            score: None,
            optimal_moves: Moves::EMPTY.with(8),
        };
        assert!(Word::pack(entry).is_some());
        assert_eq!(Word::pack(Entry { remoteness: Some(16), ..entry }), None);
        for mv in 9..=Move::MAX {
            let optimal_moves = Moves::EMPTY.with(mv);
            assert_eq!(Word::pack(Entry { optimal_moves, ..entry }), None, "{mv}");
        }
    }
}
