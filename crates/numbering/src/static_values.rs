//! Static values: values that follow directly from the rules of a line game, for whole strips of boards.

mod begun_lines;
mod low_sets;
mod non_static;
mod places;

use perfect_play_core::{Kind, Lines};

use crate::{BitLayout, LowPart, bits, promise::Promise};
use low_sets::{LowSets, LowSites};
pub use places::{StaticCounts, StaticPlaces, StaticRow};

/// Values that follow directly from the rules of a line game ([`Kind::static_value`]), for all boards of a strip at
/// once.
///
/// Each line is split into its cells in the low part and its cells in the high part. The high part of the board
/// is the same for a whole block. The high part decides which lines can still be completed in the low part. For each
/// such line and each player, a precomputed set contains the low configurations in which the player holds all cells
/// that the line has in the low part. Other sets contain the low configurations in which the player holds all of these
/// cells but one, and the next mark can be placed on that cell. If marks fall, there is a third kind of set. It
/// contains the low configurations that meet two conditions. The player holds all of these cells but one. The cell
/// directly below the missing cell is the lowest empty cell of its column. If the opponent places a mark in this
/// column, the player can complete the line. A set has one bit for each low configuration ([`BitLayout`]).
///
/// With [`Tier::keep_non_static`](crate::Tier::keep_non_static) and
/// [`Tier::restore_static`](crate::Tier::restore_static), no table has to store these values.
#[derive(Debug)]
pub struct StaticValues {
    kind: Kind,
    lines: Lines,
    top: u64,
    high: u64,
    low: u64,
    layout: BitLayout,
    sites: LowSites,
    /// For each owner (O, X): the lines within the low part, together.
    within: [LowSets; 2],
    /// For each low part of lines that also have a high part, then for each owner.
    parts: Vec<[LowSets; 2]>,
    /// The lines that lie in both parts: the cells in the high part, and the number of the low part. Lines with
    /// the same low part follow one another.
    across: Vec<(u64, usize)>,
}

impl StaticValues {
    /// The values on the boards of a numbering: the facts that it depends on, the cells of its top and its middle part,
    /// and its low part.
    pub(crate) fn new(promise: &Promise, [top, middle]: [u64; 2], low_part: &LowPart) -> Self {
        let (high, low) = (top | middle, low_part.part.cells);
        let layout = BitLayout::new(low_part);
        let sites = LowSites::new(promise, low_part, &layout);
        let lines = promise.lines.within(high | low).filter(|line| line & low != 0);
        let (within, across): (Vec<u64>, Vec<u64>) = lines.partition(|line| line & high == 0);
        // Sets take time to compute and memory. Many lines have the same cells in the low part and share their sets.
        let mut parts: Vec<u64> = across.iter().map(|line| line & low).collect();
        parts.sort_unstable();
        parts.dedup();
        let number = |line: u64| parts.partition_point(|&part| part < line & low);
        let mut across: Vec<_> = across.iter().map(|&line| (line & high, number(line))).collect();
        across.sort_unstable_by_key(|&(_, part)| part);
        let sets = |parts: &[u64]| [0, 1].map(|owner| sites.sets(low_part, &layout, owner, parts));
        Self {
            kind: promise.kind(),
            lines: promise.lines,
            top,
            high,
            low,
            within: sets(&within),
            parts: parts.iter().map(|&part| sets(&[part])).collect(),
            across,
            sites,
            layout,
        }
    }

    /// The places of the bits of each strip.
    #[must_use]
    pub fn layout(&self) -> &BitLayout {
        &self.layout
    }

    /// Replaces `bits` by the set of the boards of a strip in which a player (`owner`; O: 0, X: 1) holds a
    /// line. The player has these `marks` in the high part. Lines within the high part do not count.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&Mnk::TICTACTOE)?;
    /// let (mut bits, mut boards) = (Vec::new(), 0);
    /// for tier in tiers.numbers() {
    ///     for block in tiers.tier(tier as usize).blocks() {
    ///         let strip = block.strip_number(0);
    ///         if block.strip(0).is_some() {
    ///             tiers.static_values().lines(1, block.x, strip, &mut bits);
    ///             boards += bits.iter().map(|byte| byte.count_ones()).sum::<u32>();
    ///         }
    ///     }
    /// }
    /// assert!(boards > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self, owner: usize, marks: u64, strip: usize, bits: &mut Vec<u8>) {
        bits.clear();
        bits.extend_from_slice(&self.within[owner].held[self.layout.strip(strip).bytes.clone()]);
        self.add_across(owner, marks, strip, bits);
    }

    /// Adds these boards to a set of boards of the strip.
    ///
    /// # Panics
    ///
    /// If there is no such strip or player.
    pub fn add_lines(&self, owner: usize, marks: u64, strip: usize, bits: &mut [u8]) {
        bits::add(bits, &self.within[owner].held[self.layout.strip(strip).bytes.clone()]);
        self.add_across(owner, marks, strip, bits);
    }

    /// Adds the boards in which the player holds a line that lies in both parts.
    fn add_across(&self, owner: usize, marks: u64, strip: usize, bits: &mut [u8]) {
        let bytes = self.layout.strip(strip).bytes.clone();
        let mut last = None;
        for &(high, part) in &self.across {
            if high & !marks == 0 && last != Some(part) {
                last = Some(part);
                bits::add(bits, &self.parts[part][owner].held[bytes.clone()]);
            }
        }
    }
}
