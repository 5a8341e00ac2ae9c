//! The parents by moves in the low part.

use perfect_play_core::{Cells, Kind};
use perfect_play_numbering::{StripRow, Tiers, bits::spread};

/// The parents by moves in the low part, for whole rows with one player to move.
pub(super) struct LowMoves {
    /// By strip, then by row.
    strips: Vec<Vec<Origins>>,
}

/// For each position in a row, the positions in the row with one mark less from which a move leads there. First comes
/// the first parent of every position, then the second parent of every position, and so on. A parent is its position
/// in its row plus 1, or 0 if there is none.
struct Origins(Vec<u16>);

/// A row with a byte for each position. The byte before the first one stands for no position.
// One byte for no position, one for each position, and room behind them: `spread` writes eight bytes at a time.
pub(super) struct LastRow([u8; Tiers::MAX_ROW + 9]);

impl LowMoves {
    /// The parents of boards with `mover` (O: 0, X: 1) to move.
    pub(super) fn new(kind: &Kind, tiers: &Tiers, mover: usize) -> Self {
        let strips = tiers.low().strips().iter().enumerate().map(|(number, strip)| {
            let before = if mover == 0 { number.checked_sub(1) } else { number.checked_add(1) };
            let before = before.and_then(|before| tiers.low().strips().get(before));
            let origins = |row: &StripRow| {
                let start = strip.order.start + row.places.start;
                let low = &tiers.low().order()[start..start + row.places.len()];
                let before = before
                    .and_then(|strip| strip.rows.iter().find(|last| last.marks + 1 == row.marks));
                Origins::new(kind, tiers, mover, low, before)
            };
            strip.rows.iter().map(origins).collect()
        });
        Self { strips: strips.collect() }
    }

    /// Adds to each byte of a row the bytes of the last row from which a move leads there.
    #[inline]
    pub(super) fn add(&self, strip: usize, row: usize, last: &LastRow, bytes: &mut [u8]) {
        for origins in self.strips[strip][row].0.chunks_exact(bytes.len().max(1)) {
            for (byte, &origin) in bytes.iter_mut().zip(origins) {
                // The mask changes nothing. It saves the bounds check.
                *byte |= last.0[usize::from(origin) & Tiers::MAX_ROW];
            }
        }
    }
}

impl Origins {
    fn new(kind: &Kind, tiers: &Tiers, mover: usize, low: &[u16], last: Option<&StripRow>) -> Self {
        let [_, _, low_cells] = tiers.cells();
        let mut origins = Vec::new();
        let Some(last) = last else { return Self(origins) };
        for (place, &configuration) in low.iter().enumerate() {
            let (x, o) = tiers.low().marks(configuration);
            let marks_of_last_mover = if mover == 0 { x } else { o };
            let cells = kind.last_cells(x | o) & low_cells & marks_of_last_mover;
            for (i, cell) in Cells::of(cells).enumerate() {
                if origins.len() == i * low.len() {
                    origins.resize((i + 1) * low.len(), 0);
                }
                let origin = tiers.low_rank(x & !(1 << cell), o & !(1 << cell));
                let origin = u16::try_from(origin - last.places.start + 1);
                origins[i * low.len() + place] = origin.unwrap_or(0);
            }
        }
        Self(origins)
    }
}

impl LastRow {
    pub(super) fn new() -> Self {
        Self([0; Tiers::MAX_ROW + 9])
    }

    /// Stores a row of this many positions.
    #[inline]
    pub(super) fn hold(&mut self, bits: &[u8]) {
        spread(bits, &mut self.0[1..]);
    }

    /// A byte for each position of the row, and possibly more bytes after them.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0[1..]
    }
}
