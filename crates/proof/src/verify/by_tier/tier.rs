//! The proof of one tier.

use std::{collections::BTreeSet, ops::Range};

use perfect_play_core::{Board, Cells, Game, Value};
use perfect_play_numbering::{StripRow, TierBlock};

use super::{
    correction::Correction,
    low::StripMoves,
    precomputed::Precomputed,
    rows::{ByPlace, any_is_wrong, lower, lower_except, lower_to},
    window::Window,
};
use crate::{Fault, MAX_FAULTS};

/// The least size of the sample in a section, if the section has this many slots.
const SAMPLE: usize = 64;

/// The result for a tier.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault<Board>>,
    pub(super) corrections: Vec<Correction>,
    pub(super) slots: u64,
}

/// The data that a thread needs for one block at a time.
pub(super) struct Desk {
    by_place: ByPlace,
    turned: Vec<u8>,
    completed: Vec<u8>,
    /// By owner (O, X): the low parts of the lines that are begun.
    begun: [Vec<usize>; 2],
    /// By player to move (O, X), then by owner (O, X): where the strip holds a line.
    held: [[Vec<u8>; 2]; 2],
    /// By player to move (O, X): the least byte among the children of each position.
    least: [Vec<u8>; 2],
}

impl Desk {
    pub(super) fn new() -> Self {
        Self {
            by_place: ByPlace::new(),
            turned: Vec::new(),
            completed: Vec::new(),
            begun: Default::default(),
            held: Default::default(),
            least: Default::default(),
        }
    }
}

/// The proof of one tier.
pub(super) struct TierProof<'p, G> {
    pub(super) precomputed: &'p Precomputed<'p, G>,
    pub(super) number: u32,
    pub(super) window: Window<'p>,
    pub(super) findings: Findings,
    /// By player to move (O, X): the next rank of the sample.
    pub(super) samples: [Sample; 2],
    pub(super) numbering_is_asked: bool,
    /// Mover and rank of the faults.
    pub(super) told: BTreeSet<(usize, usize)>,
}

/// The ranks of a sample, evenly spread.
pub(super) struct Sample {
    pub(super) next: usize,
    pub(super) step: usize,
}

impl<'p, G: Game<Position = Board>> TierProof<'p, G> {
    pub(super) fn new(
        precomputed: &'p Precomputed<'p, G>,
        number: u32,
        window: Window<'p>,
    ) -> Self {
        let findings = Findings { slots: window.slots(), ..Findings::default() };
        let sample = |mover| {
            let step = (window.section_len(mover) / SAMPLE).max(1);
            // Each tier begins at another offset within the step.
            Sample { next: (number as usize).wrapping_mul(7919) % step, step }
        };
        let samples = [0, 1].map(sample);
        Self {
            precomputed,
            number,
            window,
            findings,
            samples,
            numbering_is_asked: false,
            told: BTreeSet::new(),
        }
    }

    /// Checks the slots of the tier.
    pub(super) fn run(&mut self, desk: &mut Desk) {
        for block in self.window.blocks() {
            if self.are_enough() {
                return;
            }
            let suspect = self.suspect(&block, desk);
            if suspect.is_some() || self.precomputed.checker.asks_everywhere {
                self.check_all(&block, suspect);
            }
            self.check_sample(&block);
        }
    }

    pub(super) fn are_enough(&self) -> bool {
        self.findings.faults.len() >= MAX_FAULTS
    }

    /// Compares all values of a block with their children's, strip by strip. Returns a slot whose value does not
    /// follow, as mover and position, if there is one.
    fn suspect(&self, block: &TierBlock<'_>, desk: &mut Desk) -> Option<(usize, usize)> {
        let Precomputed { lines, checker, .. } = self.precomputed;
        let marks = [block.o, block.x];
        // The numbering should leave such a block out. None of its slots counts.
        if marks.iter().any(|&marks| checker.lines.any_within(marks)) {
            return None;
        }
        for (owner, marks) in marks.into_iter().enumerate() {
            lines.begun(marks, &mut desk.begun[owner]);
            for mover in 0..2 {
                let order = block.strip(mover).map_or(0..0, |strip| strip.order.clone());
                lines.held(owner, &desk.begun[owner], order, &mut desk.held[mover][owner]);
            }
        }
        // One suspect is enough: `check_all` then looks at each slot of the block by definition.
        let mut suspect = None;
        for mover in 0..2 {
            let Some(strip) = block.strip(mover) else { continue };
            let is_complete = self.find_least(block, mover, &strip.order, desk);
            let values = self.window.own(mover, block.starts[mover], strip.len());
            let [o_held, x_held] = &desk.held[mover];
            let is_wrong = |places: Range<usize>| {
                let held = [&o_held[places.clone()], &x_held[places.clone()]];
                let least = &desk.least[mover][places.clone()];
                values.get(places).is_none_or(|values| any_is_wrong(values, least, held))
            };
            let is_complete = is_complete && values.len() == strip.len();
            if suspect.is_none() && (!is_complete || is_wrong(0..strip.len())) {
                let place = (0..strip.len()).find(|&place| is_wrong(place..place + 1));
                suspect = Some((mover, place.unwrap_or(0)));
            }
        }
        suspect
    }

    /// Finds the least byte among the children of each slot of a strip. `false` if some children have no slot and the
    /// rules do not explain why.
    fn find_least(
        &self,
        block: &TierBlock<'_>,
        mover: usize,
        order: &Range<usize>,
        desk: &mut Desk,
    ) -> bool {
        let Precomputed { tiers, lines, moves, images, checker, ended, .. } = self.precomputed;
        let (marks, len) = ([block.o, block.x][mover], order.len());
        let Desk { by_place, turned, completed, held, least, .. } = desk;
        let least = &mut least[mover];
        least.clear();
        least.resize(len, u8::MAX);
        // The board of a slot that counts has no line, so a line of its child goes through the new mark. If all
        // cells of the line are in the high part (`ends`), the child is ended on the whole strip. Otherwise it is
        // ended in the places of a mask: `completed` after a move in the high part, `held` after a move in the
        // low part. There the byte of the child is replaced, because no proof may depend on the byte of a slot
        // that does not count.
        let mut is_complete = true;
        let mut lower_by = |cell: u8, child: &[u8]| {
            if lines.completed(mover, marks, cell, order, completed) {
                lower_except(least, child, completed, *ended);
            } else {
                lower(least, child);
            }
        };
        let ends = |cell: u8| checker.lines.any_within(marks | 1 << cell);
        let mut has_ended = false;
        let [top, middle, low] = tiers.cells();
        let open = checker.kind.open_cells(block.x | block.o);
        for cell in Cells::of(open & middle) {
            if ends(cell) {
                has_ended = true;
            } else if let Some(child) = self.window.after_middle_move(block, cell, mover, len) {
                lower_by(cell, child);
            } else {
                is_complete = false;
            }
        }
        for cell in Cells::of(open & top) {
            if ends(cell) {
                has_ended = true;
                continue;
            }
            match self.window.after_top_move(block, cell, mover, len) {
                Some((child, 0)) => lower_by(cell, child),
                Some((child, symmetry)) => {
                    by_place.hold(child);
                    turned.resize(len, 0);
                    by_place.turn(turned, &images[usize::from(symmetry)][order.clone()]);
                    lower_by(cell, turned);
                }
                None => is_complete = false,
            }
        }
        if has_ended {
            lower_to(least, *ended);
        }

        let StripMoves { to, rows } = moves[mover].of_strip(block.strip_number(mover));
        if let Some(to) = *to {
            let strip = block.strip(1 - mover).filter(|_| block.strip_number(1 - mover) == to);
            let Some(strip) = strip else { return false };
            let values = self.window.own(1 - mover, block.starts[1 - mover], strip.len());
            is_complete &= values.len() == strip.len();
            // The strip of the children: the other player is to move, and the line is that of the mover.
            by_place.hold_except(values, &held[1 - mover][mover], *ended);
            for row in rows {
                for children in &row.children {
                    by_place.lower(&mut least[row.places.clone()], children);
                }
            }
        }
        if open & !low == 0 {
            // A full board has no moves. It is a draw, which follows from a drawn child.
            let full = |row: &&StripRow| row.marks == low.count_ones() as usize;
            let rows = block.strip(mover).map_or(&[][..], |strip| &strip.rows);
            for row in rows.iter().filter(full) {
                least[row.places.clone()].fill(Value::DRAW.byte());
            }
        }
        is_complete
    }
}
