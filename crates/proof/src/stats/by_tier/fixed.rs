//! Boards that are their own image.

use perfect_play_numbering::{BitLayout, Tiers, bits::count};

/// The symmetries of a game except the identity, and how they map the low part.
pub(super) struct Fixing<'t> {
    tiers: &'t Tiers,
    layout: &'t BitLayout,
    symmetries: Vec<Symmetry>,
}

struct Symmetry {
    number: usize,
    /// The low cells that are images of other cells than low ones. Empty if the numbering uses the symmetry.
    from_high: u64,
    /// The bits of the low configurations that the symmetry maps to themselves, considering only low cells that it
    /// maps to low cells.
    low: Vec<u8>,
}

impl<'t> Fixing<'t> {
    pub(super) fn new(tiers: &'t Tiers, layout: &'t BitLayout) -> Self {
        let [_, _, low_cells] = tiers.cells();
        let symmetry = |number| Symmetry {
            number,
            from_high: low_cells & !tiers.image_of_cells(number, low_cells),
            low: layout.bits_of(tiers.low(), |x, o| keeps(tiers, number, [x, o], low_cells)),
        };
        let symmetries = (1..tiers.game_symmetries()).map(symmetry).collect();
        Self { tiers, layout, symmetries }
    }

    /// The symmetries that may fix a board with these marks in `cells`.
    fn keeping(&self, [x, o]: [u64; 2], cells: u64) -> impl Iterator<Item = &Symmetry> {
        let symmetries = self.symmetries.iter();
        symmetries.filter(move |symmetry| keeps(self.tiers, symmetry.number, [x, o], cells))
    }

    /// Whether a symmetry may fix a board with this top part.
    pub(super) fn may_keep(&self, x: u64, o: u64) -> bool {
        let [top, ..] = self.tiers.cells();
        self.keeping([x, o], top).next().is_some()
    }

    /// Counts the boards that are fixed by a symmetry, summed over all symmetries. The boards have these marks in the
    /// high part, and these bits of a strip are set.
    pub(super) fn count(&self, x: u64, o: u64, strip: usize, bits: &[u8]) -> u64 {
        let [top, middle, _] = self.tiers.cells();
        let bytes = self.layout.strip(strip).bytes.clone();
        let kept = |symmetry: &Symmetry| {
            let low = &symmetry.low[bytes.clone()];
            let both: Vec<u8> = bits.iter().zip(low).map(|(bits, low)| bits & low).collect();
            // If the symmetry maps the low part to itself, a board is fixed if both parts are: the bits of the
            // low part are all that is needed. Otherwise a mark in the low part has its image in the high part,
            // and boards are looked at one by one. The bits then only exclude most of them.
            if symmetry.from_high == 0 {
                count(&both)
            } else {
                self.count_boards(symmetry, [x, o], strip, &both)
            }
        };
        self.keeping([x, o], top | middle).map(kept).sum()
    }

    /// Counts board by board.
    fn count_boards(
        &self,
        symmetry: &Symmetry,
        [x, o]: [u64; 2],
        strip: usize,
        bits: &[u8],
    ) -> u64 {
        let tiers = self.tiers;
        let image = |marks| tiers.image_of_cells(symmetry.number, marks);
        let [in_low_x, in_low_o] = [x, o].map(|marks| image(marks) & symmetry.from_high);
        let is_kept = |&number: &u16| {
            let (low_x, low_o) = tiers.low().marks(number);
            low_x & symmetry.from_high == in_low_x
                && low_o & symmetry.from_high == in_low_o
                && image(x | low_x) == x | low_x
                && image(o | low_o) == o | low_o
        };
        let order = &tiers.low().order()[tiers.low().strips()[strip].order.clone()];
        let rows = tiers.low().strips()[strip].rows.iter().zip(&self.layout.strip(strip).rows);
        let kept = rows.map(|(row, bytes)| {
            let is_set = |i: usize| bits[bytes.start + i / 8] >> (i % 8) & 1 == 1;
            let places = order[row.places.clone()].iter().enumerate();
            places.filter(|&(i, number)| is_set(i) && is_kept(number)).count() as u64
        });
        kept.sum()
    }
}

/// Whether a symmetry maps the marks in these cells to themselves, considering only cells that it maps to one
/// another.
fn keeps(tiers: &Tiers, symmetry: usize, marks: [u64; 2], cells: u64) -> bool {
    let image = |cells| tiers.image_of_cells(symmetry, cells);
    let images = image(cells);
    marks.iter().all(|&marks| image(marks) & cells == marks & images)
}
