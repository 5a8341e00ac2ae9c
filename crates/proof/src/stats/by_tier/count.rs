//! Counts the reachable boards of a job by their values.

use std::error::Error;

use perfect_play_core::{Board, Game, Value};
use perfect_play_numbering::{
    Sections, StaticPlaces, Tier, TierBlock, Unreadable,
    bits::{add, add_both, add_others, count},
};

use super::{
    buffers::Buffers,
    counts::{Counts, WrongRow},
    high_moves::HighMoves,
    low_moves::SPARE,
    pass::Pass,
    section_values::SectionValues,
};
use crate::{CountError, TableError};

impl<G, S> Pass<'_, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    /// Counts the boards of a tier, and those with its top part and a line in the high part.
    pub(super) fn tier(
        &self,
        number: u32,
        buffers: &mut Buffers,
        counts: &mut Counts,
    ) -> Result<(), CountError> {
        let tier = self.tiers.tier(number as usize);
        let top = tier.top();
        self.read_values(&tier, buffers)?;
        let may_be_kept = self.fixing.may_keep(top.0, top.1);
        let high_moves = HighMoves::to(self.tiers, top);
        let mut places = [0, 1].map(|_| StaticPlaces::in_tier(&tier));
        for block in tier.blocks() {
            for (mover, places) in places.iter_mut().enumerate() {
                if block.strip(mover).is_some() {
                    self.find_live((&block, mover), &high_moves, places, buffers);
                }
            }
            self.find_ended(&block, &high_moves, &places, buffers);
            for (mover, places) in places.iter().enumerate() {
                if block.strip(mover).is_some() {
                    self.count_strip(number, (&block, mover), places, buffers, counts)?;
                    if may_be_kept {
                        let Buffers { live, ended, .. } = &mut *buffers;
                        add(&mut ended[mover], &live[mover]);
                        let strip = block.strip_number(mover);
                        counts.fixed += self.fixing.count(block.x, block.o, strip, &ended[mover]);
                    }
                }
            }
        }
        for (mover, values) in buffers.values.iter().enumerate() {
            if values.as_ref().is_some_and(|values| !values.are_taken()) {
                return Err(self.other_number(number, mover).into());
            }
        }
        let left_out = (0..self.tiers.middles()).filter(|&middle| tier.start(middle, 0).is_none());
        self.count_ended_blocks(&high_moves, left_out, buffers, counts);
        Ok(())
    }

    /// Counts the boards with a top part that holds a line.
    pub(super) fn ended_top(&self, top: (u64, u64), buffers: &mut Buffers, counts: &mut Counts) {
        let high_moves = HighMoves::to(self.tiers, top);
        self.count_ended_blocks(&high_moves, 0..self.tiers.middles(), buffers, counts);
    }

    /// Finds the reachable boards of a block without a line. A board without a line had none before, so it is reachable if
    /// there is an order of moves.
    fn find_live(
        &self,
        (block, mover): (&TierBlock<'_>, usize),
        high_moves: &HighMoves<'_>,
        places: &mut StaticPlaces,
        buffers: &mut Buffers,
    ) {
        self.tiers.static_values().find_places(block, mover, places);
        let bytes = self.layout.strip(block.strip_number(mover)).bytes.clone();
        let live = &mut buffers.live[mover];
        live.clear();
        live.extend_from_slice(&high_moves.orders.low_parts(block.middle)[bytes]);
        places.remove_over(live);
        live.resize(live.len() + SPARE, 0);
    }

    /// Finds the reachable boards of a block with a line. The last move has completed it: without that mark, there is no
    /// line, and there is an order of moves.
    fn find_ended(
        &self,
        block: &TierBlock<'_>,
        high_moves: &HighMoves<'_>,
        places: &[StaticPlaces; 2],
        buffers: &mut Buffers,
    ) {
        let Buffers { live, ended, lines, .. } = buffers;
        for mover in (0..2).filter(|&mover| block.strip(mover).is_some()) {
            let bytes = self.layout.strip(block.strip_number(mover)).bytes.clone();
            let ended = &mut ended[mover];
            ended.clear();
            ended.resize(bytes.len() + SPARE, 0);
            for (mark, low_parts) in high_moves.to_middle(block.middle, 1 - mover) {
                if places[mover].completed(self.tiers.static_values(), (block, mover), mark, lines)
                {
                    add_both(ended, lines, &low_parts[bytes.clone()]);
                }
            }
        }
        // Moves in the low part lead to each row from the next one of the block, which has one mark less. Otherwise no move
        // leads there.
        let mut rows = block.rows().peekable();
        while let Some((mover, number, _)) = rows.next()
            && let Some(&(before_mover, before, _)) = rows.peek()
        {
            let [strip, before_strip] =
                [mover, before_mover].map(|mover| block.strip_number(mover));
            let bytes = &self.layout.strip(strip).rows[number];
            if places[mover].has_ended(bytes.clone()) {
                let before = &self.layout.strip(before_strip).rows[before];
                let before = &live[before_mover][before.start..];
                self.low[mover].add((strip, number), before, &mut ended[mover][bytes.start..]);
            }
        }
        for mover in (0..2).filter(|&mover| block.strip(mover).is_some()) {
            places[mover].keep_ended(&mut ended[mover]);
        }
    }

    /// Counts the boards of a strip.
    fn count_strip(
        &self,
        tier: u32,
        (block, mover): (&TierBlock<'_>, usize),
        places: &StaticPlaces,
        buffers: &mut Buffers,
        counts: &mut Counts,
    ) -> Result<(), CountError> {
        let high_marks = (block.x | block.o).count_ones() as usize;
        let rows = block.strip(mover).into_iter().flat_map(|strip| &strip.rows).enumerate();
        let bytes = &self.layout.strip(block.strip_number(mover)).rows;
        for ((number, row), bytes) in rows.zip(bytes) {
            let ply = high_marks + row.marks;
            counts.add_ended(ply, count(&buffers.ended[mover][bytes.clone()]));
            let live = &buffers.live[mover][bytes.start..];
            let Some(values) = &mut buffers.values[mover] else {
                counts.add_open(ply, count(&live[..bytes.len()]));
                continue;
            };
            let static_row = places.row(self.tiers.static_values(), block, mover, number);
            let first = block.starts[mover] + row.places.start;
            let stored = values.next_row(&static_row, first..first + row.places.len());
            let stored = stored.ok_or_else(|| self.other_number(tier, mover))?;
            match counts.add_values(ply, &static_row, live, stored) {
                Ok(taken) => values.take(taken),
                Err(WrongRow::OtherNumber) => return Err(self.other_number(tier, mover).into()),
                Err(WrongRow::NoValue) => {
                    let missing = static_row.find_stored(live, stored, Value::NONE);
                    let damage = self.damage(tier, mover).map(CountError::from);
                    let slot = first + missing.unwrap_or_default();
                    return Err(damage.unwrap_or_else(|| self.contradiction(tier, mover, slot)));
                }
            }
        }
        Ok(())
    }

    /// Counts the boards with a line in the high part, for a top part and some middle parts. Only a move in the high part
    /// leads to them.
    fn count_ended_blocks(
        &self,
        high_moves: &HighMoves<'_>,
        middles: impl Iterator<Item = usize>,
        buffers: &mut Buffers,
        counts: &mut Counts,
    ) {
        let Buffers { ended: [ended, _], lines, .. } = buffers;
        let (tiers, (top_x, top_o)) = (self.tiers, high_moves.top);
        let may_be_kept = self.fixing.may_keep(top_x, top_o);
        for middle in middles {
            let (x, o) = tiers.middle_marks(middle);
            let (x, o) = (top_x | x, top_o | o);
            for mover in 0..2 {
                let Some(strip) = tiers.strip_of(x, o, mover) else { continue };
                let bytes = self.layout.strip(strip).bytes.clone();
                ended.clear();
                for (mark, low_parts) in high_moves.to_middle(middle, 1 - mover) {
                    let (x, o) = (x & !mark, o & !mark);
                    if tiers.holds_line(x, o) {
                        continue;
                    }
                    ended.resize(bytes.len(), 0);
                    lines.clear();
                    lines.resize(bytes.len(), 0);
                    for (owner, marks) in [o, x].into_iter().enumerate() {
                        tiers.static_values().add_lines(owner, marks, strip, lines);
                    }
                    add_others(ended, &low_parts[bytes.clone()], lines);
                }
                let ply = (x | o).count_ones() as usize;
                if ended.is_empty() {
                    continue;
                }
                let rows = tiers.low().strips()[strip].rows.iter();
                for (row, bytes) in rows.zip(&self.layout.strip(strip).rows) {
                    counts.add_ended(ply + row.marks, count(&ended[bytes.clone()]));
                }
                if may_be_kept {
                    counts.fixed += self.fixing.count(x, o, strip, ended);
                }
            }
        }
    }

    /// Reads the stored values of a tier.
    fn read_values(&self, tier: &Tier<'_>, buffers: &mut Buffers) -> Result<(), TableError> {
        let Some(sections) = self.sections else { return Ok(()) };
        for (mover, values) in buffers.values.iter_mut().enumerate() {
            let mut stored = values.take().map(SectionValues::into_stored).unwrap_or_default();
            if !sections.stored(tier, mover, &mut stored).map_err(Unreadable::new)? {
                return Err(self.other_number(tier.number(), mover));
            }
            *values = Some(SectionValues::new(stored));
        }
        Ok(())
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
}

/// A section has more or fewer values than the rules ask for.
#[derive(Debug, thiserror::Error)]
#[error("a section of tier {tier} has another number of values than it must have")]
struct OtherNumber {
    tier: u32,
}
