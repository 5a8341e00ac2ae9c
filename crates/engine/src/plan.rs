//! Estimates the memory, disk and time of a solve, without solving.

use std::{ops::RangeInclusive, slice};

use perfect_play_core::Game;
use perfect_play_file::{Settings, TierFolder};
use perfect_play_games::{Family, Mnk};
use perfect_play_generator::numbering::{NotNumbered, Tiers};

use crate::Method;

/// The cost of solving a game. Slots, tiers and memory are computed. Bytes on the disk and core-seconds are
/// extrapolated from measured games ([`Measured`]).
///
/// ```
/// use perfect_play_engine::Plan;
///
/// let plan = Plan::of(&"connect:6,6,4".parse()?)?;
/// assert_eq!((plan.tiers, plan.slots, plan.largest_tier), (5356, 72_658_082_250, 33_410_855));
/// // This one was measured.
/// assert!(plan.file_bytes.contains(&1_181_940_897));
/// assert!(plan.memory(2) > plan.memory(1) && plan.memory(1) < 90_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// The number of slots in the table. Each has one byte. If the game is solved code by code, this is the number of
    /// codes.
    pub slots: u64,
    /// The number of tiers. 1 if the game is solved code by code.
    pub tiers: usize,
    /// The number of layers of tiers. A solve for the start alone
    /// ([`TierSolve::for_start`](crate::TierSolve::for_start)) removes a layer as soon as no other layer needs it.
    pub layers: u8,
    /// The number of slots in the largest tier.
    pub largest_tier: u64,
    /// The most slots that are on the disk at the same time in a solve for the start alone. 0 for a small table.
    pub slots_at_once: u64,
    /// Bytes of the file.
    pub file_bytes: RangeInclusive<u64>,
    /// Bytes on the disk in a solve for the start alone.
    pub scratch_bytes: RangeInclusive<u64>,
    /// Core-seconds to solve the game and write the file.
    pub solve_seconds: RangeInclusive<f64>,
    /// Core-seconds to verify the file.
    pub verify_seconds: RangeInclusive<f64>,
    /// Core-seconds to count the positions of the table.
    pub stats_seconds: RangeInclusive<f64>,
    /// The games from which bytes and seconds are extrapolated, or the game itself if it was measured. Empty if the game is
    /// solved code by code.
    pub basis: &'static [Measured],
    /// Bytes of memory besides those of the threads, and bytes for each thread.
    memory: [u64; 2],
}

/// A game that was solved into a file, verified and counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measured {
    /// The game's name.
    pub game: &'static str,
    /// The number of slots in its table.
    pub slots: u64,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Core-seconds to solve the game and write the file.
    pub solve_seconds: f64,
    /// Core-seconds to verify the file.
    pub verify_seconds: f64,
    /// Core-seconds to count the positions of the table.
    pub stats_seconds: f64,
}

const fn measured(game: &'static str, slots: u64, file_bytes: u64, seconds: [f64; 3]) -> Measured {
    let [solve_seconds, verify_seconds, stats_seconds] = seconds;
    Measured { game, slots, file_bytes, solve_seconds, verify_seconds, stats_seconds }
}

/// By family, ascending by slots, measured on a shared core of a server of 2025. The first ones of each list are
/// small tables, which are compressed more and more slowly.
const CONNECT: [Measured; 6] = [
    measured("connect:4,4,4", 97_007, 6_802, [0.04, 0.03, 0.04]),
    measured("connect:5,4,4", 2_672_550, 119_036, [0.9, 0.27, 0.25]),
    measured("connect:5,5,4", 65_582_790, 2_782_408, [0.61, 0.47, 0.47]),
    measured("connect:6,5,4", 2_090_075_639, 69_592_469, [12.4, 8.6, 11.4]),
    measured("connect:6,6,4", 72_658_082_250, 1_181_940_897, [340.0, 220.0, 225.0]),
    // With interruptions: the count from 85% of it, the proof from its fastest part; its slowest took twice as long.
    measured("connect:7,6,4", 4_320_765_414_736, 48_316_523_049, [18_700.0, 18_000.0, 9_700.0]),
];
const MNK: [Measured; 4] = [
    measured("mnk:4,3,3", 46_111, 1_162, [0.02, 0.02, 0.02]),
    measured("mnk:4,4,4", 1_336_643, 33_905, [0.36, 0.1, 0.1]),
    measured("mnk:5,4,4", 183_110_386, 10_134_530, [1.55, 1.65, 1.18]),
    measured("mnk:5,5,4", 17_933_536_727, 694_472_746, [113.0, 101.0, 79.0]),
];
/// The most bytes of a small file besides the entries: frame, header, the head of the section and the index.
const MOST_AROUND: u64 = 1 << 10;
/// How many games of each list are small tables.
const SMALL: usize = 2;

/// Measured: with another number in a row than four, a slot takes up to this many times less.
const SPARSER: f64 = 8.0;
/// Measured: in misère play, a slot takes up to this many times more.
const DENSER_IN_MISERE: f64 = 1.25;
/// Measured: a slot of those that are on the disk at the same time takes from six parts in a hundred less than one of the file
/// to three more, because a scratch folder is compressed less.
const LEAST_AT_ONCE: f64 = 0.9;
/// How many times longer a core-second can take if the machine does other work.
const BUSY: f64 = 2.0;

/// The memory to solve a small table, which is compressed well.
const MEMORY_OF_SMALL: u64 = 48 << 20;
/// The memory to solve a large table, besides that of tiers, threads and frames that two bands share.
const MEMORY_OF_LARGE: u64 = 32 << 20;
/// The memory for a tier that is written: the offsets of its sections, and a summary of each.
const MEMORY_OF_TIER: u64 = 64;
/// A tier while it is compressed, together with one that waits to be written, takes its slots divided by this number.
const PACKED: u64 = 3;

/// Bytes of memory for a solve into files: those besides its threads, and those of a thread.
fn memory(tiers: &Tiers) -> [u64; 2] {
    if tiers.slots() <= Settings::MAX_HELD_BYTES {
        return [MEMORY_OF_SMALL + 3 * tiers.slots(), 0];
    }
    let tables = tiers.memory() + MEMORY_OF_TIER * tiers.len() as u64;
    [
        MEMORY_OF_LARGE + Settings::MAX_HELD_BYTES + tables,
        tiers.most_at_once() + tiers.largest_tier() / PACKED,
    ]
}

impl Plan {
    /// The plan of a game. Nothing is solved.
    ///
    /// # Errors
    ///
    /// If the board is too large to number.
    pub fn of(game: &Mnk) -> Result<Self, NotNumbered> {
        if let Method::Tiers(_) = Method::from(*game) {
            return Ok(Self::of_tiers(game, &Tiers::of(game)?));
        }
        let (codes, none) = (game.codes(), 0.0..=0.0);
        Ok(Self {
            slots: codes,
            tiers: 1,
            layers: 1,
            largest_tier: codes,
            slots_at_once: 0,
            file_bytes: 0..=codes + MOST_AROUND,
            scratch_bytes: 0..=0,
            // About one microsecond per code.
            solve_seconds: 0.0..=float(codes) * 1e-6,
            verify_seconds: 0.0..=float(codes) * 1e-6,
            stats_seconds: none,
            basis: &[],
            memory: [MEMORY_OF_SMALL + 4 * codes, 0],
        })
    }

    /// How many slots a core solves in a second: the mean over the games of [`Plan::basis`], which were measured on one
    /// machine. `None` if the game is solved code by code.
    #[must_use]
    pub fn slots_a_core_second(&self) -> Option<f64> {
        let rate = |of: &Measured| float(of.slots) / of.solve_seconds;
        let count = u32::try_from(self.basis.len()).unwrap_or(u32::MAX);
        (count > 0).then(|| self.basis.iter().map(rate).sum::<f64>() / f64::from(count))
    }

    /// The most bytes of memory that a solve with this many threads takes, rounded up to a multiple of 1 MiB.
    #[must_use]
    pub fn memory(&self, threads: usize) -> u64 {
        let [fixed, a_thread] = self.memory;
        (fixed + threads as u64 * a_thread).next_multiple_of(1 << 20)
    }

    pub(crate) fn of_tiers(game: &Mnk, tiers: &Tiers) -> Self {
        let slots = tiers.slots();
        let is_small = slots <= Settings::MAX_HELD_BYTES;
        let slots_at_once = if is_small { 0 } else { TierFolder::most_slots(tiers) };
        let name = game.to_string();
        let itself = family(game).iter().find(|of| of.game == name);
        let others = nearest(game, slots, is_small);
        let basis = itself.map_or(others, slice::from_ref);
        let bytes = |count: u64| {
            let a_slot = bytes_a_slot(others, slots);
            let sparser = if game.k() == 4 { 1.0 } else { SPARSER };
            let denser = if game.is_misere() { DENSER_IN_MISERE } else { 1.0 };
            let (least, most) = (a_slot.start() / sparser, a_slot.end() * denser);
            whole(least * float(count))..=whole((most * float(count)).ceil())
        };
        let file_bytes = itself.map_or_else(|| bytes(slots), |of| of.file_bytes..=of.file_bytes);
        // Only files were measured.
        let at_once = bytes(slots_at_once);
        let scratch_bytes = whole(LEAST_AT_ONCE * float(*at_once.start()))..=*at_once.end();
        let seconds = |of: fn(&Measured) -> f64| {
            let a_slot = range(basis, |measured| of(measured) / float(measured.slots));
            a_slot.start() * float(slots)..=a_slot.end() * BUSY * float(slots)
        };
        Self {
            slots,
            tiers: tiers.len(),
            layers: tiers.layers(),
            largest_tier: tiers.largest_tier(),
            slots_at_once,
            file_bytes,
            scratch_bytes,
            solve_seconds: seconds(|of| of.solve_seconds),
            verify_seconds: seconds(|of| of.verify_seconds),
            stats_seconds: seconds(|of| of.stats_seconds),
            basis,
            memory: memory(tiers),
        }
    }
}

/// The games of the same family that were measured.
fn family(game: &Mnk) -> &'static [Measured] {
    match game.family() {
        Family::Connect => &CONNECT,
        _ => &MNK,
    }
}

/// The two measured games of the same family with the most similar numbers of slots.
fn nearest(game: &Mnk, slots: u64, is_small: bool) -> &'static [Measured] {
    let (small, large) = family(game).split_at(SMALL);
    let of_size = if is_small { small } else { large };
    let distance = |of: &Measured| (float(of.slots) / float(slots.max(1))).ln().abs();
    let farther = |pair: &&[Measured]| pair.iter().map(distance).sum::<f64>();
    let pairs = of_size.windows(2);
    pairs.min_by(|first, second| farther(first).total_cmp(&farther(second))).unwrap_or(of_size)
}

/// Bytes of a file per slot. The larger a game is, the fewer they are. So for games that are larger than those that were
/// measured, they lie between what they would be if they fell on as steeply as between these, and those of the larger.
fn bytes_a_slot(basis: &[Measured], slots: u64) -> RangeInclusive<f64> {
    let a_slot = |of: &Measured| float(of.file_bytes) / float(of.slots);
    match basis {
        [smaller, larger] if slots > larger.slots => {
            let rises = (float(larger.slots) / float(smaller.slots)).ln();
            let falls = (a_slot(larger) / a_slot(smaller)).ln().min(0.0) / rises;
            let least = (float(slots) / float(larger.slots)).powf(falls);
            a_slot(larger) * least..=a_slot(larger)
        }
        _ => range(basis, a_slot),
    }
}

/// The least and the most of the measured games.
fn range(basis: &[Measured], of: impl Fn(&Measured) -> f64) -> RangeInclusive<f64> {
    let values = || basis.iter().map(&of);
    values().fold(f64::INFINITY, f64::min)..=values().fold(0.0, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn float(number: u64) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, not negative"
)]
fn whole(number: f64) -> u64 {
    number as u64
}
