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

    /// Where a symmetry of the numbering moves each bit. The result has one element for each bit of all strips. A bit
    /// stands for a configuration, and the element is the number of the bit that stands for the configuration's image.
    /// The image is in the same strip, and the number is counted from the first bit of this strip.
    ///
    /// # Panics
    ///
    /// If there is no such symmetry.
    #[must_use]
    pub fn images(&self, low: &LowPart, symmetry: usize) -> Vec<u16> {
        let mut images = Vec::with_capacity(8 * self.bytes);
        // Unused bits map to themselves. The low part has less than 2^16 configurations, in strips of several
        // surpluses, so the bits of a strip fit in 16 bits.
        for strip in &self.strips {
            images.extend((0..=u16::MAX).take(8 * strip.bytes.len()));
        }
        let mut bits = vec![0; low.order().len()];
        for (place, bit) in self.bit_numbers(low) {
            bits[place] = bit;
        }
        let ranks = low.image_ranks(symmetry);
        for (strip, of_strip) in low.strips().iter().zip(&self.strips) {
            for place in strip.order.clone() {
                let image = bits[strip.order.start + usize::from(ranks[place])];
                let image = u16::try_from(image - 8 * of_strip.bytes.start);
                images[bits[place]] = image.unwrap_or(u16::MAX);
            }
        }
        images
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
