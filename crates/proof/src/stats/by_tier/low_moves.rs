//! The moves in the low part, for sets of boards with one bit for each place.

use std::ops::BitOr;

use perfect_play_core::{Cells, Kind};
use perfect_play_numbering::{Strip, StripRow, Tiers};

/// The moves of a player in the low part: which places of a row they lead to from a set of places of the row before.
pub(super) struct LowMoves {
    /// By strip, then by row, then by word: the moves to 64 places.
    strips: Vec<Vec<Vec<Runs>>>,
}

type Runs = Vec<Run>;

/// Consecutive places of a word that moves lead to from consecutive places of the row before.
// Most places are in such a run with several others, so bits are moved run by run.
#[derive(Clone, Copy)]
struct Run {
    /// The places of the word.
    mask: u64,
    /// The first of the eight bytes of the row before that are read.
    from: u16,
    /// By how many bits these are rotated to the left.
    by: u8,
}

impl Run {
    /// Up to seven other bits come before the first place of a run, in the eight bytes that are read.
    const MOST: usize = 57;
}

/// The bytes that must follow the sets of [`LowMoves::add`], because bits are read and written in words.
pub(super) const SPARE: usize = 8;

impl LowMoves {
    /// The moves to boards where `mover` (O: 0, X: 1) is to move.
    pub(super) fn to(tiers: &Tiers, mover: usize) -> Self {
        let (low, kind) = (tiers.low(), tiers.kind());
        let strips = low.strips().iter().enumerate().map(|(number, strip)| {
            // Strips are ordered by the surplus of X, and the mark is one of the other player.
            let before = if mover == 0 { number.checked_sub(1) } else { number.checked_add(1) };
            let before = before.and_then(|before| low.strips().get(before));
            let rows = strip.rows.iter();
            rows.map(|row| words(tiers, kind, mover, (strip, row), before)).collect()
        });
        Self { strips: strips.collect() }
    }

    /// Adds the places that moves lead to from a set of places of the row before. The row is given by the number of its
    /// strip and its number in the strip. Both sets begin with the first place of their row and go on behind its last one,
    /// for [`SPARE`] bytes at least.
    ///
    /// # Panics
    ///
    /// If there is no such row, or possibly if bytes are missing.
    pub(super) fn add(&self, (strip, row): (usize, usize), before: &[u8], places: &mut [u8]) {
        for (runs, word) in self.strips[strip][row].iter().zip(places.chunks_mut(8)) {
            let moved = |&Run { mask, from, by }: &Run| {
                let read = before[usize::from(from)..].first_chunk().expect("spare bytes follow");
                u64::from_le_bytes(*read).rotate_left(by.into()) & mask
            };
            // A word is written once, because it takes long to read what was just written.
            let added = runs.iter().map(moved).fold(0, BitOr::bitor);
            let word = word.first_chunk_mut().expect("spare bytes follow");
            *word = (u64::from_le_bytes(*word) | added).to_le_bytes();
        }
    }
}

/// The moves to a row. `before` is the strip that they come from.
fn words(
    tiers: &Tiers,
    kind: Kind,
    mover: usize,
    (strip, row): (&Strip, &StripRow),
    before: Option<&Strip>,
) -> Vec<Runs> {
    let low = tiers.low();
    let marks = row.marks.checked_sub(1);
    let before = before.and_then(|strip| strip.rows.iter().find(|row| Some(row.marks) == marks));
    let Some(before) = before else { return Vec::new() };
    let mut pairs = Vec::new();
    for (to, &configuration) in
        low.order()[strip.order.clone()][row.places.clone()].iter().enumerate()
    {
        let (x, o) = low.marks(configuration);
        let last = if mover == 0 { x } else { o };
        for cell in Cells::of(kind.last_cells(x | o) & last) {
            let (x, o) = (x & !(1 << cell), o & !(1 << cell));
            pairs.push((tiers.low_rank(x, o) - before.places.start, to));
        }
    }
    // Moves of one run have the same distance, which may be negative, and follow one another.
    pairs.sort_unstable_by_key(|&(from, to)| (to.wrapping_sub(from), to));
    let are_one = |first: &(usize, usize), second: &(usize, usize)| {
        (first.0 + 1, first.1 + 1) == *second && !second.1.is_multiple_of(64)
    };
    let mut words = vec![Runs::new(); row.places.len().div_ceil(64)];
    for run in pairs.chunk_by(are_one).flat_map(|long| long.chunks(Run::MOST)) {
        let (from, to) = run[0];
        words[to / 64].push(Run {
            mask: (u64::MAX >> (64 - run.len())) << (to % 64),
            from: u16::try_from(from / 8).expect("a row is shorter"),
            by: u8::try_from((to + 64 - from % 8) % 64).expect("less than 64"),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use perfect_play_games::Mnk;

    use super::*;

    #[test]
    fn all_places_that_a_move_leads_to_are_added_and_no_others() {
        // Rows of 1 to 1,000 places.
        for name in ["mnk:3,3,3", "mnk:4,2,3", "connect:4,4,4", "connect:7,6,4", "connect:5,7,4"] {
            let game: Mnk = name.parse().unwrap();
            let tiers = Tiers::of(&game).unwrap();
            let (low, kind) = (tiers.low(), tiers.kind());
            for mover in 0..2 {
                let moves = LowMoves::to(&tiers, mover);
                for (number, strip) in low.strips().iter().enumerate() {
                    for (row_number, row) in strip.rows.iter().enumerate() {
                        // Everything around the places is set, and every third place of the row before.
                        let is_before = |place: usize| place.is_multiple_of(3);
                        let before: Vec<u8> = (0..600)
                            .map(|byte| {
                                (0..8).map(|bit| u8::from(is_before(8 * byte + bit)) << bit).sum()
                            })
                            .collect();
                        let len = row.places.len().div_ceil(8);
                        let mut places = vec![0; len + SPARE];
                        moves.add((number, row_number), &before, &mut places);
                        for (place, &configuration) in
                            low.order()[strip.order.clone()][row.places.clone()].iter().enumerate()
                        {
                            let (x, o) = low.marks(configuration);
                            let last = kind.last_cells(x | o) & if mover == 0 { x } else { o };
                            let next = if mover == 0 { number.wrapping_sub(1) } else { number + 1 };
                            let parents = Cells::of(last).map(|cell| {
                                let rank = tiers.low_rank(x & !(1 << cell), o & !(1 << cell));
                                let rows = &low.strips()[next].rows;
                                rank - rows
                                    .iter()
                                    .find(|other| other.marks + 1 == row.marks)
                                    .unwrap()
                                    .places
                                    .start
                            });
                            let is_in = places[place / 8] >> (place % 8) & 1 == 1;
                            assert_eq!(is_in, parents.into_iter().any(is_before), "{name} {place}");
                        }
                        let behind = places[len..].iter().all(|&byte| byte == 0);
                        let unused = 8 * len - row.places.len();
                        assert!(behind && places[len - 1].leading_zeros() as usize >= unused);
                    }
                }
            }
        }
    }
}
