//! Sections with a bit for each slot.

use std::ops::Range;

use perfect_play_tiers::{Strip, StripRow, Tier, Tiers};

/// Where the bits of a strip are: those of each row begin a byte. What is left of a row's last byte is 0.
pub(super) struct Layout {
    /// By strip.
    strips: Vec<StripBits>,
    /// The bytes of all strips.
    bytes: usize,
}

/// The bits of a strip.
pub(super) struct StripBits {
    /// The bytes among those of all strips.
    pub(super) bytes: Range<usize>,
    /// By row: the bytes, counted from the first of the strip.
    pub(super) rows: Vec<Range<usize>>,
}

impl Layout {
    pub(super) fn new(tiers: &Tiers) -> Self {
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
        let strips = tiers.strips().iter().map(strip).collect();
        Self { strips, bytes: end }
    }

    pub(super) fn strip(&self, number: usize) -> &StripBits {
        &self.strips[number]
    }

    /// How many bytes the bits of a strip take.
    pub(super) fn len(&self, strip: usize) -> usize {
        self.strips[strip].bytes.len()
    }

    /// The bits of all low configurations, strip by strip.
    pub(super) fn bits_of(&self, tiers: &Tiers, is_set: impl Fn(u64, u64) -> bool) -> Vec<u8> {
        let mut bits = vec![0; self.bytes];
        for (place, bit) in self.bit_numbers(tiers) {
            let (x, o) = tiers.low_marks(tiers.low_order()[place]);
            bits[bit / 8] |= u8::from(is_set(x, o)) << (bit % 8);
        }
        bits
    }

    /// By bit of all strips: the bit within the strip of the image.
    pub(super) fn images(&self, tiers: &Tiers, symmetry: usize) -> Vec<u16> {
        let mut images = Vec::with_capacity(8 * self.bytes);
        // What belongs to no place stays where it is. The low part has less than 2^16 configurations, in strips of
        // many a surplus, so the bits of a strip fit.
        for strip in &self.strips {
            images.extend((0..=u16::MAX).take(8 * strip.bytes.len()));
        }
        let mut bits = vec![0; tiers.low_order().len()];
        for (place, bit) in self.bit_numbers(tiers) {
            bits[place] = bit;
        }
        let ranks = tiers.image_ranks(symmetry);
        for (strip, of_strip) in tiers.strips().iter().zip(&self.strips) {
            for place in strip.order.clone() {
                let image = bits[strip.order.start + usize::from(ranks[place])];
                let image = u16::try_from(image - 8 * of_strip.bytes.start);
                images[bits[place]] = image.unwrap_or(u16::MAX);
            }
        }
        images
    }

    /// For each place in the order of low configurations its bit among those of all strips.
    fn bit_numbers(&self, tiers: &Tiers) -> impl Iterator<Item = (usize, usize)> {
        tiers.strips().iter().zip(&self.strips).flat_map(|(strip, of_strip)| {
            strip.rows.iter().zip(&of_strip.rows).flat_map(|(row, bytes)| {
                let places =
                    row.places.start + strip.order.start..row.places.end + strip.order.start;
                places.zip(8 * (of_strip.bytes.start + bytes.start)..)
            })
        })
    }
}

/// Where the bits of each block of a tier are.
pub(super) struct BitStarts {
    /// By middle configuration, then by player to move: the first byte in the section.
    starts: Vec<[u32; 2]>,
    /// By player to move: the bytes of the section.
    pub(super) lens: [usize; 2],
}

const LEFT_OUT: u32 = u32::MAX;

impl BitStarts {
    pub(super) fn new(layout: &Layout, tiers: &Tiers, tier: &Tier<'_>) -> Self {
        let mut starts = vec![[LEFT_OUT; 2]; tiers.middles()];
        let mut lens = [0; 2];
        for block in tier.blocks() {
            for mover in 0..2 {
                starts[block.middle][mover] = u32::try_from(lens[mover]).unwrap_or(LEFT_OUT);
                if block.strip(mover).is_some() {
                    lens[mover] += layout.len(block.strip_number(mover));
                }
            }
        }
        Self { starts, lens }
    }

    /// The first byte of a block; `None` if the block is left out.
    #[inline]
    pub(super) fn start(&self, middle: usize, mover: usize) -> Option<usize> {
        let start = self.starts[middle][mover];
        (start != LEFT_OUT).then_some(start as usize)
    }
}
