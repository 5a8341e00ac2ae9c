//! Values that the rules tell at a glance, and that a small file does not store.

use perfect_play_core::{Board, Value};
use perfect_play_tiers::Tiers;

/// Puts the byte before it into every slot whose value need not be stored: whose board holds a line, or has a value
/// that [`Kind::settled`](perfect_play_core::Kind::settled) tells. So they compress to almost nothing. `entries` are those
/// of all tiers in their order, of each with O and then with X to move.
pub(crate) fn fill(tiers: &Tiers, entries: &mut [u8]) {
    let mut rest = entries;
    for tier in 0..tiers.len() {
        for mover in 0..2 {
            let mut before = Value::DRAW.byte();
            let (section, behind) = rest.split_at_mut(tiers.lens()[tier][mover] as usize);
            for_each_slot(tiers, tier, mover, section, |byte, what| {
                if let Slot::Open = what { before = *byte } else { *byte = before }
            });
            rest = behind;
        }
    }
}

/// The sections of a tier with the values that were not stored. Where a board holds a line, there may be any byte.
pub(crate) fn restored(tiers: &Tiers, tier: usize, sections: &[Vec<u8>; 2]) -> [Vec<u8>; 2] {
    let mut sections = sections.clone();
    for (mover, section) in sections.iter_mut().enumerate() {
        for_each_slot(tiers, tier, mover, section, |byte, what| {
            if let Slot::Settled(value) = what {
                *byte = value.byte();
            }
        });
    }
    sections
}

/// Whether two sections have the same values: where a board holds a line, any byte is the same.
pub(crate) fn are_the_same(
    tiers: &Tiers,
    (tier, mover): (usize, usize),
    first: &mut [u8],
    second: &[u8],
) -> bool {
    if first == second {
        return true;
    }
    let (mut second, mut same) = (second.iter(), first.len() == second.len());
    for_each_slot(tiers, tier, mover, first, |byte, what| {
        same &= second.next() == Some(byte) || matches!(what, Slot::Line);
    });
    same
}

/// What the rules tell of a slot.
enum Slot {
    /// Its board holds a line.
    Line,
    /// Its board has this value.
    Settled(Value),
    /// Nothing.
    Open,
}

/// Goes through the slots of a section in their order.
fn for_each_slot(
    tiers: &Tiers,
    tier: usize,
    mover: usize,
    section: &mut [u8],
    mut task: impl FnMut(&mut u8, Slot),
) {
    let kind = tiers.kind();
    let mut bytes = section.iter_mut();
    for block in tiers.tier(tier).blocks() {
        let Some(strip) = block.strip(mover) else { continue };
        for (&low, byte) in tiers.low_order()[strip.order.clone()].iter().zip(&mut bytes) {
            let (x, o) = tiers.low_marks(low);
            let (x, o) = (block.x | x, block.o | o);
            let what = if tiers.holds_line(x, o) {
                Slot::Line
            } else {
                let settled = Board::from_bitboards(x, o).and_then(|board| kind.settled(board));
                settled.map_or(Slot::Open, Slot::Settled)
            };
            task(byte, what);
        }
    }
}
