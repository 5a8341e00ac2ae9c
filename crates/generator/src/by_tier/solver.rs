//! Computes the values of a tier from its child tiers.
//!
//! All boards of a strip have the same high part and the same side to move. So a move in the high part leads from all
//! places of a strip to the same places of one other strip, or to their images. A band begins with bytes that are
//! larger than every value. Then each kind of move lowers them to the smallest byte of its children:
//!
//! 1. top part: a strip of a child tier, which was solved before;
//! 2. middle part: a strip of this tier. Its block has one mark more in the middle part, so it comes earlier;
//! 3. low part: the row with one mark more. Its slots are in the same block, with the other player to move.
//!
//! After the third step a byte is the smallest byte of all children. `step_back` turns it into the value of the board.
//! Only then may other rows and blocks read it. Bytes are ordered as the values of the side to move, so the minimum is
//! the child that is worst for the opponent. This holds for misère games, too, in which an ended child has the largest
//! byte.

use std::mem;

use perfect_play_core::{Board, Cells, Game, Kind, Value};
use perfect_play_numbering::{Sections, Tier, TierBlock, TierOf, Tiers, bits::put};

use super::{
    low_moves::{LastRow, LowMoves},
    minima::{fold, fold_one, fold_turned},
};
use crate::{SolveError, step_back::step_back};

/// Buffers for the values while a tier is solved, by player to move (O, X).
#[derive(Clone, Debug, Default)]
pub struct TierValues {
    /// The band that is being solved.
    band: [Vec<u8>; 2],
    /// The band before it.
    before: [Vec<u8>; 2],
    /// The same band of a section of a child tier.
    child: Vec<u8>,
}

/// The children after the moves of a player in the top part.
struct Children<'t> {
    /// Whether a move completes a line.
    end: bool,
    /// The child tiers, and the symmetries that map boards to them. The same tier may be listed several times
    /// in a row.
    tiers: Vec<(Tier<'t>, u8)>,
}

/// Solves the tiers of a line game, each from its child tiers.
pub struct TierSolver<'t> {
    tiers: &'t Tiers,
    kind: Kind,
    /// For each symmetry and each index in the order of low configurations: the place of the image in its
    /// strip.
    images: Vec<Vec<u16>>,
    /// For each mover (O, X).
    moves: [LowMoves; 2],
    /// The byte of a position in which the player who moved last has completed a line.
    ended: u8,
}

impl<'t> TierSolver<'t> {
    /// Prepares to solve a game by its numbering.
    ///
    /// # Errors
    ///
    /// If the game is not a line game with placed or falling marks, or if the numbering belongs to another game.
    pub fn new<G: Game<Position = Board>>(game: &G, tiers: &'t Tiers) -> Result<Self, SolveError> {
        let kind = game.kind();
        let (Kind::Placement(lines) | Kind::Falling(lines)) = kind else {
            return Err(SolveError::NoMethod);
        };
        if !tiers.is_of(game) {
            return Err(SolveError::OtherNumbering);
        }
        Ok(Self {
            tiers,
            images: (0..tiers.symmetries())
                .map(|symmetry| tiers.low().image_ranks(symmetry))
                .collect(),
            moves: [0, 1].map(|mover| LowMoves::of(tiers, mover)),
            kind,
            ended: lines.worth_completed().byte(),
        })
    }

    /// The numbering.
    #[must_use]
    pub fn tiers(&self) -> &'t Tiers {
        self.tiers
    }

    /// Solves a tier, band by band. Reads its child tiers from `solved`. When the solver does not need
    /// a band any more, it calls `done` with the number of the band and its values (with O to move, and with X to
    /// move).
    ///
    /// # Errors
    ///
    /// If a child tier cannot be read, or the errors of `done`.
    pub fn solve<S: Sections, E: From<S::Error>>(
        &self,
        tier: &Tier<'_>,
        solved: &S,
        values: &mut TierValues,
        mut done: impl FnMut(usize, &mut [Vec<u8>; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        let children = [0, 1].map(|mover| self.children(tier, mover));
        for band in 0..self.tiers.bands() {
            mem::swap(&mut values.band, &mut values.before);
            self.solve_band((tier, band), &children, solved, values)?;
            // A move in the middle part adds a mark there. Boards with one mark more are in the same band or in
            // the band before it, because bands are made of all middle parts with the same numbers of marks. So
            // the next band needs this band, and not the band before it.
            if let Some(before) = band.checked_sub(1) {
                done(before, &mut values.before)?;
            }
        }
        self.tiers.bands().checked_sub(1).map_or(Ok(()), |last| done(last, &mut values.band))
    }

    /// The children after the moves of a player in the top part.
    fn children(&self, tier: &Tier<'t>, mover: usize) -> Children<'t> {
        let (x, o) = tier.top();
        let [top_cells, ..] = self.tiers.cells();
        let open = Cells::of(self.kind.open_cells(x | o) & top_cells);
        let led_to: Vec<Option<TierOf>> = open
            .map(|cell| {
                let (x, o) = marked(x, o, cell, mover);
                self.tiers.tier_of(x, o)
            })
            .collect();
        let end = led_to.contains(&None);
        let mut led_to: Vec<TierOf> = led_to.into_iter().flatten().collect();
        // The same tier several times in a row: its band is then read once.
        led_to.sort_unstable_by_key(|of| of.tier);
        let laid_out = |of: &TierOf| (self.tiers.tier(of.tier as usize), of.symmetry);
        Children { end, tiers: led_to.iter().map(laid_out).collect() }
    }

    fn solve_band<S: Sections>(
        &self,
        (tier, band): (&Tier<'_>, usize),
        children: &[Children<'_>; 2],
        solved: &S,
        values: &mut TierValues,
    ) -> Result<(), S::Error> {
        for (mover, children) in children.iter().enumerate() {
            let section = &mut values.band[mover];
            section.clear();
            // `NONE` is the largest byte, so it is the neutral element of the minimum.
            section.resize(tier.band(band, mover).len(), Value::NONE);
            // For all blocks of the band before any block is solved: so a band of a child tier is read once, and
            // not once for each block.
            self.fold_child_tiers(
                (tier, band, mover),
                children,
                solved,
                section,
                &mut values.child,
            )?;
        }
        let starts = [0, 1].map(|mover| tier.band(band, mover).start);
        let (mut ended, mut last) = ([const { Vec::new() }; 2], LastRow::new());
        for block in tier.blocks_of(band) {
            self.fold_child_blocks((tier, band), &block, values);
            self.find_ended(&block, &mut ended);
            self.solve_rows(&block, starts, &ended, &mut last, &mut values.band);
        }
        Ok(())
    }

    /// Takes the minimum with the children after moves in the top part. They have the same low part and an
    /// image of the same middle part, so they are in the same band.
    fn fold_child_tiers<S: Sections>(
        &self,
        (tier, band, mover): (&Tier<'_>, usize, usize),
        children: &Children<'_>,
        solved: &S,
        section: &mut [u8],
        child: &mut Vec<u8>,
    ) -> Result<(), S::Error> {
        if children.end {
            fold_one(section, self.ended);
        }
        let first = tier.band(band, mover).start;
        let mut read = None;
        for (led_to, symmetry) in &children.tiers {
            if read.replace(led_to.number()) != Some(led_to.number()) {
                solved.band(led_to, band, 1 - mover, child)?;
            }
            let first_led_to = led_to.band(band, 1 - mover).start;
            let images = (*symmetry != 0).then(|| self.images[usize::from(*symmetry)].as_slice());
            for block in tier.blocks_of(band) {
                let Some(strip) = block.strip(mover) else { continue };
                let values = &mut section[block.starts[mover] - first..][..strip.len()];
                let middle = self.tiers.middle_image(*symmetry, block.middle);
                let Some(start) = led_to.start(middle, 1 - mover) else {
                    // The high part has a line after the move, and had none before. So the mover has completed
                    // it, and the game is over for every low part.
                    fold_one(values, self.ended);
                    continue;
                };
                let others = &child[start - first_led_to..][..strip.len()];
                match images {
                    // A symmetry keeps the surplus, so the image of a strip is a strip. Only the order differs.
                    None => fold(values, others),
                    Some(images) => fold_turned(values, others, &images[strip.order.clone()]),
                }
            }
        }
        Ok(())
    }

    /// Takes the minimum with the children after moves in the middle part. They have the same low part, in a
    /// block of the same band or the band before it.
    fn fold_child_blocks(
        &self,
        (tier, band): (&Tier<'_>, usize),
        block: &TierBlock<'_>,
        TierValues { band: [o_values, x_values], before, .. }: &mut TierValues,
    ) {
        let [_, middle_cells, _] = self.tiers.cells();
        let open = self.kind.open_cells(block.x | block.o) & middle_cells;
        let (x, o) = (block.x & middle_cells, block.o & middle_cells);
        for mover in 0..2 {
            let Some(strip) = block.strip(mover) else { continue };
            let (values, others) = match mover {
                0 => (&mut *o_values, &*x_values),
                _ => (&mut *x_values, &*o_values),
            };
            let values = &mut values[block.starts[mover] - tier.band(band, mover).start..];
            let values = &mut values[..strip.len()];
            let first = tier.band(band, 1 - mover).start;
            let first_before =
                band.checked_sub(1).map_or(0, |band| tier.band(band, 1 - mover).start);
            for cell in Cells::of(open) {
                let (x, o) = marked(x, o, cell, mover);
                let Some(start) = tier.start(self.tiers.middle_of(x, o), 1 - mover) else {
                    fold_one(values, self.ended);
                    continue;
                };
                // The block of the child begins in this band, or in the band before.
                let others = match start.checked_sub(first) {
                    Some(start) => &others[start..],
                    None => &before[1 - mover][start - first_before..],
                };
                fold(values, &others[..strip.len()]);
            }
        }
    }

    /// Finds where the player who moved last has a line, for each player to move.
    fn find_ended(&self, block: &TierBlock<'_>, ended: &mut [Vec<u8>; 2]) {
        for (mover, ended) in ended.iter_mut().enumerate() {
            // The lines of the side to move do not matter. Such a board is unreachable, and its byte is never
            // used: its parents have the same line, of the player who moved last there, and get the value of the
            // end.
            let (owner, marks) = if mover == 1 { (0, block.o) } else { (1, block.x) };
            if block.strip(mover).is_some() {
                self.tiers.static_values().lines(owner, marks, block.strip_number(mover), ended);
            }
        }
    }

    /// Solves the rows of a block. `starts` are its first slots in the band. The values are already the minimum
    /// over the children in other blocks. The other children of a row are in the row with one more mark, with
    /// the other player to move.
    fn solve_rows(
        &self,
        block: &TierBlock<'_>,
        starts: [usize; 2],
        ended: &[Vec<u8>; 2],
        last: &mut LastRow,
        band: &mut [Vec<u8>; 2],
    ) {
        let [.., low_cells] = self.tiers.cells();
        let high_is_full = self.kind.open_cells(block.x | block.o) & !low_cells == 0;
        let capacity = low_cells.count_ones() as usize;
        let layout = self.tiers.static_values().layout();
        let mut marks_of_last = None;
        // The rows of both strips come by falling number of marks. The high part is fixed, so the number of marks
        // decides whose turn it is: the player changes from row to row, and one buffer for the last row is
        // enough.
        for (mover, number, row) in block.rows() {
            let start = block.starts[mover] - starts[mover];
            let values = &mut band[mover][start..][row.places.clone()];
            if marks_of_last == Some(row.marks + 1) {
                let place = (block.strip_number(mover), number);
                self.moves[mover].fold(place, last, values);
            }
            if high_is_full && row.marks == capacity {
                // The board is full, and no child has lowered these bytes. A draw steps back to a draw.
                values.fill(Value::DRAW.byte());
            }
            step_back(values);
            // Last, because a board with a line also has children in the numbering, as if the game went on.
            let bits = layout.strip(block.strip_number(mover)).rows[number].clone();
            put(values, &ended[mover][bits], self.ended);
            last.hold(values);
            marks_of_last = Some(row.marks);
        }
    }
}

/// The marks after a move.
fn marked(x: u64, o: u64, cell: u8, mover: usize) -> (u64, u64) {
    if mover == 1 { (x | 1 << cell, o) } else { (x, o | 1 << cell) }
}
