//! The moves in the low part: the neighbours of a row of boards.

use perfect_play_core::Cells;

use crate::{Strip, StripRow, Tiers, bits::spread};

/// The moves of a player in the low part, for whole rows. They lead from each place of a row to places of another row:
/// forwards to the children, or backwards to the parents.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{LastRow, LowMoves, Tiers};
///
/// // All cells of a small board are in the low part. The empty board is the last row of its strip.
/// let tiers = Tiers::of(&"mnk:2,1,2".parse::<Mnk>()?)?;
/// let strip = tiers.strip_of(0, 0, 1).unwrap();
/// let row = tiers.low().strips()[strip].rows.len() - 1;
///
/// // X has two moves. Their values are 4 and 5.
/// let mut last = LastRow::new(255);
/// last.hold(&[4, 5]);
/// let mut value = [9];
/// LowMoves::forwards(&tiers, 1).fold((strip, row), &mut last, &mut value, u8::min);
/// assert_eq!(value, [4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LowMoves {
    /// By strip, then by row: the first neighbours of all places, then the second neighbours, and so on.
    strips: Vec<Vec<Vec<Neighbours>>>,
}

/// A neighbour of every place of a row that has one.
// Consecutive places nearly always have consecutive neighbours. So neighbours are copied piece by piece, and not byte by
// byte.
type Neighbours = Vec<Piece>;

/// At most [`Piece::LEN`] consecutive places whose neighbours are consecutive, too.
#[derive(Clone, Copy)]
struct Piece {
    /// The first of the places.
    to: u16,
    /// Where the neighbour of the first place is in the last row ([`LastRow`]).
    from: u16,
}

impl Piece {
    /// As many bytes are copied at once. What is copied beyond the piece is overwritten by the next one, or lies behind the
    /// row.
    const LEN: usize = 16;
}

impl LowMoves {
    /// The moves of `mover` (O: 0, X: 1), from a board where this player is to move to its children.
    #[must_use]
    pub fn forwards(tiers: &Tiers, mover: usize) -> Self {
        let kind = tiers.kind();
        Self::new(tiers, (mover, true), |x, o| kind.open_cells(x | o))
    }

    /// The moves of the other player, from a board where `mover` (O: 0, X: 1) is to move back to its parents.
    #[must_use]
    pub fn backwards(tiers: &Tiers, mover: usize) -> Self {
        let kind = tiers.kind();
        let last = |x, o| kind.last_cells(x | o) & if mover == 0 { x } else { o };
        Self::new(tiers, (1 - mover, false), last)
    }

    /// The moves of a player. `cells` returns the cells where a mark is placed or taken back.
    fn new(
        tiers: &Tiers,
        (player, places): (usize, bool),
        cells: impl Fn(u64, u64) -> u64,
    ) -> Self {
        let low = tiers.low();
        // A mark of X adds 1 to the surplus, by which strips are ordered, and a mark of O subtracts 1.
        let is_next = (player == 1) == places;
        let neighbours = |row: &StripRow, order: &[u16], other: Option<&Strip>| {
            let marks = if places { row.marks + 1 } else { row.marks.wrapping_sub(1) };
            let other = other?.rows.iter().find(|other| other.marks == marks)?;
            let mut neighbours: Vec<Vec<Option<usize>>> = Vec::new();
            for (place, &configuration) in order.iter().enumerate() {
                let (x, o) = low.marks(configuration);
                for (nth, cell) in Cells::of(cells(x, o) & low.part.cells).enumerate() {
                    if neighbours.len() == nth {
                        neighbours.push(vec![None; order.len()]);
                    }
                    let mark = 1 << cell;
                    let (x, o) = if player == 1 { (x ^ mark, o) } else { (x, o ^ mark) };
                    neighbours[nth][place] = Some(tiers.low_rank(x, o) - other.places.start);
                }
            }
            Some(neighbours.iter().map(|neighbours| pieces(neighbours)).collect())
        };
        let strips = low.strips().iter().enumerate().map(|(number, strip)| {
            let other = if is_next { number.checked_add(1) } else { number.checked_sub(1) };
            let other = other.and_then(|other| low.strips().get(other));
            let order = &low.order()[strip.order.clone()];
            let rows = strip.rows.iter();
            rows.map(|row| neighbours(row, &order[row.places.clone()], other).unwrap_or_default())
                .collect()
        });
        Self { strips: strips.collect() }
    }

    /// Combines each byte of a row with the bytes of its neighbours in the last row. A row is given by the number of its
    /// strip and its number in the strip.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[inline]
    pub fn fold(
        &self,
        (strip, row): (usize, usize),
        last: &mut LastRow,
        bytes: &mut [u8],
        with: impl Fn(u8, u8) -> u8,
    ) {
        let LastRow { row: last, neighbours: gathered } = last;
        for neighbours in &self.strips[strip][row] {
            for piece in neighbours {
                // All bits of `MAX_ROW` are set. So the masks change nothing, but they avoid the bounds checks.
                let to = usize::from(piece.to) & Tiers::MAX_ROW;
                let from = usize::from(piece.from) & LastRow::END;
                let here: &[u8; Piece::LEN] = last[from..].first_chunk().expect("a piece");
                gathered[to..to + Piece::LEN].copy_from_slice(here);
            }
            for (byte, &neighbour) in bytes.iter_mut().zip(&*gathered) {
                *byte = with(*byte, neighbour);
            }
        }
    }
}

/// The pieces of a list of neighbours, given as places in the other row.
fn pieces(neighbours: &[Option<usize>]) -> Neighbours {
    let mut pieces = Vec::new();
    let mut to = 0;
    for run in neighbours.chunk_by(|first, second| *second == first.map(|first| first + 1)) {
        for piece in run.chunks(Piece::LEN) {
            let from = piece[0].unwrap_or(LastRow::NOWHERE);
            pieces.push(Piece { to, from: u16::try_from(from).expect("a row is shorter") });
            to += u16::try_from(piece.len()).expect("sixteen at most");
        }
    }
    pieces
}

/// The row of a strip that was computed last, with a byte for each place.
pub struct LastRow {
    // `spread` writes eight bytes at a time, so there is room behind the longest row. Then come the bytes of no neighbour.
    row: [u8; Self::END + 1 + Piece::LEN],
    /// Temporary: the bytes of neighbours.
    neighbours: [u8; Tiers::MAX_ROW + Piece::LEN],
}

impl LastRow {
    /// The largest place that a piece begins at, as a mask: the places of a row, and as many again.
    const END: usize = 2 * Tiers::MAX_ROW + 1;
    /// Where a place without a neighbour has its byte from.
    const NOWHERE: usize = Tiers::MAX_ROW + 9;

    /// No row. `none` is the byte of a neighbour that does not exist. It must not change what it is combined with.
    #[must_use]
    pub fn new(none: u8) -> Self {
        Self { row: [none; _], neighbours: [none; _] }
    }

    /// Holds a row, given as bytes.
    ///
    /// # Panics
    ///
    /// If it has more than [`Tiers::MAX_ROW`] places.
    #[inline]
    pub fn hold(&mut self, row: &[u8]) {
        self.row[..Tiers::MAX_ROW][..row.len()].copy_from_slice(row);
    }

    /// Holds a row, given as bits: a byte is 0 or 255.
    #[inline]
    pub fn hold_bits(&mut self, bits: &[u8]) {
        spread(bits, &mut self.row[..Self::NOWHERE]);
    }
}
