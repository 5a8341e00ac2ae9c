//! The moves in the low part: the children of a row of boards.

use perfect_play_core::{Cells, Value};
use perfect_play_numbering::{Strip, StripRow, Tiers};

use super::minima::fold;

/// The moves of a player in the low part, for whole rows. They lead from each place of a row to places of another row.
pub(super) struct LowMoves {
    /// By strip, then by row: the first children of all places, then the second children, and so on.
    strips: Vec<Vec<Vec<Children>>>,
}

/// A child of every place of a row that has one.
// Consecutive places nearly always have consecutive children. So children are copied piece by piece, and not byte by byte.
type Children = Vec<Piece>;

/// At most [`Piece::LEN`] consecutive places whose children are consecutive, too.
#[derive(Clone, Copy)]
struct Piece {
    /// The first of the places.
    to: u16,
    /// Where the child of the first place is in the last row ([`LastRow`]).
    from: u16,
}

impl Piece {
    /// As many bytes are copied at once. What is copied beyond the piece is overwritten by the next one, or lies behind the
    /// row.
    const LEN: usize = 16;
}

impl LowMoves {
    /// The moves of `mover` (O: 0, X: 1), from a board where this player is to move to its children.
    pub(super) fn of(tiers: &Tiers, mover: usize) -> Self {
        let (low, kind) = (tiers.low(), tiers.kind());
        let [.., cells] = tiers.cells();
        let children = |row: &StripRow, order: &[u16], next: Option<&Strip>| {
            let next = next?.rows.iter().find(|next| next.marks == row.marks + 1)?;
            let mut children: Vec<Vec<Option<usize>>> = Vec::new();
            for (place, &configuration) in order.iter().enumerate() {
                let (x, o) = low.marks(configuration);
                let open = kind.open_cells(x | o) & cells;
                for (nth, cell) in Cells::of(open).enumerate() {
                    if children.len() == nth {
                        children.push(vec![None; order.len()]);
                    }
                    let mark = 1 << cell;
                    let (x, o) = if mover == 1 { (x | mark, o) } else { (x, o | mark) };
                    children[nth][place] = Some(tiers.low_rank(x, o) - next.places.start);
                }
            }
            Some(children.iter().map(|children| pieces(children)).collect())
        };
        let strips = low.strips().iter().enumerate().map(|(number, strip)| {
            // A mark of X adds 1 to the surplus, by which strips are ordered, and a mark of O subtracts 1.
            let next = if mover == 1 { number.checked_add(1) } else { number.checked_sub(1) };
            let next = next.and_then(|next| low.strips().get(next));
            let order = &low.order()[strip.order.clone()];
            let rows = strip.rows.iter();
            rows.map(|row| children(row, &order[row.places.clone()], next).unwrap_or_default())
                .collect()
        });
        Self { strips: strips.collect() }
    }

    /// Takes the minimum with the children of a row, which are in the last row. A row is given by the number of its strip
    /// and its number in the strip.
    pub(super) fn fold(&self, (strip, row): (usize, usize), last: &mut LastRow, values: &mut [u8]) {
        let LastRow { row: last, children: gathered } = last;
        for children in &self.strips[strip][row] {
            for piece in children {
                // All bits of `MAX_ROW` are set. So the masks change nothing, but they avoid the bounds checks.
                let to = usize::from(piece.to) & Tiers::MAX_ROW;
                let from = usize::from(piece.from) & Tiers::MAX_ROW;
                let here: &[u8; Piece::LEN] = last[from..].first_chunk().expect("a piece");
                gathered[to..to + Piece::LEN].copy_from_slice(here);
            }
            fold(values, gathered);
        }
    }
}

/// The pieces of a list of children, given as places in the other row.
fn pieces(children: &[Option<usize>]) -> Children {
    let mut pieces = Vec::new();
    let mut to = 0;
    for run in children.chunk_by(|first, second| *second == first.map(|first| first + 1)) {
        for piece in run.chunks(Piece::LEN) {
            let from = piece[0].unwrap_or(LastRow::NOWHERE);
            pieces.push(Piece { to, from: u16::try_from(from).expect("a row is shorter") });
            to += u16::try_from(piece.len()).expect("sixteen at most");
        }
    }
    pieces
}

/// The row of a strip that was solved last, with a value for each place.
pub(super) struct LastRow {
    // Behind the longest row come the values of no child.
    row: [u8; Tiers::MAX_ROW + Piece::LEN],
    /// Temporary: the values of children.
    children: [u8; Tiers::MAX_ROW + Piece::LEN],
}

impl LastRow {
    /// Where a place without a child has its value from.
    const NOWHERE: usize = Tiers::MAX_ROW;

    /// No row. `NONE` is the largest byte, so a child that does not exist changes no minimum.
    pub(super) fn new() -> Self {
        Self { row: [Value::NONE; _], children: [Value::NONE; _] }
    }

    /// Holds a row, of at most [`Tiers::MAX_ROW`] values.
    pub(super) fn hold(&mut self, row: &[u8]) {
        self.row[..Tiers::MAX_ROW][..row.len()].copy_from_slice(row);
    }
}
