//! Finds the boards of a strip that hold a line.

use std::ops::Range;

use perfect_play_core::{Board, Cells, Lines};
use perfect_play_numbering::Tiers;

use super::rows::join;

/// The lines of a game, each divided into its cells in the low part and its cells in the high part.
///
/// A board whose high part holds the high cells of a line has *begun* this line. The board holds the line if it also
/// holds the low cells. For these cells there is a mask over all low configurations.
pub(super) struct LowLines {
    /// The different low parts of lines that also have a high part.
    parts: Vec<LowPart>,
    /// By cell of the high part: the lines through it that also have a low part. Each is the number of its low part,
    /// and its high part.
    through: Vec<Vec<(usize, u64)>>,
    /// By owner (O, X): where the low part alone holds a line.
    within: [Vec<u8>; 2],
}

struct LowPart {
    /// The high parts of its lines.
    highs: Vec<u64>,
    /// By owner (O, X), for each position in the order of low configurations: all bits if the owner holds this low
    /// part there, and otherwise no bits.
    held: [Vec<u8>; 2],
}

impl LowLines {
    pub(super) fn new(lines: &Lines, tiers: &Tiers) -> Self {
        let [top, middle, low] = tiers.cells();
        let mut parts: Vec<(u64, LowPart)> = Vec::new();
        let mut through = vec![Vec::new(); usize::from(Board::MAX_CELLS)];
        let held = |owner: usize, is_held: &dyn Fn(u64) -> bool| {
            let order = tiers.low().order().iter();
            let marks = order.map(|&configuration| tiers.low().marks(configuration));
            let owned = marks.map(|(x, o)| if owner == 1 { x } else { o });
            owned.map(|marks| if is_held(marks) { u8::MAX } else { 0 }).collect()
        };
        for line in lines.within(top | middle | low) {
            let (part, high) = (line & low, line & !low);
            if part == 0 || high == 0 {
                continue;
            }
            let known = parts.iter().position(|(known, _)| *known == part);
            let number = known.unwrap_or_else(|| {
                let held = [0, 1].map(|owner| held(owner, &|marks| part & !marks == 0));
                parts.push((part, LowPart { highs: Vec::new(), held }));
                parts.len() - 1
            });
            parts[number].1.highs.push(high);
            for cell in Cells::of(high) {
                through[usize::from(cell)].push((number, high));
            }
        }
        let within = [0, 1].map(|owner| held(owner, &|marks| lines.any_within(marks)));
        Self { parts: parts.into_iter().map(|(_, part)| part).collect(), through, within }
    }

    /// The low parts of the lines that are begun by these marks in the high part.
    pub(super) fn begun(&self, marks: u64, begun: &mut Vec<usize>) {
        let is_begun = |part: &LowPart| part.highs.iter().any(|high| high & !marks == 0);
        begun.clear();
        begun.extend((0..self.parts.len()).filter(|&number| is_begun(&self.parts[number])));
    }

    /// Where in a strip the owner holds a line, if these low parts are begun.
    pub(super) fn held(
        &self,
        owner: usize,
        begun: &[usize],
        order: Range<usize>,
        mask: &mut Vec<u8>,
    ) {
        mask.clear();
        mask.extend_from_slice(&self.within[owner][order.clone()]);
        for &number in begun {
            join(mask, &self.parts[number].held[owner][order.clone()]);
        }
    }

    /// Where in a strip the owner completes a line with a mark in this cell of the high part. The owner already has
    /// these other marks. `false` if nowhere.
    pub(super) fn completed(
        &self,
        owner: usize,
        marks: u64,
        cell: u8,
        order: &Range<usize>,
        mask: &mut Vec<u8>,
    ) -> bool {
        let marks = marks | 1 << cell;
        mask.clear();
        for (number, high) in &self.through[usize::from(cell)] {
            if high & !marks == 0 {
                let held = &self.parts[*number].held[owner][order.clone()];
                if mask.is_empty() {
                    mask.extend_from_slice(held);
                } else {
                    join(mask, held);
                }
            }
        }
        !mask.is_empty()
    }
}
