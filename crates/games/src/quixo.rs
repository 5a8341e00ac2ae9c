//! Quixo: cubes are taken from the edge of the board and pushed in again.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Lines, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Value,
};

use crate::{
    named::named,
    squares::{first_line, mark, piece, read_marks, read_seen, square, write_board},
};

#[doc = include_str!("rules/quixo.md")]
///
/// A position is seen from the side to move: its cubes are written `X`, the cubes of the other side `O`. So a
/// position does not contain the side to move, and there are half as many positions. A text may end with a
/// space and `O`; then X and O are swapped when it is read.
///
/// The game is Thierry Chapeau's (Gigamic, 1995). The rules are from Tanaka, Bonnet, Tixeuil and Tamura, *Quixo
/// Is Solved* (2020, arXiv:2007.15895).
///
/// The number of a move is 32 × direction + the cell of the cube. The direction is the end where the cube is pushed in:
/// 0 left, 1 right, 2 top, 3 bottom.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Quixo;
///
/// let game: Quixo = "quixo:3,3,3".parse().unwrap();
/// let after = game.play(game.start(), game.parse_move(game.start(), "a1-c1").unwrap());
/// assert_eq!(game.notation(after).to_string(), "........O");
/// // The cube in the centre is not on the edge, and X may not take a cube of O.
/// assert!(!game.legal_moves(after).contains(4) && game.parse_move(after, "c1-a1").is_none());
/// assert_eq!(game.terminal(game.parse_position("XX.OOO..X").unwrap()), Some(Outcome::Loss));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quixo {
    lines: Lines,
    /// For each of the four ends, the cells on the edge whose cube can be pushed in there.
    from: [u32; 4],
    pushes: [Push; 4 * Quixo::MAX_CELLS as usize],
    /// The pairs of cells that each part of a symmetry swaps: the reflection of the columns, the reflection of
    /// the rows, and the swap of columns and rows.
    // A side has at most 16 cells, because the other has at least two. So a reflection has at most eight
    // distances.
    swaps: [[Swap; 8]; 3],
}

/// The effect of a move. A number that is not a move changes no cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Push {
    /// The cells from the cube that is taken to the end where it is pushed in.
    segment: u32,
    /// The cell at this end.
    end: u32,
    /// How far the cubes in between move, to cells with higher or lower numbers.
    up: u8,
    down: u8,
}

/// Swaps each of these cells with the cell `by` cells further on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Swap {
    cells: u32,
    by: u8,
}

impl Swap {
    /// Applies the swap to two boards at once.
    #[inline]
    const fn apply(self, boards: u64) -> u64 {
        let cells = self.cells as u64 | (self.cells as u64) << 32;
        // The bits in which the two cells of a pair differ are changed in both. `cells` are the lower cells of
        // the pairs, and both cells of a pair are on the same board.
        let changed = (boards ^ boards >> self.by) & cells;
        boards ^ changed ^ changed << self.by
    }
}

named!(Quixo(columns, rows, k));

impl Quixo {
    /// The largest number of cells.
    pub const MAX_CELLS: u8 = 32;

    /// The game with `w` columns, `h` rows and `k` in a row. `None` if a side is shorter than two, if there is
    /// no such line, or if there are more than [`Quixo::MAX_CELLS`] cells.
    #[must_use]
    pub fn new(w: u8, h: u8, k: u8) -> Option<Self> {
        let lines = Lines::new(w, h, k).ok()?;
        if w < 2 || h < 2 || lines.shape().cells() > Self::MAX_CELLS {
            return None;
        }
        let mut game = Self {
            lines,
            from: [0; 4],
            pushes: [Push::default(); 4 * Self::MAX_CELLS as usize],
            swaps: [[Swap { cells: 0, by: 0 }; 8]; 3],
        };
        for cell in 0..w * h {
            game.add_moves(cell);
            game.add_swaps(cell);
        }
        Some(game)
    }

    /// Adds the moves of a cube on this cell.
    fn add_moves(&mut self, cell: u8) {
        let [w, h] = self.sides();
        let (column, row) = (cell % w, cell / w);
        if column != 0 && column != w - 1 && row != 0 && row != h - 1 {
            return;
        }
        let (row_start, bottom) = (cell - column, column + (h - 1) * w);
        let ends = [row_start, row_start + w - 1, column, bottom];
        for (direction, end) in (0..4_u8).zip(ends) {
            let step = if direction < 2 { 1 } else { w };
            let between = (cell.min(end)..=cell.max(end)).step_by(step.into());
            let segment = between.fold(0, |cells, cell| cells | 1 << cell);
            let mv = usize::from(direction * Self::MAX_CELLS + cell);
            if let (true, Some(push)) = (end != cell, self.pushes.get_mut(mv)) {
                let (up, down) = if end < cell { (step, 0) } else { (0, step) };
                *push = Push { segment, end: 1 << end, up, down };
                self.from[usize::from(direction)] |= 1 << cell;
            }
        }
    }

    /// Adds the swaps of this cell with a later cell.
    fn add_swaps(&mut self, cell: u8) {
        let [w, h] = self.sides();
        let (column, row) = (cell % w, cell / w);
        let turned = if w == h { column * w + row } else { cell };
        let images = [row * w + (w - 1 - column), (h - 1 - row) * w + column, turned];
        for (swaps, image) in self.swaps.iter_mut().zip(images) {
            let by = image.saturating_sub(cell);
            let swap = swaps.iter_mut().find(|swap| swap.by == by || swap.by == 0);
            if let (1.., Some(swap)) = (by, swap) {
                *swap = Swap { cells: swap.cells | 1 << cell, by };
            }
        }
    }

    const fn columns(&self) -> u8 {
        self.lines.shape().columns()
    }

    const fn rows(&self) -> u8 {
        self.lines.shape().rows()
    }

    const fn k(&self) -> u8 {
        self.lines.k()
    }

    /// The number of columns and rows.
    const fn sides(&self) -> [u8; 2] {
        [self.columns(), self.rows()]
    }

    const fn cells(&self) -> u8 {
        self.lines.shape().cells()
    }

    /// The cell where a move pushes its cube in.
    const fn end_of_move(&self, mv: Move) -> u8 {
        let (cell, [w, h]) = (mv % Self::MAX_CELLS, self.sides());
        let (column, row) = (cell % w, cell / w);
        match mv / Self::MAX_CELLS {
            0 => row * w,
            1 => row * w + w - 1,
            2 => column,
            _ => (h - 1) * w + column,
        }
    }
}

impl Game for Quixo {
    /// The cells of the side to move, and the cells of the other side.
    type Position = [u32; 2];

    fn start(&self) -> [u32; 2] {
        [0; 2]
    }

    fn to_move(&self, _: [u32; 2]) -> Player {
        Player::X
    }

    #[inline]
    fn legal_moves(&self, position: [u32; 2]) -> Moves {
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let [_, other] = position;
        let [left, right, top, bottom] = self.from.map(|from| u64::from(from & !other));
        Moves::from_bits([left | right << 32, top | bottom << 32, 0, 0])
    }

    #[inline]
    fn play(&self, [own, other]: [u32; 2], mv: Move) -> [u32; 2] {
        let push = self.pushes.get(usize::from(mv)).copied().unwrap_or_default();
        let pushed = |cells: u32| {
            // Only one of the two shifts is not 0. The cube that is taken leaves the segment and is cut off by
            // the mask. The cell at the end becomes empty, and gets the mover's mark below, whatever the cube
            // was.
            let moved = (cells & push.segment) << push.up >> push.down;
            cells & !push.segment | moved & push.segment
        };
        // In the next position the other side is to move, so it comes first.
        [pushed(other), pushed(own) | push.end]
    }

    #[inline]
    fn terminal(&self, [own, other]: [u32; 2]) -> Option<Outcome> {
        if self.lines.any_within(own.into()) {
            Some(Outcome::Win)
        } else {
            self.lines.any_within(other.into()).then_some(Outcome::Loss)
        }
    }

    /// The value of the outcome of [`Game::terminal`]. There is always a move until the game is over, so
    /// [`Game::blocked`] is not needed. The side to move is blocked only if all cubes on the edge belong to the other
    /// side. But then the other side has a line, and the game is over.
    #[inline]
    fn end(&self, position: [u32; 2]) -> Option<Value> {
        self.terminal(position).map(Value::terminal)
    }

    fn repeats(&self) -> bool {
        true
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn symmetries(&self) -> u8 {
        self.lines.shape().symmetries()
    }

    #[inline]
    fn image(&self, [own, other]: [u32; 2], symmetry: u8) -> [u32; 2] {
        if self.sides() == [4, 4] {
            return image_of_4_by_4([own, other], symmetry);
        }
        let mut boards = u64::from(own) | u64::from(other) << 32;
        for (part, swaps) in self.swaps.iter().enumerate() {
            if symmetry >> part & 1 != 0 {
                for swap in swaps.iter().take_while(|swap| swap.by != 0) {
                    boards = swap.apply(boards);
                }
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "the lower half and the upper")]
        [boards as u32, (boards >> 32) as u32]
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let (cell, mut direction) = (mv % Self::MAX_CELLS, mv / Self::MAX_CELLS);
        if direction >= 4 || symmetry >= self.symmetries() {
            return mv;
        }
        // Swap left and right, and top and bottom. Then swap rows and columns.
        direction ^= if direction < 2 { symmetry & 1 } else { symmetry >> 1 & 1 };
        direction ^= symmetry >> 1 & 2;
        direction * Self::MAX_CELLS + self.lines.shape().image_of_cell(cell, symmetry)
    }

    fn fmt_position(&self, position: [u32; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.sides(), |cell| mark(position, cell))
    }

    fn parse_position(&self, text: &str) -> Result<[u32; 2], ParsePositionError> {
        read_seen(text, |board| read_marks(board, self.cells()))
    }

    fn fmt_move(&self, _: [u32; 2], mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |cell| square(self.sides(), cell);
        write!(f, "{}-{}", square(mv % Self::MAX_CELLS), square(self.end_of_move(mv)))
    }

    /// Blank cubes are not pieces.
    fn drawing(&self) -> Drawing {
        let [columns, rows] = self.sides();
        Drawing::Squares { columns, rows, falls: false }
    }

    fn piece(&self, position: [u32; 2], cell: u8) -> Option<Piece> {
        piece(position, cell)
    }

    /// The cube that is taken, and the cell where it is pushed in.
    fn points_at(&self, _: [u32; 2], mv: Move) -> MoveCells {
        MoveCells::between(mv % Self::MAX_CELLS, self.end_of_move(mv))
    }

    fn line(&self, position: [u32; 2]) -> Moves {
        first_line(&self.lines, position.map(u64::from))
    }

    fn is_seen_by_mover(&self) -> bool {
        true
    }
}

/// The image on the board of 4 by 4, at a third of the cost. A solver computes some hundred million of these
/// images.
#[inline]
fn image_of_4_by_4([own, other]: [u32; 2], symmetry: u8) -> [u32; 2] {
    // Sixteen bits for each board, four for each row. A reflection reverses four bits or four rows in two steps,
    // and the swap of columns and rows transposes each quarter and then swaps two of the quarters. No cell leaves
    // its board.
    let mut boards = own & 0xFFFF | other << 16;
    let exchange = |boards: u32, cells: u32, by: u8| boards >> by & cells | (boards & cells) << by;
    if symmetry & 1 != 0 {
        boards = exchange(exchange(boards, 0x5555_5555, 1), 0x3333_3333, 2);
    }
    if symmetry & 2 != 0 {
        boards = exchange(exchange(boards, 0x0F0F_0F0F, 4), 0x00FF_00FF, 8);
    }
    if symmetry & 4 != 0 {
        for (cells, by) in [(0x0A0A_0A0A, 3), (0x00CC_00CC, 6)] {
            let changed = (boards ^ boards >> by) & cells;
            boards ^= changed ^ changed << by;
        }
    }
    [boards & 0xFFFF, boards >> 16]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_takes_each_cell_where_it_does_on_the_shape() {
        for (w, h) in [(2, 2), (3, 3), (4, 4), (5, 5), (4, 3), (3, 4), (2, 16), (16, 2), (8, 4)] {
            let game = Quixo::new(w, h, 2).unwrap();
            let all = u32::MAX >> (32 - w * h);
            for symmetry in 0..game.symmetries() {
                for cell in 0..w * h {
                    let image = game.lines.shape().image_of_cell(cell, symmetry);
                    let expected = [1 << image, all & !(1 << image)];
                    let image = game.image([1 << cell, all & !(1 << cell)], symmetry);
                    assert_eq!(image, expected, "{game}: {symmetry}: {cell}");
                }
            }
        }
    }
}
