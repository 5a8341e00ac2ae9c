//! Finds the reachable slots of a tier from those of its parent tiers.

use std::{error::Error, ops::Range};

use perfect_play_core::{Board, Game, Value};
use perfect_play_numbering::{
    Sections, StaticPlaces, StaticRow, StoredValues, Tier, TierBlock, Tiers, Unreadable,
    bits::count,
};

use super::{
    CountError,
    counts::Counts,
    gather::{Gathered, Own, Parent, high},
    layout::BitStarts,
    low_moves::SPARE,
    packed::Packed,
    pass::Pass,
    reached::Reached,
};
use crate::TableError;

/// The buffers of a thread that goes through a tier.
pub(super) struct Buffers {
    /// By player to move (O, X): the bits of the reachable slots where the game is not over, and [`SPARE`] bytes.
    live: [Vec<u8>; 2],
    /// By player to move. `None` if only positions are counted.
    values: [Option<SectionValues>; 2],
    gathered: [Gathered; 2],
    /// By player to move: the bits of the boards with a line.
    complete: [Vec<u8>; 2],
}

/// The stored values of a section. Rows are visited from the last to the first, so values are taken from the end.
struct SectionValues {
    stored: StoredValues,
    /// How many are left.
    left: usize,
    /// Which boards of the block that is visited have a stored value.
    places: StaticPlaces,
}

impl SectionValues {
    /// A row of the block that is visited, and its values, which are taken. `None` if a part of the section has more or
    /// fewer values than it must have.
    fn take_row<'v>(
        &'v mut self,
        tiers: &Tiers,
        (block, mover): (&TierBlock<'_>, usize),
        number: usize,
        slots: Range<usize>,
    ) -> Option<(StaticRow<'v>, &'v [u8])> {
        let row = self.places.row(tiers.static_values(), block, mover, number);
        let end = self.left;
        self.left = end.checked_sub(row.stored(0..slots.len()))?;
        // The parts that end in this row.
        while let Some((slot, before)) = self.stored.ends.pop_if(|(slot, _)| slots.start < *slot) {
            let here = 0..slot.min(slots.end) - slots.start;
            if before != self.left + row.stored(here) {
                return None;
            }
        }
        Some((row, &self.stored.values[self.left..end]))
    }
}

/// The result of a job.
pub(super) struct Done {
    /// The marks of the top part.
    pub(super) top: (u64, u64),
    pub(super) counts: Counts,
    /// For a tier: its number, its number of slots, and its reachable slots.
    pub(super) tier: Option<(u32, u64, [Packed; 2])>,
}

impl Buffers {
    pub(super) fn new() -> Self {
        Self {
            live: Default::default(),
            values: Default::default(),
            gathered: Default::default(),
            complete: Default::default(),
        }
    }
}

impl<G, S> Pass<'_, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    /// Goes through a tier. `reached` has its parent tiers.
    pub(super) fn tier(
        &self,
        number: u32,
        reached: &impl Reached,
        buffers: &mut Buffers,
    ) -> Result<Done, CountError> {
        let tier = self.tiers.tier(number as usize);
        let (x, o) = tier.top();
        self.read_values(&tier, buffers)?;
        let parents = self.parents(x, o, reached)?;
        let starts = BitStarts::new(self.layout, self.tiers, &tier);
        for mover in 0..2 {
            buffers.live[mover].clear();
            buffers.live[mover].resize(starts.lens[mover] + SPARE, 0);
        }
        let mut counts = Counts::new(self.cells);
        let may_be_kept = self.fixing.may_keep(x, o);
        let blocks: Vec<_> = tier.blocks().collect();
        // From few marks in the middle part to many: so the blocks from which moves lead here have been done.
        for block in blocks.iter().rev() {
            self.gather(block, &parents, &starts, buffers);
            self.find_static(block, buffers);
            self.rows(number, block, &starts, buffers, &mut counts)?;
            if may_be_kept {
                for mover in 0..2 {
                    if block.strip(mover).is_some() {
                        let bits = &buffers.gathered[mover].bits;
                        let strip = block.strip_number(mover);
                        counts.fixed += self.fixing.count(block.x, block.o, strip, bits);
                    }
                }
            }
        }
        for (mover, values) in buffers.values.iter().enumerate() {
            if values.as_ref().is_some_and(|values| values.left > 0) {
                return Err(self.other_number(number, mover).into());
            }
        }
        let Buffers { live, gathered: [gathered, _], .. } = buffers;
        let left_out = (0..self.tiers.middles()).filter(|&middle| tier.start(middle, 0).is_none());
        self.ended((x, o), left_out, &parents, Some((&starts, live)), gathered, &mut counts);
        let slots = (tier.len(0) + tier.len(1)) as u64;
        let packed = |mover: usize| Packed::of(&live[mover][..starts.lens[mover]]);
        Ok(Done { top: (x, o), counts, tier: Some((number, slots, [packed(0)?, packed(1)?])) })
    }

    /// Goes through the boards with a top part that holds a line.
    pub(super) fn ended_top(
        &self,
        (x, o): (u64, u64),
        reached: &impl Reached,
        buffers: &mut Buffers,
    ) -> Result<Done, CountError> {
        let parents = self.parents(x, o, reached)?;
        let mut counts = Counts::new(self.cells);
        let gathered = &mut buffers.gathered[0];
        self.ended((x, o), 0..self.tiers.middles(), &parents, None, gathered, &mut counts);
        Ok(Done { top: (x, o), counts, tier: None })
    }

    /// Counts the boards with a line in the high part, for this top part and one of the middle parts.
    fn ended(
        &self,
        top: (u64, u64),
        middles: impl Iterator<Item = usize>,
        parents: &[Parent],
        own: Option<Own<'_>>,
        gathered: &mut Gathered,
        counts: &mut Counts,
    ) {
        let may_be_kept = self.fixing.may_keep(top.0, top.1);
        // Only moves in the high part are gathered. A move in the low part cannot complete a line in the high
        // part, and no move follows such a line.
        for middle in middles {
            let (x, o) = high(self.tiers, top, middle);
            for mover in 0..2 {
                let Some(strip) = self.tiers.strip_of(x, o, mover) else { continue };
                let sources = self.sources(parents, own, middle, mover, strip);
                let mut first = sources.clone();
                let Some(one) = first.next() else { continue };
                // An image has the same number of boards in each row.
                let bits = if first.next().is_none() && !may_be_kept {
                    one.bits
                } else {
                    gathered.gather(self.layout.strip(strip).bytes.len(), sources);
                    &gathered.bits
                };
                let ply = (x | o).count_ones() as usize;
                let rows = self.tiers.low().strips()[strip].rows.iter();
                for (row, bytes) in rows.zip(&self.layout.strip(strip).rows) {
                    counts.add_ended(ply + row.marks, count(&bits[bytes.clone()]));
                }
                if may_be_kept {
                    counts.fixed += self.fixing.count(x, o, strip, bits);
                }
            }
        }
    }

    /// Reads the stored values of a tier.
    fn read_values(&self, tier: &Tier<'_>, buffers: &mut Buffers) -> Result<(), TableError> {
        let Some(sections) = self.sections else { return Ok(()) };
        for (mover, values) in buffers.values.iter_mut().enumerate() {
            let mut stored = values.take().map(|before| before.stored).unwrap_or_default();
            if !sections.stored(tier, mover, &mut stored).map_err(Unreadable::new)? {
                return Err(self.other_number(tier.number(), mover));
            }
            let (left, places) = (stored.values.len(), StaticPlaces::in_tier(tier));
            *values = Some(SectionValues { stored, left, places });
        }
        Ok(())
    }

    /// Finds the boards of a block whose values are stored.
    fn find_static(&self, block: &TierBlock<'_>, buffers: &mut Buffers) {
        for (mover, values) in buffers.values.iter_mut().enumerate() {
            if let Some(values) = values.as_mut().filter(|_| block.strip(mover).is_some()) {
                self.tiers.static_values().find_places(block, mover, &mut values.places);
            }
        }
    }

    /// The error for a section that has more or fewer values than it must have.
    fn other_number(&self, tier: u32, mover: usize) -> TableError {
        let damage = self.damage(tier, mover);
        damage.unwrap_or_else(|| Unreadable::new(OtherNumber { tier }).into())
    }

    /// The error of reading all values of a section, if there is one. It says where the section is. So this is asked when
    /// its stored values are found to be wrong.
    fn damage(&self, tier: u32, mover: usize) -> Option<TableError> {
        let read = self.sections?.section(tier, mover, &mut Vec::new());
        read.err().map(|error| Unreadable::new(error).into())
    }

    /// Gathers the boards that moves in the top and middle part lead to, and finds complete lines.
    fn gather(
        &self,
        block: &TierBlock<'_>,
        parents: &[Parent],
        starts: &BitStarts,
        buffers: &mut Buffers,
    ) {
        for mover in 0..2 {
            if block.strip(mover).is_none() {
                continue;
            }
            let strip = block.strip_number(mover);
            let own = Some((starts, &buffers.live));
            let sources = self.sources(parents, own, block.middle, mover, strip);
            let gathered = &mut buffers.gathered[mover];
            gathered.gather(self.layout.strip(strip).bytes.len(), sources);
            let (owner, marks) = if mover == 1 { (0, block.o) } else { (1, block.x) };
            self.tiers.static_values().lines(owner, marks, strip, &mut buffers.complete[mover]);
        }
        if block.x | block.o == 0 {
            // Play starts at the empty board, the only one without a mark.
            // The row without marks is the last of its strip. It has one board, so it takes one byte of bits.
            let len = self.layout.strip(block.strip_number(1)).bytes.len();
            buffers.gathered[1].bits[len - 1] = 1;
        }
    }

    /// Goes through the rows of a block by rising number of marks. Moves in the low part lead to the next row.
    fn rows(
        &self,
        tier: u32,
        block: &TierBlock<'_>,
        starts: &BitStarts,
        buffers: &mut Buffers,
        counts: &mut Counts,
    ) -> Result<(), CountError> {
        let Buffers { live, values, gathered, complete } = buffers;
        let high_marks = (block.x | block.o).count_ones() as usize;
        let rows: Vec<_> = block.rows().collect();
        // The row before, if it has live slots: the player to move, and its first byte in the section. It has one mark
        // less; otherwise no move leads to this row.
        let mut last: Option<(usize, usize)> = None;
        for (mover, number, row) in rows.into_iter().rev() {
            let Some(start) = starts.start(block.middle, mover) else { continue };
            let strip = block.strip_number(mover);
            let range = self.layout.strip(strip).rows[number].clone();
            let first = block.starts[mover] + row.places.start;
            // Values are taken for every row, also where nothing is reached.
            let values = match &mut values[mover] {
                Some(values) => {
                    let slots = first..first + row.places.len();
                    let taken = values.take_row(self.tiers, (block, mover), number, slots);
                    Some(taken.ok_or_else(|| self.other_number(tier, mover))?)
                }
                None => None,
            };
            let bits = &mut gathered[mover].bits;
            if let Some((last_mover, at)) = last.take() {
                let before = &live[last_mover][at..];
                self.low[mover].add((strip, number), before, &mut bits[range.start..]);
            }
            let reached = &bits[range.clone()];
            let all = count(reached);
            if all == 0 {
                continue;
            }
            // Play goes on only where no line is complete, so only these slots lead to others.
            let here = start + range.start..start + range.end;
            let row_live = &mut live[mover][here.clone()];
            for ((live, reached), complete) in
                row_live.iter_mut().zip(reached).zip(&complete[mover][range])
            {
                *live = reached & !complete;
            }
            let going_on = count(row_live);
            let ply = high_marks + row.marks;
            counts.add_ended(ply, all - going_on);
            if going_on == 0 {
                continue;
            }
            last = Some((mover, here.start));
            let Some((static_row, values)) = values else {
                counts.add_open(ply, going_on);
                continue;
            };
            let live = &live[mover][here.start..];
            if !counts.add_values(ply, &static_row, live, values) {
                let mut missing = 0;
                static_row.each_stored(live, values, |board, value, is_live| {
                    if is_live && value == Value::NONE {
                        missing = board;
                    }
                });
                let damage = self.damage(tier, mover).map(CountError::from);
                return Err(
                    damage.unwrap_or_else(|| self.contradiction(tier, mover, first + missing))
                );
            }
        }
        Ok(())
    }
}

/// A section has more or fewer values than the rules ask for.
#[derive(Debug, thiserror::Error)]
#[error("a section of tier {tier} has another number of values than it must have")]
struct OtherNumber {
    tier: u32,
}
