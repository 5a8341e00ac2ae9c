//! The values of a tier from those of its child tiers.

use perfect_play_core::{Board, Cells, Kind, Symmetric, Tabular, Value};
use perfect_play_tiers::{Sections, Tier, TierBlock, TierOf, Tiers};

use super::{
    lines::{BlockMasks, Filler, LineMasks},
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
    lines: LineMasks,
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
            lines: LineMasks::new(tiers),
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
        let mut masks = BlockMasks::default();
        let mut last = LastRow::new();
        for block in tier.blocks() {
            self.fold_child_blocks(&tier, &block, &mut values.sections);
            self.lines.of_block(&block, &mut masks);
            self.solve_rows(&block, &masks, &mut last, &mut values.sections);
        }
        Ok(())
    }

    /// Whether [`TierSolver::fill`] is worth its time: where marks fall, half of the boards hold a line.
    #[must_use]
    pub fn fills(&self) -> bool {
        matches!(self.kind, Kind::Falling(_))
    }

    /// Fills the slots of a tier whose boards hold a line with the byte before them, so that they compress to almost
    /// nothing. The solver restores them when it reads the tier
    /// ([`Sections::keeps_ends`](perfect_play_tiers::Sections::keeps_ends)).
    pub fn fill(&self, number: u32, values: &mut TierValues) {
        let tier = self.tiers.tier(number as usize);
        let (mut masks, mut fillers) = (BlockMasks::default(), [0, 1].map(|_| Filler::new()));
        for block in tier.blocks() {
            self.lines.of_block(&block, &mut masks);
            for (mover, filler) in fillers.iter_mut().enumerate() {
                if let Some(strip) = block.strip(mover) {
                    let values = &mut values.sections[mover][block.starts[mover]..][..strip.len()];
                    filler.fill(&masks, strip.order.clone(), values);
                }
            }
        }
    }

    /// Puts the value of the end into the slots of a section where who moved last has completed a line.
    fn restore(&self, tier: &Tier<'_>, mover: usize, section: &mut [u8]) {
        let mut masks = BlockMasks::default();
        for block in tier.blocks() {
            if let Some(strip) = block.strip(mover) {
                self.lines.of_block(&block, &mut masks);
                let values = &mut section[block.starts[mover]..][..strip.len()];
                masks.end(1 - mover, strip.order.clone(), self.ended, values);
            }
        }
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
            if !solved.keeps_ends() {
                self.restore(&led_to, 1 - mover, child);
            }
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

    /// Solves the rows of a block, whose values are the smallest among the children in other blocks. A
    /// row's other children are in the row with one mark more, where the other player is to move.
    fn solve_rows(
        &self,
        block: &TierBlock<'_>,
        masks: &BlockMasks<'_>,
        last: &mut LastRow,
        sections: &mut [Vec<u8>; 2],
    ) {
        let [.., low_cells] = self.tiers.cells();
        let high_is_full = self.kind.open_cells(block.x | block.o) & !low_cells == 0;
        let capacity = low_cells.count_ones() as usize;
        let mut marks_of_last = None;
        for (mover, number, row) in block.rows() {
            let Some(strip) = block.strip(mover) else { continue };
            let values = &mut sections[mover][block.starts[mover]..][row.places.clone()];
            if marks_of_last == Some(row.marks + 1) {
                self.moves[mover].fold(block.strip_number(mover), number, last, values);
            }
            if high_is_full && row.marks == capacity {
                // The board is full.
                values.fill(Value::DRAW.byte());
            }
            step_back(values);
            let start = strip.order.start;
            let order = start + row.places.start..start + row.places.end;
            masks.end(1 - mover, order, self.ended, values);
            last.hold(values);
            marks_of_last = Some(row.marks);
        }
    }
}

/// The marks after a move.
fn marked(x: u64, o: u64, cell: u8, mover: usize) -> (u64, u64) {
    if mover == 1 { (x | 1 << cell, o) } else { (x, o | 1 << cell) }
}
