#![no_std]
//! Three in a row on a cylinder: a board of four columns and three rows, whose right edge is joined
//! to its left edge.
//!
//! ```text
//!    .  .  .  .         0  1  2  3
//! ~  .  .  .  .  ~      4  5  6  7
//!    .  .  .  .         8  9 10 11
//! ```
//!
//! X and O take turns marking an empty cell. The first player with three in a row wins. A row is
//! straight or diagonal, and may go around the edge. A full board without such a row is a draw.
//!
//! No function here can panic, so firmware does not need the code that handles panics.

use core::fmt;

use perfect_play_core::{
    Board, Cells, Game, Move, Moves, NotAPosition, Outcome, Player, ProbeError, Unreachable,
};

/// Three in a row around a cylinder of four columns and three rows.
///
/// Its positions are the library's boards: two bitboards with the base-3 code. The side to move
/// follows from the number of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cylinder;

const COLUMNS: u8 = 4;
const CELLS: u8 = 12;

/// The cells of the top row. `COLUMN` is the first column, and `ALL` is the whole board.
const ROW: u64 = 0b1111;
const COLUMN: u64 = 0b1_0001_0001;
const ALL: u64 = 0xfff;

/// Moves every cell one column to the right, around the edge.
const fn turned(cells: u64) -> u64 {
    let right_edge = COLUMN << (COLUMNS - 1);
    (cells & !right_edge) << 1 | (cells & right_edge) >> (COLUMNS - 1)
}

/// Whether the cells hold three in a row.
#[must_use]
pub const fn has_line(cells: u64) -> bool {
    let (once, twice) = (turned(cells), turned(turned(cells)));
    let [across, down] = [cells & once & twice, cells & cells >> COLUMNS & cells >> (2 * COLUMNS)];
    // Rotates each row so that the cells of a diagonal are below one another.
    let falling = twice & once >> COLUMNS & cells >> (2 * COLUMNS);
    let rising = cells & once >> COLUMNS & twice >> (2 * COLUMNS);
    across != 0 || (down | falling | rising) & ROW != 0
}

/// The side to move: X if both players have the same number of marks, otherwise O.
const fn side_to_move(board: Board) -> Player {
    if board.x().count_ones() == board.o().count_ones() { Player::X } else { Player::O }
}

/// The number of symmetries. Bit 2 of a symmetry's number reflects left and right, and bit 3
/// reflects top and bottom. Then bits 0 and 1 say by how many columns the cylinder is turned.
const SYMMETRIES: u8 = 16;

/// The image of a cell under a symmetry.
#[must_use]
pub const fn image_of_cell(cell: u8, symmetry: u8) -> u8 {
    let (mut column, mut row) = (cell % COLUMNS, cell / COLUMNS);
    if symmetry & 4 != 0 {
        column = COLUMNS - 1 - column;
    }
    if symmetry & 8 != 0 && row <= 2 {
        row = 2 - row;
    }
    row * COLUMNS + (column + symmetry) % COLUMNS
}

/// Prints `cylinder`.
impl fmt::Display for Cylinder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cylinder")
    }
}

impl Game for Cylinder {
    type Position = Board;

    fn start(&self) -> Board {
        Board::EMPTY
    }

    fn to_move(&self, board: Board) -> Player {
        side_to_move(board)
    }

    /// A move is the number of its cell.
    fn legal_moves(&self, board: Board) -> Moves {
        if has_line(board.marks(side_to_move(board).opponent())) {
            return Moves::EMPTY;
        }
        Moves::from_low_bits(ALL & !board.occupied())
    }

    fn play(&self, board: Board, cell: Move) -> Board {
        board.with(cell, side_to_move(board)).unwrap_or(board)
    }

    fn terminal(&self, board: Board) -> Option<Outcome> {
        if has_line(board.marks(side_to_move(board).opponent())) {
            Some(Outcome::Loss)
        } else if board.occupied() == ALL {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn codes(&self) -> u64 {
        const { Board::codes(CELLS).unwrap() }
    }

    fn encode(&self, board: Board) -> u64 {
        board.code()
    }

    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        match Board::from_code(code) {
            Some(board) if code < self.codes() => balanced(board),
            _ => Err(NotAPosition::CodeTooLarge { code, codes: self.codes() }),
        }
    }

    /// Says why a position is unreachable. Without this method, a probe only says that the table
    /// has no entry.
    fn check(&self, board: Board) -> Result<(), ProbeError> {
        self.decode(board.code())?;
        let to_move = side_to_move(board);
        let last = to_move.opponent();
        match (has_line(board.marks(to_move)), has_line(board.marks(last))) {
            (true, true) => Err(Unreachable::BothHaveLines.into()),
            (true, false) => Err(Unreachable::MoveAfterEnd { by: last }.into()),
            _ => Ok(()),
        }
    }

    /// Placing a mark makes the code larger.
    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        CELLS - 1
    }

    fn max_plies(&self) -> u16 {
        CELLS.into()
    }

    /// The number of marks: every ply places one.
    fn ply(&self, board: Board) -> Option<u16> {
        Some(marks(board))
    }

    /// A drawn game ends with a full board.
    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        Some(u16::from(CELLS).saturating_sub(marks(board)))
    }

    fn symmetries(&self) -> u8 {
        SYMMETRIES
    }

    fn image(&self, board: Board, symmetry: u8) -> Board {
        let image = |cells| {
            let images = Cells::of(cells).map(|cell| image_of_cell(cell, symmetry));
            images.fold(0, |images, cell| images | 1 << cell)
        };
        Board::from_bitboards(image(board.x()), image(board.o())).unwrap_or(board)
    }

    fn image_of_move(&self, _: Self::Position, cell: Move, symmetry: u8) -> Move {
        image_of_cell(cell, symmetry)
    }

    /// Writes one line like `XO../.X../....`, or a drawing in the alternate form.
    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            match (cell > 0 && cell % COLUMNS == 0, f.alternate()) {
                (true, true) => writeln!(f)?,
                (true, false) => f.write_str("/")?,
                (false, _) => {}
            }
            match board.at(cell) {
                None => f.write_str(".")?,
                Some(player) => write!(f, "{player}")?,
            }
        }
        Ok(())
    }
}

/// The number of marks on the board.
#[expect(clippy::cast_possible_truncation, reason = "at most 40")]
const fn marks(board: Board) -> u16 {
    board.occupied().count_ones() as u16
}

/// Returns the board if X has as many marks as O, or one more.
#[expect(clippy::cast_possible_truncation, reason = "at most 40")]
fn balanced(board: Board) -> Result<Board, NotAPosition> {
    let [x, o] = [board.x(), board.o()].map(|marks| marks.count_ones() as u8);
    if x == o || x == o + 1 { Ok(board) } else { Err(NotAPosition::Unbalanced { x, o }) }
}
