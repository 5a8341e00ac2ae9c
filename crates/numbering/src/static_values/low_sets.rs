//! Sets of low configurations that hold or lack cells of lines.

use perfect_play_core::{Cells, Kind, gravity};

use crate::{BitLayout, LowPart, bits::add_if, promise::Promise};

/// The low configurations that hold the low part of a line, or lack one cell of it. They are for one owner, and
/// for one low part or the union of several.
#[derive(Debug)]
pub(super) struct LowSets {
    /// The owner has all cells.
    pub(super) held: Vec<u8>,
    /// The owner has all cells but one, and a mark can be placed there.
    pub(super) lacking: Vec<u8>,
    /// For each site of the low part: the configurations of `lacking` whose missing cell is in the site. `None`
    /// if there are no such configurations.
    pub(super) open: Vec<Option<Vec<u8>>>,
    /// For each site of the low part: the configurations in which the owner has all cells but one, and the next
    /// mark on the site opens that cell. `None` if there are no such configurations.
    pub(super) above: Vec<Option<Vec<u8>>>,
}

/// The sites of the low part, which moves choose.
#[derive(Debug)]
pub(super) struct LowSites {
    kind: Kind,
    low: u64,
    /// The cells of each site.
    pub(super) cells: Vec<u64>,
    /// For each site: the low configurations in which it is full. Empty if marks do not fall.
    pub(super) full: Vec<Vec<u8>>,
}

impl LowSites {
    pub(super) fn new(promise: &Promise, low_part: &LowPart, layout: &BitLayout) -> Self {
        let (kind, low) = (promise.kind(), low_part.part.cells);
        let shape = promise.lines.shape();
        let cells: Vec<u64> = if let Kind::Falling(_) = kind {
            let columns = (1..=shape.columns()).map(|column| gravity::column(shape, column) & low);
            columns.filter(|&cells| cells != 0).collect()
        } else {
            Cells::of(low).map(|cell| 1 << cell).collect()
        };
        let full = match kind {
            Kind::Falling(_) => {
                let full = |&cells: &u64| layout.bits_of(low_part, |x, o| cells & !(x | o) == 0);
                cells.iter().map(full).collect()
            }
            _ => Vec::new(),
        };
        Self { kind, low, cells, full }
    }

    /// The sets of an owner (O: 0, X: 1) for these low parts.
    pub(super) fn sets(
        &self,
        low_part: &LowPart,
        layout: &BitLayout,
        owner: usize,
        parts: &[u64],
    ) -> LowSets {
        let all = parts.iter().fold(0, |all, part| all | part);
        let of_sites = || {
            let set = |site: &u64| (site & all != 0).then(|| layout.none());
            self.cells.iter().map(set).collect()
        };
        let (held, lacking) = (layout.none(), layout.none());
        let mut sets = LowSets { held, lacking, open: of_sites(), above: of_sites() };
        layout.each(low_part, |bit, x, o| {
            let (marks, occupied) = (if owner == 1 { x } else { o }, x | o);
            // The cells that are the only one to be missing.
            let (mut is_held, mut missing) = (false, 0);
            for lacked in parts.iter().map(|part| part & !marks) {
                is_held |= lacked == 0;
                missing |= if lacked.is_power_of_two() { lacked } else { 0 };
            }
            add_if(&mut sets.held, bit, is_held);
            if missing == 0 {
                return;
            }
            let open = self.kind.open_cells(occupied);
            add_if(&mut sets.lacking, bit, missing & open & self.low != 0);
            for (&site, (of_open, of_above)) in
                self.cells.iter().zip(sets.open.iter_mut().zip(&mut sets.above))
            {
                if let (Some(of_open), Some(of_above)) = (of_open, of_above) {
                    add_if(of_open, bit, missing & open & site != 0);
                    add_if(of_above, bit, missing & above(self.kind, open & site) != 0);
                }
            }
        });
        for set in sets.open.iter_mut().chain(&mut sets.above) {
            set.take_if(|set| set.iter().all(|&bits| bits == 0));
        }
        sets
    }
}

/// The cells directly above these cells, if they are on the board. 0 if marks do not fall.
pub(super) fn above(kind: Kind, cells: u64) -> u64 {
    match kind {
        // Rows are numbered from the top, so the cell above has a smaller number.
        Kind::Falling(lines) => cells >> lines.shape().columns(),
        _ => 0,
    }
}
