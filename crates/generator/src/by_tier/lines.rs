//! Where a row holds a complete line.

use std::ops::Range;

use perfect_play_core::Value;
use perfect_play_tiers::{TierBlock, Tiers};

/// How many low parts of lines share their masks.
const GROUP: usize = 4;

/// Every line, split into its low part and its high part, as masks over whole rows.
///
/// A line is complete where the high part of the board holds the line's high part and the low part holds
/// its low part. The high part is the same for a whole block, so the block decides which low parts count.
pub(super) struct LineMasks {
    groups: Vec<Group>,
    places: usize,
}

/// Up to [`GROUP`] low parts of lines.
struct Group {
    /// For each low part: the high parts of the lines with that low part.
    high: Vec<Vec<u64>>,
    /// By owner (O, X), by set of low parts, then by place in the order of low configurations: no bits
    /// if one of the low parts of the set is there, and all bits otherwise.
    open: [Vec<u8>; 2],
}

/// The masks that count in a block, by owner (O, X).
#[derive(Default)]
pub(super) struct BlockMasks<'l> {
    open: [Vec<&'l [u8]>; 2],
}

impl LineMasks {
    pub(super) fn new(tiers: &Tiers) -> Self {
        let places = tiers.low_order().len();
        let parts = low_parts(tiers);
        let groups = parts.chunks(GROUP).map(|parts| {
            let open = |owner| {
                let sets = 0..1_usize << parts.len();
                sets.flat_map(|set| open_places(tiers, parts, set, owner)).collect()
            };
            let high = parts.iter().map(|(_, high)| high.clone()).collect();
            Group { high, open: [0, 1].map(open) }
        });
        Self { groups: groups.collect(), places }
    }

    /// Finds the masks that count in a block.
    pub(super) fn of_block<'l>(&'l self, block: &TierBlock<'_>, masks: &mut BlockMasks<'l>) {
        for (owner, marks) in [block.o, block.x].into_iter().enumerate() {
            masks.open[owner].clear();
            for group in &self.groups {
                let is_begun = |highs: &Vec<u64>| highs.iter().any(|high| high & !marks == 0);
                let begun = |set, (i, highs)| set | usize::from(is_begun(highs)) << i;
                let set = group.high.iter().enumerate().fold(0, begun);
                if set != 0 {
                    masks.open[owner].push(&group.open[owner][set * self.places..][..self.places]);
                }
            }
        }
    }
}

impl BlockMasks<'_> {
    /// Replaces by `ended` the values of a row where the owner has a complete line.
    pub(super) fn end(&self, owner: usize, order: Range<usize>, ended: u8, values: &mut [u8]) {
        for open in &self.open[owner] {
            for (value, &open) in values.iter_mut().zip(&open[order.clone()]) {
                *value = *value & open | ended & !open;
            }
        }
    }
}

/// Fills the places of a section where its board holds a line: with the byte before, so that they compress to
/// almost nothing.
pub(super) struct Filler {
    /// All bits where the board holds no line, no bits where it does.
    open: Vec<u8>,
    before: u8,
}

impl Filler {
    pub(super) fn new() -> Self {
        Self { open: Vec::new(), before: Value::DRAW.byte() }
    }

    /// Fills the places of a strip, the next one of the section.
    pub(super) fn fill(&mut self, masks: &BlockMasks<'_>, order: Range<usize>, values: &mut [u8]) {
        self.open.clear();
        self.open.resize(values.len(), u8::MAX);
        for mask in masks.open.iter().flatten() {
            self.open.iter_mut().zip(&mask[order.clone()]).for_each(|(open, mask)| *open &= mask);
        }
        // Mostly all are open, or none.
        for (values, open) in values.chunks_mut(8).zip(self.open.chunks(8)) {
            if open == [u8::MAX; 8] {
                self.before = values[7];
            } else if open == [0; 8] {
                values.fill(self.before);
            } else {
                for (value, open) in values.iter_mut().zip(open) {
                    if *open == 0 {
                        *value = self.before;
                    }
                    self.before = *value;
                }
            }
        }
    }
}

/// The low parts of all lines, each with the high parts it belongs to.
fn low_parts(tiers: &Tiers) -> Vec<(u64, Vec<u64>)> {
    let [top, middle, low_cells] = tiers.cells();
    let mut parts: Vec<(u64, Vec<u64>)> = Vec::new();
    for line in tiers.lines().within(top | middle | low_cells).filter(|line| line & low_cells != 0)
    {
        let (low, high) = (line & low_cells, line & !low_cells);
        match parts.iter_mut().find(|(known, _)| *known == low) {
            Some((_, highs)) => highs.push(high),
            None => parts.push((low, vec![high])),
        }
    }
    // The low parts that always count share their groups.
    parts.sort_by_key(|(low, highs)| (!highs.contains(&0), *low));
    parts
}

/// For each place: no bits if the owner holds one of the low parts in the set, and all bits otherwise.
fn open_places(
    tiers: &Tiers,
    parts: &[(u64, Vec<u64>)],
    set: usize,
    owner: usize,
) -> impl Iterator<Item = u8> {
    let order = tiers.low_order().iter();
    order.map(move |&number| {
        let (x, o) = tiers.low_marks(number);
        let marks = if owner == 1 { x } else { o };
        let held =
            |(i, (low, _)): (usize, &(u64, Vec<u64>))| set >> i & 1 == 1 && low & !marks == 0;
        if parts.iter().enumerate().any(held) { 0 } else { u8::MAX }
    })
}
