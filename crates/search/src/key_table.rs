//! The transposition table of any game: bounds by whole keys, several words an entry.

use core::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
    fence,
};

use perfect_play_core::{Key, MAX_KEY_BYTES};

/// The largest number of words of a key.
const KEY_WORDS: usize = MAX_KEY_BYTES / size_of::<u64>();

/// A key as words. Unused words are 0.
pub(crate) type Words = [u64; KEY_WORDS];

/// The key of a position as words.
pub(crate) fn words_of<K: Key>(position: K) -> Words {
    let mut bytes = [0; MAX_KEY_BYTES];
    let mut words = [0; KEY_WORDS];
    if let Some(bytes) = bytes.get_mut(..K::BYTES) {
        position.write(bytes);
    }
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

/// Bounds of a value, as numbers of [`Value`](perfect_play_core::Value)s.
#[derive(Clone, Copy)]
pub(crate) struct NumberBounds {
    pub(crate) lower: u16,
    pub(crate) upper: u16,
}

/// The table: entries of one word for the bounds, and as many words as a key has.
///
/// The first word of an entry is
///
/// | bits | meaning |
/// |---|---|
/// | 0 to 15 | the lower bound |
/// | 16 to 31 | 65535 minus the upper bound: 0 only in an empty entry |
/// | 32 to 63 | the number of times that the entry was written, twice. Odd while it is being written |
///
/// This is a sequence lock: a reader takes the words only if the first one is even, and is the same before and after. A writer
/// that finds an entry being written writes nothing. So no thread waits for another one. A reader could be deceived only if
/// the entry was written 2^31 times while it reads some words.
#[derive(Clone, Copy)]
pub(crate) struct KeyTable<'a> {
    words: &'a [AtomicU64],
    key_words: usize,
    entries: u64,
}

impl<'a> KeyTable<'a> {
    /// The table of keys with this number of bytes.
    pub(crate) fn new(words: &'a [AtomicU64], key_bytes: usize) -> Self {
        let key_words = key_bytes.div_ceil(size_of::<u64>());
        let entries = if key_words <= KEY_WORDS { words.len() / (1 + key_words) } else { 0 };
        Self { words, key_words, entries: entries as u64 }
    }

    /// The first word of the entry of a key, and the words of the key in the entry.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an entry's number is below that of the words"
    )]
    fn entry(&self, key: &Words) -> Option<(&'a AtomicU64, &'a [AtomicU64])> {
        let mut hash = 0_u64;
        for word in key.iter().take(self.key_words) {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let entry = ((u128::from(hash) * u128::from(self.entries)) >> 64) as usize;
        let (first, end) = (entry * (1 + self.key_words), (entry + 1) * (1 + self.key_words));
        if self.entries == 0 {
            return None;
        }
        self.words.get(first..end)?.split_first()
    }

    /// The bounds that are stored for a key.
    pub(crate) fn get(&self, key: &Words) -> Option<NumberBounds> {
        let (head, rest) = self.entry(key)?;
        let before = head.load(Acquire);
        if is_being_written(before) {
            return None;
        }
        let found = rest.iter().zip(key).all(|(word, key)| word.load(Relaxed) == *key);
        // No load above is made after the one below.
        fence(Acquire);
        let unchanged = head.load(Relaxed) == before;
        (found && unchanged).then(|| unpack(before)).flatten()
    }

    /// Stores bounds.
    pub(crate) fn put(&self, key: &Words, bounds: NumberBounds) {
        let Some((head, rest)) = self.entry(key) else { return };
        let before = head.load(Relaxed);
        if is_being_written(before) {
            return;
        }
        let writing = before.wrapping_add(WRITING);
        if head.compare_exchange(before, writing, Acquire, Relaxed).is_err() {
            return;
        }
        // No store below is made before the exchange.
        fence(Release);
        for (word, key) in rest.iter().zip(key) {
            word.store(*key, Relaxed);
        }
        let times = writing.wrapping_add(WRITING) & !(WRITING - 1);
        let upper = u64::from(u16::MAX - bounds.upper) << 16;
        head.store(times | upper | u64::from(bounds.lower), Release);
    }
}

/// Added to the first word when writing begins, and when it ends.
const WRITING: u64 = 1 << 32;

/// Whether the entry with this first word is being written.
const fn is_being_written(head: u64) -> bool {
    head & WRITING != 0
}

/// The bounds of a first word. `None` if the entry is empty.
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
fn unpack(head: u64) -> Option<NumberBounds> {
    let (lower, upper) = (head as u16, u16::MAX - (head >> 16) as u16);
    // No value has the number 65535.
    (upper != u16::MAX).then_some(NumberBounds { lower, upper })
}
