//! The counts of some tiers.

use std::error::Error;

use perfect_play_core::{Board, Game, Player, Value, Values};
use perfect_play_numbering::{Sections, StaticRow, TierTable};
use serde::{Deserialize, Serialize};

use super::CountError;
use crate::{Stats, stats::tally::Tally};

/// The counts of some tiers.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// By ply: the positions without a line, if there are any.
    open: Vec<Option<Box<ByValue>>>,
    /// By ply: the positions with a line.
    ended: Vec<u64>,
    /// The positions that are their own image, summed over all symmetries of the game except the identity.
    pub(super) fixed: u64,
}

/// How many slots have each byte as their value. Neighbouring slots often have the same value, and reading a count
/// that was just written is slow. So slots are counted in several lanes in turn. The count is the sum of the lanes. The
/// lanes of a value are together, because few values are frequent, and their counts for all plies of a block should stay
/// in the nearest cache.
type ByValue = [[u64; LANES]; 256];

const LANES: usize = 4;

/// The same as plain numbers, for a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlainCounts {
    /// By ply: the counts by byte of the value. Empty if there are none.
    open: Vec<Vec<u64>>,
    ended: Vec<u64>,
    fixed: u64,
}

impl From<&Counts> for PlainCounts {
    fn from(counts: &Counts) -> Self {
        let sum = |by_value: &ByValue| by_value.iter().map(|lanes| lanes.iter().sum()).collect();
        let open = counts.open.iter().map(|open| open.as_deref().map(sum).unwrap_or_default());
        Self { open: open.collect(), ended: counts.ended.clone(), fixed: counts.fixed }
    }
}

impl From<&PlainCounts> for Counts {
    fn from(counts: &PlainCounts) -> Self {
        let by_value = |open: &Vec<u64>| {
            let mut by_value = Box::new([[0; LANES]; 256]);
            by_value.iter_mut().zip(open).for_each(|(lanes, open)| lanes[0] = *open);
            (!open.is_empty()).then_some(by_value)
        };
        let open = counts.open.iter().map(by_value).collect();
        Self { open, ended: counts.ended.clone(), fixed: counts.fixed }
    }
}

impl Counts {
    pub(super) fn new(cells: u8) -> Self {
        let plies = usize::from(cells) + 1;
        Self { open: vec![None; plies], ended: vec![0; plies], fixed: 0 }
    }

    /// Counts this many positions with a line.
    #[inline]
    pub(super) fn add_ended(&mut self, ply: usize, positions: u64) {
        self.ended[ply] += positions;
    }

    /// Counts this many positions without a line, when values are not counted.
    pub(super) fn add_open(&mut self, ply: usize, positions: u64) {
        self.open_at(ply)[usize::from(Value::DRAW.byte())][0] += positions;
    }

    /// Counts the live boards of a row by their values. `live` has one bit for each board, and `stored` are the values that are
    /// stored for the row. `false` if the stored byte of a live board is not a value.
    pub(super) fn add_values(
        &mut self,
        ply: usize,
        row: &StaticRow<'_>,
        live: &[u8],
        stored: &[u8],
    ) -> bool {
        let by_value = self.open_at(ply);
        for (value, boards) in row.count_told(live) {
            by_value[usize::from(value)][0] += boards;
        }
        let mut lane = 0;
        row.each_stored(live, stored, |_, value, is_live| {
            // The byte of no value is counted like any other byte, so that the loop has no branch. Its count must be 0 in
            // the end.
            by_value[usize::from(value)][lane] += u64::from(is_live);
            lane = (lane + 1) % LANES;
        });
        by_value[usize::from(Value::NONE)] == [0; LANES]
    }

    fn open_at(&mut self, ply: usize) -> &mut ByValue {
        self.open[ply].get_or_insert_with(|| Box::new([[0; LANES]; 256]))
    }

    /// Adds other counts, `times` times.
    pub(super) fn add(&mut self, other: &Self, times: u64) {
        for (ply, other) in other.open.iter().enumerate() {
            let Some(other) = other else { continue };
            let counts = self.open_at(ply).as_flattened_mut().iter_mut();
            for (count, other) in counts.zip(other.as_flattened()) {
                *count += other * times;
            }
        }
        for (count, other) in self.ended.iter_mut().zip(&other.ended) {
            *count += other * times;
        }
        self.fixed += other.fixed * times;
    }

    /// By ply: all positions.
    pub(super) fn by_ply(&self) -> impl Iterator<Item = u64> {
        self.open.iter().zip(&self.ended).map(|(open, ended)| {
            let open = open.iter().flat_map(|open| open.as_flattened());
            open.sum::<u64>() + ended
        })
    }

    /// The statistics, if these are the counts of all tiers of a table.
    pub(super) fn into_stats<G, S>(self, table: &TierTable<G, S>) -> Result<Stats, CountError>
    where
        G: Game<Position = Board>,
        S: Sections<Error: Error + Send + Sync + 'static> + Values,
    {
        let tiers = table.numbering().tiers();
        let mut tally = Tally::new(table.game());
        let symmetries = tiers.game_symmetries() as u64;
        self.tally(&mut tally, tiers.lines().worth_completed(), symmetries);
        Ok(tally.into_stats(table)?)
    }

    /// Adds the counts to a tally. `ended` is the value of a position with a line.
    fn tally(&self, tally: &mut Tally, ended: Value, symmetries: u64) {
        let to_full = (0..=u16::MAX).take(self.open.len()).rev();
        for ((ply, open), to_full) in (0..).zip(&self.open).zip(to_full) {
            let Some(open) = open else { continue };
            for value in (0..=u8::MAX).filter_map(Value::from_byte) {
                let positions = open[usize::from(value.byte())].iter().sum();
                if positions > 0 {
                    tally.count(ply, value, value.plies().or(Some(to_full)), positions);
                    if to_full == 0 {
                        tally.count_terminal(None, positions);
                    }
                }
            }
        }
        for (ply, &positions) in (0..).zip(&self.ended).filter(|(_, positions)| **positions > 0) {
            let to_move = if ply % 2 == 0 { Player::X } else { Player::O };
            let winner = if ended > Value::DRAW { to_move } else { to_move.opponent() };
            tally.count(ply, ended, Some(0), positions);
            tally.count_terminal(Some(winner), positions);
        }
        // By Burnside's lemma. The identity fixes all positions.
        tally.canonical += (self.by_ply().sum::<u64>() + self.fixed) / symmetries;
    }
}
