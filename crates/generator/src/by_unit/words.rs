//! The working memory of a unit: 16 bits for each slot.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::SeqCst};

use perfect_play_core::{Scheme, Value};

use crate::{SolveError, room::filled};

/// What is known about a slot. It is one of
///
/// * a counter of children, below [`Word::FIRST_VALUE`]: the value is not known. From [`Word::FIRST_TOLD`] on, what the moves say
///   that leave the unit is known, and in the lower byte;
/// * a value;
/// * [`Word::UNUSED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(u16);

impl Word {
    /// The slot has no position.
    pub(super) const UNUSED: Self = Self(u16::MAX);
    /// A draw.
    const DRAW: Self = Self(u16::MAX - 1);
    /// The first counter that knows what the exits say. Others count up to 256 moves, twice if they lead to either player, and one
    /// more.
    const FIRST_TOLD: u16 = 0x400;
    /// The largest counter that knows what the exits say.
    const MOST_TOLD: u16 = 0x3F;
    /// The first word that is a value.
    const FIRST_VALUE: u16 = Self::FIRST_TOLD + ((Self::MOST_TOLD + 1) << 8);
    /// The largest remoteness that fits.
    pub(super) const MAX_PLIES: u16 = (u16::MAX - 2 - Self::FIRST_VALUE) / 2;

    /// A counter.
    #[inline]
    pub(super) fn counter(children: u16) -> Self {
        debug_assert!(children < Self::FIRST_TOLD, "at most 513 are counted");
        Self(children)
    }

    /// The counter of a slot whose moves that leave the unit all lose, the best of them in this many plies; 0 if no move leaves
    /// the unit. If there are too many children or plies, the counter does not know the plies ([`Word::told`]).
    #[inline]
    pub(super) fn counter_told(children: u16, plies: u16) -> Self {
        match u8::try_from(plies) {
            Ok(plies) if children <= Self::MOST_TOLD => {
                Self(Self::FIRST_TOLD + (children << 8) + u16::from(plies))
            }
            _ => Self::counter(children),
        }
    }

    /// A value. `None` if it is too far away.
    #[inline]
    pub(super) fn of(scheme: Scheme, value: Value) -> Option<Self> {
        match scheme {
            Scheme::Score => {
                let byte = scheme.byte(value);
                (byte != Value::NONE).then(|| Self(Self::FIRST_VALUE + u16::from(byte)))
            }
            Scheme::Remoteness => match value.plies() {
                None => Some(Self::DRAW),
                Some(plies) if plies <= Self::MAX_PLIES => {
                    let won = u16::from(value > Value::DRAW);
                    Some(Self(Self::FIRST_VALUE + 2 * plies + won))
                }
                Some(_) => None,
            },
        }
    }

    /// The counter, if it is one.
    #[inline]
    pub(super) fn count(self) -> Option<u16> {
        let count =
            if self.0 < Self::FIRST_TOLD { self.0 } else { (self.0 - Self::FIRST_TOLD) >> 8 };
        (self.0 < Self::FIRST_VALUE).then_some(count)
    }

    /// The counter when this many of the children that it counts are decided. `None` if it counts fewer, or if the word is not a
    /// counter.
    #[inline]
    pub(super) fn less(self, children: u16) -> Option<Self> {
        let left = self.count()?.checked_sub(children)?;
        Some(if self.0 < Self::FIRST_TOLD { Self(left) } else { Self(self.0 - (children << 8)) })
    }

    /// The plies of a counter that was made by [`Word::counter_told`]. `None` if it does not know them.
    #[inline]
    pub(super) fn told(self) -> Option<u16> {
        (Self::FIRST_TOLD..Self::FIRST_VALUE).contains(&self.0).then_some(self.0 & 0xFF)
    }

    /// The plies of a win or loss.
    #[inline]
    pub(super) fn plies(self) -> Option<u16> {
        let is_decided = (Self::FIRST_VALUE..Self::DRAW.0).contains(&self.0);
        is_decided.then(|| (self.0 - Self::FIRST_VALUE) / 2)
    }

    /// The value. A counter that is left when all is solved is a draw.
    #[inline]
    pub(super) fn value(self, scheme: Scheme) -> Option<Value> {
        match (scheme, self) {
            (_, Self::UNUSED) => None,
            (Scheme::Score, Self(word)) => {
                scheme.from_byte(u8::try_from(word.checked_sub(Self::FIRST_VALUE)?).ok()?)
            }
            (Scheme::Remoteness, word) => match word.plies() {
                None => Some(Value::DRAW),
                Some(plies) if (word.0 - Self::FIRST_VALUE) % 2 == 1 => Value::win(plies),
                Some(plies) => Value::loss(plies),
            },
        }
    }
}

/// The slots of a chunk: those that a thread scans at a time.
const CHUNK: u32 = 1 << 14;

/// The slots of a block: those that are passed over together if none of them is decided in the round that is being scanned.
const BLOCK: u32 = 1 << 10;

/// The words of all slots of a unit. Any number of threads change them.
pub(super) struct Words {
    words: Vec<AtomicU16>,
    /// For each block: no word whose plies are at least as many as the round that is being scanned has fewer plies than this.
    next: Vec<AtomicU32>,
}

impl Words {
    /// The words of this many slots, all of them unused.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(super) fn new(slots: u32) -> Result<Self, SolveError> {
        let blocks = slots.div_ceil(BLOCK);
        let words = filled(slots.into(), || AtomicU16::new(Word::UNUSED.0))?;
        Ok(Self { words, next: filled(blocks.into(), || AtomicU32::new(u32::MAX))? })
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(u32::MAX)
    }

    /// The chunks: each a range of slots.
    pub(super) fn chunks(&self) -> Vec<std::ops::Range<u32>> {
        let len = self.len();
        (0..len)
            .step_by(CHUNK as usize)
            .map(|first| first..len.min(first.saturating_add(CHUNK)))
            .collect()
    }

    #[inline]
    pub(super) fn get(&self, slot: u32) -> Word {
        Word(self.words[slot as usize].load(SeqCst))
    }

    /// Sets a word, and notes its plies.
    #[inline]
    pub(super) fn set(&self, slot: u32, word: Word) {
        self.words[slot as usize].store(word.0, SeqCst);
        self.note(slot, word);
    }

    /// Replaces a word if it is still `old`. Otherwise returns what it is.
    #[inline]
    pub(super) fn replace(&self, slot: u32, old: Word, new: Word) -> Result<(), Word> {
        let replaced = self.words[slot as usize].compare_exchange(old.0, new.0, SeqCst, SeqCst);
        replaced.map_err(Word)?;
        self.note(slot, new);
        Ok(())
    }

    #[inline]
    fn note(&self, slot: u32, word: Word) {
        let Some(plies) = word.plies() else { return };
        let next = &self.next[(slot / BLOCK) as usize];
        if next.load(SeqCst) > u32::from(plies) {
            next.fetch_min(plies.into(), SeqCst);
        }
    }

    /// The least number of plies that a decided word may have that has not been scanned. `None` if there is none.
    pub(super) fn next_round(&self) -> Option<u16> {
        let least = self.next.iter().map(|next| next.load(SeqCst)).min()?;
        u16::try_from(least).ok()
    }

    /// Calls `each` with the slots of a chunk that are decided in exactly this many plies. Every word with fewer plies was
    /// scanned before.
    ///
    /// # Errors
    ///
    /// The first error of `each`.
    pub(super) fn scan<E>(
        &self,
        chunk: std::ops::Range<u32>,
        round: u16,
        mut each: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        for start in chunk.clone().step_by(BLOCK as usize) {
            let next = &self.next[(start / BLOCK) as usize];
            if next.load(SeqCst) > round.into() {
                continue;
            }
            // A word that is set from now on notes itself again. One that was set before is seen below.
            next.store(u32::MAX, SeqCst);
            let mut least = u32::MAX;
            for slot in start..chunk.end.min(start.saturating_add(BLOCK)) {
                match self.get(slot).plies() {
                    Some(plies) if plies == round => each(slot)?,
                    Some(plies) if plies > round => least = least.min(plies.into()),
                    _ => {}
                }
            }
            next.fetch_min(least, SeqCst);
        }
        Ok(())
    }
}
