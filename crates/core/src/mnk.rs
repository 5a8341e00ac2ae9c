//! The rules of the m,n,k-games.

use core::fmt;

use crate::{
    Board, Game, Move, Moves, NotAPosition, Outcome, ParseBoardError, Player, ProbeError, Shape,
    Unreachable, shape::Symmetries,
};

/// An m,n,k-game: on a board of M columns and N rows the players mark empty cells in turn, X
/// first. The game ends with the first complete line of K marks of one player, straight or
/// diagonal, or with a full board: a draw.
///
/// Who completes the line wins; in *misère* play that player loses. Tic-tac-toe is the 3,3,3-game.
///
/// ```
/// use perfect_play_core::{Game, Mnk, Player};
///
/// let game: Mnk = "mnk:3,3,3".parse().unwrap();
/// assert_eq!(game, Mnk::TICTACTOE);
/// assert_eq!(game.to_string(), "tictactoe");
///
/// let board = game.parse("XXXOO....").unwrap();
/// assert_eq!(game.winner(board), Some(Player::X));
/// assert_eq!(game.misere().winner(board), Some(Player::O));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mnk {
    shape: Shape,
    k: u8,
    misere: bool,
    directions: [Direction; 4],
    symmetries: Symmetries,
}

impl Mnk {
    /// Tic-tac-toe, the 3,3,3-game.
    pub const TICTACTOE: Self = match Self::new(3, 3, 3) {
        Ok(game) => game,
        // While compiling, if ever.
        Err(_) => panic!("3 columns, 3 rows, 3 in a row make a game"),
    };

    /// Tic-tac-toe in misère play: completing a line loses.
    pub const TICTACTOE_MISERE: Self = Self::TICTACTOE.misere();

    /// The game with `m` columns, `n` rows and `k` in a row.
    ///
    /// # Errors
    ///
    /// Where there is no such game: see [`InvalidMnk`].
    pub const fn new(m: u8, n: u8, k: u8) -> Result<Self, InvalidMnk> {
        if m == 0 || n == 0 {
            return Err(InvalidMnk::NoCells);
        }
        let Some(shape) = Shape::new(m, n) else {
            let cells = m as u16 * n as u16;
            return Err(InvalidMnk::TooManyCells { cells });
        };
        let longest = if m > n { m } else { n };
        if k == 0 || k > longest {
            return Err(InvalidMnk::NoSuchLine { k, longest });
        }
        Ok(Self {
            shape,
            k,
            misere: false,
            directions: [
                Direction::new(shape, 1, Reach { left: 0, right: k - 1, down: 0 }),
                Direction::new(shape, m, Reach { left: 0, right: 0, down: k - 1 }),
                Direction::new(shape, m + 1, Reach { left: 0, right: k - 1, down: k - 1 }),
                Direction::new(shape, m - 1, Reach { left: k - 1, right: 0, down: k - 1 }),
            ],
            symmetries: Symmetries::new(shape),
        })
    }

    /// The same game in misère play: who completes a line loses.
    #[must_use]
    pub const fn misere(self) -> Self {
        Self { misere: true, ..self }
    }

    /// Whether completing a line loses.
    #[must_use]
    pub const fn is_misere(&self) -> bool {
        self.misere
    }

    /// The board's columns (M) and rows (N).
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// How many marks in a row make a line (K).
    #[must_use]
    pub const fn k(&self) -> u8 {
        self.k
    }

    /// Reads a board of this game's shape: [`Shape::parse`].
    ///
    /// # Errors
    ///
    /// The first character that has no place in it.
    pub fn parse(&self, board: &str) -> Result<Board, ParseBoardError> {
        self.shape.parse(board)
    }

    /// Whether the cells hold a complete line.
    #[inline]
    #[must_use]
    pub const fn has_line(&self, cells: u64) -> bool {
        let mut direction = 0;
        while direction < 4 {
            let Direction { step, starts } = self.directions[direction];
            let mut lines = cells & starts;
            let mut shift = step;
            let mut length = 1;
            while length < self.k {
                lines &= cells >> shift;
                shift += step;
                length += 1;
            }
            if lines != 0 {
                return true;
            }
            direction += 1;
        }
        false
    }

    /// The complete lines among the cells, each as the set of its K cells. In a longer row they
    /// overlap.
    ///
    /// ```
    /// use perfect_play_core::Mnk;
    ///
    /// let (row, column) = (0b111, 0b1_001_001);
    /// assert!(Mnk::TICTACTOE.lines(row | column).eq([row, column]));
    /// ```
    pub fn lines(&self, cells: u64) -> impl Iterator<Item = u64> {
        let k = self.k;
        // A single mark is the same line in every direction.
        let directions = if k == 1 { 1 } else { self.directions.len() };
        let lines = self.directions.into_iter().take(directions).flat_map(move |direction| {
            let line =
                move |start| (0..k).fold(0, |line, i| line | 1_u64 << (start + i * direction.step));
            Moves::from_bits(direction.starts).iter().map(line)
        });
        lines.filter(move |line| line & !cells == 0)
    }

    /// [`Game::decode`], for use in constants.
    ///
    /// # Errors
    ///
    /// Why no position has this code.
    #[inline]
    pub const fn position(&self, code: u64) -> Result<Board, NotAPosition> {
        let codes = self.number_of_codes();
        match Board::from_code(code) {
            Some(board) if code < codes => match balance(board) {
                Ok(()) => Ok(board),
                Err(reason) => Err(reason),
            },
            _ => Err(NotAPosition::CodeTooLarge { code, codes }),
        }
    }

    /// [`Game::check`], for use in constants: a balanced board is reachable if its lines, should
    /// there be any, all belong to who moved last and share a cell, the last move's. For without
    /// that mark the others can have been placed in any order.
    ///
    /// # Errors
    ///
    /// Why the board is not a position, or why no play leads to it.
    pub const fn check_board(&self, board: Board) -> Result<(), ProbeError> {
        if let Err(reason) = self.position(board.code()) {
            return Err(ProbeError::NotAPosition(reason));
        }
        let to_move = side_to_move(board);
        let last = to_move.opponent();
        let reason = match (self.has_line(board.marks(last)), self.has_line(board.marks(to_move))) {
            (false, false) => return Ok(()),
            (true, true) => Unreachable::BothHaveLines,
            (false, true) => Unreachable::MoveAfterEnd { by: last },
            (true, false) => {
                let mut others = board.marks(last);
                while others != 0 {
                    let mark = others & others.wrapping_neg();
                    if !self.has_line(board.marks(last) & !mark) {
                        return Ok(());
                    }
                    others &= !mark;
                }
                Unreachable::NoSingleLastMove { lines_of: last }
            }
        };
        Err(ProbeError::Unreachable(reason))
    }

    #[inline]
    const fn last_mover_has_line(&self, board: Board) -> bool {
        self.has_line(board.marks(side_to_move(board).opponent()))
    }

    const fn number_of_codes(&self) -> u64 {
        match Board::codes(self.shape.cells()) {
            Some(codes) => codes,
            None => u64::MAX,
        }
    }
}

/// Whether X has as many marks as O, or one more.
#[expect(clippy::cast_possible_truncation, reason = "at most 40 cells")]
const fn balance(board: Board) -> Result<(), NotAPosition> {
    let (x, o) = (board.x().count_ones(), board.o().count_ones());
    if x == o || x == o + 1 {
        Ok(())
    } else {
        let (x, o) = (x as u8, o as u8);
        Err(NotAPosition::Unbalanced { x, o })
    }
}

/// Who is to move on a balanced board.
#[inline]
const fn side_to_move(board: Board) -> Player {
    // The parity alone: it is cheaper than two counts, and there are no others on a balanced board.
    if board.occupied().count_ones() & 1 == 0 { Player::X } else { Player::O }
}

/// The lines that run in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Direction {
    /// From a cell to the next of its line. 0 where there is no line, so that no sum of steps
    /// leaves the board.
    step: u8,
    /// The cells where a line begins: its topmost, or in a row its leftmost.
    starts: u64,
}

/// How many columns and rows a line extends from the cell where it begins.
#[derive(Clone, Copy)]
struct Reach {
    left: u8,
    right: u8,
    down: u8,
}

impl Direction {
    const fn new(shape: Shape, step: u8, reach: Reach) -> Self {
        let mut starts = 0;
        let mut row = 0;
        while row + reach.down < shape.rows() {
            let mut column = reach.left;
            while column + reach.right < shape.columns() {
                starts |= 1 << (row * shape.columns() + column);
                column += 1;
            }
            row += 1;
        }
        let step = if starts == 0 { 0 } else { step };
        Self { step, starts }
    }
}

impl Game for Mnk {
    type Position = Board;

    #[inline]
    fn start(&self) -> Board {
        Board::EMPTY
    }

    #[inline]
    fn to_move(&self, board: Board) -> Player {
        side_to_move(board)
    }

    #[inline]
    fn legal_moves(&self, board: Board) -> Moves {
        if self.last_mover_has_line(board) {
            Moves::EMPTY
        } else {
            Moves::from_bits(self.shape.all_cells() & !board.occupied())
        }
    }

    #[inline]
    fn play(&self, board: Board, cell: Move) -> Board {
        board.with(cell, side_to_move(board)).unwrap_or(board)
    }

    #[inline]
    fn terminal(&self, board: Board) -> Option<Outcome> {
        if self.last_mover_has_line(board) {
            Some(if self.misere { Outcome::Win } else { Outcome::Loss })
        } else if board.occupied() == self.shape.all_cells() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn codes(&self) -> u64 {
        self.number_of_codes()
    }

    #[inline]
    fn encode(&self, board: Board) -> u64 {
        board.code()
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.position(code)
    }

    fn check(&self, board: Board) -> Result<(), ProbeError> {
        self.check_board(board)
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn move_numbers(&self) -> u8 {
        self.shape.cells()
    }

    fn max_plies(&self) -> u8 {
        self.shape.cells()
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 40 cells")]
    fn ply(&self, board: Board) -> u8 {
        board.occupied().count_ones() as u8
    }

    fn plies_to_draw(&self, board: Board) -> u8 {
        self.shape.cells().saturating_sub(self.ply(board))
    }

    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.symmetries.image(board, symmetry)
    }

    #[inline]
    fn image_of_move(&self, cell: Move, symmetry: u8) -> Move {
        self.symmetries.image_of_cell(cell, symmetry)
    }

    fn canonical(&self, board: Board) -> (u64, u8) {
        self.symmetries.canonical(board)
    }

    fn same_positions(&self, other: &Self) -> bool {
        self.shape == other.shape
    }

    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape.text(board))
    }
}

/// Prints the name, as [`fmt::Display`] does.
impl fmt::Debug for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why there is no m,n,k-game with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidMnk {
    /// M or N is 0.
    NoCells,
    /// The board has more cells than [`Board::MAX_CELLS`].
    TooManyCells {
        /// How many it would have.
        cells: u16,
    },
    /// K is 0, or larger than both M and N.
    NoSuchLine {
        /// K.
        k: u8,
        /// The larger of M and N.
        longest: u8,
    },
}

impl fmt::Display for InvalidMnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoCells => f.write_str("a board needs at least one column and one row"),
            Self::TooManyCells { cells } => {
                write!(f, "{cells} cells are too many: a board has at most {}", Board::MAX_CELLS)
            }
            Self::NoSuchLine { k, longest } => {
                write!(f, "no line of {k} exists: on this board K is 1 to {longest}")
            }
        }
    }
}

impl core::error::Error for InvalidMnk {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// The sets of some cell and the `k` − 1 after it in some direction, by coordinates, that are
    /// all set.
    fn lines_by_definition(game: &Mnk, cells: u64) -> BTreeSet<u64> {
        let (columns, rows) = (i16::from(game.shape.columns()), i16::from(game.shape.rows()));
        let bit = |column: i16, row: i16| {
            let on_board = (0..columns).contains(&column) && (0..rows).contains(&row);
            on_board.then(|| 1 << (row * columns + column))
        };
        let from = |cell: i16, (right, down): (i16, i16)| {
            (0..i16::from(game.k)).try_fold(0, |line, i| {
                Some(line | bit(cell % columns + i * right, cell / columns + i * down)?)
            })
        };
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        (0..columns * rows)
            .flat_map(|cell| directions.into_iter().filter_map(move |way| from(cell, way)))
            .filter(|line| line & !cells == 0)
            .collect()
    }

    fn any_game() -> impl Strategy<Value = Mnk> {
        (1_u8..=40, 1_u8..=40, 1_u8..=40)
            .prop_filter_map("no such game", |(m, n, k)| Mnk::new(m, 1 + n % (40 / m), k).ok())
    }

    proptest! {
        #[test]
        fn lines_are_where_the_definition_finds_them(
            game in any_game(),
            cells in 0..1_u64 << 40,
            more in 0..1_u64 << 40,
        ) {
            for cells in [cells, cells | more, cells & more] {
                let cells = cells & game.shape.all_cells();
                let lines = lines_by_definition(&game, cells);
                prop_assert_eq!(game.has_line(cells), !lines.is_empty());
                // Each of them once.
                prop_assert_eq!(game.lines(cells).count(), lines.len());
                prop_assert_eq!(game.lines(cells).collect::<BTreeSet<_>>(), lines);
            }
        }
    }

    #[test]
    fn each_reason_is_given_for_its_board() {
        let game = Mnk::TICTACTOE;
        let check = |board| game.check_board(game.parse(board).unwrap());
        let unbalanced = |x, o| Err(NotAPosition::Unbalanced { x, o }.into());
        assert_eq!(check("XXX......"), unbalanced(3, 0));
        assert_eq!(check("O........"), unbalanced(0, 1));
        assert_eq!(check("XXXOOO..."), Err(Unreachable::BothHaveLines.into()));
        let by = Player::O;
        assert_eq!(check("XXXOO.O.."), Err(Unreachable::MoveAfterEnd { by }.into()));
        let by = Player::X;
        assert_eq!(check("OOOXX.XX."), Err(Unreachable::MoveAfterEnd { by }.into()));
        for board in ["XXXOO....", "OOOXX.X..", "XXXXOOXOO", "........."] {
            assert_eq!(check(board), Ok(()));
        }
        let game = Mnk::new(4, 4, 3).unwrap();
        for (board, lines_of) in
            [("XXX./OO.O/XXX./OO..", Player::X), ("OOO./XX.X/OOO./XX.X", Player::O)]
        {
            assert_eq!(
                game.check_board(game.parse(board).unwrap()),
                Err(Unreachable::NoSingleLastMove { lines_of }.into())
            );
        }
        let (code, codes) = (3_u64.pow(16), 3_u64.pow(16));
        assert_eq!(
            game.check_board(Board::from_code(code).unwrap()),
            Err(NotAPosition::CodeTooLarge { code, codes }.into())
        );
    }
}
