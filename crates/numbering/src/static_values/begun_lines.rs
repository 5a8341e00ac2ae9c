//! Lines that the high part of a block has begun.

use super::StaticValues;

/// The lines of an owner, as far as they are in the high part of a block.
#[derive(Debug, Default)]
pub(super) struct BegunLines {
    /// The lines that may matter in some block of a tier: the cells in the high part, and the number of the low
    /// part.
    of_tier: Vec<(u64, usize)>,
    /// The low parts of lines whose high part is complete.
    pub(super) parts: Vec<usize>,
    /// The cells of these lines in the high part.
    held: u64,
    /// The lines that lack one cell of the high part: this cell, and the number of the low part.
    lacking: Vec<(u64, usize)>,
    /// All cells of `lacking`.
    cells: u64,
    /// The cells that complete a line within the high part.
    alone: u64,
}

impl BegunLines {
    /// Prepares a tier. In its top part the owner has `marks`, and the opponent has `others`.
    pub(super) fn in_tier(of: &StaticValues, marks: u64, others: u64) -> Self {
        // A line with a mark of the opponent does not matter, nor does a line that lacks two cells.
        let may_matter = |&&(high, _): &&(u64, usize)| {
            high & others == 0 && (high & of.top & !marks).count_ones() < 2
        };
        let of_tier = of.across.iter().filter(may_matter).copied().collect();
        Self { of_tier, ..Self::default() }
    }

    /// Finds the lines of the owner, who has these marks in the high part of a block. `wanted` are the empty
    /// cells of the high part for which the caller needs to know whether a mark completes a line.
    pub(super) fn find(&mut self, of: &StaticValues, marks: u64, wanted: u64) {
        self.parts.clear();
        self.lacking.clear();
        (self.held, self.cells) = (0, 0);
        for &(high, part) in &self.of_tier {
            let lacked = high & !marks;
            if lacked == 0 {
                self.held |= high;
                // Lines with the same low part follow one another, and one of them is enough.
                if self.parts.last() != Some(&part) {
                    self.parts.push(part);
                }
            } else if lacked.is_power_of_two() && lacked & wanted != 0 {
                self.cells |= lacked;
                self.lacking.push((lacked, part));
            }
        }
        self.alone = of.lines.completions(marks) & wanted;
    }

    /// The cells of the high part where a mark may complete a line.
    pub(super) fn cells(&self) -> u64 {
        self.cells | self.alone
    }

    /// The cells that complete a line within the high part.
    pub(super) fn alone(&self) -> u64 {
        self.alone
    }

    /// The low parts that a mark in this cell completes to a line.
    pub(super) fn parts_for(&self, cell: u64) -> impl Iterator<Item = usize> {
        self.lacking.iter().filter(move |&&(lacked, _)| lacked == cell).map(|&(_, part)| part)
    }

    /// Whether a line whose high part is complete has this mark.
    pub(super) fn hold(&self, mark: u64) -> bool {
        self.held & mark != 0
    }

    /// The lines whose high part is complete, given the owner's marks in it: whether this mark is one of theirs, and the
    /// numbers of their low parts.
    pub(super) fn held_with(&self, marks: u64, mark: u64) -> impl Iterator<Item = (bool, usize)> {
        let held = self.of_tier.iter().filter(move |&&(high, _)| high & !marks == 0);
        held.map(move |&(high, part)| (high & mark != 0, part))
    }
}
