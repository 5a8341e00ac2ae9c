//! Sets of low configurations that hold or lack cells of lines.

use perfect_play_core::{Cells, Kind, gravity};

use crate::{BitLayout, LowPart, promise::Promise};

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

    /// The cells of a site where a mark can be placed.
    fn open(&self, site: u64, occupied: u64) -> u64 {
        self.kind.open_cells(occupied) & site
    }

    /// The cells that the next mark on a site opens.
    fn above(&self, site: u64, occupied: u64) -> u64 {
        match self.kind {
            // Rows are numbered from the top, so the cell above has a smaller number.
            Kind::Falling(lines) => self.open(site, occupied) >> lines.shape().columns() & self.low,
            _ => 0,
        }
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
        let lacks = |marks: u64, among: u64| {
            let lacked = |part: &u64| part & !marks;
            parts.iter().map(lacked).any(|lacked| lacked.is_power_of_two() && lacked & among != 0)
        };
        let set = |is_set: &dyn Fn(u64, u64) -> bool| {
            layout.bits_of(low_part, |x, o| is_set(if owner == 1 { x } else { o }, x | o))
        };
        let some = |site: &u64, cells: &dyn Fn(u64, u64) -> u64| {
            let lacking = || set(&|marks, occupied| lacks(marks, cells(*site, occupied)));
            (site & all != 0).then(lacking).filter(|set| set.iter().any(|&bits| bits != 0))
        };
        let of_sites = |cells: &dyn Fn(u64, u64) -> u64| {
            self.cells.iter().map(|site| some(site, cells)).collect()
        };
        LowSets {
            held: set(&|marks, _| parts.iter().any(|part| part & !marks == 0)),
            lacking: set(&|marks, occupied| lacks(marks, self.open(self.low, occupied))),
            open: of_sites(&|site, occupied| self.open(site, occupied)),
            above: of_sites(&|site, occupied| self.above(site, occupied)),
        }
    }
}
