//! The lines that the top and the middle part share. They decide which blocks a tier leaves out.

use perfect_play_core::Lines;

use crate::configuration::Configuration;

/// The lines that lie in the top and the middle part, and in both: their cells in each of them.
#[derive(Debug)]
pub(super) struct Crossing(Vec<(u64, u64)>);

/// What a top part lacks: the sets of cells of the middle part that complete a line with it, for each owner (X, O). Tiers
/// with the same sets have the same blocks, and most tiers have the same few sets.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Threats([Vec<u64>; 2]);

impl Crossing {
    pub(super) fn new(lines: &Lines, top: u64, middle: u64) -> Self {
        let split = lines.within(top | middle).map(|line| (line & top, line & middle));
        Self(split.filter(|&(top, middle)| top != 0 && middle != 0).collect())
    }

    pub(super) fn threats(&self, top: Configuration) -> Threats {
        Threats([top.x, top.o].map(|marks| {
            let begun = self.0.iter().filter(|(top, _)| top & !marks == 0);
            let mut threats: Vec<u64> = begun.map(|&(_, middle)| middle).collect();
            threats.sort_unstable();
            threats.dedup();
            threats
        }))
    }
}

impl Threats {
    /// Whether a middle part completes one of the lines.
    pub(super) fn has(&self, middle: Configuration) -> bool {
        let marks = [middle.x, middle.o];
        marks
            .iter()
            .zip(&self.0)
            .any(|(marks, threats)| threats.iter().any(|line| line & !marks == 0))
    }
}
