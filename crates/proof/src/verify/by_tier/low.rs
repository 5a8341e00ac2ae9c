//! The configurations of the low part: where moves lead, and where the images are.

use std::ops::Range;

use perfect_play_core::{Cells, Kind};
use perfect_play_numbering::{Strip, StripRow, Tiers};

use super::{
    rows::{NOWHERE, Piece, pieces},
    symmetry::Symmetry,
};

/// The position of a low configuration in the order of all. `None` if the numbering has another configuration there.
pub(super) fn place(tiers: &Tiers, x: u64, o: u64) -> Option<usize> {
    let place = strip_of(tiers, x, o)?.order.start + tiers.low_rank(x, o);
    let configuration = tiers.low().order().get(place)?;
    (tiers.low().marks(*configuration) == (x, o)).then_some(place)
}

/// The strip of a low configuration. Strips are ordered by the surplus of X, from all O to all X.
fn strip_of(tiers: &Tiers, x: u64, o: u64) -> Option<&Strip> {
    let [.., cells] = tiers.cells();
    let number = cells.count_ones() + x.count_ones();
    tiers.low().strips().get(number.checked_sub(o.count_ones())? as usize)
}

/// By symmetry: the positions of the images of all low configurations, within their strips.
///
/// `None` if the numbering disagrees, or if another configuration is at that position.
pub(super) fn images(tiers: &Tiers, symmetries: &[Symmetry]) -> Option<Vec<Vec<u16>>> {
    let symmetries = symmetries.get(..tiers.symmetries())?;
    let image = |symmetry: &Symmetry, configuration: u16| {
        let (x, o) = tiers.low().marks(configuration);
        let (x, o) = (symmetry.image(x), symmetry.image(o));
        u16::try_from(place(tiers, x, o)? - strip_of(tiers, x, o)?.order.start).ok()
    };
    let images = symmetries.iter().enumerate().map(|(number, symmetry)| {
        let order = tiers.low().order().iter();
        let images: Option<Vec<u16>> =
            order.map(|&configuration| image(symmetry, configuration)).collect();
        images.filter(|images| *images == tiers.low().image_ranks(number))
    });
    images.collect()
}

/// Where the moves of one player in the low part lead.
pub(super) struct LowMoves {
    /// By strip.
    strips: Vec<StripMoves>,
}

/// Where the moves from one strip lead.
pub(super) struct StripMoves {
    /// The strip of the children. `None` if there are no moves.
    pub(super) to: Option<usize>,
    pub(super) rows: Vec<RowMoves>,
}

/// Where the moves from one row lead.
pub(super) struct RowMoves {
    pub(super) places: Range<usize>,
    /// By number of the child (first, second, and so on): where this child of each position is. If a position has fewer
    /// children, it is [`NOWHERE`].
    pub(super) children: Vec<Vec<Piece>>,
}

impl LowMoves {
    /// The moves of `mover` (O: 0, X: 1). `None` if the numbering does not have every child in the next strip.
    pub(super) fn new(kind: &Kind, tiers: &Tiers, mover: usize) -> Option<Self> {
        let strips = tiers.low().strips().iter().enumerate().map(|(number, strip)| {
            let to = if mover == 1 { number + 1 } else { number.wrapping_sub(1) };
            let next = tiers.low().strips().get(to);
            let rows =
                strip.rows.iter().map(|row| RowMoves::new(kind, tiers, mover, strip, row, next));
            let rows = rows.collect::<Option<Vec<_>>>()?;
            let has_moves = rows.iter().any(|row| !row.children.is_empty());
            Some(StripMoves { to: has_moves.then_some(to), rows })
        });
        Some(Self { strips: strips.collect::<Option<_>>()? })
    }

    pub(super) fn of_strip(&self, number: usize) -> &StripMoves {
        &self.strips[number]
    }
}

impl RowMoves {
    fn new(
        kind: &Kind,
        tiers: &Tiers,
        mover: usize,
        strip: &Strip,
        row: &StripRow,
        next: Option<&Strip>,
    ) -> Option<Self> {
        let [.., cells] = tiers.cells();
        let order = &tiers.low().order()[strip.order.clone()][row.places.clone()];
        let children = order.iter().map(|&configuration| {
            let (x, o) = tiers.low().marks(configuration);
            let open = Cells::of(kind.open_cells(x | o) & cells);
            let children = open.map(|cell| match mover {
                1 => (x | 1 << cell, o),
                _ => (x, o | 1 << cell),
            });
            let within_next = |(x, o)| {
                let rank = place(tiers, x, o)?.checked_sub(next?.order.start)?;
                (rank < next?.len()).then(|| u16::try_from(rank).ok())?
            };
            children.map(within_next).collect::<Option<Vec<u16>>>()
        });
        let children = children.collect::<Option<Vec<_>>>()?;
        let most = children.iter().map(Vec::len).max().unwrap_or(0);
        let nth = |n: usize| {
            let child = |children: &Vec<u16>| children.get(n).copied().unwrap_or(NOWHERE);
            pieces(&children.iter().map(child).collect::<Vec<_>>())
        };
        Some(Self { places: row.places.clone(), children: (0..most).map(nth).collect() })
    }
}
