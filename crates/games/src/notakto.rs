//! Notakto: both players place X, and the player who completes a line loses.

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

#[doc = include_str!("rules/notakto.md")]
///
/// Both players have the same moves, so a position does not contain the side to move. The rules are from Thane
/// Plambeck and Greg Whitehead, *The Secrets of Notakto: Winning at X-only Tic-Tac-Toe* (2013,
/// arXiv:1301.1672). The article also has games on several boards. Here there is one board.
///
/// In the library, a move is the number of the cell, from 0, row by row from the top left: move 4 is `5`.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Notakto;
///
/// let game: Notakto = "notakto:3,3,3".parse().unwrap();
/// let position = game.parse_position("XXX......").unwrap();
/// assert_eq!(game.terminal(position), Some(Outcome::Win));
/// assert_eq!(game.misere().terminal(position), Some(Outcome::Loss));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notakto {
    lines: Lines,
    symmetries: Symmetries,
    misere: bool,
}

impl Notakto {
    /// The largest number of cells.
    pub const MAX_CELLS: u8 = 32;

    /// The game with `m` columns, `n` rows and `k` in a row. `None` if there is no such line, or if there are
    /// more than [`Notakto::MAX_CELLS`] cells.
    #[must_use]
    pub const fn new(m: u8, n: u8, k: u8) -> Option<Self> {
        match Lines::new(m, n, k) {
            Ok(lines) if lines.shape().cells() <= Self::MAX_CELLS => {
                Some(Self { lines, symmetries: Symmetries::new(lines.shape()), misere: false })
            }
            _ => None,
        }
    }

    /// The game with the opposite result: the player who completes a line wins.
    #[must_use]
    pub const fn misere(self) -> Self {
        Self { misere: true, ..self }
    }
}

impl Game for Notakto {
    /// The cells with an X.
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, _: u32) -> Player {
        Player::X
    }

    fn legal_moves(&self, marks: u32) -> Moves {
        if self.lines.any_within(marks.into()) {
            return Moves::EMPTY;
        }
        Moves::from_low_bits(self.lines.shape().all_cells() & !u64::from(marks))
    }

    fn play(&self, marks: u32, mv: Move) -> u32 {
        if mv < self.lines.shape().cells() { marks | 1_u32.wrapping_shl(mv.into()) } else { marks }
    }

    fn ply(&self, marks: u32) -> Option<u16> {
        u16::try_from(marks.count_ones()).ok()
    }

    fn max_plies(&self) -> u16 {
        self.lines.shape().cells().into()
    }

    fn terminal(&self, marks: u32) -> Option<Outcome> {
        let outcome = if self.misere { Outcome::Loss } else { Outcome::Win };
        self.lines.any_within(marks.into()).then_some(outcome)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn image(&self, marks: u32, symmetry: u8) -> u32 {
        image_of_cells(&self.symmetries, marks, symmetry)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        self.symmetries.image_of_cell(mv, symmetry)
    }

    fn fmt_position(&self, marks: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_marks(f, [self.lines.shape().columns(), self.lines.shape().rows()], [marks, 0])
    }

    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError> {
        match read_marks(text, self.lines.shape().cells())? {
            [marks, 0] => Ok(marks),
            _ => Err(ParsePositionError::Wrong("all marks are `X`")),
        }
    }

    fn fmt_move(&self, _: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(mv, f)
    }

    /// All marks are drawn as pieces of X, although the marks belong to neither player.
    fn drawing(&self) -> Drawing {
        let (columns, rows) = (self.lines.shape().columns(), self.lines.shape().rows());
        Drawing::Squares { columns, rows, falls: false }
    }

    fn piece(&self, marks: u32, cell: u8) -> Option<Piece> {
        piece([marks, 0], cell)
    }

    fn points_at(&self, _: u32, mv: Move) -> MoveCells {
        MoveCells::to(mv)
    }

    fn line(&self, marks: u32) -> Moves {
        first_line(&self.lines, [marks.into(), 0])
    }

    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(cell, f)
    }
}

/// Prints the name.
impl fmt::Display for Notakto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.lines.shape();
        let numbers = [shape.columns(), shape.rows(), self.lines.k()];
        fmt_name(f, Family::Notakto, &numbers, &[self.misere])
    }
}

impl FromStr for Notakto {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Notakto])?;
        let ([m, n, k], [misere]) = (name.numbers(), name.options());
        let game = Self::new(m, n, k).ok_or_else(|| name.beyond_limits())?;
        Ok(if misere { game.misere() } else { game })
    }
}
