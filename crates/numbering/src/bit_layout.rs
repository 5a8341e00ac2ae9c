//! Sets of low configurations, with one bit for each configuration.

use std::ops::Range;

use crate::{LowPart, Strip, StripRow, bits::add_if};

/// The places of the bits in a set of *low configurations*: ways to put marks on the cells of the low part
/// ([`LowPart`]). Each configuration has one bit, in the order of [`LowPart::order`]. Each row of a [`Strip`]
/// ([`StripRow`]) begins with a new byte. The unused bits of the last byte of a row are 0.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{BitLayout, Tiers};
///
/// let tiers = Tiers::of(&"mnk:3,3,3".parse::<Mnk>()?)?;
/// let layout = BitLayout::new(tiers.low());
/// let all = layout.bits_of(tiers.low(), |_x, _o| true);
/// let ones: u32 = all.iter().map(|byte| byte.count_ones()).sum();
/// assert_eq!(ones as usize, tiers.low().order().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BitLayout {
    /// The bits of each strip.
    strips: Vec<StripBits>,
    /// The number of bytes of all strips.
    bytes: usize,
}

/// The bits of a strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripBits {
    /// The range of the strip's bytes in a set of low configurations, such as the result of
    /// [`BitLayout::bits_of`].
    pub bytes: Range<usize>,
    /// The bytes of each row, counted from the first byte of the strip.
    pub rows: Vec<Range<usize>>,
}

impl BitLayout {
    /// The layout for the configurations of this part.
    #[must_use]
    pub fn new(low: &LowPart) -> Self {
        let mut end = 0;
        let strip = |strip: &Strip| {
            let start = end;
            let row = |row: &StripRow| {
                let first = end - start;
                end += row.places.len().div_ceil(8);
                first..end - start
            };
            let rows = strip.rows.iter().map(row).collect();
            StripBits { bytes: start..end, rows }
        };
        let strips = low.strips().iter().map(strip).collect();
        Self { strips, bytes: end }
    }

    /// The bits of a strip, given its number.
    ///
    /// # Panics
    ///
    /// If there is no such strip.
    #[must_use]
    #[inline]
    pub fn strip(&self, number: usize) -> &StripBits {
        &self.strips[number]
    }

    /// The set of the low configurations for which `is_set` returns `true`. Its arguments are the cells with X
    /// and the cells with O.
    #[must_use]
    pub fn bits_of(&self, low: &LowPart, is_set: impl Fn(u64, u64) -> bool) -> Vec<u8> {
        let mut bits = self.none();
        self.each(low, |bit, x, o| add_if(&mut bits, bit, is_set(x, o)));
        bits
    }

    /// The empty set.
    pub(crate) fn none(&self) -> Vec<u8> {
        vec![0; self.bytes]
    }

    /// Calls `each` for every low configuration: with its bit within the bits of all strips, and with the cells with X and the
    /// cells with O.
    pub(crate) fn each(&self, low: &LowPart, mut each: impl FnMut(usize, u64, u64)) {
        for (place, bit) in self.bit_numbers(low) {
            let (x, o) = low.marks(low.order()[place]);
            each(bit, x, o);
        }
    }

    /// For each low configuration, by its number: its bit within the bits of all strips.
    pub(crate) fn bits_by_number(&self, low: &LowPart) -> Vec<usize> {
        let mut bits = vec![0; low.order().len()];
        for (place, bit) in self.bit_numbers(low) {
            bits[usize::from(low.order()[place])] = bit;
        }
        bits
    }

    /// For each index in the order of low configurations: its bit within the bits of all strips.
    fn bit_numbers(&self, low: &LowPart) -> impl Iterator<Item = (usize, usize)> {
        low.strips().iter().zip(&self.strips).flat_map(|(strip, of_strip)| {
            strip.rows.iter().zip(&of_strip.rows).flat_map(|(row, bytes)| {
                let places =
                    row.places.start + strip.order.start..row.places.end + strip.order.start;
                places.zip(8 * (of_strip.bytes.start + bytes.start)..)
            })
        })
    }
}
