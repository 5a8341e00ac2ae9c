//! Wild tic-tac-toe: both players may place X or O.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Drawing, Game, Lines, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
    Symmetries,
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{first_line, fmt_number, image_of_cells, piece, read_marks, write_marks},
};

#[doc = include_str!("rules/wild.md")]
///
/// Both players have the same moves, so a position does not contain the side to move. The rules of normal play and of
/// misère play are from Wikipedia's *Wild tic-tac-toe*, after Richard Epstein's *The Theory of Gambling and
/// Statistical Logic*.
///
/// In the library, cells are numbered from 0. A move that places X is the number of the cell. A move that places O is
/// this number plus the number of cells. `X5` and `O5` are X and O on cell 4.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Wild;
///
/// let game: Wild = "wild:3,3,3".parse().unwrap();
/// let position = game.parse_position("OO.......").unwrap();
/// let mv = game.parse_move(position, "O3").unwrap();
/// assert_eq!(game.terminal(game.play(position, mv)), Some(Outcome::Loss));
/// assert_eq!(Wild::new(3, 3, 4), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wild {
    lines: Lines,
    symmetries: Symmetries,
}

impl Wild {
    /// The largest number of cells.
    pub const MAX_CELLS: u8 = 32;

    /// The game with `m` columns, `n` rows and `k` in a row. `None` if there is no such line, or if there are
    /// more than [`Wild::MAX_CELLS`] cells.
    #[must_use]
    pub const fn new(m: u8, n: u8, k: u8) -> Option<Self> {
        match Lines::new(m, n, k) {
            Ok(lines) if lines.shape().cells() <= Self::MAX_CELLS => {
                Some(Self { lines, symmetries: Symmetries::new(lines.shape()) })
            }
            _ => None,
        }
    }

    /// The same game in misère play: the player who completes a line loses.
    #[must_use]
    pub const fn misere(self) -> Self {
        Self { lines: self.lines.misere(), ..self }
    }

    /// The symmetry of the board, and whether X and O are swapped.
    const fn parts(&self, symmetry: u8) -> (u8, bool) {
        match symmetry.checked_sub(self.symmetries.count()) {
            None => (symmetry, false),
            Some(of_board) => (of_board, true),
        }
    }

    const fn cells(&self) -> u8 {
        self.lines.shape().cells()
    }

    fn has_line(&self, [x, o]: [u32; 2]) -> bool {
        self.lines.any_within(x.into()) || self.lines.any_within(o.into())
    }
}

impl Game for Wild {
    /// The cells with an X, and the cells with an O.
    type Position = [u32; 2];

    fn start(&self) -> [u32; 2] {
        [0; 2]
    }

    fn to_move(&self, _: [u32; 2]) -> Player {
        Player::X
    }

    fn legal_moves(&self, [x, o]: [u32; 2]) -> Moves {
        if self.has_line([x, o]) {
            return Moves::EMPTY;
        }
        let free = self.lines.shape().all_cells() & !u64::from(x | o);
        Moves::from_low_bits(free | free << self.cells())
    }

    fn play(&self, [x, o]: [u32; 2], mv: Move) -> [u32; 2] {
        let bit = |cell: u8| 1_u32.checked_shl(cell.into()).unwrap_or(0) & !(x | o);
        match mv.checked_sub(self.cells()) {
            None => [x | bit(mv), o],
            Some(cell) if cell < self.cells() => [x, o | bit(cell)],
            Some(_) => [x, o],
        }
    }

    fn ply(&self, [x, o]: [u32; 2]) -> Option<u16> {
        u16::try_from((x | o).count_ones()).ok()
    }

    fn max_plies(&self) -> u16 {
        self.cells().into()
    }

    fn terminal(&self, position: [u32; 2]) -> Option<Outcome> {
        let [x, o] = position;
        if self.has_line(position) {
            Some(self.lines.worth_completed().outcome())
        } else {
            (u64::from(x | o) == self.lines.shape().all_cells()).then_some(Outcome::Draw)
        }
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The symmetries of the board, and each of them combined with swapping X and O.
    fn symmetries(&self) -> u8 {
        2 * self.symmetries.count()
    }

    fn image(&self, position: [u32; 2], symmetry: u8) -> [u32; 2] {
        let (of_board, exchanged) = self.parts(symmetry);
        let [x, o] = position.map(|cells| image_of_cells(&self.symmetries, cells, of_board));
        if exchanged { [o, x] } else { [x, o] }
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let (of_board, exchanged) = self.parts(symmetry);
        let cells = self.cells();
        let (cell, is_o) = match mv.checked_sub(cells) {
            None => (mv, false),
            Some(cell) if cell < cells => (cell, true),
            Some(_) => return mv,
        };
        let image = self.symmetries.image_of_cell(cell, of_board);
        if is_o == exchanged { image } else { image + cells }
    }

    fn fmt_position(&self, position: [u32; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_marks(f, [self.lines.shape().columns(), self.lines.shape().rows()], position)
    }

    fn parse_position(&self, text: &str) -> Result<[u32; 2], ParsePositionError> {
        read_marks(text, self.cells())
    }

    fn fmt_move(&self, _: [u32; 2], mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, cell) = match mv.checked_sub(self.cells()) {
            None => ("X", mv),
            Some(cell) => ("O", cell),
        };
        f.write_str(mark)?;
        fmt_number(cell, f)
    }

    /// A mark is drawn as a piece of X or of O, as its letter says, although the marks belong to neither player.
    fn drawing(&self) -> Drawing {
        let (columns, rows) = (self.lines.shape().columns(), self.lines.shape().rows());
        Drawing::Squares { columns, rows, falls: false }
    }

    fn piece(&self, marks: [u32; 2], cell: u8) -> Option<Piece> {
        piece(marks, cell)
    }

    fn points_at(&self, _: [u32; 2], mv: Move) -> MoveCells {
        MoveCells::to(mv.checked_sub(self.cells()).unwrap_or(mv))
    }

    fn line(&self, marks: [u32; 2]) -> Moves {
        first_line(&self.lines, marks.map(u64::from))
    }

    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(cell, f)
    }
}

/// Prints the name.
impl fmt::Display for Wild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.lines.shape();
        let numbers = [shape.columns(), shape.rows(), self.lines.k()];
        fmt_name(f, Family::Wild, &numbers, &[self.lines.is_misere()])
    }
}

impl FromStr for Wild {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Wild])?;
        let ([m, n, k], [misere]) = (name.numbers(), name.options());
        let game = Self::new(m, n, k).ok_or_else(|| name.beyond_limits())?;
        Ok(if misere { game.misere() } else { game })
    }
}
