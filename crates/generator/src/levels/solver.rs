//! A level from the one above it.

use perfect_play_core::{Board, Cells, Game, Kind, Value};
use perfect_play_index::{Block, BlockRow, Index, MAX_ROW, Neighbour};

use super::{
    low::{Low, OpenLines, Steps, Workspace},
    reach::Reached,
    tops::{for_each_top, offset},
};
use crate::{SolveError, step_back::step_back};

/// Solves the levels of a large game, each from the one above it.
///
/// The table is cut as [`Index`] numbers it. A block holds all boards with one high part, and a
/// move in the high part leads from every board of a row to the board at the same place in a row of
/// another block: so the values of a whole row are the minimum of a few runs of bytes, which the
/// compiler turns into vector instructions. Only moves in the low part go by tables of places. A
/// line is split as the board is: where the high part of one is complete, a mask of the row tells
/// where the low part is, too.
///
/// ```
/// use perfect_play_core::{Board, Mnk, Value};
/// use perfect_play_generator::{LevelSolver, index::Index};
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let index = Index::of(&game)?;
/// let solver = LevelSolver::new(&game, &index, &|_done| ())?;
/// let mut values = Vec::new();
/// for level in index.levels_in_order() {
///     values = solver.level(level, &values, &|_done| ())?; // the one above is no longer needed
/// }
/// // The start is in the last level.
/// let (_, start) = index.slot(Board::EMPTY).and_then(|slot| index.level_of(slot)).unwrap();
/// assert_eq!(Value::from_byte(values[usize::try_from(start)?]), Value::win(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelSolver<'i> {
    index: &'i Index,
    kind: Kind,
    low: Low,
    /// Where moves in the low part lead.
    moves: Steps,
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
        let (low, moves) = (Low::new(index), Steps::moves(&kind, index));
        let reached = match kind {
            Kind::Falling(_) => Some(Reached::new(&kind, index, &low, done)?),
            _ => None,
        };
        Ok(Self { index, kind, low, moves, ended: lines.worth_completed().byte(), reached })
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
        Ok(for_each_top(self.index, level, done, || Workspace::new(Value::NONE), fill)?.0)
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
        let over = [block.o, block.x].iter().any(|&marks| self.index.lines().any_within(marks));
        if over && self.reached.is_none() {
            let slots = block.rows.last().map_or(0, |row| row.slots.end);
            values[..slots].fill(self.ended);
            return;
        }
        let neighbours = if over { Default::default() } else { self.neighbours(level, block) };
        let Workspace { previous, turned, row: buffer, line } = workspace;
        for row in block.rows {
            let out = &mut buffer[..row.slots.len()];
            out.fill(self.worth_of_no_move(block, row));
            let mover = usize::from(row.x_to_move);
            for neighbour in &neighbours[mover] {
                self.low.fold_neighbour(row, neighbour, above, turned, out, u8::min);
            }
            if !over {
                self.moves.fold(row, mover, previous, out, u8::min);
            }
            step_back(out);
            self.end_games(&lines, row, &values[row.slots.clone()], out, line);
            values[row.slots.clone()].copy_from_slice(out);
            previous.hold(out);
        }
    }

    /// What the smallest value begins with, before any move has been looked at: no move at all is left
    /// on a full board, which is a draw.
    fn worth_of_no_move(&self, block: &Block<'_>, row: &BlockRow) -> u8 {
        let open = self.kind.open_cells(block.x | block.o) & self.index.high_cells();
        let low_is_full = row.marks == self.index.low_cells().count_ones() as usize;
        if open == 0 && low_is_full { Value::DRAW.byte() } else { Value::NONE }
    }

    /// Puts in the values of a row where a line is complete and, if the rules do not tell, where no
    /// play leads; `reached` tells that.
    fn end_games(
        &self,
        lines: &OpenLines<'_>,
        row: &BlockRow,
        reached: &[u8],
        values: &mut [u8],
        line: &mut [u8; MAX_ROW],
    ) {
        let mut end = |player: usize, values: &mut [u8]| {
            if lines.is_empty(player) {
                return;
            }
            let line = &mut line[..values.len()];
            line.fill(0);
            lines.mark(player, row, line);
            for (value, line) in values.iter_mut().zip(line) {
                *value = *value & !*line | self.ended & *line;
            }
        };
        let mover = usize::from(row.x_to_move);
        end(1 - mover, values);
        if self.reached.is_some() {
            for (value, reached) in values.iter_mut().zip(reached) {
                *value |= !*reached;
            }
        }
        // If the mover has a line, the rules rule the board out, whatever play leads to.
        end(mover, values);
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
            Cells::of(open).map(neighbour).collect()
        })
    }
}
