//! The transposition table of line games: bounds by exact keys, one word an entry.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// What an entry says about a position: bounds of its score, and the best move so far.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The number of a bit of the board. A number that is no cell stands for no move.
    pub(crate) best: u32,
}

impl Bounds {
    /// Stands for no move: the highest bit is never a cell.
    pub(crate) const NO_MOVE: u32 = 63;
}

/// Some words, and where the entry of a key is among them.
///
/// A key of *n* bits is mixed by a bijection of the numbers below 2^*n*. The mixed key times the number of buckets, divided by
/// 2^*n*, is the bucket. So the mixed keys of a bucket are consecutive numbers, and their lowest bits tell them apart. An
/// entry stores these bits: there is no other key with the same bucket and the same bits, and no entry is ever taken for
/// that of another position.
#[derive(Clone, Copy)]
struct Layout {
    /// 64 minus the number of bits of a key.
    unused: u32,
    /// The number of the first word of the first bucket.
    first: usize,
    /// The number of buckets. 0 if nothing is stored, because the bits that tell keys apart do not fit.
    buckets: u64,
    /// Selects the bits of a mixed key that are stored.
    remainder: u64,
    /// The lowest bit of the remainder in a word.
    remainder_at: u32,
}

/// The number of words of a bucket: half of a cache line.
const BUCKET: usize = 4;

/// Scores are stored plus this number, in [`SCORE_BITS`] bits. So no word of an entry is 0.
const SCORE_OFFSET: i32 = 1 << (SCORE_BITS - 1);
const SCORE_BITS: u32 = 7;
const BEST_BITS: u32 = 6;
const WORK_BITS: u32 = 5;
const BEST_AT: u32 = 2 * SCORE_BITS;
const WORK_AT: u32 = BEST_AT + BEST_BITS;
const ALL_BITS: u32 = WORK_AT + WORK_BITS;

impl Layout {
    /// The layout for keys of this many bits, from 1 to 64, in `length` words from word `first` on.
    fn new(key_bits: u32, first: usize, length: usize) -> Self {
        let buckets = (length / BUCKET) as u64;
        let stored_bits = key_bits.saturating_sub(buckets.checked_ilog2().unwrap_or(0));
        // The keys of large boards leave no room for the best move and the work.
        let (remainder_at, fits) = match u64::BITS - stored_bits {
            ALL_BITS.. => (ALL_BITS, true),
            left => (BEST_AT, left >= BEST_AT),
        };
        Self {
            unused: u64::BITS - key_bits,
            first,
            buckets: if fits { buckets } else { 0 },
            remainder: (1 << stored_bits.min(63)) - 1,
            remainder_at,
        }
    }

    /// The words of the key's bucket, and the bits that an entry of the key stores.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a bucket's number is below that of the words"
    )]
    fn bucket<'a>(&self, key: u64, words: &'a [AtomicU64]) -> Option<(&'a [AtomicU64], u64)> {
        if self.buckets == 0 {
            return None;
        }
        // The key is in the upper bits, where the carry of a product is lost, as modulo 2^n.
        let mut mixed = (key << self.unused).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^= mixed >> 32 & (u64::MAX << self.unused);
        mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let bucket = ((u128::from(mixed) * u128::from(self.buckets)) >> 64) as usize;
        let first = self.first + bucket * BUCKET;
        Some((words.get(first..first + BUCKET)?, (mixed >> self.unused) & self.remainder))
    }

    /// The bounds that are stored for a key.
    #[inline(always)]
    fn get(&self, key: u64, words: &[AtomicU64]) -> Option<Bounds> {
        let (bucket, remainder) = self.bucket(key, words)?;
        let mut loaded = bucket.iter().map(|word| word.load(Relaxed));
        let word = loaded.find(|&word| word >> self.remainder_at == remainder && word != 0)?;
        Some(unpack(word, self.remainder_at))
    }

    /// Stores bounds in place of older ones, or of those that took the least work.
    #[inline(always)]
    fn put(&self, key: u64, words: &[AtomicU64], bounds: Bounds, work: u32) {
        let Some((bucket, remainder)) = self.bucket(key, words) else { return };
        let (mut least, mut at) = (u32::MAX, None);
        for place in bucket {
            let found = place.load(Relaxed);
            if found == 0 || found >> self.remainder_at == remainder {
                at = Some(place);
                break;
            }
            let old = part(found, WORK_AT, WORK_BITS);
            if old < least {
                (least, at) = (old, Some(place));
            }
        }
        if let Some(at) = at {
            let kept = pack(bounds, work) & ((1 << self.remainder_at) - 1);
            at.store(remainder << self.remainder_at | kept, Relaxed);
        }
    }
}

/// How the words of the caller are divided.
///
/// Most nodes are near the end of the game, and have few nodes below them. It would take longer to fetch their entries from
/// memory than to search them again. So they have a small part of the words, the *near* part, which stays in the processor's
/// cache. There are several near parts, and each of the searches that run at the same time has one, as long as there are
/// enough: otherwise the searches would take the cached words away from each other.
pub(crate) struct Division {
    far: Layout,
    /// The near part with the number 0.
    near: Layout,
    near_length: usize,
    near_parts: u32,
    /// The near parts in use, as a set of numbers.
    in_use: AtomicU32,
}

/// The largest number of words of a near part: 128 KiB. Smaller ones forget too much, larger ones do not stay in the cache.
const NEAR_WORDS: usize = 1 << 14;

impl Division {
    /// The division for keys of this many bits, from 1 to 64.
    pub(crate) fn new(key_bits: u32, words: &[AtomicU64]) -> Self {
        // The first bucket begins where half of a cache line does, so that no bucket lies in two.
        let bytes = words.as_ptr().addr();
        let first = (bytes.next_multiple_of(BUCKET * size_of::<u64>()) - bytes) / size_of::<u64>();
        let length = words.len().saturating_sub(first);
        let near_length = (length / 4).min(NEAR_WORDS) / BUCKET * BUCKET;
        let near_parts = (length / 4).checked_div(near_length).unwrap_or(0).min(16);
        let near = Layout::new(key_bits, first, near_length);
        // If the entries of a small part cannot be exact, there is one part.
        let near_parts = if near.buckets == 0 { 0 } else { near_parts };
        let all_near = near_parts * near_length;
        Self {
            far: Layout::new(key_bits, first + all_near, length - all_near),
            near,
            near_length,
            near_parts: near_parts.try_into().unwrap_or(0),
            in_use: AtomicU32::new(0),
        }
    }

    /// Takes a near part that is not in use, if there is one.
    pub(crate) fn open<'a>(&'a self, words: &'a [AtomicU64]) -> BoundsTable<'a> {
        let mut parts = 0..self.near_parts;
        let taken = parts.find(|part| self.in_use.fetch_or(1 << part, Relaxed) & 1 << part == 0);
        let mut near = if self.near_parts == 0 { self.far } else { self.near };
        near.first += self.near_length * taken.unwrap_or(0) as usize;
        BoundsTable { words, far: self.far, near, in_use: &self.in_use, taken }
    }
}

/// The table of one search.
pub(crate) struct BoundsTable<'a> {
    words: &'a [AtomicU64],
    far: Layout,
    near: Layout,
    in_use: &'a AtomicU32,
    taken: Option<u32>,
}

impl BoundsTable<'_> {
    /// The bounds that are stored for a key. `near`: the position is near the end of the game.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64, near: bool) -> Option<Bounds> {
        let layout = if near { &self.near } else { &self.far };
        layout.get(key, self.words)
    }

    /// Stores bounds that took about 2^`work` nodes to find.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, near: bool, bounds: Bounds, work: u32) {
        let layout = if near { &self.near } else { &self.far };
        layout.put(key, self.words, bounds, work);
    }
}

impl Drop for BoundsTable<'_> {
    fn drop(&mut self) {
        if let Some(part) = self.taken {
            self.in_use.fetch_and(!(1 << part), Relaxed);
        }
    }
}

#[inline(always)]
fn pack(bounds: Bounds, work: u32) -> u64 {
    let score = |score: i32| u64::from((score + SCORE_OFFSET).cast_unsigned());
    score(bounds.lower)
        | score(bounds.upper) << SCORE_BITS
        | u64::from(bounds.best) << BEST_AT
        | u64::from(work.min((1 << WORK_BITS) - 1)) << WORK_AT
}

#[inline(always)]
fn unpack(word: u64, remainder_at: u32) -> Bounds {
    let score = |at| part(word, at, SCORE_BITS).cast_signed() - SCORE_OFFSET;
    let has_best = remainder_at > BEST_AT;
    let best = if has_best { part(word, BEST_AT, BEST_BITS) } else { Bounds::NO_MOVE };
    Bounds { lower: score(0), upper: score(SCORE_BITS), best }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a part has few bits")]
fn part(word: u64, at: u32, bits: u32) -> u32 {
    (word >> at) as u32 & ((1 << bits) - 1)
}
