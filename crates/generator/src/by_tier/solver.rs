//! The values of a tier from those of its child tiers.

use perfect_play_core::{Board, Cells, Kind, Symmetric, Tabular, Value};
use perfect_play_tiers::{Sections, Tier, TierBlock, TierOf, Tiers, bits::put};

use super::{
    moves::{LastRow, LowMoves},
    runs::{fold, fold_one, fold_turned},
};
use crate::{SolveError, step_back::step_back};

/// The values of a tier.
#[derive(Clone, Debug, Default)]
pub struct TierValues {
    /// By player to move (O, X): a byte a slot.
    pub sections: [Vec<u8>; 2],
    /// A section of a child tier.
    child: Vec<u8>,
}

/// Solves the tiers of a line game, each from its child tiers.
pub struct TierSolver<'t> {
    tiers: &'t Tiers,
    kind: Kind,
    /// By symmetry, then by place in the order of low configurations: the place of the image in its strip.
    images: Vec<Vec<u16>>,
    /// By mover (O, X).
    moves: [LowMoves; 2],
    /// The byte of a position in which the player who moved last has completed a line.
    ended: u8,
}

impl<'t> TierSolver<'t> {
    /// Prepares to solve a game by its numbering.
    ///
    /// # Errors
    ///
    /// If the game is of another kind, or the numbering is of another game.
    pub fn new<G: Tabular<Position = Board> + Symmetric>(
        game: &G,
        tiers: &'t Tiers,
    ) -> Result<Self, SolveError> {
        let kind = game.kind();
        let (Kind::Placement(lines) | Kind::Falling(lines)) = kind else {
            return Err(SolveError::NoMethod);
        };
        if !tiers.is_of(game) {
            return Err(SolveError::OtherNumbering);
        }
        Ok(Self {
            tiers,
            images: (0..tiers.symmetries()).map(|symmetry| tiers.image_ranks(symmetry)).collect(),
            moves: [0, 1].map(|mover| LowMoves::new(&kind, tiers, mover)),
            kind,
            ended: lines.worth_completed().byte(),
        })
    }

    /// The numbering.
    #[must_use]
    pub fn tiers(&self) -> &'t Tiers {
        self.tiers
    }

    /// Solves a tier. Its child tiers come from `solved`.
    ///
    /// # Errors
    ///
    /// If a child tier cannot be read.
    pub fn solve<S: Sections>(
        &self,
        number: u32,
        solved: &S,
        values: &mut TierValues,
    ) -> Result<(), S::Error> {
        let tier = self.tiers.tier(number as usize);
        for mover in 0..2 {
            let section = &mut values.sections[mover];
            section.clear();
            section.resize(tier.len(mover), Value::NONE);
            self.fold_child_tiers(&tier, mover, solved, section, &mut values.child)?;
        }
        let (mut ended, mut last) = ([const { Vec::new() }; 2], LastRow::new());
        for block in tier.blocks() {
            self.fold_child_blocks(&tier, &block, &mut values.sections);
            self.find_ended(&block, &mut ended);
            self.solve_rows(&block, &ended, &mut last, &mut values.sections);
        }
        Ok(())
    }

    /// Folds in what moves in the top part lead to: the same low part and an image of the same middle part.
    fn fold_child_tiers<S: Sections>(
        &self,
        tier: &Tier<'_>,
        mover: usize,
        solved: &S,
        section: &mut [u8],
        child: &mut Vec<u8>,
    ) -> Result<(), S::Error> {
        let (x, o) = tier.top();
        let [top_cells, ..] = self.tiers.cells();
        for cell in Cells::of(self.kind.open_cells(x | o) & top_cells) {
            let (x, o) = marked(x, o, cell, mover);
            let Some(TierOf { tier: number, symmetry }) = self.tiers.tier_of(x, o) else {
                fold_one(section, self.ended);
                continue;
            };
            solved.section(number, 1 - mover, child)?;
            let led_to = self.tiers.tier(number as usize);
            let images = (symmetry != 0).then(|| self.images[usize::from(symmetry)].as_slice());
            for block in tier.blocks() {
                let Some(strip) = block.strip(mover) else { continue };
                let values = &mut section[block.starts[mover]..][..strip.len()];
                let middle = self.tiers.middle_image(symmetry, block.middle);
                match led_to.start(middle, 1 - mover).map(|start| &child[start..][..strip.len()]) {
                    None => fold_one(values, self.ended),
                    Some(others) => match images {
                        None => fold(values, others),
                        Some(images) => fold_turned(values, others, &images[strip.order.clone()]),
                    },
                }
            }
        }
        Ok(())
    }

    /// Folds in what moves in the middle part lead to: the same low part in another block of the tier.
    fn fold_child_blocks(
        &self,
        tier: &Tier<'_>,
        block: &TierBlock<'_>,
        [o_section, x_section]: &mut [Vec<u8>; 2],
    ) {
        let [_, middle_cells, _] = self.tiers.cells();
        let open = self.kind.open_cells(block.x | block.o) & middle_cells;
        let (x, o) = (block.x & middle_cells, block.o & middle_cells);
        for mover in 0..2 {
            let Some(strip) = block.strip(mover) else { continue };
            let (section, others) = match mover {
                0 => (&mut *o_section, &*x_section),
                _ => (&mut *x_section, &*o_section),
            };
            let values = &mut section[block.starts[mover]..][..strip.len()];
            for cell in Cells::of(open) {
                let (x, o) = marked(x, o, cell, mover);
                match tier.start(self.tiers.middle_of(x, o), 1 - mover) {
                    None => fold_one(values, self.ended),
                    Some(start) => fold(values, &others[start..][..strip.len()]),
                }
            }
        }
    }

    /// Finds where who moved last has a line, by player to move.
    fn find_ended(&self, block: &TierBlock<'_>, ended: &mut [Vec<u8>; 2]) {
        for (mover, ended) in ended.iter_mut().enumerate() {
            let (owner, marks) = if mover == 1 { (0, block.o) } else { (1, block.x) };
            if block.strip(mover).is_some() {
                self.tiers.glance().lines(owner, marks, block.strip_number(mover), ended);
            }
        }
    }

    /// Solves the rows of a block, whose values are the smallest among the children in other blocks. A
    /// row's other children are in the row with one mark more, where the other player is to move.
    fn solve_rows(
        &self,
        block: &TierBlock<'_>,
        ended: &[Vec<u8>; 2],
        last: &mut LastRow,
        sections: &mut [Vec<u8>; 2],
    ) {
        let [.., low_cells] = self.tiers.cells();
        let high_is_full = self.kind.open_cells(block.x | block.o) & !low_cells == 0;
        let capacity = low_cells.count_ones() as usize;
        let layout = self.tiers.glance().layout();
        let mut marks_of_last = None;
        for (mover, number, row) in block.rows() {
            let values = &mut sections[mover][block.starts[mover]..][row.places.clone()];
            if marks_of_last == Some(row.marks + 1) {
                self.moves[mover].fold(block.strip_number(mover), number, last, values);
            }
            if high_is_full && row.marks == capacity {
                // The board is full.
                values.fill(Value::DRAW.byte());
            }
            step_back(values);
            let bits = layout.strip(block.strip_number(mover)).rows[number].clone();
            put(values, [(&ended[mover][bits], self.ended)]);
            last.hold(values);
            marks_of_last = Some(row.marks);
        }
    }
}

/// The marks after a move.
fn marked(x: u64, o: u64, cell: u8, mover: usize) -> (u64, u64) {
    if mover == 1 { (x | 1 << cell, o) } else { (x, o | 1 << cell) }
}
