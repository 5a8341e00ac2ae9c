//! The moves in the low part, for sets of boards with one bit for each place.

use perfect_play_core::{Cells, Kind};
use perfect_play_numbering::{Strip, StripRow, Tiers};

/// The moves of a player in the low part: which places of a row they lead to from a set of places of the row before.
pub(super) struct LowMoves {
    /// By strip, then by row, then by word of 64 places.
    strips: Vec<Vec<Vec<Word>>>,
}

/// All moves to 64 places of a row.
// A word is written once, because reading what was just written is slow.
type Word = Vec<Run>;

/// Consecutive places of a word that moves lead to from consecutive places of the row before.
// Most places are in such a run with several others, so bits are moved run by run.
#[derive(Clone, Copy)]
struct Run {
    /// The places in the word.
    places: u64,
    /// The byte where the places of the row before begin.
    from: u16,
    /// By how many bits the eight bytes from there on are rotated.
    by: u8,
}

impl Run {
    /// Up to seven other bits come before the first place of a run, in the eight bytes that are read.
    const MOST: usize = 57;
}

/// The bytes that must follow every set, because bits are read and written in words.
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
    /// If there is no such row, or these bytes are missing.
    pub(super) fn add(&self, (strip, row): (usize, usize), before: &[u8], places: &mut [u8]) {
        for (runs, places) in self.strips[strip][row].iter().zip(places.chunks_mut(8)) {
            let places = places.first_chunk_mut().expect("spare bytes follow");
            let run = |&Run { places, from, by }: &Run| {
                let word = before[usize::from(from)..].first_chunk().expect("spare bytes follow");
                u64::from_le_bytes(*word).rotate_left(by.into()) & places
            };
            let added = runs.iter().map(run).fold(0, |added, run| added | run);
            *places = (u64::from_le_bytes(*places) | added).to_le_bytes();
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
) -> Vec<Word> {
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
    // Moves of one run have the same distance, and follow one another.
    pairs.sort_unstable_by_key(|&(from, to)| (to.wrapping_sub(from), to));
    let are_one = |first: &(usize, usize), second: &(usize, usize)| {
        (first.0 + 1, first.1 + 1) == *second && !second.1.is_multiple_of(64)
    };
    let mut words = vec![Word::new(); row.places.len().div_ceil(64)];
    for run in pairs.chunk_by(are_one).flat_map(|long| long.chunks(Run::MOST)) {
        let (from, to) = run[0];
        words[to / 64].push(Run {
            places: (u64::MAX >> (64 - run.len())) << (to % 64),
            from: u16::try_from(from / 8).expect("a row is shorter"),
            by: u8::try_from((to + 64 - from % 8) % 64).expect("less than 64"),
        });
    }
    words
}
