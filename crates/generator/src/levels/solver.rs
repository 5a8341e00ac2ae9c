//! A level from the one above it.

use perfect_play_core::{Board, Game, Kind, Moves, Value};
use perfect_play_index::{Block, Index, MAX_ROW, Neighbour};

use super::{
    low::{Low, RowBuffer},
    reach::Reached,
    tops::for_each_top,
};
use crate::SolveError;

/// Solves the levels of a large game, each from the one above it.
///
/// The table is cut as [`Index`] numbers it. A block holds all boards with one high part, and a
/// move in the high part leads from every board of a row to the board at the same place in a row of
/// another block: so the values of a whole row are the minimum of a few runs of bytes, which the
/// compiler turns into vector instructions. Only moves in the low part go by tables of places. A
/// line is split as the board is: where the high part of one is complete, a mask of the row tells
/// where the low part is, too.
pub struct LevelSolver<'i> {
    index: &'i Index,
    kind: Kind,
    low: Low,
    /// The byte of a position where a line is complete.
    ended: u8,
    /// In games where the rules alone do not tell what play can lead to.
    reached: Option<Reached>,
}

impl<'i> LevelSolver<'i> {
    /// Prepares to solve a game by its numbering. For falling pieces this finds out what play can
    /// lead to; `done` is told each time how many slots more are done.
    ///
    /// # Errors
    ///
    /// If the game is of another kind, the numbering of another game, or memory does not suffice.
    pub fn new<G: Game<Position = Board>>(
        game: &G,
        index: &'i Index,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, SolveError> {
        let kind = game.kind();
        let (Kind::Placement(lines) | Kind::Falling(lines)) = kind else {
            return Err(SolveError::NoMethod);
        };
        if !index.is_of(game) {
            return Err(SolveError::OtherNumbering);
        }
        let low = Low::new(&kind, index);
        let reached = match kind {
            Kind::Falling(_) => Some(Reached::new(&kind, index, &low, done)?),
            _ => None,
        };
        Ok(Self { index, kind, low, ended: lines.worth_completed().byte(), reached })
    }

    /// The values of a level, as [`perfect_play_index::Levels::level`] describes them, from those
    /// of the level above (of the last level: from nothing). `done` is told each time how many
    /// slots more are done.
    ///
    /// # Errors
    ///
    /// If memory does not suffice.
    ///
    /// # Panics
    ///
    /// If there is no such level, or `above` is not the one above it.
    pub fn level(
        &self,
        level: usize,
        above: &[u8],
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, SolveError> {
        let fill = |workspace: &mut Workspace, top, values: &mut [u8]| {
            let first = self.index.top_slots(level, top).start;
            if let Some(reached) = &self.reached {
                reached.unpack(level, top, values);
            }
            for block in self.index.blocks(level, top) {
                let values = &mut values[offset(block.start - first)..];
                self.solve_block(level, &block, above, workspace, values);
            }
        };
        Ok(for_each_top(self.index, level, done, Workspace::new, fill)?.0)
    }

    /// The values of a block. Where the rules do not tell, `values` says at first which of its
    /// slots play leads to.
    fn solve_block(
        &self,
        level: usize,
        block: &Block<'_>,
        above: &[u8],
        workspace: &mut Workspace,
        values: &mut [u8],
    ) {
        let lines = self.low.open_lines(block.x, block.o);
        let over = [block.o, block.x].map(|marks| self.index.lines().any_within(marks));
        if over != [false; 2] && self.reached.is_none() {
            let slots = block.rows.last().map_or(0, |row| row.slots.end);
            values[..slots].fill(self.ended);
            return;
        }
        let neighbours = if over == [false; 2] {
            self.neighbours(level, block)
        } else {
            [const { Vec::new() }; 2]
        };
        let full = self.kind.open_cells(block.x | block.o) & self.index.high_cells() == 0;
        let Workspace { row_above, other, row: values_of_row, line } = workspace;
        for row in block.rows {
            let mover = usize::from(row.x_to_move);
            let length = row.slots.len();
            let out = &mut values_of_row[..length];
            // No move at all is left on a full board, which is a draw.
            let is_full = full && row.marks == self.index.low_cells().count_ones() as usize;
            out.fill(if is_full { Value::DRAW.byte() } else { Value::NONE });
            for neighbour in &neighbours[mover] {
                let run = run(neighbour, row.marks, above);
                if neighbour.symmetry == 0 {
                    for (value, &child) in out.iter_mut().zip(run) {
                        *value = child.min(*value);
                    }
                } else {
                    other.hold(run);
                    other.fold_turned(self.low.image(row, neighbour.symmetry), out, u8::min);
                }
            }
            if over == [false; 2] {
                self.low.fold_moves(row, row_above, out);
            }
            for value in &mut *out {
                *value = before(*value);
            }
            if self.reached.is_some() {
                // Who has moved last may have won; if the other one has a line, the board is none
                // that play leads to, and the rules say so.
                let line = &mut line[..length];
                if !lines.is_empty(1 - mover) {
                    line.fill(0);
                    lines.mark(1 - mover, row, line);
                    end(out, line, self.ended);
                }
                for (value, reached) in out.iter_mut().zip(&values[row.slots.clone()]) {
                    *value |= !*reached;
                }
                if !lines.is_empty(mover) {
                    line.fill(0);
                    lines.mark(mover, row, line);
                    end(out, line, self.ended);
                }
            } else if !(lines.is_empty(0) && lines.is_empty(1)) {
                let line = &mut line[..length];
                line.fill(0);
                lines.mark(0, row, line);
                lines.mark(1, row, line);
                end(out, line, self.ended);
            }
            values[row.slots.clone()].copy_from_slice(out);
            row_above.hold(out);
        }
    }

    /// The blocks that a move in the high part leads to, by mover (O, X).
    fn neighbours(&self, level: usize, block: &Block<'_>) -> [Vec<Neighbour<'i>>; 2] {
        let open = self.kind.open_cells(block.x | block.o) & self.index.high_cells();
        [false, true].map(|x_moves| {
            let neighbour = |cell: u8| {
                let mark = 1_u64 << cell;
                let (x, o) = if x_moves { (mark, 0) } else { (0, mark) };
                self.index.block_at(level + 1, block.x | x, block.o | o)
            };
            Moves::from_bits(open).iter().map(neighbour).collect()
        })
    }
}

/// What a thread needs to solve a block.
struct Workspace {
    row_above: RowBuffer,
    other: RowBuffer,
    row: [u8; MAX_ROW],
    line: [u8; MAX_ROW],
}

impl Workspace {
    fn new() -> Self {
        Self {
            row_above: RowBuffer::new(Value::NONE),
            other: RowBuffer::new(Value::NONE),
            row: [0; MAX_ROW],
            line: [0; MAX_ROW],
        }
    }
}

/// A neighbour's row of boards with so many marks in the low part.
pub(super) fn run<'v>(neighbour: &Neighbour<'_>, marks: usize, level: &'v [u8]) -> &'v [u8] {
    let rows = neighbour.rows;
    let row = &rows[rows[0].marks - marks];
    &level[offset(neighbour.start)..][row.slots.clone()]
}

/// Where a line is complete, the game is over.
fn end(values: &mut [u8], lines: &[u8], ended: u8) {
    for (value, line) in values.iter_mut().zip(lines) {
        *value = *value & !line | ended & line;
    }
}

/// [`Value::before`] of the smallest value that a move leads to, in a form that vectorises.
#[inline]
fn before(smallest: u8) -> u8 {
    (255 - smallest).wrapping_sub(u8::from(smallest < 128)).wrapping_sub(u8::from(smallest < 127))
}

/// A number of slots as an index: a level in memory has no more.
pub(super) fn offset(slots: u64) -> usize {
    usize::try_from(slots).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_is_that_of_values() {
        // No play on a board of at most 40 cells is nearly as long as a value can tell.
        for value in (0..=254).filter_map(Value::from_byte) {
            if value.plies().is_none_or(|plies| plies < Value::MAX_PLIES) {
                assert_eq!(before(value.byte()), value.before().byte());
            }
        }
    }
}
