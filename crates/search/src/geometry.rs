//! The layout of a board in 64 bits, and its lines.

/// The columns and rows of a board, and the length of a line.
///
/// Each column has one bit a cell, from the bottom, and one more bit on top that is always 0. So a shift never brings a cell
/// of one column next to a cell of another one, and no line needs a test for the edge.
// Everything is inlined, so that all shifts of a `Fixed` board are by constants.
pub(crate) trait Geometry: Copy {
    /// The number of columns.
    fn columns(self) -> u32;

    /// The number of rows.
    fn rows(self) -> u32;

    /// The number of cells of a line.
    fn k(self) -> u32;

    /// The lowest cell of each column.
    fn bottom(self) -> u64;

    /// The number of bits of a column.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// The number of cells.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// All cells.
    #[inline(always)]
    fn all(self) -> u64 {
        self.bottom() * ((1 << self.rows()) - 1)
    }

    /// The cells of every second row, so that the uppermost of these rows is the one at the top, or the one below it.
    #[inline(always)]
    fn every_second_row(self, at_top: bool) -> u64 {
        let top_down = if at_top { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
        self.bottom() * (u64::reverse_bits(top_down) >> (64 - self.rows()))
    }

    /// The cells that lack only themselves to a line of `marks`, whether they are empty or not, and possibly bits that are
    /// no cells. `falls`: only marks are below a mark, so the lacking cell of a column is the upper one.
    #[inline(always)]
    fn completions(self, marks: u64, falls: bool) -> u64 {
        let stride = self.stride();
        let mut cells = if falls {
            completions_up(marks, self.k())
        } else {
            completions_along(marks, 1, self.k())
        };
        for step in [stride, stride + 1, stride - 1] {
            cells |= completions_along(marks, step, self.k());
        }
        cells
    }

    /// Whether the marks contain a line.
    #[inline(always)]
    fn any_line(self, marks: u64) -> bool {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1].into_iter().any(|step| {
            // Two runs of marks that touch or overlap are a longer run.
            let (mut runs, mut length) = (marks, 1);
            while length < self.k() {
                let more = length.min(self.k() - length);
                runs &= runs.checked_shr(more * step).unwrap_or(0);
                length += more;
            }
            runs != 0
        })
    }

    /// The number with the fields of all columns in reverse order. A field has [`stride`](Self::stride) bits.
    #[inline(always)]
    fn mirrored(self, fields: u64) -> u64 {
        let stride = self.stride();
        let field = u64::MAX >> (64 - stride);
        let last = self.columns() - 1;
        let mut image = 0;
        for column in 0..self.columns() {
            image |= ((fields >> (column * stride)) & field) << ((last - column) * stride);
        }
        image
    }
}

/// The cells just above K − 1 marks in a column.
#[inline(always)]
fn completions_up(marks: u64, k: u32) -> u64 {
    let mut below = u64::MAX;
    for distance in 1..k {
        below &= marks.checked_shl(distance).unwrap_or(0);
    }
    below
}

/// The cells that lack only themselves to a line in one direction.
#[inline(always)]
fn completions_along(marks: u64, step: u32, k: u32) -> u64 {
    // A line that lacks its cell i has i marks before the cell, and K − 1 − i behind it.
    let mut cells = 0;
    for before in 0..k {
        let mut line = u64::MAX;
        for distance in 1..=before {
            line &= marks.checked_shl(distance * step).unwrap_or(0);
        }
        for distance in 1..k - before {
            line &= marks.checked_shr(distance * step).unwrap_or(0);
        }
        cells |= line;
    }
    cells
}

/// A board whose size is known when the program is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<const COLUMNS: u32, const ROWS: u32, const K: u32>;

impl<const COLUMNS: u32, const ROWS: u32, const K: u32> Geometry for Fixed<COLUMNS, ROWS, K> {
    #[inline(always)]
    fn columns(self) -> u32 {
        COLUMNS
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        ROWS
    }

    #[inline(always)]
    fn k(self) -> u32 {
        K
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        const { bottom(COLUMNS, ROWS) }
    }
}

/// A board of any size.
#[derive(Clone, Copy)]
pub(crate) struct AnySize {
    columns: u32,
    rows: u32,
    k: u32,
    bottom: u64,
}

impl AnySize {
    /// `None` if the board does not fit in 64 bits.
    pub(crate) const fn new(columns: u32, rows: u32, k: u32) -> Option<Self> {
        if columns * (rows + 1) > u64::BITS {
            return None;
        }
        Some(Self { columns, rows, k, bottom: bottom(columns, rows) })
    }
}

impl Geometry for AnySize {
    #[inline(always)]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline(always)]
    fn k(self) -> u32 {
        self.k
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }
}

/// The lowest cell of each column.
const fn bottom(columns: u32, rows: u32) -> u64 {
    let (mut cells, mut column) = (0, 0);
    while column < columns {
        cells |= 1 << (column * (rows + 1));
        column += 1;
    }
    cells
}
