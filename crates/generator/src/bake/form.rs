//! Chooses the form of a table.

use perfect_play_core::{Form, Game, Layout, Probe};

use crate::Solution;

/// Tables of up to this many bytes are direct. A computer has enough memory for them, and one load is the
/// fastest answer.
const DIRECT_BYTES: usize = 256 << 10;

/// The largest number of canonical positions for which a compact table is chosen by default. The map is source
/// code, and takes the compiler a second or two at this size.
const COMPACT_ENTRIES: usize = 1 << 16;

/// How many times smaller than the direct table a compact table must be. Its answers take a hundred times as
/// long.
const WORTH_IT: usize = 4;

/// The form that suits the table.
pub(super) fn suitable<G: Game>(table: &Solution<G>) -> Form {
    if table.numbering().keys().is_some() {
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

/// The positions that a compact table contains.
pub(super) fn canonical<G: Game>(table: &Solution<G>) -> impl Iterator<Item = G::Position> {
    table.positions().filter(|&position| table.code(position) == Some(table.canonical(position).0))
}

/// The bytes of a perfect hash map with this many entries. An entry is a code and a word of two bytes each, or
/// a code of four bytes and a value of one byte. In addition, the hash function takes eight bytes for every
/// three entries.
pub(super) fn compact_bytes(layout: Layout, entries: usize) -> usize {
    let entry = match layout {
        Layout::Words => 4,
        Layout::Bytes => 5,
    };
    entries * entry + entries.div_ceil(3) * 8
}
