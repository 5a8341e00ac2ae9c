//! The moves that lead to the boards with a given high part.

use perfect_play_core::Cells;
use perfect_play_numbering::{
    TierOf, Tiers,
    bits::{add, add_turned, pack, spread},
};

use super::{CountError, layout::BitStarts, low_moves::SPARE, pass::Pass, reached::Reached};

/// The section of another tier from which moves in the top part lead here.
pub(super) struct Parent {
    /// The player (O: 0, X: 1) who moves there.
    mover: usize,
    /// The symmetry that maps the boards of this tier to that one.
    symmetry: u8,
    bits: Vec<u8>,
    starts: BitStarts,
}

/// A strip from which a move leads to another strip.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub(super) bits: &'s [u8],
    images: Option<&'s [u16]>,
}

/// A strip that is being gathered.
#[derive(Default)]
pub(super) struct Gathered {
    /// The bits of its places, and [`SPARE`] bytes.
    pub(super) bits: Vec<u8>,
    /// Temporary: the same as bytes.
    bytes: Vec<u8>,
    /// Temporary: a strip of another tier, before a symmetry maps it.
    turned: Vec<u8>,
}

/// The strips of one tier that are known so far.
pub(super) type Own<'s> = (&'s BitStarts, &'s [Vec<u8>; 2]);

impl<G, S> Pass<'_, G, S> {
    /// The parents of all boards with these marks in the top part.
    pub(super) fn parents(
        &self,
        x: u64,
        o: u64,
        reached: &impl Reached,
    ) -> Result<Vec<Parent>, CountError> {
        let mut parents = Vec::new();
        let Some(layer) = (x | o).count_ones().checked_sub(1) else { return Ok(parents) };
        let layer = u8::try_from(layer).unwrap_or(u8::MAX);
        for cell in Cells::of(self.kind.last_cells(x | o)) {
            let mark = 1 << cell;
            // If the top part held a line before the move, the game was over.
            let Some(TierOf { tier, symmetry }) = self.tiers.tier_of(x & !mark, o & !mark) else {
                continue;
            };
            let mover = usize::from(x & mark != 0);
            let laid_out = self.tiers.tier(tier as usize);
            parents.push(Parent {
                mover,
                symmetry,
                bits: reached.read(layer, tier, mover)?,
                starts: BitStarts::new(self.layout, self.tiers, &laid_out),
            });
        }
        Ok(parents)
    }

    /// The strips from which a move in the top or middle part leads to boards with this middle part and with `mover`
    /// to move. `own` are the strips of the same tier. A high part that held a line before the move has no strip.
    pub(super) fn sources<'s>(
        &'s self,
        parents: &'s [Parent],
        own: Option<Own<'s>>,
        middle: usize,
        mover: usize,
        strip: usize,
    ) -> impl Iterator<Item = Source<'s>> + Clone {
        let (tiers, bytes) = (self.tiers, self.layout.strip(strip).bytes.clone());
        let len = bytes.len();
        let last_mover = 1 - mover;
        let from_top = parents.iter().filter(move |parent| parent.mover == last_mover);
        let from_top = from_top.filter_map(move |parent| {
            let symmetry = parent.symmetry;
            let start = parent.starts.start(tiers.middle_image(symmetry, middle), last_mover)?;
            let images = (symmetry != 0)
                .then(|| &self.images[usize::from(symmetry)][8 * bytes.start..8 * bytes.end]);
            Some(Source { bits: &parent.bits[start..start + len], images })
        });
        let (x, o) = tiers.middle_marks(middle);
        let marks = if last_mover == 1 { x } else { o };
        let from_middle = own.into_iter().flat_map(move |(starts, sections)| {
            Cells::of(self.kind.last_cells(x | o) & marks).filter_map(move |cell| {
                let before = tiers.middle_of(x & !(1 << cell), o & !(1 << cell));
                let start = starts.start(before, last_mover)?;
                Some(Source { bits: &sections[last_mover][start..start + len], images: None })
            })
        });
        from_top.chain(from_middle)
    }
}

impl Gathered {
    /// Gathers a strip whose bits take this many bytes.
    #[inline]
    pub(super) fn gather<'s>(
        &mut self,
        len: usize,
        sources: impl Iterator<Item = Source<'s>> + Clone,
    ) {
        self.bits.clear();
        self.bits.resize(len + SPARE, 0);
        // Bits first, eight slots in each operation. A symmetry moves single places, and a bit cannot be read by
        // its place. So only the strips that a symmetry maps are added as bytes.
        let mut is_turned = false;
        for Source { bits, images } in sources.clone() {
            match images {
                None => add(&mut self.bits, bits),
                Some(_) => is_turned = true,
            }
        }
        if is_turned {
            self.bytes.resize(8 * len, 0);
            spread(&self.bits, &mut self.bytes);
            self.turned.resize(8 * len, 0);
            for Source { bits, images } in sources {
                if let Some(images) = images {
                    spread(bits, &mut self.turned);
                    add_turned(&mut self.bytes, &self.turned, images);
                }
            }
            pack(&self.bytes, &mut self.bits);
        }
    }
}

/// The marks of a high part.
pub(super) fn high(tiers: &Tiers, (x, o): (u64, u64), middle: usize) -> (u64, u64) {
    let (middle_x, middle_o) = tiers.middle_marks(middle);
    (x | middle_x, o | middle_o)
}
