//! Numbers for the ways to choose some of a board's points, by tables that are filled when they are first needed.
//!
//! The crate has no allocator, and constants would make every program larger. So the tables are statics of atomics, which
//! begin as zeros. Two threads that fill them at the same time write the same numbers.

use core::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU16, AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};

/// The most men of a player.
pub(super) const MAX_MEN: usize = 12;

/// The value of an entry of a table of atomics, or 0 if there is no such entry.
macro_rules! load {
    ($table:expr, $at:expr) => {
        $table.get($at).map_or(0, |entry| entry.load(Relaxed))
    };
}
/// Sets an entry of a table of atomics.
macro_rules! store {
    ($table:expr, $at:expr, $value:expr) => {
        if let Some(entry) = $table.get($at) {
            entry.store($value, Relaxed);
        }
    };
}
pub(super) use {load, store};

/// The number of ways to choose `k` of `n`, by `n` and `k`, sixteen for each `n`.
static WAYS: [u32; 32 * 16] = {
    let mut ways = [0; 32 * 16];
    let mut n = 0;
    while n < 25 {
        ways[16 * n] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_MEN {
            ways[16 * n + k] = ways[16 * (n - 1) + k - 1] + ways[16 * (n - 1) + k];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// The number of ways to choose `k` of `n`, for `n` up to 24 and `k` up to 12.
#[inline]
pub(super) fn ways(n: u32, k: u32) -> u32 {
    WAYS[(n % 32 * 16 + k % 16) as usize]
}

/// The bits in each half of a choice.
const HALF: u32 = 12;
const WORDS: usize = 1 << HALF;
/// At least the number of bytes in which each bit is one of three things, which is 6561. As for the other tables, a power of two
/// makes sure that an index is in bounds.
const TERNARY: usize = 1 << 13;

/// The number of a byte whose bits are digits to base 3.
static TERNARIES: [u16; 256] = {
    let mut ternaries = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ternaries[byte] = 3 * ternaries[byte / 2] + byte as u16 % 2;
        byte += 1;
    }
    ternaries
};

/// The number of words of twelve bits with fewer ones, by the number of ones.
static FIRST_WORDS: [u16; MAX_MEN + 1] = {
    let mut first = [0; MAX_MEN + 1];
    let mut ones = 1;
    while ones <= MAX_MEN {
        first[ones] = first[ones - 1] + WAYS[16 * HALF as usize + ones - 1] as u16;
        ones += 1;
    }
    first
};

/// The tables. A choice of `men` of the points that are not `taken` is a word of bits, one for each of these points. Words of
/// the same length with the same number of ones are numbered, in the order of the number of ones in the upper half, then of the
/// upper half, then of the lower half.
pub(super) struct Choices {
    is_ready: AtomicBool,
    /// The bits of a byte that remain if those of another byte are taken out; by the ternary number in which the bits taken out
    /// are ones, and the others twos.
    squeezed: [AtomicU8; TERNARY],
    /// The byte whose bits remain, by the byte that is taken out and what remains.
    spread: [AtomicU8; TERNARY],
    /// For each byte that is taken out, where its part of `spread` begins, and from bit 16 how many bits remain.
    spread_at: [AtomicU32; 256],
    /// The number of each word of twelve bits among those with as many ones, and from bit 12 how many these are.
    order: [AtomicU16; WORDS],
    /// The words of twelve bits, sorted by the number of ones.
    words: [AtomicU16; WORDS],
    /// The number of the first choice whose upper half has this many ones: by the length of the upper half, the number of
    /// ones, and the number of ones in the upper half. The largest number if there is none.
    first: [AtomicU32; WORDS],
}

pub(super) static CHOICES: Choices = Choices {
    is_ready: AtomicBool::new(false),
    squeezed: [const { AtomicU8::new(0) }; TERNARY],
    spread: [const { AtomicU8::new(0) }; TERNARY],
    spread_at: [const { AtomicU32::new(0) }; 256],
    order: [const { AtomicU16::new(0) }; WORDS],
    words: [const { AtomicU16::new(0) }; WORDS],
    first: [const { AtomicU32::new(0) }; WORDS],
};

/// Points that are not taken.
#[derive(Clone, Copy)]
pub(super) struct Free {
    /// The ternary numbers of the bytes that are taken.
    taken: [u16; 4],
    /// How many points are free before each byte, and in all.
    begins: [u8; 4],
    length: u8,
}

impl Choices {
    /// Fills the tables if they are not filled.
    pub(super) fn prepare(&self) {
        if self.is_ready.load(Acquire) {
            return;
        }
        let mut at = 0;
        for taken in 0..=u8::MAX {
            let free = taken.count_zeros();
            store!(self.spread_at, usize::from(taken), at | free << 16);
            for men in 0..=u8::MAX {
                if men & taken == 0 {
                    let (mut squeezed, mut to) = (0, 1);
                    for bit in (0..8).filter(|bit| taken >> bit & 1 == 0) {
                        squeezed |= (men >> bit & 1) * to;
                        to = to.wrapping_mul(2);
                    }
                    let of_both = TERNARIES[usize::from(taken)] + 2 * TERNARIES[usize::from(men)];
                    store!(self.squeezed, usize::from(of_both), squeezed);
                    store!(self.spread, at as usize + usize::from(squeezed), men);
                }
            }
            at += 1 << free;
        }
        let mut numbers = [0; 13];
        for word in 0..1_u16 << HALF {
            let ones = word.count_ones() as usize;
            if let (Some(number), Some(first)) = (numbers.get_mut(ones), FIRST_WORDS.get(ones)) {
                store!(self.order, usize::from(word), *number | (ones as u16) << 12);
                store!(self.words, usize::from(first + *number), word);
                *number += 1;
            }
        }
        for upper in 0..=HALF {
            for ones in 0..=HALF {
                let mut first = 0;
                for in_upper in 0..=HALF {
                    let begins = if in_upper > ones.min(upper) { u32::MAX } else { first };
                    store!(self.first, at_first(upper, ones, in_upper), begins);
                    first += ways(upper, in_upper) * ways(HALF, ones.saturating_sub(in_upper));
                }
            }
        }
        self.is_ready.store(true, Release);
    }

    /// The points that are not taken. All bits that are not points are taken.
    #[inline]
    pub(super) fn free(&self, taken: u32) -> Free {
        let mut free = Free { taken: [0; 4], begins: [0; 4], length: 0 };
        let bytes = taken.to_le_bytes().into_iter().map(usize::from);
        // As `array::map`, which is not always inlined.
        for ((byte, taken), begins) in bytes.zip(&mut free.taken).zip(&mut free.begins) {
            (*taken, *begins) = (TERNARIES[byte], free.length);
            free.length += (self.spread_at[byte].load(Relaxed) >> 16) as u8;
        }
        free
    }

    /// The number of the choice of these men, all of them on free points.
    #[inline]
    pub(super) fn rank(&self, free: Free, men: u32) -> u32 {
        let squeeze = |byte: usize| {
            let men = (men >> (8 * byte)) as u8;
            let at = free.taken[byte] + 2 * TERNARIES[usize::from(men)];
            u32::from(self.squeezed[usize::from(at) % TERNARY].load(Relaxed)) << free.begins[byte]
        };
        // The centre is the last point.
        let word = squeeze(0) | squeeze(1) | squeeze(2) | squeeze(3);
        let upper = u32::from(self.order[(word >> HALF) as usize % WORDS].load(Relaxed));
        let lower = u32::from(self.order[word as usize % WORDS].load(Relaxed));
        let (in_upper, in_lower) = (upper >> 12, lower >> 12);
        let upper_length = u32::from(free.length).saturating_sub(HALF);
        let at = at_first(upper_length, in_upper + in_lower, in_upper);
        let in_block = (upper & 0xFFF) * ways(HALF, in_lower) + (lower & 0xFFF);
        // Men who are not on free points may have no number.
        self.first[at].load(Relaxed).wrapping_add(in_block)
    }

    /// The men of the choice with this number, which is less than the number of ways to choose `count` of `length` points.
    #[inline]
    pub(super) fn unrank(&self, taken: u32, length: u32, count: u32, number: u32) -> u32 {
        let length = length.saturating_sub(HALF);
        // A loop that always has the same length is faster.
        let begins = |in_upper| self.first[at_first(length, count, in_upper)].load(Relaxed);
        let in_upper = (1..=HALF).map(|ones| u32::from(begins(ones) <= number)).sum();
        let first = begins(in_upper);
        let in_lower = count - in_upper;
        let (rest, lowers) = (number - first, ways(HALF, in_lower));
        let word = |ones: u32, number: u32| {
            let first = FIRST_WORDS.get(ones as usize).copied().unwrap_or(0);
            u32::from(load!(self.words, first as usize + number as usize))
        };
        let upper = word(in_upper, rest.checked_div(lowers).unwrap_or(0));
        let lower = word(in_lower, rest.checked_rem(lowers).unwrap_or(0));
        let (mut word, mut men) = (upper << HALF | lower, 0);
        for shift in [0, 8, 16, 24] {
            let entry = load!(self.spread_at, (taken >> shift & 0xFF) as usize);
            let free = entry >> 16;
            let part = word & ((1 << free) - 1);
            word >>= free;
            men |=
                u32::from(load!(self.spread, (entry & 0xFFFF) as usize + part as usize)) << shift;
        }
        men
    }
}

/// The place in [`Choices::first`].
#[inline]
const fn at_first(upper: u32, ones: u32, in_upper: u32) -> usize {
    (upper << 8 | ones << 4 | in_upper) as usize % WORDS
}
