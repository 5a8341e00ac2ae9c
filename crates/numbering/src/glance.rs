//! Values that follow directly from the rules of a line game, for whole strips of boards.

mod block;
mod low_sets;
mod told;

use perfect_play_core::{Kind, Lines, Value};

use crate::{BitLayout, Tier, TierBlock, Tiers, bits};
use block::Begun;
use low_sets::{LowSets, LowSites};
use told::Told;

/// Values that follow directly from the rules of a line game ([`Kind::settled`]), for all boards of a strip at
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
/// With [`Tiers::leave_out`] and [`Tiers::restore`], no table has to store these values.
#[derive(Debug)]
pub struct Glance {
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

const WIN: u8 = byte_of(Value::win(1));
const LOSS: u8 = byte_of(Value::loss(2));

const fn byte_of(value: Option<Value>) -> u8 {
    match value {
        Some(value) => value.byte(),
        None => Value::NONE,
    }
}

impl Glance {
    pub(crate) fn new(tiers: &Tiers) -> Self {
        let [top, middle, low] = tiers.cells();
        let high = top | middle;
        let layout = BitLayout::new(tiers);
        let sites = LowSites::new(tiers, &layout);
        let lines = tiers.lines().within(high | low).filter(|line| line & low != 0);
        let (within, across): (Vec<u64>, Vec<u64>) = lines.partition(|line| line & high == 0);
        let mut parts: Vec<u64> = across.iter().map(|line| line & low).collect();
        parts.sort_unstable();
        parts.dedup();
        let number = |line: u64| parts.partition_point(|&part| part < line & low);
        let mut across: Vec<_> = across.iter().map(|&line| (line & high, number(line))).collect();
        across.sort_unstable_by_key(|&(_, part)| part);
        let sets = |parts: &[u64]| [0, 1].map(|owner| sites.sets(tiers, &layout, owner, parts));
        Self {
            kind: tiers.kind(),
            lines: *tiers.lines(),
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
    ///             tiers.glance().lines(1, block.x, strip, &mut bits);
    ///             boards += bits.iter().map(|byte| byte.count_ones()).sum::<u32>();
    ///         }
    ///     }
    /// }
    /// assert!(boards > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self, owner: usize, marks: u64, strip: usize, bits: &mut Vec<u8>) {
        let bytes = self.layout.strip(strip).bytes.clone();
        bits.clear();
        bits.extend_from_slice(&self.within[owner].held[bytes.clone()]);
        let mut last = None;
        for &(high, part) in &self.across {
            if high & !marks == 0 && last != Some(part) {
                last = Some(part);
                bits::add(bits, &self.parts[part][owner].held[bytes.clone()]);
            }
        }
    }
}

impl Tiers {
    /// Replaces the bytes of a section that need not be stored: those of boards that hold a line, and those of boards
    /// whose value [`Kind::settled`] gives. Each becomes equal to the byte before it. If it is the first byte, it
    /// becomes the byte of a draw. So these bytes compress to almost nothing. `mover` (O: 0, X: 1) is the side to move.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// // The board with X in one cell and O in the other is full, which is a draw.
    /// let tiers = Tiers::of(&"mnk:2,1,2".parse::<Mnk>()?)?;
    /// let mut section = vec![7; tiers.tier(0).len(1)];
    /// tiers.leave_out(0, 1, &mut section);
    /// assert_eq!(section[0], 127);
    /// section[0] = 9;
    /// tiers.restore(0, 1, &mut section);
    /// assert_eq!(section[0], 127);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn leave_out(&self, tier: u32, mover: usize, section: &mut [u8]) {
        let mut before = Value::DRAW.byte();
        self.glance().leave_out(self.blocks(tier as usize), (mover, 0), section, &mut before);
    }

    /// Restores the values that [`Tiers::leave_out`] has replaced, for boards whose value [`Kind::settled`]
    /// gives. If the side to move has a line, the byte is unspecified.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn restore(&self, tier: u32, mover: usize, section: &mut [u8]) {
        self.glance().restore(self.blocks(tier as usize), (mover, 0), section);
    }
}

impl Tier<'_> {
    /// [`Tiers::leave_out`] for one band of a section. Call it for the bands in order, with the same variable
    /// `before`. For the first band, set this variable to the byte of a draw. Each call sets it to the last byte of
    /// its band.
    ///
    /// ```
    /// use perfect_play_core::Value;
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"mnk:5,5,4".parse::<Mnk>()?)?;
    /// let tier = tiers.tier(0);
    /// let mut before = Value::DRAW.byte();
    /// for band in 0..tiers.bands() {
    ///     let mut values = vec![7; tier.band(band, 1).len()];
    ///     tier.leave_out(band, 1, &mut values, &mut before);
    ///     tier.restore(band, 1, &mut values);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such band.
    pub fn leave_out(&self, band: usize, mover: usize, values: &mut [u8], before: &mut u8) {
        let start = self.band(band, mover).start;
        self.glance().leave_out(self.blocks_of(band), (mover, start), values, before);
    }

    /// [`Tiers::restore`] for a band.
    ///
    /// # Panics
    ///
    /// If there is no such band.
    pub fn restore(&self, band: usize, mover: usize, values: &mut [u8]) {
        let start = self.band(band, mover).start;
        self.glance().restore(self.blocks_of(band), (mover, start), values);
    }
}

impl Glance {
    fn leave_out<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        of: (usize, usize),
        section: &mut [u8],
        before: &mut u8,
    ) {
        let mover = of.0;
        self.for_each_strip(blocks, of, section, |block, told, values| {
            self.tell(block, mover, told);
            self.find_own_lines(block, mover, told);
            for (row, values) in told.rows(self, block, mover, values) {
                row.leave_out(values, before);
            }
        });
    }

    fn restore<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        of: (usize, usize),
        section: &mut [u8],
    ) {
        let (ended, mover) = (self.lines.worth_completed().byte(), of.0);
        self.for_each_strip(blocks, of, section, |block, told, values| {
            self.tell(block, mover, told);
            for (row, values) in told.rows(self, block, mover, values) {
                row.restore(values, ended);
            }
        });
    }

    /// Calls a task with each strip of one player and its values. The values are those of the section from
    /// `first` on.
    fn for_each_strip<'t>(
        &self,
        blocks: impl Iterator<Item = TierBlock<'t>>,
        (mover, first): (usize, usize),
        values: &mut [u8],
        mut task: impl FnMut(&TierBlock<'t>, &mut Told, &mut [u8]),
    ) {
        let mut told = None;
        for block in blocks {
            if let Some(strip) = block.strip(mover) {
                let start = block.starts[mover] - first;
                if let Some(values) = values.get_mut(start..start + strip.len()) {
                    let told =
                        told.get_or_insert_with(|| Told::in_tier(self, self.top_marks(&block)));
                    task(&block, told, values);
                }
            }
        }
    }

    /// The marks in the top part of a block.
    fn top_marks(&self, block: &TierBlock<'_>) -> (u64, u64) {
        (block.x & self.top, block.o & self.top)
    }
}
