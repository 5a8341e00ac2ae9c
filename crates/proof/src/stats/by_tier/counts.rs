//! The counts of some tiers.

use std::{error::Error, mem};

use perfect_play_core::{Board, Game, Player, Value, Values};
use perfect_play_numbering::{Sections, StaticCounts, StaticRow, TierTable};
use serde::{Deserialize, Serialize};

use crate::{CountError, Stats, stats::tally::Tally};

/// The counts of some tiers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "PlainCounts", into = "PlainCounts")]
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
#[derive(Serialize, Deserialize)]
struct PlainCounts {
    /// By ply: the bytes of values, and how many positions have each.
    open: Vec<Vec<(u8, u64)>>,
    ended: Vec<u64>,
    fixed: u64,
}

/// What is wrong with the stored values of a row.
pub(super) enum WrongRow {
    /// There are more or fewer than there must be.
    OtherNumber,
    /// The byte of a live board is not a value.
    NoValue,
}

impl From<Counts> for PlainCounts {
    fn from(Counts { open, ended, fixed }: Counts) -> Self {
        let of_ply = |by_value: &ByValue| {
            let counts =
                (0..=u8::MAX).zip(by_value).map(|(value, lanes)| (value, lanes.iter().sum()));
            counts.filter(|&(_, count)| count > 0).collect()
        };
        let open = open.iter().map(|open| open.as_deref().map(of_ply).unwrap_or_default());
        Self { open: open.collect(), ended, fixed }
    }
}

impl From<PlainCounts> for Counts {
    fn from(PlainCounts { open, ended, fixed }: PlainCounts) -> Self {
        let mut counts = Self { open: vec![None; open.len()], ended, fixed };
        for (ply, open) in open.into_iter().enumerate() {
            for (value, positions) in open {
                counts.open_at(ply)[usize::from(value)][0] = positions;
            }
        }
        counts
    }
}

impl Counts {
    pub(super) fn new(cells: u8) -> Self {
        let plies = usize::from(cells) + 1;
        Self { open: vec![None; plies], ended: vec![0; plies], fixed: 0 }
    }

    /// Whether these can be counts of boards with this many cells.
    pub(super) fn are_of(&self, cells: u8) -> bool {
        let plies = usize::from(cells) + 1;
        self.open.len() == plies && self.ended.len() == plies
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

    /// Counts the live boards of a row by their values. `live` has one bit for each board, and `stored` begins with the values
    /// that are stored for the row. Returns how many these are, or what is wrong.
    pub(super) fn add_values(
        &mut self,
        ply: usize,
        row: &StaticRow<'_>,
        live: &[u8],
        stored: &[u8],
    ) -> Result<usize, WrongRow> {
        let by_value = self.open_at(ply);
        let mut lane = 0;
        let counted = row.count(live, stored, |value, is_live| {
            // The byte of no value is counted like any other byte, so that the loop has no branch. Its count must be 0 in
            // the end.
            by_value[usize::from(value)][lane] += u64::from(is_live);
            lane = (lane + 1) % LANES;
        });
        let StaticCounts { told, stored } = counted.ok_or(WrongRow::OtherNumber)?;
        for (value, boards) in told {
            by_value[usize::from(value)][0] += boards;
        }
        let without_value = mem::take(&mut by_value[usize::from(Value::NONE)]);
        let are_values = without_value == [0; LANES];
        if are_values { Ok(stored) } else { Err(WrongRow::NoValue) }
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
