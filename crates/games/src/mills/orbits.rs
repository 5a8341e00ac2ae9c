//! Numbers for sets of points up to symmetry.
//!
//! Two sets are in the same orbit if a symmetry of the board takes one to the other. A table for every set of 24 points would
//! take 64 MiB. Instead a set is taken apart: the *pair* of the outer and the inner ring, and the *rest*, which is the middle
//! ring or the centre. A symmetry takes the pair to the first pair of its orbit. The symmetries that keep this pair then take
//! the rest to the first rest. Orbits with the same number of points are numbered in the order of pairs, then of rests.

use core::sync::atomic::{
    AtomicBool, AtomicU16, AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};

use super::{
    board::{ALL, Board, compose, image},
    choices::{CHOICES, MAX_MEN, load, store},
};

const PAIRS: usize = 1 << 16;
/// The largest number of orbits of pairs: that of a board with a centre.
const ORBITS_OF_PAIRS: usize = 8740;
/// At least the number of different groups of symmetries that keep a pair, which is 32. A power of two makes sure that an index is
/// in bounds.
const GROUPS: usize = 64;
/// The largest number of orbits of sets of at most twelve points.
const ORBITS: usize = 617_147;
/// The flag of a first set that another symmetry than the identity keeps.
const IS_KEPT: u32 = 1 << 31;

/// The orbits of the sets of at most twelve points of a board.
pub(super) struct Orbits {
    is_ready: AtomicBool,
    /// For each pair: its orbit, the symmetry to the first pair in bits 16 to 19, the group that keeps that pair from bit 20,
    /// and in bit 31 whether it is the first.
    pairs: [AtomicU32; PAIRS],
    /// For each group and each rest: its number among the first rests with as many points, the symmetry to the first rest in
    /// bits 8 to 11, and in bit 12 whether another symmetry than the identity keeps it.
    rests: [AtomicU16; GROUPS * 256],
    /// For each number of points and each orbit of pairs: the number of the first orbit with this pair.
    first: [AtomicU32; (MAX_MEN + 1) * ORBITS_OF_PAIRS],
    /// For each number of points: how many orbits there are with fewer points.
    fewer: [AtomicU32; MAX_MEN + 2],
    /// The first set of each orbit, by the number of points and the number of the orbit.
    sets: &'static [AtomicU32],
}

/// An image of a set.
#[derive(Clone, Copy)]
pub(super) struct First {
    /// The number of the orbit.
    pub(super) orbit: u32,
    /// The symmetry that takes the set to the first one.
    pub(super) symmetry: u8,
    /// The first set.
    pub(super) set: u32,
    /// Whether another symmetry than the identity keeps it.
    pub(super) is_kept: bool,
}

macro_rules! orbits {
    ($($name:ident: $sets:expr)*) => {$(
        pub(super) static $name: Orbits = {
            static SETS: [AtomicU32; $sets] = [const { AtomicU32::new(0) }; $sets];
            Orbits::new(&SETS)
        };
    )*};
}

orbits! {
    THREE: 512
    SIX: 4468
    SEVEN: 17_480
    NINE: ORBITS
}

impl Orbits {
    #[expect(clippy::large_stack_arrays, reason = "only statics are made")]
    const fn new(sets: &'static [AtomicU32]) -> Self {
        Self {
            is_ready: AtomicBool::new(false),
            pairs: [const { AtomicU32::new(0) }; PAIRS],
            rests: [const { AtomicU16::new(0) }; GROUPS * 256],
            first: [const { AtomicU32::new(0) }; (MAX_MEN + 1) * ORBITS_OF_PAIRS],
            fewer: [const { AtomicU32::new(0) }; MAX_MEN + 2],
            sets,
        }
    }

    /// Fills the tables of the board if they are not filled.
    #[inline]
    pub(super) fn prepare(&self, board: &Board) {
        if !self.is_ready.load(Acquire) {
            self.fill(board);
        }
    }

    #[cold]
    fn fill(&self, board: &Board) {
        CHOICES.prepare();
        let mut groups = [0; GROUPS];
        self.fill_pairs(board, &mut groups);
        let mut counts = [[0; 9]; GROUPS];
        for (group, (symmetries, counts)) in groups.into_iter().zip(&mut counts).enumerate() {
            self.fill_rests(board, group, symmetries, counts);
        }
        self.fill_sets(board, &counts);
        self.is_ready.store(true, Release);
    }

    /// Finds the orbits of pairs, and the groups of symmetries that keep the first pairs. A group is a set of symmetries.
    fn fill_pairs(&self, board: &Board, groups: &mut [u16; GROUPS]) {
        let (mut orbits, mut found) = (0, 0);
        for pair in pairs(board) {
            let (mut first, mut symmetry, mut keep) = (pair, 0, 0);
            for other in 0..board.symmetries {
                let image = pair_of(image(set_of(board, pair, 0), other));
                if image < first {
                    (first, symmetry) = (image, other);
                }
                keep |= u16::from(image == pair) << other;
            }
            let entry = if first < pair {
                load!(self.pairs, first as usize) & !IS_KEPT | u32::from(symmetry) << 16
            } else {
                let mut known = groups.iter().take(found);
                let group = known.position(|group| *group == keep).unwrap_or_else(|| {
                    if let Some(group) = groups.get_mut(found) {
                        *group = keep;
                    }
                    found += 1;
                    found - 1
                });
                orbits += 1;
                (orbits - 1) | u32::try_from(group).unwrap_or(0) << 20 | IS_KEPT
            };
            store!(self.pairs, pair as usize, entry);
        }
    }

    /// Finds the first rests under a group of symmetries, and counts them by the number of their points.
    fn fill_rests(&self, board: &Board, group: usize, symmetries: u16, counts: &mut [u16; 9]) {
        let group = group * 256;
        for rest in rests(board) {
            let (mut first, mut symmetry, mut keep) = (rest, 0, 0);
            for other in (0..board.symmetries).filter(|other| symmetries >> other & 1 != 0) {
                let image = rest_of(image(set_of(board, 0, rest), other));
                if image < first {
                    (first, symmetry) = (image, other);
                }
                keep += u16::from(image == rest);
            }
            let entry = if first < rest {
                load!(self.rests, group + first as usize) & 0x10FF | u16::from(symmetry) << 8
            } else {
                let count = counts.get_mut(rest.count_ones() as usize);
                let number = count.map_or(0, |count| {
                    *count += 1;
                    *count - 1
                });
                number | u16::from(keep > 1) << 12
            };
            store!(self.rests, group + rest as usize, entry);
        }
    }

    /// Numbers the orbits. `counts` has the number of first rests, by the group and the number of points.
    fn fill_sets(&self, board: &Board, counts: &[[u16; 9]; GROUPS]) {
        let is_first = |pair: &u32| load!(self.pairs, *pair as usize) & IS_KEPT != 0;
        let mut next = [0; MAX_MEN + 1];
        for pair in pairs(board).filter(is_first) {
            let (orbit, group) = self.orbit_and_group(pair);
            let counts = counts.get(group).into_iter().flatten();
            for (points, count) in (pair.count_ones() as usize..).zip(counts) {
                if let Some(next) = next.get_mut(points) {
                    store!(self.first, points * ORBITS_OF_PAIRS + orbit, *next);
                    *next += u32::from(*count);
                }
            }
        }
        let mut fewer = 0;
        for (points, count) in next.into_iter().enumerate() {
            fewer += count;
            store!(self.fewer, points + 1, fewer);
        }
        for pair in pairs(board).filter(is_first) {
            let (orbit, group) = self.orbit_and_group(pair);
            for rest in rests(board) {
                let entry = load!(self.rests, group * 256 + rest as usize);
                let points = (pair.count_ones() + rest.count_ones()) as usize;
                // No symmetry, so this is the first rest.
                if entry & 0xF00 == 0 && points <= MAX_MEN {
                    let first = load!(self.first, points * ORBITS_OF_PAIRS + orbit);
                    let at = load!(self.fewer, points) + first + u32::from(entry & 0xFF);
                    let kept = if entry >> 12 == 0 { 0 } else { IS_KEPT };
                    store!(self.sets, at as usize, set_of(board, pair, rest) | kept);
                }
            }
        }
    }

    /// The orbit of a first pair, and the group that keeps it.
    fn orbit_and_group(&self, pair: u32) -> (usize, usize) {
        let entry = load!(self.pairs, pair as usize);
        ((entry & 0xFFFF) as usize, (entry >> 20 & 0x3F) as usize)
    }

    /// The number of orbits of sets with this many points.
    #[inline]
    pub(super) fn count(&self, points: u8) -> u32 {
        let at = usize::from(points);
        load!(self.fewer, at + 1).saturating_sub(load!(self.fewer, at))
    }

    /// The orbit of a set of points of the board, which has this many, at most twelve.
    #[inline]
    pub(super) fn first(&self, set: u32, points: u8) -> First {
        let (rest, pair) = self.rest(set);
        let [to_pair, to_rest] = [(pair >> 16 & 0xF) as u8, (rest >> 8 & 0xF) as u8];
        let at = usize::from(points) * ORBITS_OF_PAIRS + (pair & 0xFFFF) as usize;
        First {
            orbit: load!(self.first, at) + u32::from(rest & 0xFF),
            symmetry: compose(to_pair, to_rest),
            set: image(image(set, to_pair), to_rest),
            is_kept: rest >> 12 != 0,
        }
    }

    /// Whether another symmetry than the identity keeps a set of points of the board.
    #[inline]
    pub(super) fn is_kept(&self, set: u32) -> bool {
        self.rest(set).0 >> 12 != 0
    }

    /// What is known of the rest of a set after the symmetry that takes its pair to the first one, and what is known of the pair.
    #[inline]
    fn rest(&self, set: u32) -> (u16, u32) {
        let pair = self.pairs[pair_of(set) as usize % PAIRS].load(Relaxed);
        let rest = rest_of(image(set, (pair >> 16 & 0xF) as u8));
        let at = (pair >> 20 & 0x3F) * 256 + rest;
        (self.rests[at as usize % (GROUPS * 256)].load(Relaxed), pair)
    }

    /// The first set of an orbit of sets with this many points, and whether another symmetry than the identity keeps
    /// it. `None` if there are not so many.
    #[inline]
    pub(super) fn set(&self, points: u8, orbit: u32) -> Option<(u32, bool)> {
        let at = usize::from(points);
        let (fewer, end) = (load!(self.fewer, at), load!(self.fewer, at + 1));
        let at = fewer.checked_add(orbit).filter(|at| *at < end)?;
        let set = load!(self.sets, at as usize);
        Some((set & ALL, set & IS_KEPT != 0))
    }
}

/// The outer and the inner ring of a set of points.
#[inline]
const fn pair_of(set: u32) -> u32 {
    set & 0xFF | set >> 8 & 0xFF00
}

/// The middle ring, or the centre: no board has both.
#[inline]
const fn rest_of(set: u32) -> u32 {
    set >> 8 & 0xFF | set >> 24 & 1
}

/// The set of a pair and a rest.
const fn set_of(board: &Board, pair: u32, rest: u32) -> u32 {
    let rest = rest << if rest_of(board.points) == 1 { 24 } else { 8 };
    pair & 0xFF | (pair & 0xFF00) << 8 | rest
}

/// The pairs of sets of points of the board.
fn pairs(board: &Board) -> impl Iterator<Item = u32> {
    let all = pair_of(board.points);
    (0..=0xFFFF).filter(move |pair| pair & !all == 0)
}

/// The rests of sets of points of the board.
fn rests(board: &Board) -> impl Iterator<Item = u32> {
    let all = rest_of(board.points);
    (0..=0xFF).filter(move |rest| rest & !all == 0)
}
