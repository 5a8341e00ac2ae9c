//! The moves in the low part.

use perfect_play_core::{Cells, Kind, Value};
use perfect_play_numbering::{StripRow, Tiers};

/// The children after the moves of one player in the low part, for whole rows.
pub(super) struct LowMoves {
    /// By strip, then by row.
    strips: Vec<Vec<Targets>>,
}

/// For each place in a row, the children in the row with one more mark. First the first child of every place,
/// then the second child of every place, and so on. A child is given by its place in its row plus 1, or 0 if
/// there is no such child.
// In this order the inner loop of `fold` goes through the places of the row, without a branch. A list of children
// for each place would be a short loop for each value.
struct Targets(Vec<u16>);

/// A byte that stands for no child, followed by the row that was solved last.
// The byte for no child is the largest, so it never changes a minimum.
pub(super) struct LastRow([u8; Tiers::MAX_ROW + 1]);

impl LowMoves {
    /// The moves of `mover` (O: 0, X: 1) in the low part.
    pub(super) fn new(kind: &Kind, tiers: &Tiers, mover: usize) -> Self {
        let strips = tiers.low().strips().iter().enumerate().map(|(number, strip)| {
            let next = if mover == 1 { number.checked_add(1) } else { number.checked_sub(1) };
            let next = next.and_then(|next| tiers.low().strips().get(next));
            let targets = |row: &StripRow| {
                let start = strip.order.start + row.places.start;
                let low = &tiers.low().order()[start..start + row.places.len()];
                let next =
                    next.and_then(|next| next.rows.iter().find(|n| n.marks == row.marks + 1));
                Targets::new(kind, tiers, mover, low, next)
            };
            strip.rows.iter().map(targets).collect()
        });
        Self { strips: strips.collect() }
    }

    /// Replaces each value in a row by the minimum of itself and its children in the last row.
    pub(super) fn fold(&self, strip: usize, row: usize, last: &LastRow, values: &mut [u8]) {
        for targets in self.strips[strip][row].0.chunks_exact(values.len().max(1)) {
            for (value, &target) in values.iter_mut().zip(targets) {
                // All bits of `MAX_ROW` are set. So the mask changes nothing, but it avoids the bounds check.
                *value = (*value).min(last.0[usize::from(target) & Tiers::MAX_ROW]);
            }
        }
    }
}

impl Targets {
    fn new(kind: &Kind, tiers: &Tiers, mover: usize, low: &[u16], next: Option<&StripRow>) -> Self {
        let [_, _, low_cells] = tiers.cells();
        let mut targets = Vec::new();
        let Some(next) = next else { return Self(targets) };
        for (place, &configuration) in low.iter().enumerate() {
            let (x, o) = tiers.low().marks(configuration);
            for (i, cell) in Cells::of(kind.open_cells(x | o) & low_cells).enumerate() {
                if targets.len() == i * low.len() {
                    targets.resize((i + 1) * low.len(), 0);
                }
                let mark = 1 << cell;
                let (x, o) = if mover == 1 { (x | mark, o) } else { (x, o | mark) };
                let target = tiers.low_rank(x, o) - next.places.start + 1;
                targets[i * low.len() + place] = u16::try_from(target).unwrap_or(0);
            }
        }
        Self(targets)
    }
}

impl LastRow {
    pub(super) fn new() -> Self {
        Self([Value::NONE; Tiers::MAX_ROW + 1])
    }

    pub(super) fn hold(&mut self, row: &[u8]) {
        self.0[1..=row.len()].copy_from_slice(row);
    }
}
