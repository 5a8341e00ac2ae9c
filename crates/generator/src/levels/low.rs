//! What is worked out once about the low part of the boards.

use std::ops::Range;

use perfect_play_core::{Kind, Moves};
use perfect_play_index::{BlockRow, Index, MAX_ROW};

/// Where moves in the low part lead, and where they come from; which low configurations complete
/// the rest of a line; how symmetries turn a row. All for runs of a whole row.
pub(super) struct Low {
    /// By row number and mover (O, X): where the mover's moves lead, in the row above.
    moves: Vec<[Steps; 2]>,
    /// By row number and mover (O, X): whence the mover's last move came, in the row below.
    sources: Vec<[Steps; 2]>,
    /// By symmetry, then by place in the index's order: the rank of the image.
    images: Vec<Vec<u16>>,
    parts: Vec<LinePart>,
}

/// For each place in a row its neighbours in another: their ranks there plus 1, or 0 where there is
/// none (any more). First the first neighbour of every place, then the second of every place, ….
#[derive(Clone, Default)]
struct Steps(Vec<u16>);

/// The low part of lines, and the high parts that it completes.
struct LinePart {
    high: Vec<u64>,
    /// By owner (O, X), then by place in the index's order: all bits set if the low part is there.
    complete: [Vec<u8>; 2],
}

/// The lines of each player that need only their low part: see [`Low::lines_of`].
pub(super) struct OpenLines<'l>([Vec<&'l [u8]>; 2]);

impl Low {
    pub(super) fn new(kind: &Kind, index: &Index) -> Self {
        let marks = |place: usize| index.low_marks(index.low_order()[place]);
        let cells = index.low_cells();
        let moves = |place, mover: usize| {
            let (x, o) = marks(place);
            let open = kind.open_cells(x | o) & cells;
            Moves::from_bits(open).iter().map(move |cell| {
                let mark = 1 << cell;
                if mover == 1 { index.low_rank(x | mark, o) } else { index.low_rank(x, o | mark) }
            })
        };
        let sources = |place, mover: usize| {
            let (x, o) = marks(place);
            let own = if mover == 1 { x } else { o };
            Moves::from_bits(kind.last_cells(x | o) & own).iter().map(move |cell| {
                let others = !(1 << cell);
                index.low_rank(x & others, o & others)
            })
        };
        Self {
            moves: index
                .low_rows()
                .map(|row| [0, 1].map(|m| Steps::of(row.clone(), |p| moves(p, m))))
                .collect(),
            sources: index
                .low_rows()
                .map(|row| [0, 1].map(|m| Steps::of(row.clone(), |p| sources(p, m))))
                .collect(),
            images: (0..index.symmetries()).map(|symmetry| index.image_ranks(symmetry)).collect(),
            parts: line_parts(index),
        }
    }

    /// The smallest value, for each place in the row, among those that a move in the low part leads
    /// to; `above` holds those of the row above.
    pub(super) fn fold_moves(&self, row: &BlockRow, above: &RowBuffer, values: &mut [u8]) {
        let Steps(steps) = &self.moves[row.number][usize::from(row.x_to_move)];
        fold(steps, above, values, u8::min);
    }

    /// For each place in the row whether a bit is set where the last move, if it was one in the low
    /// part, came from; `below` holds the row below.
    pub(super) fn fold_sources(&self, row: &BlockRow, below: &RowBuffer, states: &mut [u8]) {
        let Steps(steps) = &self.sources[row.number][usize::from(!row.x_to_move)];
        fold(steps, below, states, |a, b| a | b);
    }

    /// A row's places in its image under a symmetry.
    pub(super) fn image(&self, row: &BlockRow, symmetry: usize) -> &[u16] {
        &self.images[symmetry][row.order.clone()]
    }

    /// The lines that a high part has begun.
    pub(super) fn open_lines(&self, x: u64, o: u64) -> OpenLines<'_> {
        OpenLines([(o, 0), (x, 1)].map(|(marks, owner)| {
            let begun = |part: &&LinePart| part.high.iter().any(|high| high & !marks == 0);
            self.parts.iter().filter(begun).map(|part| part.complete[owner].as_slice()).collect()
        }))
    }
}

impl OpenLines<'_> {
    /// Sets all bits of `lines` where a player (O: 0, X: 1) has a complete line.
    pub(super) fn mark(&self, player: usize, row: &BlockRow, lines: &mut [u8]) {
        for complete in &self.0[player] {
            for (line, part) in lines.iter_mut().zip(&complete[row.order.clone()]) {
                *line |= part;
            }
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self, player: usize) -> bool {
        self.0[player].is_empty()
    }
}

impl Steps {
    fn of<I: Iterator<Item = usize>>(row: Range<usize>, neighbours: impl Fn(usize) -> I) -> Self {
        let length = row.len();
        let mut steps = Vec::new();
        for (place, neighbours) in row.map(neighbours).enumerate() {
            for (i, rank) in neighbours.enumerate() {
                if steps.len() == i * length {
                    steps.resize((i + 1) * length, 0);
                }
                steps[i * length + place] = u16::try_from(rank + 1).unwrap_or(0);
            }
        }
        Self(steps)
    }
}

/// A row, behind a first byte that stands for no neighbour.
pub(super) struct RowBuffer([u8; MAX_ROW + 1]);

impl RowBuffer {
    pub(super) fn new(none: u8) -> Self {
        Self([none; MAX_ROW + 1])
    }

    pub(super) fn hold(&mut self, row: &[u8]) {
        self.0[1..=row.len()].copy_from_slice(row);
    }

    /// Folds the row, turned, into another one.
    pub(super) fn fold_turned(
        &self,
        image: &[u16],
        values: &mut [u8],
        fold: impl Fn(u8, u8) -> u8,
    ) {
        for (value, &place) in values.iter_mut().zip(image) {
            *value = fold(*value, self.0[(usize::from(place) + 1) & MAX_ROW]);
        }
    }
}

fn fold(steps: &[u16], from: &RowBuffer, values: &mut [u8], fold: impl Fn(u8, u8) -> u8) {
    for steps in steps.chunks_exact(values.len().max(1)) {
        for (value, &step) in values.iter_mut().zip(steps) {
            // The mask changes nothing; it saves the check that the place exists.
            *value = fold(*value, from.0[usize::from(step) & MAX_ROW]);
        }
    }
}

/// Every line, split into its low and its high part; lines that share the low part together.
fn line_parts(index: &Index) -> Vec<LinePart> {
    let all = index.high_cells() | index.low_cells();
    let mut parts: Vec<(u64, Vec<u64>)> = Vec::new();
    for line in index.lines().within(all) {
        let (low, high) = (line & index.low_cells(), line & index.high_cells());
        match parts.iter_mut().find(|(known, _)| *known == low) {
            Some((_, highs)) => highs.push(high),
            None => parts.push((low, vec![high])),
        }
    }
    let complete = |low: u64, owner: usize| {
        let complete = |&number: &u16| {
            let (x, o) = index.low_marks(number);
            let marks = if owner == 1 { x } else { o };
            if low & !marks == 0 { u8::MAX } else { 0 }
        };
        index.low_order().iter().map(complete).collect()
    };
    let part = |(low, high)| LinePart { high, complete: [0, 1].map(|owner| complete(low, owner)) };
    parts.into_iter().map(part).collect()
}
