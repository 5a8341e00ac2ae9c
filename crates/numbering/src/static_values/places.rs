//! The places of a strip whose values follow directly from the rules.

use std::ops::Range;

use perfect_play_core::{Cells, Kind, Value};

use super::{
    StaticValues,
    begun_lines::BegunLines,
    low_sets::{LowSets, above},
};
use crate::{Tier, TierBlock, bits};

const WIN: u8 = byte_of(Value::win(1));
const LOSS: u8 = byte_of(Value::loss(2));

const fn byte_of(value: Option<Value>) -> u8 {
    match value {
        Some(value) => value.byte(),
        None => Value::NONE,
    }
}

/// The places of a strip whose values follow from the rules, and the buffers needed to find them.
#[derive(Debug)]
pub struct StaticPlaces {
    /// The player who moved last has a line.
    ended: Vec<u8>,
    /// The side to move has a line.
    impossible: Vec<u8>,
    /// A move completes a line.
    won: Vec<u8>,
    /// The opponent can complete a line after every move.
    lost: Vec<u8>,
    /// The value is stored.
    stored: Vec<u8>,
    /// Whether the first row's boards are full.
    begins_full: bool,
    /// The begun lines of each owner (O, X).
    begun: [BegunLines; 2],
    threats: Threats,
}

/// The places where the opponent threatens to complete a line.
#[derive(Debug, Default)]
struct Threats {
    /// In at least one open cell.
    once: Vec<u8>,
    /// In the cell above every open cell so far.
    above_all: Vec<u8>,
    /// Temporary: in one cell, and in the cell above it.
    here: Vec<u8>,
    above: Vec<u8>,
}

/// The boards of a row, and what follows from the rules for each: its value, or that it has none because a player has a
/// line. The values of all others must be stored.
#[derive(Debug)]
pub struct StaticRow<'r> {
    /// How many boards it has.
    boards: usize,
    // Eight boards in each byte. No board is in two of these sets. In none are the boards in which the side to move has a
    // line: their byte is that of a draw. The rows behind this one follow, so that words of 64 boards are nearly always
    // read in one step.
    stored: &'r [u8],
    lost: &'r [u8],
    won: &'r [u8],
    ended: &'r [u8],
    /// The value of the boards in `lost`. A full row is drawn.
    lost_byte: u8,
    /// The value of the boards in `ended`.
    ended_byte: u8,
}

/// The result of [`StaticRow::count`].
#[derive(Clone, Copy, Debug)]
pub struct StaticCounts {
    /// The values that follow from the rules, and how many boards of the set have each.
    pub told: [(u8, u64); 2],
    /// How many values are stored for the row.
    pub stored: usize,
}

impl StaticValues {
    /// Finds the values that follow from the rules, for the strip of a block in which `mover` (O: 0, X: 1) is
    /// to move, and the boards that have no value, because that player has a line. `places` must have been made for the
    /// tier of the block.
    pub fn find_places(&self, block: &TierBlock<'_>, mover: usize, places: &mut StaticPlaces) {
        let other = 1 - mover;
        let bytes = self.layout.strip(block.strip_number(mover)).bytes.clone();
        let open = self.kind.open_cells(block.x | block.o) & self.high;
        // A move in the high part is only possible in its open cells. It can also open the cell above, for the
        // opponent.
        let wanted = open | self.above(open);
        let [of_o, of_x] = &mut places.begun;
        of_o.find(self, block.o, wanted);
        of_x.find(self, block.x, wanted);

        let begun = &places.begun[other].parts;
        self.gather(other, begun, &bytes, |sets| Some(&sets.held), &mut places.ended);
        let begun = &places.begun[mover].parts;
        self.gather(mover, begun, &bytes, |sets| Some(&sets.held), &mut places.impossible);
        places.begins_full = open == 0 && self.first_row_is_full(block, mover);
        if self.lines.is_misere() {
            places.won.clear();
            places.won.resize(bytes.len(), 0);
            places.lost.clone_from(&places.won);
        } else {
            self.find_won(mover, open, &bytes, places);
            // Otherwise a line lacks one cell and lies in the high part alone, so every board of the strip is won.
            if places.begun[mover].alone() & open == 0 {
                self.find_lost(other, open, &bytes, places);
            } else {
                // All boards are won.
                places.lost.clear();
                places.lost.resize(bytes.len(), 0);
            }
        }
        if places.begins_full {
            // On a full board there is no move after which the opponent could win. The first row is drawn, and uses the
            // bits of the lost boards: see `StaticRow::lost_byte`.
            let rows = &self.layout.strip(block.strip_number(mover)).rows;
            places.lost[rows[0].clone()].fill(u8::MAX);
        }
        places.join();
    }

    /// The cells of the high part above these cells. 0 if marks do not fall.
    fn above(&self, cells: u64) -> u64 {
        above(self.kind, cells) & self.high
    }

    fn first_row_is_full(&self, block: &TierBlock<'_>, mover: usize) -> bool {
        let first = block.strip(mover).and_then(|strip| strip.rows.first());
        first.is_some_and(|row| row.marks == self.low.count_ones() as usize)
    }

    /// Gathers one of the sets of the begun lines. Returns `false` if there is no such set.
    fn gather(
        &self,
        owner: usize,
        begun: &[usize],
        bytes: &Range<usize>,
        set: impl Fn(&LowSets) -> Option<&Vec<u8>>,
        bits: &mut Vec<u8>,
    ) -> bool {
        bits.clear();
        let sets = begun.iter().map(|&part| &self.parts[part][owner]);
        for set in [&self.within[owner]].into_iter().chain(sets).filter_map(set) {
            let set = &set[bytes.clone()];
            if bits.is_empty() { bits.extend_from_slice(set) } else { bits::add(bits, set) }
        }
        let is_any = !bits.is_empty();
        bits.resize(bytes.len(), 0);
        is_any
    }

    /// Finds where `owner` completes a line with a mark in this cell of the high part. Returns `false` if
    /// nowhere.
    fn completed(
        &self,
        owner: usize,
        begun: &BegunLines,
        cell: u64,
        bytes: &Range<usize>,
        bits: &mut Vec<u8>,
    ) -> bool {
        if begun.cells() & cell == 0 {
            return false;
        }
        bits.clear();
        if begun.alone() & cell != 0 {
            bits.resize(bytes.len(), u8::MAX);
            return true;
        }
        bits.resize(bytes.len(), 0);
        for part in begun.parts_for(cell) {
            bits::add(bits, &self.parts[part][owner].held[bytes.clone()]);
        }
        true
    }

    /// Finds where a move completes a line.
    fn find_won(&self, mover: usize, open: u64, bytes: &Range<usize>, places: &mut StaticPlaces) {
        let StaticPlaces { won, begun, threats, .. } = places;
        let begun = &begun[mover];
        if begun.alone() & open != 0 {
            won.clear();
            won.resize(bytes.len(), u8::MAX);
            return;
        }
        // The missing cell is in the low part, or it is in the high part and the line's low part is held.
        self.gather(mover, &begun.parts, bytes, |sets| Some(&sets.lacking), won);
        for cell in Cells::of(begun.cells() & open) {
            if self.completed(mover, begun, 1 << cell, bytes, &mut threats.here) {
                bits::add(won, &threats.here);
            }
        }
    }

    /// Finds where the opponent can complete a line after every move, if no move completes a line. There are
    /// three cases: two threats in open cells, one threat in an open cell and one above it, or one threat above
    /// every open cell.
    fn find_lost(&self, other: usize, open: u64, bytes: &Range<usize>, places: &mut StaticPlaces) {
        // After a move, the opponent completes a line in a cell that was open before, or in the cell above the mark.
        // So:
        //
        // * With two threats in open cells, a move blocks only one of them.
        // * With one threat in an open cell, the side to move must place a mark there. This loses if it opens a threat
        //   above. Every other move leaves the first threat.
        // * Without a threat in an open cell, every move must open one above it.
        //
        // Boards that the side to move wins at once are in these sets, too, until `join` takes them out.
        let StaticPlaces { lost, begun, threats, .. } = places;
        let begun = &begun[other];
        let Threats { once, above_all, here, above } = threats;
        for bits in [&mut *lost, once] {
            bits.clear();
            bits.resize(bytes.len(), 0);
        }
        let falls = matches!(self.kind, Kind::Falling(_));
        let can_be_above = |cell: u8| begun.cells() & self.above(1_u64 << cell) != 0;
        // The third case is rare, since one open cell of the high part without a line above it rules it out for the
        // whole strip.
        let is_above_all = falls && Cells::of(open).all(can_be_above);
        above_all.clear();
        above_all.resize(bytes.len(), u8::MAX);
        for cell in Cells::of(open) {
            let is_here = self.completed(other, begun, 1 << cell, bytes, here);
            if is_here {
                bits::add_second(lost, once, here);
            }
            if falls && (is_here || is_above_all) {
                let cell_above = self.above(1_u64 << cell);
                let is_above = self.completed(other, begun, cell_above, bytes, above);
                if is_above && is_here {
                    bits::add_both(lost, here, above);
                }
                if is_above && is_above_all {
                    bits::keep(above_all, above);
                }
            }
        }
        // The same for moves in the low part. Here the threats differ from board to board, so they are in precomputed
        // sets.
        for site in 0..self.sites.cells.len() {
            let is_here =
                self.gather(other, &begun.parts, bytes, |sets| sets.open[site].as_ref(), here);
            if is_here {
                bits::add_second(lost, once, here);
            }
            if falls && (is_here || is_above_all) {
                let is_above = self.gather(
                    other,
                    &begun.parts,
                    bytes,
                    |sets| sets.above[site].as_ref(),
                    above,
                );
                if is_above && is_here {
                    bits::add_both(lost, here, above);
                }
                if is_above_all {
                    // No move is possible in a full column.
                    bits::add(above, &self.sites.full[site][bytes.clone()]);
                    bits::keep(above_all, above);
                }
            }
        }
        if is_above_all {
            bits::add(lost, above_all);
        }
    }
}

impl StaticPlaces {
    /// Prepares a tier. No places are found yet.
    #[must_use]
    pub fn in_tier(tier: &Tier<'_>) -> Self {
        let (of, (x, o)) = (tier.tiers().static_values(), tier.top());
        let begun = [BegunLines::in_tier(of, o, x), BegunLines::in_tier(of, x, o)];
        let [ended, impossible, won, lost, stored] = Default::default();
        let threats = Threats::default();
        Self { ended, impossible, won, lost, stored, begins_full: false, begun, threats }
    }

    /// Finds the stored values, and leaves no board in two sets. A board that holds a line is in no other set, and a board that
    /// is won at once is not lost.
    fn join(&mut self) {
        let Self { ended, impossible, won, lost, stored, .. } = self;
        stored.clone_from(impossible);
        let sets = stored.iter_mut().zip(lost).zip(won).zip(ended);
        for (((stored, lost), won), ended) in sets {
            let over = *ended | *stored;
            *won &= !over;
            *lost &= !(over | *won);
            *stored = !(over | *won | *lost);
        }
    }

    /// Removes the boards that hold a line from a set of boards of the strip.
    pub fn remove_over(&self, set: &mut [u8]) {
        for ((set, ended), impossible) in set.iter_mut().zip(&self.ended).zip(&self.impossible) {
            *set &= !(ended | impossible);
        }
    }

    /// Whether the player who moved last has a line in one of these boards: bytes of a set of boards of the strip.
    #[must_use]
    #[inline]
    pub fn has_ended(&self, bytes: Range<usize>) -> bool {
        self.ended[bytes].iter().any(|&ended| ended != 0)
    }

    /// Removes all boards but those in which the player who moved last holds a line, and the other one does not.
    pub fn keep_ended(&self, set: &mut [u8]) {
        for ((set, ended), impossible) in set.iter_mut().zip(&self.ended).zip(&self.impossible) {
            *set &= ended & !impossible;
        }
    }

    /// Replaces `bits` by the boards of the strip in which the player who moved last holds a line, and would hold none
    /// without this mark in the high part. Returns `false` if there are certainly none. Then `bits` has no meaning.
    pub fn completed(
        &self,
        of: &StaticValues,
        (block, mover): (&TierBlock<'_>, usize),
        mark: u64,
        bits: &mut Vec<u8>,
    ) -> bool {
        let (owner, marks) = if mover == 1 { (0, block.o) } else { (1, block.x) };
        let begun = &self.begun[owner];
        if !begun.hold(mark) {
            return false;
        }
        let bytes = of.layout.strip(block.strip_number(mover)).bytes.clone();
        bits.clear();
        bits.resize(bytes.len(), 0);
        for with_mark in [true, false] {
            let parts = begun.held_with(marks, mark).filter(|&(with, _)| with == with_mark);
            let sets = parts.map(|(_, part)| &of.parts[part][owner]);
            let within = (!with_mark).then_some(&of.within[owner]);
            for set in sets.chain(within).map(|sets| &sets.held[bytes.clone()]) {
                if with_mark { bits::add(bits, set) } else { bits::remove(bits, set) }
            }
        }
        true
    }

    /// A row of the strip whose places were found.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn row<'r>(
        &'r self,
        of: &StaticValues,
        block: &TierBlock<'_>,
        mover: usize,
        number: usize,
    ) -> StaticRow<'r> {
        let first = of.layout.strip(block.strip_number(mover)).rows[number].start;
        let is_full = number == 0 && self.begins_full;
        let [stored, lost, won, ended] =
            [&self.stored, &self.lost, &self.won, &self.ended].map(|set| &set[first..]);
        let row = block.strip(mover).map(|strip| &strip.rows[number]);
        StaticRow {
            boards: row.map_or(0, |row| row.places.len()),
            stored,
            lost,
            won,
            ended,
            lost_byte: if is_full { Value::DRAW.byte() } else { LOSS },
            ended_byte: of.lines.worth_completed().byte(),
        }
    }
}

impl StaticRow<'_> {
    /// How many more bytes [`StaticRow::keep`] may write than it keeps.
    pub(super) const SPARE: usize = 8;

    /// Writes the values of these boards that must be stored to `kept`, from `end` on, and moves `end` behind them. The
    /// boards have the slots from `slot` on.
    pub(super) fn keep(
        &self,
        boards: Range<usize>,
        (slot, values): (usize, &[u8]),
        kept: &mut [u8],
        end: &mut usize,
    ) {
        // As in `restore`, the loop for a row's whole chunks has no shift, and a check of a bound only for `kept`.
        let whole = whole_chunks(&boards);
        let (here, _) = values[slot..slot + 8 * whole].as_chunks();
        for (&here, &stored) in here.iter().zip(&self.stored[..whole]) {
            // Often no value of the eight is stored.
            if stored == 0 {
                continue;
            }
            let (word, count) = bits::gather(u64::from_le_bytes(here), stored);
            kept[*end..*end + 8].copy_from_slice(&word.to_le_bytes());
            *end += count;
        }
        for (chunk, bits) in chunks(boards.start.max(8 * whole)..boards.end) {
            let stored = self.stored[chunk] & within(&bits);
            let here = slot + 8 * chunk + bits.start - boards.start;
            // The bits before the first board have no slots.
            let word = eight_at(values, here) << (8 * bits.start);
            // The next values overwrite those behind the ones that are kept, so there is no branch.
            let (word, count) = bits::gather(word, stored);
            kept[*end..*end + 8].copy_from_slice(&word.to_le_bytes());
            *end += count;
        }
    }

    /// Writes the values of these boards: what the rules tell, and between them `kept`, from `next` on. Moves `next`
    /// behind what was read, or beyond the end of `kept` if there is too little. The boards have the slots from `slot`
    /// on. Up to seven values behind them may be overwritten.
    pub(super) fn restore(
        &self,
        boards: Range<usize>,
        kept: &[u8],
        next: &mut usize,
        (slot, values): (usize, &mut [u8]),
    ) {
        // Nearly always a row is restored from its first board on. Then its chunks are eight values each, and the loop has
        // no shift and, but for `kept`, no check of a bound.
        let whole = whole_chunks(&boards);
        let (there, _) = values[slot..slot + 8 * whole].as_chunks_mut();
        let told = self.lost[..whole].iter().zip(&self.won[..whole]).zip(&self.ended[..whole]);
        for ((there, &stored), ((&lost, &won), &ended)) in
            there.iter_mut().zip(self.stored).zip(told)
        {
            let mut word = self.told([lost, won, ended]);
            // Often no value of the eight is stored.
            if stored != 0 {
                let (kept, count) = bits::scatter(eight_at(kept, *next), stored);
                *next += count;
                word = bits::blend(word, stored, kept);
            }
            *there = word.to_le_bytes();
        }
        for (chunk, bits) in chunks(boards.start.max(8 * whole)..boards.end) {
            let stored = self.stored[chunk] & within(&bits);
            let (word, count) = bits::scatter(eight_at(kept, *next), stored);
            *next += count;
            let here = slot + 8 * chunk + bits.start - boards.start;
            // The bits before the first board have no slots.
            let told = self.told([self.lost[chunk], self.won[chunk], self.ended[chunk]]);
            let eight = (bits::blend(told, stored, word) >> (8 * bits.start)).to_le_bytes();
            let rest = &mut values[here..];
            // A copy of so many bytes as there are boards takes several times as long.
            if let Some(rest) = rest.first_chunk_mut() {
                *rest = eight;
            } else {
                rest.copy_from_slice(&eight[..rest.len()]);
            }
        }
    }

    /// How many of these boards, given by their numbers in the row, have a stored value. They must be boards of the row.
    #[must_use]
    #[inline]
    pub fn stored(&self, boards: Range<usize>) -> usize {
        let up_to = |end: usize| -> usize {
            words(end).map(|word| word.of(self.stored).count_ones() as usize).sum()
        };
        up_to(boards.end) - up_to(boards.start)
    }

    /// Counts the boards of a set whose value follows from the rules. For the others, calls a task with the stored value and
    /// `true`. It is also called with values of boards that are not in the set, and `false`, because leaving these out takes
    /// longer. The set has one bit for each board of the row, and no board of it may hold a line. What follows is ignored.
    /// `kept` begins with the values that are stored for the row. Returns `None` if they are too few.
    #[must_use]
    #[inline]
    pub fn count(
        &self,
        set: &[u8],
        kept: &[u8],
        mut task: impl FnMut(u8, bool),
    ) -> Option<StaticCounts> {
        let ([mut lost, mut won], mut taken) = ([0; 2], 0);
        for word in words(self.boards) {
            let [set, mut stored] = [set, self.stored].map(|set| word.of(set));
            let here = stored.count_ones() as usize;
            let values = kept.get(taken..taken + here)?;
            taken += here;
            if set == 0 {
                continue;
            }
            lost += (set & word.of(self.lost)).count_ones();
            won += (set & word.of(self.won)).count_ones();
            if set & stored == 0 {
                continue;
            }
            for &value in values {
                task(value, set >> stored.trailing_zeros() & 1 == 1);
                stored &= stored - 1;
            }
        }
        let told = [(self.lost_byte, lost.into()), (WIN, won.into())];
        Some(StaticCounts { told, stored: taken })
    }

    /// The number in the row of the first board of a set whose stored value is this one. `set` and `kept` are those of
    /// [`StaticRow::count`].
    #[must_use]
    pub fn find_stored(&self, set: &[u8], kept: &[u8], value: u8) -> Option<usize> {
        let is_in = |set: &[u8], board: usize| set[board / 8] >> (board % 8) & 1 == 1;
        let stored = (0..self.boards).filter(|&board| is_in(self.stored, board));
        let mut of_boards = stored.zip(kept);
        of_boards.find_map(|(board, &of_board)| {
            (of_board == value && is_in(set, board)).then_some(board)
        })
    }

    /// The values that the rules tell of eight boards: of those in `lost`, in `won`, in `ended`, and a draw for all others.
    #[inline]
    fn told(&self, [lost, won, ended]: [u8; 3]) -> u64 {
        const DRAW: u8 = Value::DRAW.byte();
        let told = [(lost, self.lost_byte), (won, WIN), (ended, self.ended_byte)];
        // No place is in two sets, so these can be added in any order.
        told.into_iter().fold(u64::from_le_bytes([DRAW; 8]), |word, (places, byte)| {
            word ^ bits::masked(places, u64::from_le_bytes([byte ^ DRAW; 8]))
        })
    }
}

/// Up to 64 boards of a row.
struct Word {
    first: usize,
    /// A bit for each of them.
    boards: u64,
}

impl Word {
    /// Those of them that are in a set.
    #[inline]
    fn of(&self, set: &[u8]) -> u64 {
        eight_at(set, self.first / 8) & self.boards
    }
}

/// The first boards of a row.
#[inline]
fn words(boards: usize) -> impl Iterator<Item = Word> {
    (0..boards).step_by(64).map(move |first| {
        let left = boards - first;
        Word { first, boards: if left < 64 { !(u64::MAX << left) } else { u64::MAX } }
    })
}

/// Eight bytes from this place on. Behind the end there are zeros.
#[inline]
fn eight_at(bytes: &[u8], place: usize) -> u64 {
    let rest = bytes.get(place..).unwrap_or_default();
    let eight = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut eight = [0; 8];
        eight[..rest.len()].copy_from_slice(rest);
        eight
    });
    u64::from_le_bytes(eight)
}

/// How many chunks of eight come first in a range of boards that begins with a row's first one. 0 for any other range.
fn whole_chunks(boards: &Range<usize>) -> usize {
    if boards.start == 0 { boards.end / 8 } else { 0 }
}

/// These bits of a byte.
fn within(bits: &Range<usize>) -> u8 {
    (u8::MAX << bits.start) & (u8::MAX >> (8 - bits.end))
}

/// The chunks of eight places in a range of places, each with those of its bits that are in the range.
fn chunks(places: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    (places.start / 8..places.end.div_ceil(8)).map(move |chunk| {
        let first = 8 * chunk;
        (chunk, places.start.max(first) - first..places.end.min(first + 8) - first)
    })
}
