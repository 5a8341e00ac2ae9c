//! What the high part of a block decides.

use super::Glance;

/// The lines of an owner as far as the high part of a block holds them.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// The low parts of lines whose high part is the owner's.
    pub(super) parts: Vec<usize>,
    /// The lines of which one cell of the high part is missing: that cell, and the number of the low part. Ascending.
    lacking: Vec<(u32, usize)>,
    /// Those cells.
    cells: u64,
    /// The cells that complete a line within the high part.
    alone: u64,
}

impl Begun {
    /// Finds the lines of an owner with these marks in the high part. `wanted` are the cells of the high part where a
    /// mark may complete a line.
    pub(super) fn find(&mut self, glance: &Glance, marks: u64, wanted: u64) {
        self.parts.clear();
        self.lacking.clear();
        self.cells = 0;
        for &(high, part) in &glance.across {
            let lacked = high & !marks;
            if lacked == 0 {
                if self.parts.last() != Some(&part) {
                    self.parts.push(part);
                }
            } else if lacked.is_power_of_two() && lacked & wanted != 0 {
                self.cells |= lacked;
                self.lacking.push((lacked.trailing_zeros(), part));
            }
        }
        self.lacking.sort_unstable();
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
    pub(super) fn parts_for(&self, cell: u8) -> impl Iterator<Item = usize> {
        let start = self.lacking.partition_point(|&(other, _)| other < u32::from(cell));
        let from = self.lacking[start..].iter();
        from.take_while(move |&&(other, _)| other == u32::from(cell)).map(|&(_, part)| part)
    }
}
