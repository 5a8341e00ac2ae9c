//! Which form suits a table.

use perfect_play_core::{Form, Layout, Probe, Symmetric, Tabular};

use crate::Solution;

/// Tables of up to so many bytes are direct: no processor that has a build script's program to run
/// misses them, and one load is the best there is.
const DIRECT_BYTES: usize = 256 << 10;

/// The most canonical positions of a compact table that nobody asked for: the map is source code,
/// and takes the compiler a second or two for so many.
const COMPACT_ENTRIES: usize = 1 << 16;

/// How many times smaller than the direct table a compact one must be: its answers take a hundred
/// times as long.
const WORTH_IT: usize = 4;

/// The form that suits the table.
pub(super) fn suitable<G: Tabular + Symmetric>(table: &Solution<G>) -> Form {
    if table.game().key_bytes() > 0 {
        return Form::Keys;
    }
    let layout = Layout::of(table.game());
    let direct = usize::try_from(layout.slot_bytes()).unwrap_or(1) * table.values().len();
    if direct > DIRECT_BYTES {
        let entries = canonical(table).take(COMPACT_ENTRIES + 1).count();
        if entries <= COMPACT_ENTRIES && compact_bytes(layout, entries) <= direct / WORTH_IT {
            return Form::Compact(layout);
        }
    }
    Form::Direct(layout)
}

/// The positions that a compact table holds.
pub(super) fn canonical<G: Tabular + Symmetric>(
    table: &Solution<G>,
) -> impl Iterator<Item = G::Position> {
    table.positions().filter(|&position| table.game().is_canonical(position))
}

/// Bytes of a perfect hash map of so many entries: a code and a word of two bytes each, or a code of
/// four bytes and a byte; and eight bytes for every three entries, by which the hash is made perfect.
pub(super) fn compact_bytes(layout: Layout, entries: usize) -> usize {
    let entry = match layout {
        Layout::Words => 4,
        Layout::Bytes => 5,
    };
    entries * entry + entries.div_ceil(3) * 8
}
