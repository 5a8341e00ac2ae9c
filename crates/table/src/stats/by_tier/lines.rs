//! Where a strip holds complete lines.

use std::ops::Range;

use perfect_play_tiers::Tiers;

use super::{bits::add, layout::Layout};

/// The low parts of all lines, each with the low configurations that hold it.
///
/// A line is complete where the high part of the board holds the line's high part and the low part its low
/// part.
pub(super) struct LineBits {
    /// Lines that lie in the low part.
    low: [Vec<u8>; 2],
    others: Vec<LowPart>,
}

struct LowPart {
    /// The high parts of the lines with this low part.
    highs: Vec<u64>,
    /// By owner (O, X): the bits of the low configurations that hold it.
    held: [Vec<u8>; 2],
}

impl LineBits {
    pub(super) fn new(tiers: &Tiers, layout: &Layout) -> Self {
        let [top, middle, low_cells] = tiers.cells();
        let mut parts: Vec<(u64, Vec<u64>)> = Vec::new();
        for line in tiers.lines().within(top | middle | low_cells) {
            let (low, high) = (line & low_cells, line & !low_cells);
            match parts.iter_mut().find(|(known, _)| *known == low) {
                Some((_, highs)) => highs.push(high),
                None => parts.push((low, vec![high])),
            }
        }
        let (low, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|(low, highs)| *low != 0 && highs.contains(&0));
        let held = |lows: &[u64]| {
            let holds = |marks: u64| lows.iter().any(|low| low & !marks == 0);
            [layout.bits_of(tiers, |_, o| holds(o)), layout.bits_of(tiers, |x, _| holds(x))]
        };
        let others = others.into_iter().filter(|(low, _)| *low != 0);
        Self {
            low: held(&low.iter().map(|(low, _)| *low).collect::<Vec<_>>()),
            others: others.map(|(low, highs)| LowPart { highs, held: held(&[low]) }).collect(),
        }
    }

    /// The bits of a strip where the owner (O: 0, X: 1), who holds `marks` in the high part, has a line.
    pub(super) fn complete(
        &self,
        owner: usize,
        marks: u64,
        strip: Range<usize>,
        bits: &mut Vec<u8>,
    ) {
        bits.clear();
        bits.extend(&self.low[owner][strip.clone()]);
        for part in &self.others {
            if part.highs.iter().any(|high| high & !marks == 0) {
                add(bits, &part.held[owner][strip.clone()]);
            }
        }
    }
}
