//! Hexapawn: only pawns.

use core::{fmt, num::NonZeroU8};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, ProbeError,
    Unreachable,
};

use crate::{
    named::named,
    squares::{mark, piece, read_marks, read_side, square, write_board, write_side},
};

#[doc = include_str!("rules/hexapawn.md")]
///
/// The rules are from Martin Gardner, *Mathematical Games* (Scientific American, March 1962), reprinted as *A
/// Matchbox Game-Learning Machine* (*The Unexpected Hanging and Other Mathematical Diversions*, 1969, chapter
/// 8). He uses the board of 3 by 3.
///
/// The number of a move is 64 × direction + the cell of the pawn. The direction is 0 to capture to the left, 1
/// straight on, 2 to capture to the right, as seen from X's side.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Hexapawn;
///
/// let game: Hexapawn = "hexapawn:3,3".parse().unwrap();
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "OOO...XXX X");
/// let after = game.play(start, game.parse_move(start, "b1-b2").unwrap());
/// assert!(game.parse_move(after, "a3xb2").is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexapawn {
    // Not zero, so that the optimiser sees no division by zero.
    columns: NonZeroU8,
    rows: u8,
}

named!(Hexapawn(columns, rows));

impl Hexapawn {
    /// The largest number of cells.
    pub const MAX_CELLS: u8 = 32;

    /// The game with `w` columns and `h` rows. `None` if there is no column, if there are fewer than three
    /// rows, or if there are more than [`Hexapawn::MAX_CELLS`] cells.
    #[must_use]
    pub const fn new(w: u8, h: u8) -> Option<Self> {
        match NonZeroU8::new(w) {
            Some(columns) if h >= 3 && w as u16 * h as u16 <= Self::MAX_CELLS as u16 => {
                Some(Self { columns, rows: h })
            }
            _ => None,
        }
    }

    const fn columns(self) -> u8 {
        self.columns.get()
    }

    const fn rows(self) -> u8 {
        self.rows
    }

    /// The top row.
    const fn top(self) -> u32 {
        (1 << self.columns()) - 1
    }

    /// The bottom row.
    const fn bottom(self) -> u32 {
        self.top() << (self.columns() * (self.rows - 1))
    }

    /// The pawns of this side on its far row.
    const fn arrived(self, [x, o]: [u32; 2], side: Player) -> u32 {
        match side {
            Player::X => x & self.top(),
            Player::O => o & self.bottom(),
        }
    }

    /// The cells of the left column.
    fn left(self) -> u32 {
        (0..self.rows).fold(0, |cells, row| cells | 1 << (row * self.columns()))
    }

    /// The cell to which a pawn of this side moves.
    const fn target(self, side: Player, mv: Move) -> Option<u8> {
        let (cell, direction) = (mv % 64, mv / 64);
        let forward = match side {
            Player::X => cell.checked_sub(self.columns()),
            Player::O => Some(cell + self.columns()),
        };
        match (forward, direction) {
            (Some(cell), 0) => cell.checked_sub(1),
            (Some(cell), 1) => Some(cell),
            (Some(cell), 2) => Some(cell + 1),
            _ => None,
        }
    }
}

impl Game for Hexapawn {
    /// The cells of X's pawns, the cells of O's pawns, and the side to move.
    type Position = (u32, u32, Player);

    fn start(&self) -> (u32, u32, Player) {
        (self.bottom(), self.top(), Player::X)
    }

    fn to_move(&self, (.., side): (u32, u32, Player)) -> Player {
        side
    }

    fn passed(&self, (x, o, side): (u32, u32, Player)) -> Option<(u32, u32, Player)> {
        Some((x, o, side.opponent()))
    }

    fn legal_moves(&self, position: (u32, u32, Player)) -> Moves {
        let (x, o, side) = position;
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let (own, other) = if side == Player::X { (x, o) } else { (o, x) };
        // Shifts cells to the pawn that can move to them.
        let seen = |cells: u32, right: i8| {
            let behind = match side {
                Player::X => u64::from(cells) << self.columns(),
                Player::O => u64::from(cells) >> self.columns(),
            };
            match right {
                -1 => behind << 1 & !u64::from(self.left()),
                0 => behind,
                _ => behind >> 1 & !(u64::from(self.left()) << self.columns() >> 1),
            }
        };
        let own = u64::from(own);
        Moves::from_bits([own & seen(other, -1), own & !seen(x | o, 0), own & seen(other, 1), 0])
    }

    fn play(&self, (x, o, side): (u32, u32, Player), mv: Move) -> (u32, u32, Player) {
        let bit = |cell: u8| 1_u32.checked_shl(cell.into()).unwrap_or(0);
        let (from, to) = (bit(mv % 64), self.target(side, mv).map_or(0, bit));
        match side {
            Player::X => (x & !from | to, o & !to, Player::O),
            Player::O => (x & !to, o & !from | to, Player::X),
        }
    }

    fn terminal(&self, (x, o, side): (u32, u32, Player)) -> Option<Outcome> {
        (self.arrived([x, o], side.opponent()) != 0).then_some(Outcome::Loss)
    }

    /// A side that has a pawn on its far row has won, so it does not move again.
    fn check(&self, (x, o, side): (u32, u32, Player)) -> Result<(), ProbeError> {
        let ended = Unreachable::Rules("the side to move has won: it has a pawn on its far row");
        if self.arrived([x, o], side) == 0 { Ok(()) } else { Err(ended.into()) }
    }

    /// The identity and the reflection of left and right.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, (x, o, side): (u32, u32, Player), symmetry: u8) -> (u32, u32, Player) {
        if symmetry != 1 {
            return (x, o, side);
        }
        let mirror = |cells: u32| {
            (0..self.columns()).fold(0, |image, column| {
                let cells = cells >> column & self.left();
                image | cells << (self.columns() - 1 - column)
            })
        };
        (mirror(x), mirror(o), side)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let (cell, direction) = (mv % 64, mv / 64);
        if symmetry != 1 || direction > 2 || cell >= self.columns() * self.rows {
            return mv;
        }
        let column = cell % self.columns();
        64 * (2 - direction) + (cell - column) + (self.columns() - 1 - column)
    }

    fn fmt_position(
        &self,
        (x, o, side): (u32, u32, Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [self.columns(), self.rows], |cell| mark([x, o], cell))?;
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, u32, Player), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [x, o] = read_marks(board, self.columns() * self.rows)?;
        Ok((x, o, side))
    }

    fn fmt_move(
        &self,
        (.., side): (u32, u32, Player),
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let square = |cell| square([self.columns(), self.rows], cell);
        let takes = if mv / 64 == 1 { '-' } else { 'x' };
        let to = self.target(side, mv).unwrap_or(mv % 64);
        write!(f, "{}{takes}{}", square(mv % 64), square(to))
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.columns(), rows: self.rows, falls: false }
    }

    fn piece(&self, (x, o, _): (u32, u32, Player), cell: u8) -> Option<Piece> {
        piece([x, o], cell)
    }

    fn points_at(&self, (.., side): (u32, u32, Player), mv: Move) -> MoveCells {
        MoveCells { from: Some(mv % 64), to: self.target(side, mv), then: None }
    }
}
