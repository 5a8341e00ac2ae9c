//! A tier and its child tiers, held in memory.

use perfect_play_core::{Board, Cells};
use perfect_play_numbering::{Tier, TierBlock, TierOf, Tiers, Unreadable};

use super::{
    correction::Correction,
    low,
    marks::{holds_line, marked},
};

/// A tier and its child tiers. Every move from the tier leads to one of them.
pub(super) struct Window<'p> {
    tiers: &'p Tiers,
    /// By symmetry, then by position in the order of low configurations: the position of the image in its strip.
    images: &'p [Vec<u16>],
    /// The tier itself, followed by its child tiers.
    held: Vec<HeldTier<'p>>,
    top_moves: Vec<TopMove>,
}

struct HeldTier<'p> {
    number: u32,
    layout: Tier<'p>,
    /// By player to move (O, X): a byte per slot. A child tier has only the sections to which a move leads.
    sections: [Option<Vec<u8>>; 2],
}

/// A move in the top part that completes no line in it.
struct TopMove {
    mover: usize,
    cell: u8,
    /// The number of the child tier in the window.
    child: usize,
    /// The symmetry that maps the boards of this tier to that one.
    symmetry: u8,
}

/// Reads the section of a tier with this number and this layout, in which this player (O: 0, X: 1) is to move.
pub(super) type ReadSection<'r, 'p> =
    dyn FnMut(u32, &Tier<'p>, usize) -> Result<Vec<u8>, Unreadable> + 'r;

/// The slot of a board in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// The number of the tier in the window. The tier itself is 0, its child tiers follow.
    held: usize,
    pub(super) mover: usize,
    pub(super) rank: usize,
}

impl<'p> Window<'p> {
    /// Reads a tier and its child tiers. `open` are the cells of the top part where a mark may be put.
    pub(super) fn load(
        tiers: &'p Tiers,
        images: &'p [Vec<u16>],
        number: u32,
        open: impl Fn(u64) -> u64,
        read: &mut ReadSection<'_, 'p>,
    ) -> Result<Self, Unreadable> {
        let layout = tiers.tier(number as usize);
        let (x, o) = layout.top();
        let own = [read(number, &layout, 0)?, read(number, &layout, 1)?].map(Some);
        let mut held = vec![HeldTier { number, layout, sections: own }];
        let mut top_moves = Vec::new();
        for cell in Cells::of(open(x | o)) {
            for mover in 0..2 {
                let (x, o) = marked(x, o, cell, mover);
                if holds_line(tiers.lines(), x, o) {
                    continue;
                }
                let Some(TierOf { tier, symmetry }) = tiers.tier_of(x, o) else { continue };
                // Several moves can lead to the same tier, by different symmetries. It is read once.
                let known = held.iter().position(|held| held.number == tier);
                let child = known.unwrap_or_else(|| {
                    let layout = tiers.tier(tier as usize);
                    held.push(HeldTier { number: tier, layout, sections: [None, None] });
                    held.len() - 1
                });
                let HeldTier { layout, sections, .. } = &mut held[child];
                if sections[1 - mover].is_none() {
                    sections[1 - mover] = Some(read(tier, layout, 1 - mover)?);
                }
                top_moves.push(TopMove { mover, cell, child, symmetry });
            }
        }
        Ok(Self { tiers, images, held, top_moves })
    }

    /// The buffers of the sections, to be used again.
    pub(super) fn into_buffers(self) -> impl Iterator<Item = Vec<u8>> {
        self.held.into_iter().flat_map(|held| held.sections).flatten()
    }

    /// The blocks of the tier.
    pub(super) fn blocks(&self) -> impl Iterator<Item = TierBlock<'p>> + use<'p> {
        self.held[0].layout.blocks().collect::<Vec<_>>().into_iter()
    }

    /// How many slots the tier has.
    pub(super) fn slots(&self) -> u64 {
        let layout = &self.held[0].layout;
        (layout.len(0) + layout.len(1)) as u64
    }

    pub(super) fn section_len(&self, mover: usize) -> usize {
        self.held[0].layout.len(mover)
    }

    /// The values of the tier from this rank on.
    pub(super) fn own(&self, mover: usize, start: usize, len: usize) -> &[u8] {
        slice(self.held[0].sections[mover].as_deref(), start, len)
    }

    /// Replaces a value of the tier.
    pub(super) fn correct(&mut self, Correction { mover, rank, byte }: Correction) {
        if let Some(slot) = self.held[0].sections[mover].as_mut().and_then(|it| it.get_mut(rank)) {
            *slot = byte;
        }
    }

    /// The values of the children of a strip, after a move in a cell of the middle part, in the order of the strip.
    /// `None` if the children have no slots.
    pub(super) fn after_middle_move(
        &self,
        block: &TierBlock<'_>,
        cell: u8,
        mover: usize,
        len: usize,
    ) -> Option<&[u8]> {
        let [_, middle, _] = self.tiers.cells();
        let (x, o) = marked(block.x & middle, block.o & middle, cell, mover);
        let start = self.held[0].layout.start(self.tiers.middle_of(x, o), 1 - mover)?;
        Some(self.own(1 - mover, start, len)).filter(|values| values.len() == len)
    }

    /// The values of the children of a strip, after a move in a cell of the top part. They are in the order of the
    /// image of the strip under this symmetry. `None` if the children have no slots.
    pub(super) fn after_top_move(
        &self,
        block: &TierBlock<'_>,
        cell: u8,
        mover: usize,
        len: usize,
    ) -> Option<(&[u8], u8)> {
        let is_it = |it: &&TopMove| (it.cell, it.mover) == (cell, mover);
        let &TopMove { child, symmetry, .. } = self.top_moves.iter().find(is_it)?;
        let HeldTier { layout, sections, .. } = &self.held[child];
        let start = layout.start(self.tiers.middle_image(symmetry, block.middle), 1 - mover)?;
        let values = slice(sections[1 - mover].as_deref(), start, len);
        (values.len() == len).then_some((values, symmetry))
    }

    /// The slot of a balanced board whose marks are in cells of the game. `None` if it has no slot here.
    pub(super) fn site(&self, board: Board) -> Option<Site> {
        let [_, middle, low] = self.tiers.cells();
        let (x, o) = (board.x(), board.o());
        let mover = match x.count_ones().checked_sub(o.count_ones())? {
            0 => 1,
            1 => 0,
            _ => return None,
        };
        let TierOf { tier, symmetry } = self.tiers.tier_of(x, o)?;
        let held = self.held.iter().position(|held| held.number == tier)?;
        let middle = self.tiers.middle_of(x & middle, o & middle);
        let middle = self.tiers.middle_image(symmetry, middle);
        let start = self.held[held].layout.start(middle, mover)?;
        let place = low::place(self.tiers, x & low, o & low)?;
        let image = self.images.get(usize::from(symmetry))?.get(place)?;
        Some(Site { held, mover, rank: start + usize::from(*image) })
    }

    /// The value of a board. `None` if it has no slot here.
    pub(super) fn byte(&self, board: Board) -> Option<u8> {
        let Site { held, mover, rank } = self.site(board)?;
        self.held[held].sections[mover].as_ref()?.get(rank).copied()
    }

    /// A slot in the tier itself.
    pub(super) fn own_site(mover: usize, rank: usize) -> Site {
        Site { held: 0, mover, rank }
    }

    /// The number of the tier of a slot.
    pub(super) fn tier_of(&self, site: Site) -> u32 {
        self.held[site.held].number
    }
}

/// `len` bytes from `start` on. Empty if there are fewer.
fn slice(section: Option<&[u8]>, start: usize, len: usize) -> &[u8] {
    section.and_then(|section| section.get(start..)?.get(..len)).unwrap_or_default()
}
