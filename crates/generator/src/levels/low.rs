//! What is worked out once about the low part of the boards.

use std::ops::Range;

use perfect_play_core::{Cells, Kind};
use perfect_play_index::{BlockRow, Index, MAX_ROW, Neighbour};

use super::tops::offset;

/// Which low configurations complete the rest of a line, and how symmetries turn a row. All for
/// runs of a whole row.
pub(super) struct Low {
    /// By symmetry, then by place in the index's order: the rank of the image.
    images: Vec<Vec<u16>>,
    parts: Vec<LinePart>,
}

/// Which configurations of the low part are a mark away from one another.
pub(super) struct Steps {
    /// By row number and mover (O, X). For each place in the row its neighbours in the next one:
    /// their ranks there plus 1, or 0 where there is none (any more). First the first neighbour of
    /// every place, then the second of every place, ….
    by_row: Vec<[Vec<u16>; 2]>,
}

/// The low part of lines, and the high parts that it completes.
struct LinePart {
    high: Vec<u64>,
    /// By owner (O, X), then by place in the index's order: all bits set if the low part is there.
    complete: [Vec<u8>; 2],
}

/// The lines of each player that need only their low part: see [`Low::open_lines`].
pub(super) struct OpenLines<'l>([Vec<&'l [u8]>; 2]);

impl Low {
    pub(super) fn new(index: &Index) -> Self {
        Self {
            images: (0..index.symmetries()).map(|symmetry| index.image_ranks(symmetry)).collect(),
            parts: line_parts(index),
        }
    }

    /// Folds a row of another block, which is the neighbour's, into the same row of this one.
    pub(super) fn fold_neighbour(
        &self,
        row: &BlockRow,
        neighbour: &Neighbour<'_>,
        level: &[u8],
        turned: &mut RowBuffer,
        values: &mut [u8],
        fold: impl Fn(u8, u8) -> u8,
    ) {
        let rows = neighbour.rows;
        let slots = rows[rows[0].marks - row.marks].slots.clone();
        let run = &level[offset(neighbour.start)..][slots];
        if neighbour.symmetry == 0 {
            for (value, &other) in values.iter_mut().zip(run) {
                *value = fold(*value, other);
            }
        } else {
            turned.hold(run);
            let image = &self.images[neighbour.symmetry][row.order.clone()];
            turned.fold_into(image.iter().map(|&rank| rank + 1), values, fold);
        }
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
    /// Where the mover's moves lead, in the row above.
    pub(super) fn moves(kind: &Kind, index: &Index) -> Self {
        Self::of(index, |[o, x], mover| {
            let open = kind.open_cells(x | o) & index.low_cells();
            Cells::of(open).map(move |cell| {
                let mark = 1 << cell;
                if mover == 1 { [o, x | mark] } else { [o | mark, x] }
            })
        })
    }

    /// Whence the mover's last move came, in the row below.
    pub(super) fn sources(kind: &Kind, index: &Index) -> Self {
        Self::of(index, |[o, x], mover| {
            let last = kind.last_cells(x | o) & [o, x][mover];
            Cells::of(last).map(move |cell| {
                let others = !(1 << cell);
                [o & others, x & others]
            })
        })
    }

    /// `neighbours` gives, for the marks (of O, of X) of a low configuration and the mover, the marks
    /// of its neighbours.
    fn of<I: Iterator<Item = [u64; 2]>>(
        index: &Index,
        neighbours: impl Fn([u64; 2], usize) -> I,
    ) -> Self {
        let of_row = |row: Range<usize>, mover| {
            let length = row.len();
            let mut steps = Vec::new();
            for (place, &low) in index.low_order()[row].iter().enumerate() {
                let (x, o) = index.low_marks(low);
                for (i, [o, x]) in neighbours([o, x], mover).enumerate() {
                    if steps.len() == i * length {
                        steps.resize((i + 1) * length, 0);
                    }
                    let rank = index.low_rank(x, o);
                    steps[i * length + place] = u16::try_from(rank + 1).unwrap_or(0);
                }
            }
            steps
        };
        let rows = index.low_rows();
        Self { by_row: rows.map(|row| [0, 1].map(|mover| of_row(row.clone(), mover))).collect() }
    }

    /// Folds into the values of a row those of all neighbours, which are in the row that is held.
    pub(super) fn fold(
        &self,
        row: &BlockRow,
        mover: usize,
        held: &RowBuffer,
        values: &mut [u8],
        fold: impl Fn(u8, u8) -> u8,
    ) {
        for steps in self.by_row[row.number][mover].chunks_exact(values.len().max(1)) {
            held.fold_into(steps.iter().copied(), values, &fold);
        }
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

    /// Folds the bytes at these places into a row: rank plus 1, or 0 for none.
    fn fold_into(
        &self,
        places: impl Iterator<Item = u16>,
        values: &mut [u8],
        fold: impl Fn(u8, u8) -> u8,
    ) {
        for (value, place) in values.iter_mut().zip(places) {
            // The mask changes nothing; it saves the check that the place exists.
            *value = fold(*value, self.0[usize::from(place) & MAX_ROW]);
        }
    }
}

/// What a thread needs to work on a block.
pub(super) struct Workspace {
    /// The row that was worked on before.
    pub(super) previous: RowBuffer,
    /// The row of a neighbour, to be turned.
    pub(super) turned: RowBuffer,
    /// The row that is worked on.
    pub(super) row: [u8; MAX_ROW],
    /// Where it holds a line.
    pub(super) line: [u8; MAX_ROW],
}

impl Workspace {
    /// `none` is the byte that changes nothing when it is folded in.
    pub(super) fn new(none: u8) -> Self {
        Self {
            previous: RowBuffer::new(none),
            turned: RowBuffer::new(none),
            row: [0; MAX_ROW],
            line: [0; MAX_ROW],
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
