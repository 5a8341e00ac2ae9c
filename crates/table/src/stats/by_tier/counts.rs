//! What is counted.

use perfect_play_core::{Player, Value};

use crate::{OutcomeCounts, stats::Tally};

/// What has been counted in some tiers.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// By ply: the positions without a line, by outcome for the side to move.
    open: Vec<OutcomeCounts>,
    /// By ply: the positions where a line is complete.
    ended: Vec<u64>,
    /// For each symmetry of the game but the identity: the positions that are their own image. The sum of them
    /// all.
    pub(super) fixed: u64,
    /// The largest number of plies to a win or loss, plus 1; 0 if there is none.
    longest: u8,
}

impl Counts {
    pub(super) fn new(cells: u8) -> Self {
        let plies = usize::from(cells) + 1;
        let open = vec![OutcomeCounts::default(); plies];
        Self { open, ended: vec![0; plies], fixed: 0, longest: 0 }
    }

    /// Counts so many positions where a line is complete.
    #[inline]
    pub(super) fn add_ended(&mut self, ply: usize, positions: u64) {
        self.ended[ply] += positions;
    }

    /// Counts so many positions of which nothing else is known.
    pub(super) fn add_open(&mut self, ply: usize, positions: u64) {
        self.open[ply].draw += positions;
    }

    /// Counts the slots that are live, by their values. A slot is live if all bits of its byte are set. `false`
    /// if the byte of one is no value.
    #[inline]
    pub(super) fn add_values(&mut self, ply: usize, values: &[u8], live: &[u8]) -> bool {
        let most = usize::from(u8::MAX);
        let (mut counts, mut largest) = (OutcomeCounts::default(), 0);
        for (values, live) in values.chunks(most).zip(live.chunks(most)) {
            let chunk = Chunk::of(values, live);
            counts.win += u64::from(chunk.wins);
            counts.draw += u64::from(chunk.draws);
            counts.loss += u64::from(chunk.live - chunk.wins - chunk.draws);
            self.longest = self.longest.max(chunk.longest);
            largest = largest.max(chunk.largest);
        }
        self.open[ply].add(counts);
        largest != Value::NONE
    }

    /// Adds what was counted elsewhere, so many times.
    pub(super) fn add(&mut self, other: &Self, times: u64) {
        for (counts, other) in self.open.iter_mut().zip(&other.open) {
            let OutcomeCounts { win, draw, loss } = *other;
            let [win, draw, loss] = [win, draw, loss].map(|count| count * times);
            counts.add(OutcomeCounts { win, draw, loss });
        }
        for (count, other) in self.ended.iter_mut().zip(&other.ended) {
            *count += other * times;
        }
        self.fixed += other.fixed * times;
        self.longest = self.longest.max(other.longest);
    }

    /// By ply: all positions.
    pub(super) fn by_ply(&self) -> impl Iterator<Item = u64> {
        self.open.iter().zip(&self.ended).map(|(open, ended)| open.total() + ended)
    }

    /// The same as a tally, for a game where a position is worth `ended` if a line is complete.
    pub(super) fn tally(&self, tally: &mut Tally, ended: Value, symmetries: u64) {
        for (ply, (&open, &positions)) in (0..).zip(self.open.iter().zip(&self.ended)) {
            tally.count_at_ply(ply, open);
            if usize::from(ply) + 1 == self.open.len() {
                // The board is full.
                tally.count_terminal(None, open.total());
            }
            if positions > 0 {
                let to_move = if ply % 2 == 0 { Player::X } else { Player::O };
                let (winner, outcomes) = if ended > Value::DRAW {
                    (to_move, OutcomeCounts { win: positions, ..OutcomeCounts::default() })
                } else {
                    (
                        to_move.opponent(),
                        OutcomeCounts { loss: positions, ..OutcomeCounts::default() },
                    )
                };
                tally.count_at_ply(ply, outcomes);
                tally.count_terminal(Some(winner), positions);
                tally.count_plies(ended.plies());
            }
        }
        tally.count_plies(self.longest.checked_sub(1));
        // By Burnside's lemma: the identity fixes them all.
        tally.canonical += (self.by_ply().sum::<u64>() + self.fixed) / symmetries;
    }
}

/// What was counted in at most 255 slots.
#[derive(Default)]
struct Chunk {
    live: u8,
    wins: u8,
    draws: u8,
    longest: u8,
    largest: u8,
}

impl Chunk {
    #[inline]
    fn of(values: &[u8], live: &[u8]) -> Self {
        let draw = Value::DRAW.byte();
        let mut chunk = Self::default();
        for (&value, &live) in values.iter().zip(live) {
            // A draw would be 127 plies away.
            let plies = value.min(254_u8.wrapping_sub(value)).wrapping_add(1) & 127;
            chunk.live = chunk.live.wrapping_add(live & 1);
            chunk.wins = chunk.wins.wrapping_add(u8::from(value > draw) & live);
            chunk.draws = chunk.draws.wrapping_add(u8::from(value == draw) & live);
            chunk.longest = chunk.longest.max(plies & live);
            chunk.largest = chunk.largest.max(value & live);
        }
        chunk
    }
}
