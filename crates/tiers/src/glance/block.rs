//! What the high part of a block decides.

use super::Glance;

/// The lines of an owner as far as the high part of a block holds them.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// The lines that may come into question in some block of a tier: the cells in the high part, and the number of
    /// the low part.
    of_tier: Vec<(u64, usize)>,
    /// The low parts of lines whose high part is the owner's.
    pub(super) parts: Vec<usize>,
    /// The lines of which one cell of the high part is missing: that cell, and the number of the low part.
    lacking: Vec<(u64, usize)>,
    /// Those cells.
    cells: u64,
    /// The cells that complete a line within the high part.
    alone: u64,
}

impl Begun {
    /// Begins with a tier, in whose top part the owner has these marks and the opponent those.
    pub(super) fn in_tier(glance: &Glance, marks: u64, others: u64) -> Self {
        // Neither does a line come into question with a mark of the opponent, nor one that lacks two cells.
        let may_matter = |&&(high, _): &&(u64, usize)| {
            high & others == 0 && (high & glance.top & !marks).count_ones() < 2
        };
        let of_tier = glance.across.iter().filter(may_matter).copied().collect();
        Self { of_tier, ..Self::default() }
    }

    /// Finds the lines of the owner, who has these marks in the high part of a block. `wanted` are the empty cells of
    /// the high part where it matters whether a mark completes a line.
    pub(super) fn find(&mut self, glance: &Glance, marks: u64, wanted: u64) {
        self.parts.clear();
        self.lacking.clear();
        self.cells = 0;
        for &(high, part) in &self.of_tier {
            let lacked = high & !marks;
            if lacked == 0 {
                if self.parts.last() != Some(&part) {
                    self.parts.push(part);
                }
            } else if lacked.is_power_of_two() && lacked & wanted != 0 {
                self.cells |= lacked;
                self.lacking.push((lacked, part));
            }
        }
        self.alone = glance.lines.completions(marks) & wanted;
    }

    /// The cells of the high part where a mark may complete a line.
    pub(super) fn cells(&self) -> u64 {
        self.cells | self.alone
    }

    /// The cells that complete a line within the high part.
    pub(super) fn alone(&self) -> u64 {
        self.alone
    }

    /// The low parts with which a mark in this cell completes a line.
    pub(super) fn parts_for(&self, cell: u64) -> impl Iterator<Item = usize> {
        self.lacking.iter().filter(move |&&(lacked, _)| lacked == cell).map(|&(_, part)| part)
    }
}
