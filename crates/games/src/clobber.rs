//! The rules of Clobber.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    grid::{Grid, bit},
    named::named,
    squares::{piece, place, read_marks, read_side},
};

#[doc = include_str!("rules/clobber.md")]
///
/// Michael Albert, J. P. Grossman and Richard Nowakowski invented the game in 2001. The rules are from David
/// Wolfe, *Clobber research* (<http://homepages.gac.edu/~wolfe/games/clobber/>).
///
/// A position is X's stones and O's stones, as bitboards. The number of stones determines the side to move. A move is
/// the number of the square where it begins, plus 0, 32, 64 or 96 for up, right, down or left.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Clobber;
///
/// let game: Clobber = "clobber:3,2".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "XOXOXO X");
/// let position = game.play(start, game.parse_move(start, "a2-b2").unwrap());
/// assert_eq!(game.notation(position).to_string(), ".XXOXO O");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clobber {
    grid: Grid,
}

named!(Clobber(columns, rows));

impl Clobber {
    /// The game on a board with these columns and rows. `None` if there are no squares, more than 32 squares,
    /// or more than 26 columns.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        match Grid::new(columns, rows) {
            Some(grid) => Some(Self { grid }),
            None => None,
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.grid.columns()
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.grid.rows()
    }

    /// The symmetries of the board that keep the colours of its squares.
    const fn symmetries_of_board(&self) -> &'static [u8] {
        match (self.columns() % 2, self.rows() % 2, self.columns() == self.rows()) {
            (1, 1, true) => &[0, 1, 2, 3, 4, 5, 6, 7],
            (1, 1, false) => &[0, 1, 2, 3],
            (1, _, _) => &[0, 1],
            (_, 1, _) => &[0, 2],
            (_, _, true) => &[0, 3, 4, 7],
            (_, _, false) => &[0, 3],
        }
    }

    fn symmetry_of_board(&self, symmetry: u8) -> u8 {
        self.symmetries_of_board().get(usize::from(symmetry)).copied().unwrap_or(0)
    }

    /// The stones of the side to move, and the stones of the other side.
    fn sides(&self, (x, o): (u32, u32)) -> [u32; 2] {
        match self.to_move((x, o)) {
            Player::X => [x, o],
            Player::O => [o, x],
        }
    }
}

impl Game for Clobber {
    /// X's stones and O's stones.
    type Position = (u32, u32);

    fn start(&self) -> (u32, u32) {
        let x = (0..self.grid.count()).fold(0, |x, square| {
            let (column, row) = place(self.columns(), square);
            if (column ^ row) & 1 == 0 { x | bit(square) } else { x }
        });
        (x, self.grid.all() & !x)
    }

    #[inline]
    fn to_move(&self, (x, o): (u32, u32)) -> Player {
        let removed = self.grid.all() & !(x | o);
        if removed.count_ones().is_multiple_of(2) { Player::X } else { Player::O }
    }

    #[inline]
    fn legal_moves(&self, position: (u32, u32)) -> Moves {
        let [own, other] = self.sides(position);
        // Own stones with an opposing neighbour in a direction: step from the opposing stones in the opposite direction.
        let from = [2, 3, 0, 1].map(|back| u64::from(own & self.grid.step(other, back)));
        Moves::from_bits([from[0] | from[1] << 32, from[2] | from[3] << 32, 0, 0])
    }

    #[inline]
    fn play(&self, position: (u32, u32), mv: Move) -> (u32, u32) {
        let from = bit(mv % 32);
        let to = self.grid.step(from, mv / 32);
        let [own, other] = self.sides(position);
        let (own, other) = (own & !from | to, other & !to);
        match self.to_move(position) {
            Player::X => (own, other),
            Player::O => (other, own),
        }
    }

    fn ply(&self, (x, o): (u32, u32)) -> Option<u16> {
        u16::try_from((self.grid.all() & !(x | o)).count_ones()).ok()
    }

    /// Each move removes a stone.
    fn max_plies(&self) -> u16 {
        self.grid.count().into()
    }

    /// Always `None`. A player who cannot move loses.
    #[inline]
    fn terminal(&self, _: (u32, u32)) -> Option<Outcome> {
        None
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are at most 8")]
    fn symmetries(&self) -> u8 {
        self.symmetries_of_board().len() as u8
    }

    fn image(&self, (x, o): (u32, u32), symmetry: u8) -> (u32, u32) {
        let symmetry = self.symmetry_of_board(symmetry);
        (self.grid.image(x, symmetry), self.grid.image(o, symmetry))
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let symmetry = self.symmetry_of_board(symmetry);
        let square = self.grid.image_of_square(mv % 32, symmetry);
        Grid::image_of_direction(mv / 32, symmetry) * 32 + square % 32
    }

    fn fmt_position(&self, (x, o): (u32, u32), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt_marks([x, o], self.to_move((x, o)), f)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, u32), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [x, o] = read_marks(board, self.grid.count())?;
        if self.to_move((x, o)) != side {
            return Err(ParsePositionError::Wrong(
                "the number of stones does not fit the side to move",
            ));
        }
        Ok((x, o))
    }

    /// Writes the squares where a move begins and ends: `b3-c3`.
    fn fmt_move(&self, _: (u32, u32), mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt_pair(mv % 32, mv / 32, f)
    }

    fn drawing(&self) -> Drawing {
        self.grid.drawing()
    }

    fn piece(&self, (x, o): (u32, u32), square: u8) -> Option<Piece> {
        piece([x, o], square)
    }

    fn points_at(&self, _: (u32, u32), mv: Move) -> MoveCells {
        self.grid.points_at(mv % 32, mv / 32)
    }
}
