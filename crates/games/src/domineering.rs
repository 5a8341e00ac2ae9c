//! The rules of Domineering.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    grid::{Grid, bit},
    named::named,
    squares::read_side,
};

#[doc = include_str!("rules/domineering.md")]
///
/// The rules are from Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*, where Left places the
/// vertical dominoes.
///
/// A position is the occupied squares, as a bitboard. The number of occupied squares determines the side to move. The
/// move that places a vertical domino is the number of its upper square. The move that places a horizontal domino is 32
/// plus the number of its left square.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Domineering;
///
/// let game: Domineering = "domineering:3,2".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "...... X");
/// let position = game.play(start, game.parse_move(start, "a2-a1").unwrap());
/// assert_eq!(game.notation(position).to_string(), "#..#.. O");
/// assert_eq!(game.move_text(position, 33).to_string(), "b2-c2");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    grid: Grid,
}

named!(Domineering(columns, rows));

/// The direction from the first square of a domino to the second: `DOWN` for X, `RIGHT` for O.
const DOWN: u8 = 2;
const RIGHT: u8 = 1;

impl Domineering {
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

    /// The direction from the first square of a move's domino to the second.
    const fn direction(mv: Move) -> u8 {
        if mv < 32 { DOWN } else { RIGHT }
    }
}

impl Game for Domineering {
    /// The occupied squares.
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }

    #[inline]
    fn to_move(&self, occupied: u32) -> Player {
        if occupied.count_ones() & 2 == 0 { Player::X } else { Player::O }
    }

    #[inline]
    fn legal_moves(&self, occupied: u32) -> Moves {
        let free = self.grid.all() & !occupied;
        // The first square of a domino is the left one or the upper one.
        Moves::from_low_bits(match self.to_move(occupied) {
            Player::X => u64::from(free & self.grid.step(free, 0)),
            Player::O => u64::from(free & self.grid.step(free, 3)) << 32,
        })
    }

    #[inline]
    fn play(&self, occupied: u32, mv: Move) -> u32 {
        let first = bit(mv % 32);
        occupied | first | self.grid.step(first, Self::direction(mv))
    }

    fn ply(&self, occupied: u32) -> Option<u16> {
        u16::try_from(occupied.count_ones() / 2).ok()
    }

    /// Each domino covers two squares.
    fn max_plies(&self) -> u16 {
        (self.grid.count() / 2).into()
    }

    /// Always `None`. A player who cannot move loses.
    #[inline]
    fn terminal(&self, _: u32) -> Option<Outcome> {
        None
    }

    /// Swapping rows and columns is not a symmetry, because it swaps the players.
    fn symmetries(&self) -> u8 {
        4
    }

    fn image(&self, occupied: u32, symmetry: u8) -> u32 {
        self.grid.image(occupied, symmetry & 3)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        // The first square of the image is the square with the lower number.
        let (first, symmetry) = (mv % 32, symmetry & 3);
        let second = self.grid.step(bit(first), Self::direction(mv));
        let image = self.grid.image(bit(first) | second, symmetry);
        crate::grid::squares_of(image).first().unwrap_or(first) + (mv & 32)
    }

    fn fmt_position(&self, occupied: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |square| if occupied & bit(square) == 0 { '.' } else { '#' };
        self.grid.fmt_board(f, mark, self.to_move(occupied))
    }

    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [_, occupied] = self.grid.parse(board, ['.', '#'])?;
        if occupied.count_ones() % 2 != 0 || self.to_move(occupied) != side {
            return Err(ParsePositionError::Wrong(
                "the number of occupied squares does not fit the side to move",
            ));
        }
        Ok(occupied)
    }

    /// Writes the squares of the domino: `a2-a1`.
    fn fmt_move(&self, _: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt_pair(mv % 32, Self::direction(mv), f)
    }

    /// A move is chosen by the two squares of its domino.
    fn drawing(&self) -> Drawing {
        self.grid.drawing()
    }

    fn piece(&self, occupied: u32, square: u8) -> Option<Piece> {
        (occupied & bit(square) != 0).then_some(Piece::named(None, "domino", '#'))
    }

    fn points_at(&self, _: u32, mv: Move) -> MoveCells {
        self.grid.points_at(mv % 32, Self::direction(mv))
    }
}
