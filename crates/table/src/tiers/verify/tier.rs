//! The proof of one tier.

use std::{collections::BTreeSet, ops::Range};

use perfect_play_core::{Board, Cells, Entry, Game, Player, Value};
use perfect_play_index::{Strip, StripRow, TierBlock};

use super::{
    Shared,
    low::StripMoves,
    rows::{ByPlace, any_is_wrong, lower, lower_except, lower_to},
    window::Window,
};
use crate::{Fault, MAX_FAULTS};

/// How many slots of a section are a sample, at least, if it has as many.
const SAMPLE: usize = 64;

/// What came of a tier.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault<Board>>,
    /// Mover, rank and what is right.
    pub(super) corrections: Vec<(usize, usize, u8)>,
    pub(super) slots: u64,
}

/// What a thread needs for a block at a time.
pub(super) struct Desk {
    by_place: ByPlace,
    turned: Vec<u8>,
    completed: Vec<u8>,
    /// By owner (O, X): the low parts of the lines that are begun.
    begun: [Vec<usize>; 2],
    /// By player to move (O, X), then by owner (O, X): where the strip holds a line.
    held: [[Vec<u8>; 2]; 2],
    /// By player to move (O, X): the least byte among the children of each place.
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
    shared: &'p Shared<'p, G>,
    number: u32,
    pub(super) window: Window<'p>,
    pub(super) findings: Findings,
    /// By player to move (O, X): the next rank of the sample.
    samples: [Sample; 2],
    numbering_is_asked: bool,
    /// Mover and rank of the faults.
    told: BTreeSet<(usize, usize)>,
}

/// The ranks of a sample, evenly spread.
struct Sample {
    next: usize,
    step: usize,
}

impl<'p, G: Game<Position = Board>> TierProof<'p, G> {
    pub(super) fn new(shared: &'p Shared<'p, G>, number: u32, window: Window<'p>) -> Self {
        let findings = Findings { slots: window.slots(), ..Findings::default() };
        let sample = |mover| {
            let step = (window.section_len(mover) / SAMPLE).max(1);
            // A different part of each step for each tier.
            Sample { next: (number as usize).wrapping_mul(7919) % step, step }
        };
        let samples = [0, 1].map(sample);
        Self {
            shared,
            number,
            window,
            findings,
            samples,
            numbering_is_asked: false,
            told: BTreeSet::new(),
        }
    }

    /// Asks all questions about the slots of the tier.
    pub(super) fn run(&mut self, desk: &mut Desk) {
        for block in self.window.blocks() {
            if self.are_enough() {
                return;
            }
            let suspect = self.suspect(&block, desk);
            if suspect.is_some() || self.shared.judge.asks_everywhere {
                self.judge_all(&block, suspect);
            }
            self.judge_sample(&block);
        }
    }

    fn are_enough(&self) -> bool {
        self.findings.faults.len() >= MAX_FAULTS
    }

    /// Compares all values of a block with their children's, strip by strip: a slot whose value does not
    /// follow, as mover and place, if there is one.
    fn suspect(&self, block: &TierBlock<'_>, desk: &mut Desk) -> Option<(usize, usize)> {
        let Shared { lines, judge, .. } = self.shared;
        let marks = [block.o, block.x];
        if marks.iter().any(|&marks| judge.lines.any_within(marks)) {
            return None;
        }
        for (owner, marks) in marks.into_iter().enumerate() {
            lines.begun(marks, &mut desk.begun[owner]);
            for mover in 0..2 {
                let order = block.strip(mover).map_or(0..0, |strip| strip.order.clone());
                lines.held(owner, &desk.begun[owner], order, &mut desk.held[mover][owner]);
            }
        }
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

    /// The least byte among the children of each slot of a strip. `false` if some children have no slot and
    /// the rules do not tell why.
    fn find_least(
        &self,
        block: &TierBlock<'_>,
        mover: usize,
        order: &Range<usize>,
        desk: &mut Desk,
    ) -> bool {
        let Shared { tiers, lines, moves, images, judge, ended, .. } = self.shared;
        let (marks, len) = ([block.o, block.x][mover], order.len());
        let Desk { by_place, turned, completed, held, least, .. } = desk;
        let least = &mut least[mover];
        least.clear();
        least.resize(len, u8::MAX);
        let mut is_complete = true;
        let mut lower_by = |cell: u8, child: &[u8]| {
            if lines.completed(mover, marks, cell, order, completed) {
                lower_except(least, child, completed, *ended);
            } else {
                lower(least, child);
            }
        };
        let ends = |cell: u8| judge.lines.any_within(marks | 1 << cell);
        let mut has_ended = false;
        let [top, middle, low] = tiers.cells();
        let open = judge.kind.open_cells(block.x | block.o);
        for cell in Cells::of(open & middle) {
            if ends(cell) {
                has_ended = true;
            } else if let Some(child) = self.window.after_middle_move(block, cell, mover, len) {
                lower_by(cell, child);
            } else {
                is_complete = false;
            }
        }
        // What completes a line in the top part alone is not among these.
        has_ended |= Cells::of(open & top).any(ends);
        for &top_move in self.window.top_moves.iter().filter(|top_move| top_move.mover == mover) {
            let cell = top_move.cell;
            if ends(cell) {
                continue;
            }
            match self.window.after_top_move(block, top_move, len) {
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
            by_place.hold_except(values, &held[1 - mover][mover], *ended);
            for row in rows {
                for children in row.children() {
                    by_place.lower(&mut least[row.places.clone()], children);
                }
            }
        }
        if open & !low == 0 {
            // On a full board there is no move. It is a draw, which follows from a drawn child.
            let full = |row: &&StripRow| row.marks == low.count_ones() as usize;
            let rows = block.strip(mover).map_or(&[][..], |strip| &strip.rows);
            for row in rows.iter().filter(full) {
                least[row.places.clone()].fill(Value::DRAW.byte());
            }
        }
        is_complete
    }

    /// Judges all slots of a block by definition, by falling number of marks, and corrects those that are wrong:
    /// so a wrong value does not make what leads to it look wrong.
    fn judge_all(&mut self, block: &TierBlock<'_>, suspect: Option<(usize, usize)>) {
        let before = self.findings.faults.len();
        for (mover, _, row) in block.rows() {
            for place in row.places.clone() {
                if self.are_enough() {
                    return;
                }
                self.judge(block, mover, place);
            }
        }
        if let Some((mover, place)) = suspect
            && self.findings.faults.len() == before
            && let Some(board) = self.board(block, mover, place)
        {
            // The rows and the definition do not agree, so one of them is not to be believed.
            self.tell(mover, block.starts[mover] + place, board);
        }
    }

    /// Judges the slots of the sample that are in a block.
    fn judge_sample(&mut self, block: &TierBlock<'_>) {
        for mover in 0..2 {
            let len = block.strip(mover).map_or(0, Strip::len);
            while let Some(place) = self.samples[mover].next.checked_sub(block.starts[mover])
                && place < len
            {
                self.samples[mover].next += self.samples[mover].step;
                // Many slots are those of boards that hold a line.
                let has_value = |&place: &usize| {
                    let board = self.board(block, mover, place);
                    board.is_some_and(|board| self.shared.judge.has_value(board))
                };
                let place = (place..len).chain(0..place).find(has_value);
                if let Some(place) = place.filter(|_| !self.are_enough()) {
                    self.judge(block, mover, place);
                    self.ask_numbering(block, mover, place);
                }
            }
        }
    }

    /// The byte at a rank; that of no value if there is none.
    fn byte(&self, mover: usize, rank: usize) -> u8 {
        self.window.own(mover, rank, 1).first().copied().unwrap_or(Value::NONE)
    }

    fn board(&self, block: &TierBlock<'_>, mover: usize, place: usize) -> Option<Board> {
        let tiers = self.shared.tiers;
        let order = &tiers.low_order()[block.strip(mover)?.order.clone()];
        let (x, o) = tiers.low_marks(*order.get(place)?);
        Board::from_bitboards(block.x | x, block.o | o)
    }

    /// Judges one slot by definition.
    fn judge(&mut self, block: &TierBlock<'_>, mover: usize, place: usize) {
        let judge = &self.shared.judge;
        let rank = block.starts[mover] + place;
        let Some(board) = self.board(block, mover, place) else { return };
        let byte = self.byte(mover, rank);
        if !judge.has_value(board) {
            return;
        }
        if !judge.is_right(&self.window, board, byte) {
            if let Some(right) = self.tell(mover, rank, board) {
                self.window.correct(mover, rank, right.byte());
                self.findings.corrections.push((mover, rank, right.byte()));
            }
        } else if judge.asks_everywhere {
            let site = Window::own_site(mover, rank);
            let is_possible = |board| judge.game.check(board).is_ok();
            let images = self.shared.symmetries.iter();
            let images = images.filter_map(|symmetry| symmetry.image_of(board));
            let sharing = |&image: &Board| image != board && self.window.site(image) == Some(site);
            let is_wrong = |&image: &Board| {
                is_possible(image) != is_possible(board)
                    || !judge.is_right(&self.window, image, byte)
            };
            if let Some(image) = images.filter(sharing).find(is_wrong) {
                self.tell(mover, rank, image);
            }
        }
    }

    /// Adds a fault at a board, whose slot this is. Gives back what follows for it.
    fn tell(&mut self, mover: usize, rank: usize, board: Board) -> Option<Value> {
        let fault = self.shared.judge.fault(&self.window, board, self.byte(mover, rank));
        if self.told.insert((mover, rank)) {
            self.findings.faults.push(fault);
        }
        fault.expected.and_then(Entry::value)
    }

    /// Asks the numbering itself, once for a tier because it takes long, where a slot and a child of it are.
    fn ask_numbering(&mut self, block: &TierBlock<'_>, mover: usize, place: usize) {
        if self.numbering_is_asked {
            return;
        }
        let Shared { tiers, judge, .. } = self.shared;
        let rank = block.starts[mover] + place;
        let Some(board) = self.board(block, mover, place) else { return };
        let legal = judge.game.legal_moves(board);
        let children = legal.iter().map(|mv| judge.game.play(board, mv));
        let children: Vec<Board> = children.filter(|&child| judge.has_value(child)).collect();
        let child = children.get(self.number as usize % children.len().max(1)).copied();
        let is_sound = |board: Board| {
            let Some(site) = self.window.site(board) else { return false };
            let player = [Player::O, Player::X][site.mover];
            let tier = self.window.tier_of(site);
            let symmetries = &self.shared.symmetries[..tiers.symmetries()];
            let slot = tiers.board(tier, player, site.rank);
            tiers.locate(board) == Some((tier, player, site.rank))
                && symmetries.iter().any(|symmetry| symmetry.image_of(board) == slot)
        };
        let is_own = self.window.site(board) == Some(Window::own_site(mover, rank));
        if !(is_own && is_sound(board) && child.is_none_or(is_sound)) {
            self.tell(mover, rank, board);
        }
        self.numbering_is_asked = true;
    }
}
