//! The lines that the top and the middle part share. They decide which blocks a tier leaves out.

use perfect_play_core::Lines;

use crate::configuration::Configuration;

/// The lines with cells in the top and in the middle part, and in no other part: their cells in each of the two.
#[derive(Debug)]
pub(super) struct Crossing(Vec<(u64, u64)>);

/// For each owner (X, O): the sets of cells of the middle part that complete a line with a top part.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Gaps([Vec<u64>; 2]);

impl Crossing {
    pub(super) fn new(lines: &Lines, top: u64, middle: u64) -> Self {
        let split = lines.within(top | middle).map(|line| (line & top, line & middle));
        Self(split.filter(|&(top, middle)| top != 0 && middle != 0).collect())
    }

    pub(super) fn gaps(&self, top: Configuration) -> Gaps {
        Gaps([top.x, top.o].map(|marks| {
            let begun = self.0.iter().filter(|(top, _)| top & !marks == 0);
            let mut gaps: Vec<u64> = begun.map(|&(_, middle)| middle).collect();
            gaps.sort_unstable();
            gaps.dedup();
            gaps
        }))
    }
}

impl Gaps {
    /// Whether a middle part completes one of the lines.
    pub(super) fn are_filled_by(&self, middle: Configuration) -> bool {
        let mut owners = [middle.x, middle.o].into_iter().zip(&self.0);
        owners.any(|(marks, gaps)| gaps.iter().any(|gap| gap & !marks == 0))
    }
}
